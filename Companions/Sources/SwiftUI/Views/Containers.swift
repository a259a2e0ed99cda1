// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Views that belong together.
///
/// <https://developer.apple.com/documentation/swiftui/group>
public struct Group<Content: View>: View {
    private let content: Content

    /// Holds views.
    public init(@ViewBuilder content: () -> Content) {
        self.content = content()
    }

    /// The views.
    public var body: Content { content }
}

/// Views below each other.
///
/// <https://developer.apple.com/documentation/swiftui/vstack>
public struct VStack<Content: View>: View {
    private let content: Content

    /// Holds views.
    public init(
        alignment: HorizontalAlignment = .center,
        spacing: Double? = nil,
        @ViewBuilder content: () -> Content
    ) {
        self.content = content()
    }

    /// The views.
    public var body: Content { content }
}

/// Where views below each other are.
///
/// <https://developer.apple.com/documentation/swiftui/horizontalalignment>
public enum HorizontalAlignment: Sendable {
    /// At the side where a line begins.
    case leading

    /// In the middle.
    case center

    /// At the side where a line ends.
    case trailing
}

/// Views beside each other.
///
/// <https://developer.apple.com/documentation/swiftui/hstack>
public struct HStack<Content: View>: View {
    private let content: Content

    /// Holds views.
    public init(spacing: Double? = nil, @ViewBuilder content: () -> Content) {
        self.content = content()
    }

    /// The views.
    public var body: Content { content }
}

/// A view for each element of a collection.
///
/// <https://developer.apple.com/documentation/swiftui/foreach>
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: PrimitiveView {
    private let data: Data
    private let id: (Data.Element) -> ID
    private let content: (Data.Element) -> Content

    /// Makes a view for each element, told apart by a part of it.
    public init(_ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content)
    {
        self.data = data
        self.id = { $0[keyPath: id] }
        self.content = content
    }

    func open(on tree: ViewTree, _ environment: EnvironmentValues, at path: String) {
        for element in data { tree.open(content(element), environment, at: "\(path)[\(id(element))]") }
    }
}

extension ForEach where Data.Element: Identifiable, ID == Data.Element.ID {
    /// Makes a view for each element.
    public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {
        self.data = data
        self.id = { $0.id }
        self.content = content
    }
}
