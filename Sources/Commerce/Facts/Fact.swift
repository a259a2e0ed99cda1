// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// Something that happened, kept whole; everything else is derived from facts.
///
/// Facts merge: adding one twice changes nothing, and the order in which they are added does not matter.
public struct Fact: Hashable, Sendable, Codable {
    /// The app and environment it belongs to.
    public var scope: AppScope

    /// What it is.
    public var kind: FactKind

    /// Its place among all facts.
    public var order: FactOrder

    /// The purchase whose life it is about, when it is about one.
    public var lineage: OriginalTransactionID?

    /// The SHA-256 of the bytes it was made from; for a command, of its JSON.
    public var digest: FactDigest

    /// What it says.
    public var content: FactContent

    /// Makes a fact; ``FactExtractor`` makes those that come from Apple.
    public init(
        scope: AppScope,
        kind: FactKind,
        order: FactOrder,
        lineage: OriginalTransactionID? = nil,
        digest: FactDigest,
        content: FactContent
    ) {
        self.scope = scope
        self.kind = kind
        self.order = order
        self.lineage = lineage
        self.digest = digest
        self.content = content
    }

    /// Makes the fact of one of our own commands.
    ///
    /// - Parameters:
    ///   - command: What we did.
    ///   - scope: The app and environment.
    ///   - order: Its place, from ``CommandNumbering``.
    ///   - digest: The SHA-256 of the command's JSON.
    public init(command: Command, scope: AppScope, order: FactOrder, digest: FactDigest) {
        self.init(
            scope: scope,
            kind: .command,
            order: order,
            lineage: command.lineage,
            digest: digest,
            content: .command(command)
        )
    }
}

extension Fact {
    /// The customer it names itself; a document of Apple's never does, a claim ties its lineage to one.
    public var customer: CustomerID? {
        guard case .command(let command) = content else { return nil }
        return command.customer
    }
}
