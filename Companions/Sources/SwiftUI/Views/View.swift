// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A part of what an app shows.
///
/// Nothing is drawn on Linux. A view can be opened on a ``StoreKitSimulator/Screen`` all the same: its tasks run, and the
/// customer of a test buys in it.
///
/// <https://developer.apple.com/documentation/swiftui/view>
@MainActor
@preconcurrency
public protocol View {
    /// What the view is made of.
    associatedtype Body: View

    /// What the view is made of.
    @ViewBuilder var body: Body { get }
}

extension View where Body == Never {
    /// There is none: such a view is opened by the screen itself.
    public var body: Never { fatalError("\(Self.self) has no body") }
}

extension Never: View {
    /// There is none.
    public typealias Body = Never
}

/// A view that the screen itself knows.
@MainActor
protocol PrimitiveView: View where Body == Never {
    /// Opens what is in it.
    func open(on tree: ViewTree, _ environment: EnvironmentValues, at path: String)
}
