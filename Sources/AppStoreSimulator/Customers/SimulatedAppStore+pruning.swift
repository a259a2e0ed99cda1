// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

extension SimulatedAppStore {
    /// The tester takes a transaction out of the history: the store continues as if it had never been.
    mutating func removePurchase(_ id: TransactionID) throws {
        let place = try place(of: id)
        let transaction = try transaction(id, at: place)
        let customer = owner(of: place)
        guard customers[customer].profile.environment != .production else {
            throw SimulatorError(.invalidState, "Only a tester's transactions can be deleted, not those of production.")
        }
        if case .lineage(let slot) = place { try requireWithoutBundle(slot, "deleted") }
        if let key = id.key { refundRequests[key] = nil }
        switch place {
        case .customer(let slot): remove(once: transaction, of: slot)
        case .lineage(let slot): remove(period: transaction, of: slot)
        }
        remove(id)
        grantAccess(transaction, customer: customer, until: transaction.purchaseDate)
        effects.receipts.append(
            Effects.ReceiptChange(customer: customers[customer].profile.id, app: transaction.bundleId, date: now)
        )
    }

    private mutating func remove(once transaction: TransactionPayload, of customer: Int) {
        customers[customer].purchases.removeAll { $0.transactionId == transaction.transactionId }
        guard let key = transaction.transactionId.key else { return }
        withdraw(copiesOf: key)
        sharedPurchases.removeAll { $0.copy == key }
    }

    /// A subscription without its latest period has ended, and one without any period never was.
    private mutating func remove(period transaction: TransactionPayload, of slot: Int) {
        let isLatest = latest(slot).transactionId == transaction.transactionId
        let (customer, group) = (lineages[slot].customer, lineages[slot].group)
        lineages[slot].transactions.removeAll { $0.transactionId == transaction.transactionId }
        lineages[slot].served?.removeAll { $0.key == transaction.transactionId.key }
        let hadIntroduction = lineages[slot].transactions.contains { $0.offerType == .introductory }
        if isLatest {
            withdraw(lineages[slot].sharedTo)
            revokeSeats(of: lineages[slot].assignedTo ?? [])
            if let source = lineages[slot].assignment?.source { lineages[source].assignedTo?.removeAll { $0 == slot } }
            if let source = lineages[slot].sharedFrom { lineages[source].sharedTo.removeAll { $0 == slot } }
        }
        if lineages[slot].transactions.isEmpty {
            customers[customer].subscriptions.removeAll { $0.slot == slot }
            customers[customer].sharedSubscriptions.removeAll { $0.slot == slot }
            customers[customer].assignedSubscriptions?.removeAll { $0.slot == slot }
            removeLineage(slot)
        } else if isLatest {
            endWithFormerPeriod(slot)
        }
        let isWithout = transaction.offerType == .introductory || customers[customer].subscription(of: group) == nil
        if isWithout, !hadIntroduction { customers[customer].usedIntroductoryGroups.remove(group) }
    }

    /// The period before the one that was forgotten is the last.
    private mutating func endWithFormerPeriod(_ slot: Int) {
        let former = latest(slot)
        lineages[slot].product = former.productId
        lineages[slot].renewalProduct = former.productId
        lineages[slot].periodStart = former.purchaseDate
        lineages[slot].expires = min(now, former.expiresDate ?? now)
        lineages[slot].graceExpires = nil
        if lineages[slot].phase == .expired {
            lineages[slot].endDate = lineages[slot].expires
            refreshRenewalInfo(slot)
        } else {
            finishLife(slot, .voluntary)
        }
    }
}
