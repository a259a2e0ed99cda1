// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

/// A refund that a customer asked for, until Apple decides.
struct RefundRequest: Hashable, Sendable, Codable {
    var reason: ConsumptionRequestReason
    var isInApp: Bool
    var information: ConsumptionInformation?
}

extension SimulatedAppStore {
    /// A customer asks for a refund; the app's server is asked about it, and Apple decides later.
    ///
    /// Asked in the app, the App Store also turns the subscription's renewal off.
    mutating func requestRefund(_ id: TransactionID, _ reason: ConsumptionRequestReason, inApp: Bool) throws {
        let place = try place(of: id)
        let transaction = try transaction(id, at: place)
        try checkRefundable(transaction)
        guard transaction.inAppOwnershipType == .purchased else {
            throw SimulatorError(.invalidState, "A shared purchase is refunded through its buyer's.")
        }
        let owner = owner(of: place)
        let policy = settings[customers[owner].profile.environment].refunds
        guard now.timeIntervalSince(transaction.purchaseDate) <= Double(policy.windowDays) * 86_400 else {
            throw SimulatorError(.refundWindowPassed, "The purchase is more than \(policy.windowDays) days ago.")
        }
        guard let key = id.key, refundRequests[key] == nil else {
            throw SimulatorError(.invalidState, "A refund of \(id) was asked for already; wait for the decision.")
        }
        refundRequests[key] = RefundRequest(reason: reason, isInApp: inApp)
        if transaction.type == .consumable || transaction.type == .autoRenewableSubscription {
            announce(.refundAsked, transaction, at: place, reason: reason)
        }
        if inApp, case .lineage(let slot) = place, lineages[slot].willRenew, lineages[slot].isLive {
            lineages[slot].willRenew = false
            lineages[slot].renewalStatusChangeDate = now
            notify(.renewalTurnedOff, slot: slot)
            plan(slot)
        }
        let wait = rate(of: owner).scaled(seconds: Double(policy.decisionHours) * 3600)
        queue.insert(.refundDecision(key), at: now.addingTimeInterval(wait).millisecondsSince1970)
    }

    /// What the app's server says about a purchase counts only while Apple has not decided.
    mutating func receive(_ information: ConsumptionInformation, about id: TransactionID) throws {
        _ = try transaction(id, at: try place(of: id))
        guard information.customerConsented else {
            throw SimulatorError(.invalidCommand, "Consumption information needs the customer's consent.")
        }
        if let key = id.key { refundRequests[key]?.information = information }
    }

    /// Apple decides about a refund that was asked for: automatically, or as `decision` says.
    mutating func decideRefund(_ key: TransactionKey, as decision: RefundDecision? = nil) throws {
        guard let request = refundRequests[key] else {
            throw SimulatorError(.invalidState, "No refund of \(TransactionID(key)) was asked for.")
        }
        refundRequests[key] = nil
        let id = TransactionID(key)
        let place = try place(of: id)
        let transaction = try transaction(id, at: place)
        // Apple's support may have refunded it meanwhile.
        guard transaction.revocationDate == nil else { return }
        let decision = decision ?? self.decision(about: request, in: transaction.environment)
        // Only a refund that was asked for in the app is followed by news of its refusal.
        if decision == .declined, !request.isInApp { return }
        applyRefund(transaction, at: place, decision, cancels: false)
    }

    private func decision(about request: RefundRequest, in environment: Environment) -> RefundDecision {
        let isAppIssue = request.reason == .fulfillmentIssue || request.reason == .unsatisfiedWithPurchase
        let reason: RevocationReason = isAppIssue ? .appIssue : .other
        if let information = request.information {
            let used = information.consumptionPercentage ?? 50_000
            switch information.preference {
            case .decline: return .declined
            case .grantFull: return .full(reason)
            case .grantProrated: return used >= 100_000 ? .declined : .prorated(reason, percentage: 100_000 - used)
            case nil: break
            }
            if !information.isDelivered { return .full(.appIssue) }
            if information.consumptionPercentage == 100_000 { return .declined }
        }
        return settings[environment].refunds.declinedReasons.contains(request.reason) ? .declined : .full(reason)
    }

    /// Apple takes a refund back: the purchase counts again, as if it had not been refunded.
    mutating func reverseRefund(_ id: TransactionID) throws {
        let place = try place(of: id)
        var transaction = try transaction(id, at: place)
        guard transaction.revocationDate != nil, transaction.inAppOwnershipType == .purchased,
            transaction.bundleProductId == nil, transaction.revocationReason != .upgradedToBundle
        else {
            throw SimulatorError(.invalidState, "Transaction \(id) is not refunded.")
        }
        let percentage = transaction.revocationPercentage ?? 100_000
        transaction.revocationDate = nil
        transaction.revocationReason = nil
        transaction.revocationType = nil
        transaction.revocationPercentage = nil
        // The transaction in grace while the refund counts.
        var inGrace: (slot: Int, transaction: TransactionPayload)?
        if case .lineage(let slot) = place, lineages[slot].phase == .grace {
            inGrace = graceTransaction(slot).map { (slot, $0) }
        }
        replace(transaction, at: place)
        if case .lineage(let slot) = place { lineages[slot].recordService(transaction) }
        let owner = owner(of: place)
        publish(transaction, customer: owner)
        recordReversal(of: transaction, customer: owner, percentage: percentage)
        grantAccess(
            transaction,
            customer: owner,
            until: transaction.expiresDate.map { endOfUse(of: transaction, at: place, $0) }
        )
        if let inGrace, graceTransaction(inGrace.slot)?.transactionId != inGrace.transaction.transactionId {
            grantAccess(inGrace.transaction, customer: owner, until: lineages[inGrace.slot].expires)
            grantAccess(transaction, customer: owner, until: lineages[inGrace.slot].graceExpires)
        }
        if case .lineage(let slot) = place, lineages[slot].phase == .revoked,
            periodPlaces(slot).contains(where: { lineages[slot].transactions[$0].transactionId == id })
        {
            let isOver = now >= lineages[slot].expires
            lineages[slot].phase = isOver ? .expired : .active
            if isOver { lineages[slot].intent = .canceled }
            plan(slot)
        }
        announce(.refundReversed, transaction, at: place)
        if case .customer = place { share(transaction, of: owner) }
    }

    /// A period that an upgrade cut short is used until the better plan began.
    private func endOfUse(of transaction: TransactionPayload, at place: TransactionLocation, _ end: Date) -> Date {
        guard transaction.isUpgraded == true, case .lineage(let slot) = place,
            let index = lineages[slot].transactions.firstIndex(where: { $0.transactionId == transaction.transactionId }
            ),
            index + 1 < lineages[slot].transactions.count
        else { return end }
        return min(end, lineages[slot].transactions[index + 1].purchaseDate)
    }
}
