// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// What came in by one message: facts, and the signed documents that some of them were made from.
public struct FactBatch: Hashable, Sendable {
    /// The facts.
    public var facts: [Fact]

    /// The signed documents exactly as they came, by the digest of the fact made from each.
    public var documents: [FactDigest: SignedPayload]

    /// Makes an intake.
    public init(facts: [Fact] = [], documents: [FactDigest: SignedPayload] = [:]) {
        self.facts = facts
        self.documents = documents
    }

    /// This intake and another together; a document that came twice counts once.
    public func joined(with other: FactBatch) -> FactBatch {
        let known = Set(facts.map(\.digest))
        return FactBatch(
            facts: facts + other.facts.filter { !known.contains($0.digest) },
            documents: documents.merging(other.documents) { first, _ in first }
        )
    }
}
