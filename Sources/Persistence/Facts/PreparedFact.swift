// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
package import Commerce
package import FoundationEssentials

/// A fact made ready to be stored.
///
/// Where one writer serves all callers, whatever takes time is done before its turn, on the callers' threads: what is left
/// for it are statements.
package struct PreparedFact: Sendable {
    /// The fact.
    package let fact: Fact

    /// Its place as rows are ordered by.
    let sortKey: [UInt8]
    /// What it says, packed.
    let content: [UInt8]
    let document: PreparedDocument?
}

extension Preparation {
    /// Makes a fact ready, with the document it was made from.
    ///
    /// - Throws: `StoreError` when the packing library has no memory, or what the encoder throws.
    package mutating func fact(_ fact: Fact, document: Data? = nil) throws -> PreparedFact {
        PreparedFact(
            fact: fact,
            sortKey: fact.order.sortKey,
            content: try PackedBytes.pack([UInt8](try AppStoreJSON.encode(fact.content))),
            document: try document.map { try self.document($0) }
        )
    }
}
