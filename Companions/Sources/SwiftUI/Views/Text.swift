// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A text; ``StoreKitSimulator/Screen/texts`` has it.
///
/// <https://developer.apple.com/documentation/swiftui/text>
public struct Text: PrimitiveView, Sendable {
    let text: String

    /// Shows a text that is looked up in the app's tables; on Linux it is shown as it is.
    public nonisolated init(_ key: LocalizedStringKey) {
        text = key.key
    }

    /// Shows a text.
    @_disfavoredOverload
    public nonisolated init(_ content: some StringProtocol) {
        text = String(content)
    }

    /// Shows a text.
    public nonisolated init(verbatim content: String) {
        text = content
    }

    func open(on tree: ViewTree, _ environment: EnvironmentValues, at path: String) {
        tree.texts.append(text)
    }
}

/// A control that does something; ``StoreKitSimulator/Screen/press(_:)`` presses it.
///
/// <https://developer.apple.com/documentation/swiftui/button>
public struct Button<Label: View>: PrimitiveView {
    private let action: @MainActor () -> Void
    private let label: Label

    /// Makes a button.
    public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
        self.action = action
        self.label = label()
    }

    func open(on tree: ViewTree, _ environment: EnvironmentValues, at path: String) {
        let before = tree.texts.count
        tree.open(label, environment, at: path + ".label")
        tree.buttons.append((title: tree.texts[before...].joined(separator: " "), action: action))
    }
}

extension Button where Label == Text {
    /// Makes a button with a title.
    public init(_ title: LocalizedStringKey, action: @escaping @MainActor () -> Void) {
        self.init(action: action) { Text(title) }
    }

    /// Makes a button with a title.
    @_disfavoredOverload
    public init(_ title: some StringProtocol, action: @escaping @MainActor () -> Void) {
        self.init(action: action) { Text(title) }
    }
}
