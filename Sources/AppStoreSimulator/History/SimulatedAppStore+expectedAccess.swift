// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

extension SimulatedAppStore {
    /// What a customer should have at the clock's instant, read from the state that the rules keep.
    ///
    /// Goods bought longer ago than a refund could reach are not remembered here; an ``AccessHistory`` knows them.
    public func truth(of customer: CustomerID) -> ExpectedAccess {
        guard let slot = customerSlots[customer] else {
            return ExpectedAccess(customer: customer, date: now, changes: [])
        }
        let subscriptions = customers[slot].allSubscriptions
        let periods = subscriptions.compactMap { access(to: $0.slot, of: customer) }
        let purchases = customers[slot].purchases.filter { $0.revocationDate == nil }
            .map { change($0, of: customer, until: nil) }
        return ExpectedAccess(customer: customer, date: now, changes: periods + purchases)
    }

    /// What the subscription's present state gives; a period charged early gives the one before it until it begins.
    private func access(to slot: Int, of customer: CustomerID) -> AccessChange? {
        let lineage = lineages[slot]
        guard lineage.isLive, !isHidden(lineage.product, of: lineage.customer), let last = graceTransaction(slot) else {
            return nil
        }
        if now < lineage.periodStart, lineage.transactions.count > 1 {
            let before = lineage.transactions[lineage.transactions.count - 2]
            return change(before, of: customer, until: lineage.periodStart)
        }
        return change(last, of: customer, until: lineage.graceExpires ?? lineage.expires)
    }

    private func change(_ transaction: TransactionPayload, of customer: CustomerID, until: Date?) -> AccessChange {
        AccessChange(
            customer: customer,
            transaction: transaction.transactionId,
            product: transaction.productId,
            type: transaction.type,
            quantity: transaction.quantity,
            from: transaction.purchaseDate,
            until: until,
            date: now
        )
    }
}
