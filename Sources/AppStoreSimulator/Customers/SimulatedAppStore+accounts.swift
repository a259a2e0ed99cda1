// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

extension SimulatedAppStore {
    /// A customer deletes the account: it buys nothing any more, and its subscriptions end with their period.
    mutating func deleteAccount(_ slot: Int) {
        leaveFamily(slot)
        leaveGroups(slot)
        customers[slot].isDeleted = true
        customers[slot].pending = []
    }

    /// The tester's purchase history is cleared: the account is as new.
    mutating func clearHistory(_ slot: Int) throws {
        guard customers[slot].profile.environment != .production else {
            throw SimulatorError(.invalidState, "Only a tester's history can be cleared, not one of production.")
        }
        let family = customers[slot].family
        leaveFamily(slot)
        leaveGroups(slot)
        for subscription in customers[slot].subscriptions {
            revokeSeats(of: lineages[subscription.slot].assignedTo ?? [])
        }
        for subscription in customers[slot].allSubscriptions { removeLineage(subscription.slot) }
        for purchase in customers[slot].purchases {
            remove(purchase.transactionId)
        }
        let downloads = customers[slot].downloads
        let isOrganization = customers[slot].isOrganization
        customers[slot] = Customer(profile: customers[slot].profile)
        customers[slot].downloads = downloads
        customers[slot].isOrganization = isOrganization
        effects.clearedHistories.append(customers[slot].profile.id)
        for download in downloads {
            effects.receipts.append(
                Effects.ReceiptChange(customer: customers[slot].profile.id, app: download.app, date: now)
            )
        }
        if let family { try join(slot, family) }
    }

    /// Keeps a new subscription, in a place that is free again when there is one.
    mutating func addLineage(_ lineage: Lineage) -> Int {
        if let slot = freeLineages.popLast() {
            let stamp = lineages[slot].stamp
            lineages[slot] = lineage
            lineages[slot].stamp = stamp
            lineageSlots[lineage.key] = slot
            return slot
        }
        lineages.append(lineage)
        lineageSlots[lineage.key] = lineages.count - 1
        return lineages.count - 1
    }

    mutating func removeLineage(_ slot: Int) {
        for transaction in lineages[slot].transactions {
            remove(transaction.transactionId)
        }
        lineageSlots[lineages[slot].key] = nil
        lineages[slot].phase = .expired
        lineages[slot].transactions = []
        lineages[slot].sharedTo = []
        lineages[slot].sharedFrom = nil
        lineages[slot].seats = nil
        lineages[slot].assignedTo = nil
        lineages[slot].invitations = nil
        lineages[slot].assignment = nil
        lineages[slot].bundled = nil
        lineages[slot].remainingAlone = nil
        lineages[slot].bundle = nil
        lineages[slot].product = ""
        lineages[slot].renewalProduct = ""
        lineages[slot].stamp &+= 1
        freeLineages.append(slot)
    }

    /// The customer asks for earlier purchases again: what is owned, and the latest of each subscription.
    mutating func restore(_ slot: Int, _ app: BundleID) throws -> Outcome.Answer {
        try download(slot, app)
        let owned = customers[slot].purchases.filter { $0.type == .nonConsumable && $0.revocationDate == nil }
        let subscriptions = customers[slot].allSubscriptions.map(\.slot)
            .filter { !isHidden(lineages[$0].product, of: slot) }.map(latest)
        return .restored((owned + subscriptions).filter { $0.bundleId == app })
    }

    /// The operator ties a purchase to a customer of the app's own server.
    mutating func setToken(_ token: AppAccountToken, of id: OriginalTransactionID) throws {
        guard let key = id.key else { throw SimulatorError(.unknownTransaction, "\(id) is not a transaction.") }
        if let slot = lineageSlots[key] {
            guard !lineages[slot].isShared else { throw Self.sharedToken }
            lineages[slot].token = token
            for index in lineages[slot].transactions.indices {
                lineages[slot].transactions[index].appAccountToken = token
                publish(lineages[slot].transactions[index], customer: lineages[slot].customer)
            }
            return refreshRenewalInfo(slot)
        }
        let place = try place(of: TransactionID(key))
        var purchase = try transaction(TransactionID(key), at: place)
        guard purchase.inAppOwnershipType == .purchased else { throw Self.sharedToken }
        guard purchase.originalTransactionId.key == key else {
            throw SimulatorError(.invalidCommand, "\(id) is not an original transaction.")
        }
        purchase.appAccountToken = token
        replace(purchase, at: place)
        publish(purchase, customer: owner(of: place))
    }

    private static var sharedToken: SimulatorError {
        SimulatorError(.invalidState, "A shared purchase carries no token.")
    }
}
