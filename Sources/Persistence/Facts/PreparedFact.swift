// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
package import Commerce
package import FoundationEssentials

/// A fact made ready to be stored.
///
/// Where one writer serves all callers, whatever takes time is done before its turn, on the callers' threads: what is
/// left for it are statements.
package struct PreparedFact: Sendable {
    /// The fact.
    package let fact: Fact

    /// Its place as rows are ordered by.
    let sortKey: [UInt8]
    /// What it says, packed.
    let content: [UInt8]
    let document: PreparedDocument?

    init(_ fact: Fact, content: StoredContent, document: PreparedDocument? = nil) {
        self.fact = fact
        sortKey = fact.order.sortKey
        self.content = content.bytes
        self.document = document
    }
}

/// What a fact says, as a row holds it.
package struct StoredContent: Hashable, Sendable {
    /// The bytes.
    package let bytes: [UInt8]

    /// Makes the form that rows hold.
    ///
    /// - Throws: `DatabaseError` when the packing library has no memory, or what the encoder throws.
    package init(_ content: FactContent) throws {
        bytes = try CompactContent.pack(content)
    }

    /// Makes it of what a row holds.
    package init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// What it says.
    ///
    /// - Throws: `DatabaseError` with `damaged` when it cannot be read.
    package func content() throws -> FactContent {
        try CompactContent.unpack(bytes)
    }
}

extension DocumentPreparation {
    /// Makes a fact ready, with the document it was made from.
    ///
    /// - Throws: `DatabaseError` when the packing library has no memory, or what the encoder throws.
    package mutating func fact(_ fact: Fact, document: Data? = nil) throws -> PreparedFact {
        PreparedFact(
            fact,
            content: try StoredContent(fact.content),
            document: try document.map { try self.document($0) }
        )
    }
}
