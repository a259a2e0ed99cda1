// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The app's widgets: there are none on Linux, so asking for newer ones does nothing.
///
/// Purchase code asks for it when what the customer owns has changed.
///
/// <https://developer.apple.com/documentation/widgetkit/widgetcenter>
public final class WidgetCenter: Sendable {
    /// The app's one center.
    public static let shared = WidgetCenter()

    /// Asks for newer contents of every widget.
    public func reloadAllTimelines() {}

    /// Asks for newer contents of the widgets of a kind.
    public func reloadTimelines(ofKind kind: String) {}
}
