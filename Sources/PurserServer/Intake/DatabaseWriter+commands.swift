// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

extension DatabaseWriter {
    /// Records one of our own commands as a fact, in its place after all others of its scope.
    ///
    /// Its digest covers its number too: the same command twice, such as a consent given again, is two facts.
    @discardableResult
    func record(_ command: Command, in scope: AppScope, by source: String, now: Date) throws -> Fact {
        try record([command], in: scope, by: source, now: now)[0]
    }

    /// Records several of our own commands, one after another.
    @discardableResult
    func record(_ commands: [Command], in scope: AppScope, by source: String, now: Date) throws -> [Fact] {
        guard !commands.isEmpty else { return [] }
        let places = try nextCommandOrders(commands.count, in: scope, now: now)
        let facts = try zip(commands, places).map { try Fact(command: $0, scope: scope, order: $1) }
        try append(facts, by: source, now: now)
        return facts
    }

    /// Appends facts of our own commands, which have their places.
    func append(_ commands: [Fact], by source: String, now: Date) throws {
        try append(
            commands: commands.map { ($0, try StoredContent($0.content)) },
            receivedDate: now,
            source: source
        )
    }
}

extension Fact {
    /// The fact of one of our own commands.
    ///
    /// Its digest covers its number too: the same command twice, such as a consent given again, is two facts.
    init(command: Command, scope: AppScope, order: FactOrder) throws {
        let bytes: [UInt8]
        if case .order = command {
            bytes = try StoredContent(.command(command)).bytes
        } else {
            bytes = Array(try AppStoreJSON.encode(command))
        }
        let digest = try FactDigest(sha256Of: Array("\(order.sequence ?? 0) ".utf8) + bytes)
        self.init(command: command, scope: scope, order: order, digest: digest)
    }
}

extension FactDigest {
    /// The SHA-256 of some bytes.
    init(sha256Of bytes: [UInt8]) throws {
        guard let digest = FactDigest(SHA256.digest(of: bytes)) else {
            throw ServiceProblem(.internalError, "A SHA-256 digest does not have 32 bytes.")
        }
        self = digest
    }
}
