// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

extension StoreWriter {
    /// Records one of our own commands as a fact, in its place after all others of its scope.
    ///
    /// Its digest covers its number too: the same wish twice, such as a consent given again, is two facts.
    @discardableResult
    func record(_ command: Command, in scope: AppScope, by source: String, now: Date) throws -> Fact {
        let order = try nextCommandOrder(in: scope, now: now)
        let bytes = Array("\(order.sequence ?? 0) ".utf8) + Array(try AppStoreJSON.encode(command))
        let fact = Fact(command: command, scope: scope, order: order, digest: try FactDigest(sha256Of: bytes))
        try append(fact, receivedDate: now, source: source)
        return fact
    }
}

extension FactDigest {
    /// The SHA-256 of some bytes.
    init(sha256Of bytes: [UInt8]) throws {
        guard let digest = FactDigest(SHA256.digest(of: bytes)) else {
            throw ServiceProblem(.internalError, "A SHA-256 has another length than 32 bytes.")
        }
        self = digest
    }
}
