// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes

/// What the customer bought: the core keeps only what it still acts upon.
struct PurchaseHistory {
    private(set) var transactions: [TransactionID: TransactionPayload] = [:]
    private(set) var order: [TransactionID] = []
    private(set) var renewals: [OriginalTransactionID: Effects.RenewalInfoChange] = [:]
    var finished: Set<TransactionID> = []

    /// Keeps a transaction, and answers with what was kept of it before.
    mutating func record(_ transaction: TransactionPayload) -> TransactionPayload? {
        let old = transactions.updateValue(transaction, forKey: transaction.transactionId)
        if old == nil { order.append(transaction.transactionId) }
        return old
    }

    mutating func record(_ change: Effects.RenewalInfoChange) {
        renewals[change.renewalInfo.originalTransactionId] = change
    }

    mutating func remove(_ id: TransactionID) {
        guard let removed = transactions.removeValue(forKey: id) else { return }
        order.removeAll { $0 == id }
        finished.remove(id)
        let lineage = removed.originalTransactionId
        if latest(of: lineage) == nil { renewals[lineage] = nil }
    }

    /// Forgets what comes after a subscription's transactions: nothing comes any more.
    mutating func removeRenewal(of lineage: OriginalTransactionID) { renewals[lineage] = nil }

    /// All transactions, the oldest first.
    var all: [TransactionPayload] { order.compactMap { transactions[$0] } }

    /// A subscription's newest transaction.
    func latest(of lineage: OriginalTransactionID) -> TransactionPayload? {
        all.last { $0.originalTransactionId == lineage }
    }

    /// A product's newest transaction.
    func latest(of product: ProductID) -> TransactionPayload? {
        all.last { $0.productId == product }
    }
}
