// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

extension SimulatedAppStore {
    /// The server ends a subscription at once; the whole price goes back, or the part that is left.
    mutating func revokeAdvanced(_ slot: Int, _ request: AdvancedCommerceSubscriptionRevokeRequest) throws {
        guard lineages[slot].isLive else { throw SimulatorError(.revokeOnInactiveSubscription) }
        try check(request.refundReason, of: slot)
        let transaction = latest(slot)
        try checkAdvancedRefund(transaction)
        let decision: RefundDecision
        switch request.refundType {
        case .full: decision = .full(request.refundReason.revocationReason)
        case .prorated:
            let length = lineages[slot].expires.timeIntervalSince(lineages[slot].periodStart)
            let rest = max(0, lineages[slot].expires.timeIntervalSince(now))
            let percentage = length > 0 ? Int(100_000 * min(1, rest / length)) : 0
            decision = .prorated(request.refundReason.revocationReason, percentage: percentage)
        default: throw SimulatorError(.invalidRefundType)
        }
        if request.refundReason == .simulateRefundDecline {
            return applyRefund(transaction, at: .lineage(slot), .declined, cancels: false)
        }
        applyRefund(transaction, at: .lineage(slot), decision, cancels: true)
    }

    /// The server asks for money back for items of a transaction.
    mutating func refundAdvanced(
        _ id: TransactionID,
        at place: TransactionLocation,
        _ request: AdvancedCommerceRequestRefundRequest
    ) throws {
        var transaction = try transaction(id, at: place)
        guard let info = transaction.advancedCommerceInfo, let owned = info.items else {
            throw SimulatorError(.productNotEligible)
        }
        try checkAdvancedRefund(transaction)
        guard !request.items.isEmpty else { throw SimulatorError(.atLeastOneItem) }
        let declines = request.items.filter { $0.refundReason == .simulateRefundDecline }
        guard declines.isEmpty || transaction.environment == .sandbox else {
            throw SimulatorError(.simulateRefundDeclineOnlyInSandbox)
        }
        guard declines.isEmpty || declines.count == request.items.count else {
            throw SimulatorError(.partialSimulateRefundDecline)
        }
        var amounts: [String: Int64] = [:]
        for item in request.items {
            guard let bought = owned.first(where: { $0.sku == item.sku }) else { throw SimulatorError(.invalidSKU) }
            amounts[item.sku] = try amount(of: item, bought, transaction, at: place)
        }
        if !declines.isEmpty { return applyRefund(transaction, at: place, .declined, cancels: false) }
        let items = owned.map { bought in
            var bought = bought
            guard let item = request.items.first(where: { $0.sku == bought.sku }) else { return bought }
            bought.refunds =
                (bought.refunds ?? []) + [
                    AdvancedCommerceRefund(
                        refundAmount: amounts[item.sku],
                        refundDate: now,
                        refundReason: item.refundReason,
                        refundType: item.refundType
                    )
                ]
            if item.revoke { bought.revocationDate = now }
            return bought
        }
        transaction.advancedCommerceInfo?.items = items
        replace(transaction, at: place)
        let total = amounts.values.reduce(0, +)
        let reason = request.items[0].refundReason.revocationReason
        let price = max(1, transaction.price ?? 0)
        if items.allSatisfy({ $0.revocationDate != nil }) {
            let decision: RefundDecision =
                total >= price ? .full(reason) : .prorated(reason, percentage: Int(100_000 * total / price))
            return applyRefund(transaction, at: place, decision, cancels: true)
        }
        drop(items.filter { $0.revocationDate != nil }.compactMap(\.sku), at: place)
        publish(transaction, customer: owner(of: place))
        recordReturn(of: transaction, customer: owner(of: place), percentage: Int(100_000 * total / price))
        announce(.refunded, transaction, at: place)
    }

    /// Items whose money went back and that were taken away do not renew.
    private mutating func drop(_ skus: [String], at place: TransactionLocation) {
        guard case .lineage(let slot) = place, !skus.isEmpty else { return }
        lineages[slot].advanced?.changeItems(now: false) { $0.removeAll { skus.contains($0.sku) } }
    }

    private func amount(
        of item: AdvancedCommerceRequestRefundItem,
        _ bought: AdvancedCommerceTransactionItem,
        _ transaction: TransactionPayload,
        at place: TransactionLocation
    ) throws -> Int64 {
        guard item.refundReason.isKnown else { throw SimulatorError(.invalidRefundReason) }
        let isOffered = bought.offer != nil
        let paid = (isOffered ? bought.offer?.price : bought.price) ?? 0
        let returned = (bought.refunds ?? []).reduce(Int64(0)) { $0 + ($1.refundAmount ?? 0) }
        guard bought.revocationDate == nil, returned < paid || paid == 0 else { throw SimulatorError(.alreadyRefunded) }
        guard item.refundType == .custom || item.refundAmount == nil else {
            throw SimulatorError(.refundAmountWithoutCustom)
        }
        switch item.refundType {
        case .full:
            return paid - returned
        case .prorated:
            guard case .lineage(let slot) = place, latest(slot).transactionId == transaction.transactionId,
                let end = transaction.expiresDate
            else { throw SimulatorError(.proratedOnlyLatestTransaction) }
            let length = end.timeIntervalSince(transaction.purchaseDate)
            let rest = max(0, end.timeIntervalSince(now))
            return length > 0 ? min(paid - returned, Int64(Double(paid) * rest / length)) : 0
        case .custom:
            guard let amount = item.refundAmount else { throw SimulatorError(.nullRefundAmount) }
            guard amount > 0 else { throw SimulatorError(.negativeRefundAmount) }
            guard amount <= paid - returned else { throw SimulatorError(.invalidAmount) }
            return amount
        default:
            throw SimulatorError(.invalidRefundType)
        }
    }

    private func check(_ reason: AdvancedCommerceRefundReason, of slot: Int) throws {
        guard reason.isKnown else { throw SimulatorError(.invalidRefundReason) }
        let environment = customers[lineages[slot].customer].profile.environment
        guard reason != .simulateRefundDecline || environment == .sandbox else {
            throw SimulatorError(.simulateRefundDeclineOnlyInSandbox)
        }
    }

    private func checkAdvancedRefund(_ transaction: TransactionPayload) throws {
        guard transaction.revocationDate == nil else { throw SimulatorError(.alreadyRefunded) }
        guard (transaction.price ?? 0) > 0 else { throw SimulatorError(.transactionNotRefundable) }
        if let key = transaction.transactionId.key, refundRequests[key] != nil { throw SimulatorError(.pendingRefund) }
    }
}

extension AdvancedCommerceRefundReason {
    fileprivate var isKnown: Bool {
        [
            .unintendedPurchase, .fulfillmentIssue, .unsatisfiedWithPurchase, .legal, .other, .modifyItemsRefund,
            .simulateRefundDecline,
        ].contains(self)
    }

    fileprivate var revocationReason: RevocationReason {
        self == .fulfillmentIssue || self == .unsatisfiedWithPurchase ? .appIssue : .other
    }
}
