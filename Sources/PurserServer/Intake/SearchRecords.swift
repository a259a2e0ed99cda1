// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

extension RecordCollection {
    /// Purchases by a token that belongs to no order of ours: owner is the token, name the purchase.
    static let purchaseTokens = RecordCollection(rawValue: "purchase-tokens")
    /// Purchases by the order id of Apple's e-mail, once Apple was asked: owner is the scope and the id.
    static let appleOrders = RecordCollection(rawValue: "apple-orders")
}

extension DatabaseReader {
    /// The purchases that carry a token which no order of ours has.
    func lineages(ofToken token: UUID, in scope: AppScope) throws -> [OriginalTransactionID] {
        let owner = "\(scope) \(token.uuidString.lowercased())"
        return try records(.purchaseTokens, owner: owner, limit: 20).map { OriginalTransactionID(rawValue: $0.name) }
    }

    /// The purchases of an order of Apple's, as far as Apple was asked.
    func lineages(ofAppleOrder order: String, in scope: AppScope) throws -> [OriginalTransactionID] {
        try records(.appleOrders, owner: "\(scope) \(order)", limit: 20)
            .map { OriginalTransactionID(rawValue: $0.name) }
    }
}

extension DatabaseWriter {
    /// Makes a purchase findable by its token, where no order of ours leads to it.
    func indexToken(_ token: AppAccountToken?, of key: LineageKey, now: Date) throws {
        guard let token, try orders(token: token, limit: 1).isEmpty else { return }
        let owner = "\(key.scope) \(token.rawValue.uuidString.lowercased())"
        try upsert(.purchaseTokens, owner, key.lineage, now)
    }

    /// Makes purchases findable by the order id of Apple's e-mail.
    func indexAppleOrder(_ order: String, of lineage: OriginalTransactionID, in scope: AppScope, now: Date) throws {
        try upsert(.appleOrders, "\(scope) \(order)", lineage, now)
    }

    private func upsert(
        _ collection: RecordCollection,
        _ owner: String,
        _ lineage: OriginalTransactionID,
        _ now: Date
    ) throws {
        try upsert(
            StoredRecord(
                collection: collection,
                owner: owner,
                name: lineage.rawValue,
                updatedDate: now,
                body: Data()
            )
        )
    }
}
