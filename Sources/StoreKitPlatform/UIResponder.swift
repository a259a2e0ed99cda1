// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import Foundation

/// What receives the customer's touches: a name that an app's delegate begins with.
@MainActor
open class UIResponder: NSObject {
    /// The responder that receives what this one does not want; no one on Linux.
    open var next: UIResponder? { nil }

    /// Makes a responder.
    override public nonisolated init() {
        super.init()
    }
}
