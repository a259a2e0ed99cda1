// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A place of the interface: the little of it that a purchase names as the place to ask for confirmation.
///
/// There is no interface on Linux: the values here are in Apple's signatures and do nothing else.
///
/// <https://developer.apple.com/documentation/uikit/uiscene>
@MainActor
open class UIScene: UIResponder {
    /// How near a scene is to the customer.
    public enum ActivationState: Int, Sendable {
        /// Not connected to the app.
        case unattached = -1

        /// In front of the customer.
        case foregroundActive

        /// In front, but not receiving events.
        case foregroundInactive

        /// Not in front.
        case background
    }

    /// How near the scene is; always in front, because there is only one.
    open var activationState: ActivationState { .foregroundActive }
}

/// A scene that holds windows.
@MainActor
open class UIWindowScene: UIScene {
    /// The scene's windows.
    open var windows: [UIWindow] { [] }

    /// The window that receives events; none on Linux.
    open var keyWindow: UIWindow? { nil }
}
