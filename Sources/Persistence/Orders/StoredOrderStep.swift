// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials

/// One step of an order's history.
package struct StoredOrderStep: Hashable, Sendable {
    /// Where the order stood afterward.
    package var state: String
    /// When.
    package var instant: Date
    /// The one who moved it, such as `app`, `notification` or `recovery`.
    package var actor: String
    /// The key of the document by which.
    package var document: FactKey?
    /// What else is worth knowing.
    package var detail: String?

    /// Makes a step.
    package init(state: String, instant: Date, actor: String, document: FactKey? = nil, detail: String? = nil) {
        self.state = state
        self.instant = instant
        self.actor = actor
        self.document = document
        self.detail = detail
    }
}
