// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import StoreKit

#if os(iOS) || os(visionOS) || os(tvOS) || os(Linux)
/// The scene in which the App Store asks for confirmation.
package struct PurchaseScene: Hashable, Sendable {
    /// The scene, which belongs to the main actor as all of UIKit does.
    let scene: UIScene

    package static func == (left: PurchaseScene, right: PurchaseScene) -> Bool { left.scene === right.scene }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(scene)) }
}
#elseif os(macOS)
/// The window at which the App Store asks for confirmation.
package struct PurchaseScene: Hashable, Sendable {
    /// The window, which belongs to the main actor as all of AppKit does.
    let window: NSWindow

    package static func == (left: PurchaseScene, right: PurchaseScene) -> Bool { left.window === right.window }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(window)) }
}
#else
/// This system has neither scenes nor windows.
package struct PurchaseScene: Hashable, Sendable {}
#endif
