// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

extension RecordCollection {
    /// The newest receipt of each subscription that a receipt reported, by scope and lineage.
    static let receipts = RecordCollection(rawValue: "kept-receipts")
}

extension DatabaseWriter {
    /// Stores the receipt of a subscription, so that it can be verified with Apple again.
    func store(receipt: String?, of change: LineageChange, now: Date) throws {
        guard let receipt, !receipt.isEmpty, change.after.state(asOf: now) != nil else { return }
        try upsert(
            StoredRecord(
                collection: .receipts,
                owner: change.scope.description,
                name: change.lineage.rawValue,
                updatedDate: now,
                body: Data(receipt.utf8)
            )
        )
    }
}

extension StatusRecovery {
    /// The newest receipt of a subscription.
    func storedReceipt(of key: LineageKey) async throws -> String? {
        try await database.read { reader in
            try reader.record(.receipts, owner: key.scope.description, name: key.lineage.rawValue)
        }
        .map { String(decoding: $0.body, as: UTF8.self) }
    }
}
