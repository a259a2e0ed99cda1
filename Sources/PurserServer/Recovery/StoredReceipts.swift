// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

extension StatusRecovery {
    /// The newest receipt of each subscription that a receipt reported.
    static let receipts = OwnedRecordStore<AppScope, OriginalTransactionID, String>("receipts")

    /// The newest receipt of a subscription.
    func storedReceipt(of key: LineageKey) async throws -> String? {
        try await database.read { try $0.value(key.lineage, in: Self.receipts[key.scope]) }
    }
}

extension DatabaseWriter {
    /// Stores the receipt of a subscription, so that it can be verified with Apple again.
    func store(receipt: String?, of change: LineageChange, now: Date) throws {
        guard let receipt, !receipt.isEmpty, change.after.state(asOf: now) != nil else { return }
        try upsert(receipt, as: change.lineage, in: StatusRecovery.receipts[change.scope], now: now)
    }
}
