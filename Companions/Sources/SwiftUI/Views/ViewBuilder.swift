// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Makes one view of several.
///
/// <https://developer.apple.com/documentation/swiftui/viewbuilder>
@resultBuilder
public enum ViewBuilder {
    /// Makes a view of none.
    public static func buildBlock() -> EmptyView { EmptyView() }

    /// Makes a view of one.
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }

    /// Makes a view of several.
    @MainActor
    public static func buildBlock<each Content: View>(
        _ content: repeat each Content
    ) -> TupleView<(repeat each Content)> {
        var parts: [any View] = []
        for part in repeat each content { parts.append(part) }
        return TupleView(parts: parts)
    }

    /// Makes a view of an expression.
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }

    /// Makes a view of an `if`.
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }

    /// Makes a view of the first branch.
    public static func buildEither<First: View, Second: View>(first: First) -> ConditionalView<First, Second> {
        .first(first)
    }

    /// Makes a view of the second branch.
    public static func buildEither<First: View, Second: View>(second: Second) -> ConditionalView<First, Second> {
        .second(second)
    }

    /// Makes a view of what only newer systems have.
    @MainActor
    public static func buildLimitedAvailability(_ content: some View) -> AnyView { AnyView(content) }
}

/// No view.
///
/// <https://developer.apple.com/documentation/swiftui/emptyview>
public struct EmptyView: PrimitiveView, Sendable {
    /// Makes none.
    public nonisolated init() {}

    func open(on tree: ViewTree, _ environment: EnvironmentValues, at path: String) {}
}

/// Several views.
///
/// <https://developer.apple.com/documentation/swiftui/tupleview>
public struct TupleView<Content>: PrimitiveView {
    let parts: [any View]

    func open(on tree: ViewTree, _ environment: EnvironmentValues, at path: String) {
        for (place, part) in parts.enumerated() { tree.open(part, environment, at: "\(path).\(place)") }
    }
}

/// One of two views.
public enum ConditionalView<First: View, Second: View>: PrimitiveView {
    /// That of the first branch.
    case first(First)

    /// That of the second branch.
    case second(Second)

    func open(on tree: ViewTree, _ environment: EnvironmentValues, at path: String) {
        switch self {
        case .first(let view): tree.open(view, environment, at: path + ".first")
        case .second(let view): tree.open(view, environment, at: path + ".second")
        }
    }
}

extension Optional: View where Wrapped: View {
    /// There is none: the view is opened when it is there.
    public typealias Body = Never
}

extension Optional: PrimitiveView where Wrapped: View {
    func open(on tree: ViewTree, _ environment: EnvironmentValues, at path: String) {
        if let self { tree.open(self, environment, at: path + ".some") }
    }
}

/// A view of any type.
///
/// <https://developer.apple.com/documentation/swiftui/anyview>
public struct AnyView: PrimitiveView {
    private let view: any View

    /// Holds a view.
    public init(_ view: some View) {
        self.view = view
    }

    /// Holds a view.
    public init(erasing view: some View) {
        self.view = view
    }

    func open(on tree: ViewTree, _ environment: EnvironmentValues, at path: String) {
        tree.open(view, environment, at: path)
    }
}
