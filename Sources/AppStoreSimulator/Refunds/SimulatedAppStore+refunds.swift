// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

extension SimulatedAppStore {
    /// Apple's support refunds a purchase, and turns the subscription's renewal off when it cancels.
    mutating func refund(_ id: TransactionID, _ decision: RefundDecision, cancels: Bool) throws {
        let place = try place(of: id)
        let transaction = try transaction(id, at: place)
        try checkRefundable(transaction)
        if case .lineage(let slot) = place, lineages[slot].isShared {
            throw SimulatorError(.invalidState, "A shared purchase is refunded through its buyer's.")
        }
        applyRefund(transaction, at: place, decision, cancels: cancels)
    }

    func checkRefundable(_ transaction: TransactionPayload) throws {
        guard transaction.revocationDate == nil else {
            throw SimulatorError(.alreadyRefunded, "Transaction \(transaction.transactionId) is refunded already.")
        }
        guard transaction.bundleProductId == nil else {
            throw SimulatorError(.invalidState, "What a bundle brings is refunded with the bundle's transaction.")
        }
    }

    /// Carries out a decision about a refund.
    mutating func applyRefund(
        _ transaction: TransactionPayload,
        at place: TransactionLocation,
        _ decision: RefundDecision,
        cancels: Bool
    ) {
        switch decision {
        case .declined:
            announce(.refundDeclined, transaction, at: place)
        case .full(let reason):
            revoke(transaction, at: place, reason, .refundFull, percentage: nil, cancels: cancels)
        case .prorated(let reason, let percentage):
            revoke(transaction, at: place, reason, .refundProrated, percentage: percentage, cancels: cancels)
        }
    }

    private mutating func revoke(
        _ transaction: TransactionPayload,
        at place: TransactionLocation,
        _ reason: RevocationReason,
        _ type: RevocationType,
        percentage: Int?,
        cancels: Bool
    ) {
        let canceled = cancels ? turnOffRenewal(at: place) : nil
        // Version 1 reported the cancellation first, version 2 the renewal.
        let isVersion1 = settings[transaction.environment].notifications != .version2
        if let canceled, !isVersion1 { notify(.renewalTurnedOff, slot: canceled) }
        var revoked = transaction
        // The renewal was turned off first: no statement about that counts as part of the refund.
        revoked.revocationDate = canceled == nil || isVersion1 ? now : nextSigning
        revoked.revocationReason = reason
        revoked.revocationType = type
        revoked.revocationPercentage = percentage ?? 100_000
        replace(revoked, at: place)
        if case .lineage(let slot) = place { lineages[slot].recordService(revoked) }
        publish(revoked, customer: owner(of: place))
        grantAccess(revoked, customer: owner(of: place), until: revoked.purchaseDate)
        recordReturn(of: revoked, customer: owner(of: place), percentage: percentage ?? 100_000)
        if case .lineage(let slot) = place, revokesPeriod(revoked, slot), lineages[slot].isLive {
            lineages[slot].phase = .revoked
            // A refund of the present month ends a commitment, also when it is reversed: no other month is charged.
            if lineages[slot].commitment != nil { lineages[slot].willRenew = false }
            lineages[slot].commitment?.renews = false
            lineages[slot].graceExpires = nil
            plan(slot)
        } else if case .lineage(let slot) = place, lineages[slot].phase == .grace, let left = graceTransaction(slot) {
            grantAccess(left, customer: lineages[slot].customer, until: lineages[slot].graceExpires)
        }
        announce(.refunded, revoked, at: place)
        if let canceled, isVersion1 { notify(.renewalTurnedOff, slot: canceled) }
        if let canceled { lineages[canceled].phase == .retry ? finishLife(canceled, .voluntary) : plan(canceled) }
        if case .customer = place, let key = revoked.transactionId.key { withdraw(copiesOf: key) }
    }

    /// Whether the period at hand was revoked with a transaction of it: no other one is left.
    private func revokesPeriod(_ transaction: TransactionPayload, _ slot: Int) -> Bool {
        let period = periodPlaces(slot).map { lineages[slot].transactions[$0] }
        return period.contains { $0.transactionId == transaction.transactionId }
            && period.allSatisfy { $0.revocationDate != nil }
    }

    /// Turns off the renewal of a subscription that renews, and answers with its slot.
    private mutating func turnOffRenewal(at place: TransactionLocation) -> Int? {
        guard case .lineage(let slot) = place, lineages[slot].willRenew else { return nil }
        lineages[slot].willRenew = false
        lineages[slot].renewalStatusChangeDate = now
        return slot
    }

    /// Tells the app's server what happened to a transaction, wherever it is kept.
    mutating func announce(
        _ happening: SimulatedEvent,
        _ transaction: TransactionPayload,
        at place: TransactionLocation,
        reason: ConsumptionRequestReason? = nil
    ) {
        switch place {
        case .lineage(let slot): notify(happening, slot: slot, transaction: transaction, reason: reason)
        case .customer(let slot): notify(happening, transaction: transaction, customer: slot, reason: reason)
        }
    }

    func owner(of place: TransactionLocation) -> Int {
        switch place {
        case .lineage(let slot): lineages[slot].customer
        case .customer(let slot): slot
        }
    }

    func place(of id: TransactionID) throws -> TransactionLocation {
        guard let key = id.key, let place = places[key] else {
            throw SimulatorError(
                .unknownTransaction,
                "The store does not act upon a transaction \(id): it does not exist, or is too old."
            )
        }
        return place
    }

    func transaction(_ id: TransactionID, at place: TransactionLocation) throws -> TransactionPayload {
        let all =
            switch place {
            case .lineage(let slot): lineages[slot].transactions
            case .customer(let slot): customers[slot].purchases
            }
        guard let found = all.last(where: { $0.transactionId == id }) else {
            throw SimulatorError(.unknownTransaction, "The store does not act upon a transaction \(id) any more.")
        }
        return found
    }

    /// Keeps a transaction's new contents.
    mutating func replace(_ transaction: TransactionPayload, at place: TransactionLocation) {
        switch place {
        case .lineage(let slot):
            if let index = lineages[slot].transactions.lastIndex(where: {
                $0.transactionId == transaction.transactionId
            }) {
                lineages[slot].transactions[index] = transaction
            }
        case .customer(let slot):
            if let index = customers[slot].purchases.lastIndex(where: { $0.transactionId == transaction.transactionId })
            {
                customers[slot].purchases[index] = transaction
            }
        }
    }
}
