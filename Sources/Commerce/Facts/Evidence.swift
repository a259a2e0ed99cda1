// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// The fact that an answer rests on.
public struct Evidence: Hashable, Sendable, Codable {
    /// What it is.
    public var kind: FactKind

    /// Its place among all facts.
    public var order: FactOrder

    /// The digest under which the document itself is kept.
    public var digest: FactDigest

    /// Points to a fact.
    public init(kind: FactKind, order: FactOrder, digest: FactDigest) {
        self.kind = kind
        self.order = order
        self.digest = digest
    }

    /// Points to a fact.
    public init(_ fact: Fact) {
        self.init(kind: fact.kind, order: fact.order, digest: fact.digest)
    }

    /// When it was said.
    public var instant: Date { order.instant }
}
