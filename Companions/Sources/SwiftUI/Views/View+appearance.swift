// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A sign that something is in progress; it has no text.
///
/// <https://developer.apple.com/documentation/swiftui/progressview>
public struct ProgressView: View {
    /// Makes a sign.
    public init() {}

    /// There is nothing to see.
    public var body: EmptyView { EmptyView() }
}

/// How letters look.
///
/// <https://developer.apple.com/documentation/swiftui/font>
public enum Font: Sendable {
    /// That of headings.
    case headline

    /// That of remarks.
    case footnote

    /// That of a page's title.
    case title
}

/// A color.
///
/// <https://developer.apple.com/documentation/swiftui/color>
public enum Color: Sendable {
    /// That of most text.
    case primary

    /// That of what matters less.
    case secondary
}

// Nothing is drawn on Linux: the view stays as it is.
extension View {
    /// Chooses the letters.
    public func font(_ font: Font?) -> some View { self }

    /// Chooses the color of text.
    public func foregroundColor(_ color: Color?) -> some View { self }

    /// Leaves room around the view.
    public func padding() -> some View { self }

    /// Says what the view is to who hears it.
    public func accessibilityLabel(_ label: Text) -> some View { self }

    /// Takes the buttons of the view away from the customer.
    public func disabled(_ isDisabled: Bool) -> some View { DisabledView(content: self, isDisabled: isDisabled) }
}

/// A view whose buttons cannot be pressed while a value is true.
private struct DisabledView<Content: View>: PrimitiveView {
    let content: Content
    let isDisabled: Bool

    func open(on tree: ViewTree, _ environment: EnvironmentValues, at path: String) {
        let before = tree.buttons.count
        tree.open(content, environment, at: path + "~")
        if isDisabled { tree.buttons.removeSubrange(before...) }
    }
}
