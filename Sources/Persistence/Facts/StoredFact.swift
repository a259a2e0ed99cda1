// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import Commerce
package import FoundationEssentials

/// A fact as it is kept.
package struct StoredFact: Hashable, Sendable {
    /// Its number in the store; it says nothing about the order of facts.
    package let id: Int64

    /// The fact.
    package let fact: Fact

    /// The number of the document it was made from, for ``FactReader/document(_:)``.
    package let document: Int64?

    /// When it came first.
    package let receivedDate: Date

    /// Where it came from first, such as `notification` or `app`.
    package let source: String
}

/// The result of a fact that was handed to the store.
package enum AppendResult: Hashable, Sendable {
    /// It is new and has this number.
    case inserted(Int64)

    /// It was there already under this number.
    case duplicate(Int64)

    /// Whether it is new.
    package var isNew: Bool {
        guard case .inserted = self else { return false }
        return true
    }
}
