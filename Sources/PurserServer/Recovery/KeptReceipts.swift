// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

extension RecordCollection {
    /// The newest receipt of each subscription that a receipt told of, by scope and lineage.
    static let keptReceipts = RecordCollection(rawValue: "kept-receipts")
}

extension StoreWriter {
    /// Stores the receipt of a subscription, so that it can be verified with Apple again.
    func store(receipt: String?, of change: LineageChange, now: Date) throws {
        guard let receipt, !receipt.isEmpty, change.after.state(asOf: now) != nil else { return }
        try put(
            StoredRecord(
                collection: .keptReceipts,
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
    func keptReceipt(of key: LineageKey) async throws -> String? {
        try await store.read { reader in
            try reader.record(.keptReceipts, owner: key.scope.description, name: key.lineage.rawValue)
        }
        .map { String(decoding: $0.body, as: UTF8.self) }
    }
}
