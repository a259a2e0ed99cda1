// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import StoreKit

#if os(iOS) || os(visionOS) || os(Linux)
/// The scene in which the App Store asks for confirmation.
package struct PurchaseScene: Hashable, Sendable {
    /// The scene, which belongs to the main actor as all of UIKit does.
    let scene: UIScene

    package static func == (left: PurchaseScene, right: PurchaseScene) -> Bool { left.scene === right.scene }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(scene)) }
}
#else
/// This system has no scenes.
package struct PurchaseScene: Hashable, Sendable {}
#endif
