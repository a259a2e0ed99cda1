// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation

/// A window: a name that Apple's signatures need.
@MainActor
open class UIWindow: NSObject {
    /// The controller of the window's content.
    open var rootViewController: UIViewController?

    /// Makes a window.
    override public nonisolated init() {
        super.init()
    }
}

/// A controller of views: a name that Apple's signatures need.
@MainActor
open class UIViewController: NSObject {
    /// Makes a controller.
    override public nonisolated init() {
        super.init()
    }
}
