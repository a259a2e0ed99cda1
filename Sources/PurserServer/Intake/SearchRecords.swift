// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// Leads from what a customer may know of a purchase to the purchase.
private struct SearchKey: RecordKey {
    let scope: AppScope
    /// A token, or the order ID of Apple's e-mail.
    let text: String

    var recordKey: String { "\(scope) \(text)" }

    init(_ scope: AppScope, _ text: String) {
        self.scope = scope
        self.text = text
    }

    init?(recordKey: String) {
        guard let end = recordKey.firstIndex(of: " "), let scope = AppScope(recordKey: String(recordKey[..<end])) else {
            return nil
        }
        self.init(scope, String(recordKey[recordKey.index(after: end)...]))
    }

    /// Purchases by a token that belongs to no order of ours.
    static let tokens = OwnedRecordStore<SearchKey, OriginalTransactionID, Presence>("purchase-tokens")
    /// Purchases by the order ID of Apple's e-mail, once Apple was asked.
    static let appleOrders = OwnedRecordStore<SearchKey, OriginalTransactionID, Presence>("apple-orders")
}

extension DatabaseReader {
    /// The purchases that carry a token which no order of ours has.
    func lineages(ofToken token: UUID, in scope: AppScope) throws -> [OriginalTransactionID] {
        let key = SearchKey(scope, token.uuidString.lowercased())
        return try records(in: SearchKey.tokens[key], limit: 20).map(\.name)
    }

    /// The purchases of an order of Apple's, as far as Apple was asked.
    func lineages(ofAppleOrder order: String, in scope: AppScope) throws -> [OriginalTransactionID] {
        try records(in: SearchKey.appleOrders[SearchKey(scope, order)], limit: 20).map(\.name)
    }
}

extension DatabaseWriter {
    /// Makes a purchase findable by its token, where no order of ours leads to it.
    func indexToken(_ token: AppAccountToken?, of key: LineageKey, now: Date) throws {
        guard let token, try orders(token: token, limit: 1).isEmpty else { return }
        let owner = SearchKey(key.scope, token.rawValue.uuidString.lowercased())
        try upsert(Presence(), as: key.lineage, in: SearchKey.tokens[owner], now: now)
    }

    /// Makes purchases findable by the order ID of Apple's e-mail.
    func indexAppleOrder(_ order: String, of lineage: OriginalTransactionID, in scope: AppScope, now: Date) throws {
        try upsert(Presence(), as: lineage, in: SearchKey.appleOrders[SearchKey(scope, order)], now: now)
    }
}
