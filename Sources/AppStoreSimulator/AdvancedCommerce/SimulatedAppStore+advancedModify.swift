// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

extension SimulatedAppStore {
    /// A subscriber adds, changes or drops items, or changes the length of the periods.
    ///
    /// What is added begins at once, what is dropped ends with the period, and a change says when it counts.
    mutating func modifyAdvanced(
        _ customer: Int,
        _ request: AdvancedCommerceSubscriptionModifyInAppRequest
    ) throws -> Outcome.Answer {
        let slot = try advancedSlot(request.transactionId, of: customer)
        guard lineages[slot].isLive, var advanced = lineages[slot].advanced else {
            throw SimulatorError(.inactiveACASub)
        }
        try check(request, of: advanced, customer)
        let isImmediate = request.isImmediate
        apply(request, to: &advanced)
        guard !(advanced.next.items ?? advanced.items).isEmpty else { throw SimulatorError(.removalAllNotAllowed) }
        try AdvancedCommerceRules.checkPrices(of: advanced)
        advanced.requestReference = request.requestInfo.requestReferenceId.uuidString.lowercased()
        advanced.consistencyToken = request.requestInfo.consistencyToken ?? advanced.consistencyToken
        if let taxCode = request.taxCode { advanced.taxCode = taxCode }
        guard isImmediate else {
            lineages[slot].advanced = advanced
            lineages[slot].renewalPrice = advanced.upcoming.price
            notify(.planChangeQueued, slot: slot)
            return .purchased(latest(slot))
        }
        let cost = request.retainBillingCycle ? request.proratedCost : advanced.price
        try charge(customer, cost)
        return request.retainBillingCycle
            ? replacePeriod(slot, advanced, price: cost) : restartPeriod(slot, advanced)
    }

    /// A new transaction for the rest of the period at hand.
    private mutating func replacePeriod(
        _ slot: Int,
        _ advanced: AdvancedSubscription,
        price: Int64
    ) -> Outcome.Answer {
        let last = lineages[slot].transactions.count - 1
        lineages[slot].transactions[last].isUpgraded = true
        let customer = lineages[slot].customer
        publish(lineages[slot].transactions[last], customer: customer)
        grantAccess(lineages[slot].transactions[last], customer: customer, until: now)
        lineages[slot].advanced = advanced
        lineages[slot].renewalPrice = advanced.upcoming.price
        let terms = NextPeriodTerms(product: lineages[slot].product, period: advanced.period, price: price)
        let transaction = makeTransaction(slot, terms, from: now, to: lineages[slot].expires, reason: .purchase)
        lineages[slot].moveService(to: now)
        lineages[slot].earnsHigherRate = lineages[slot].hasServedYear(by: now)
        lineages[slot].serve(transaction)
        record(transaction, slot: slot)
        grantAccess(transaction, customer: customer, until: lineages[slot].expires)
        recordSale(transaction, customer: customer, higherRate: lineages[slot].earnsHigherRate)
        notify(.upgraded, slot: slot)
        return .purchased(latest(slot))
    }

    private mutating func restartPeriod(_ slot: Int, _ advanced: AdvancedSubscription) -> Outcome.Answer {
        closeForUpgrade(slot)
        lineages[slot].advanced = advanced
        lineages[slot].anchorDay = now.civil.day.day
        return openAdvanced(slot, .upgraded)
    }

    private func apply(
        _ request: AdvancedCommerceSubscriptionModifyInAppRequest,
        to advanced: inout AdvancedSubscription
    ) {
        let periodNow = request.periodChange?.effective == .immediately
        if let change = request.periodChange, let period = BillingPeriod(iso8601: change.period.rawValue) {
            if periodNow { advanced.period = period } else { advanced.next.period = period }
        }
        for change in request.changeItems ?? [] {
            let period = advanced.next.period ?? advanced.period
            advanced.changeItems(now: change.effective == .immediately) { items in
                guard let index = items.firstIndex(where: { $0.sku == change.currentSKU }) else { return }
                items[index] = AdvancedSubscription.Item(change, period: period)
            }
        }
        for item in request.addItems ?? [] {
            let added = AdvancedSubscription.Item(item, period: advanced.period)
            advanced.changeItems(now: true) { $0.append(added) }
        }
        for item in request.removeItems ?? [] {
            advanced.changeItems(now: false) { $0.removeAll { $0.sku == item.sku } }
        }
        guard let body = request.descriptors else { return }
        let descriptors = AdvancedCommerceDescriptors(
            description: body.description ?? advanced.descriptors.description,
            displayName: body.displayName ?? advanced.descriptors.displayName
        )
        if body.effective == .immediately {
            advanced.descriptors = descriptors
        } else {
            advanced.next.descriptors = descriptors
        }
    }

    private func check(
        _ request: AdvancedCommerceSubscriptionModifyInAppRequest,
        of advanced: AdvancedSubscription,
        _ customer: Int
    ) throws {
        let (added, changed) = (request.addItems ?? [], request.changeItems ?? [])
        let removed = request.removeItems ?? []
        guard
            !added.isEmpty || !changed.isEmpty || !removed.isEmpty || request.periodChange != nil
                || request.descriptors != nil
        else { throw SimulatorError(.oneItemNeededInModify) }
        if !removed.isEmpty, added.isEmpty, changed.isEmpty {
            throw SimulatorError(.removeItemsWithoutAddOrChangeItems)
        }
        if !added.isEmpty { try AdvancedCommerceRules.check(added) }
        let skus = added.map(\.sku) + changed.map(\.currentSKU) + removed.map(\.sku)
        guard Set(skus).count == skus.count else { throw SimulatorError(.multipleOperationsOnSingleSKU) }
        guard !added.contains(where: { subscribes(customer, to: $0.sku) }) else {
            throw SimulatorError(.productAlreadyExists)
        }
        let present = Set((advanced.next.items ?? advanced.items).map(\.sku) + advanced.items.map(\.sku))
        guard changed.allSatisfy({ present.contains($0.currentSKU) }) else { throw SimulatorError(.changeItemNotFound) }
        guard removed.allSatisfy({ present.contains($0.sku) }) else { throw SimulatorError(.removeItemNotFound) }
        for change in changed {
            try AdvancedCommerceRules.check(sku: change.sku)
            try AdvancedCommerceRules.check(sku: change.currentSKU, .currentSKULengthExceeded)
            try AdvancedCommerceRules.check(description: change.description, displayName: change.displayName)
            try AdvancedCommerceRules.check(price: change.price, change.offer, prorated: change.proratedPrice)
            guard [.upgrade, .downgrade, .applyOffer].contains(change.reason) else {
                throw SimulatorError(.invalidChangeReason)
            }
        }
        if let descriptors = request.descriptors {
            try AdvancedCommerceRules.check(
                description: descriptors.description,
                displayName: descriptors.displayName
            )
        }
        if let taxCode = request.taxCode { try AdvancedCommerceRules.check(taxCode: taxCode) }
        try checkPeriod(request, changed, staying: present.subtracting(removed.map(\.sku)))
    }

    private func checkPeriod(
        _ request: AdvancedCommerceSubscriptionModifyInAppRequest,
        _ changed: [AdvancedCommerceModifyChangeItem],
        staying: Set<String>
    ) throws {
        guard let change = request.periodChange else { return }
        _ = try AdvancedCommerceRules.period(change.period)
        guard staying.isSubset(of: changed.map(\.currentSKU)) else {
            throw SimulatorError(.missingUpdatedItemsWithPeriodChange)
        }
        if change.effective == .immediately {
            guard !request.retainBillingCycle else { throw SimulatorError(.periodResetWithRetainBillingCycle) }
            guard changed.allSatisfy({ $0.effective == .immediately }) else {
                throw SimulatorError(.periodChangeImmediateWithEffectiveAtNextBillingCycle)
            }
        } else if request.addItems?.isEmpty == false {
            throw SimulatorError(.periodChangeEffectiveConflict)
        }
    }
}

extension AdvancedCommerceSubscriptionModifyInAppRequest {
    /// Whether anything counts from now on and not from the next period.
    fileprivate var isImmediate: Bool {
        addItems?.isEmpty == false || changeItems?.contains { $0.effective == .immediately } == true
            || periodChange?.effective == .immediately
    }

    /// What is paid for the rest of the period at hand.
    fileprivate var proratedCost: Int64 {
        let added = (addItems ?? []).reduce(Int64(0)) { $0 + ($1.proratedPrice ?? $1.offer?.price ?? $1.price) }
        return (changeItems ?? []).filter { $0.effective == .immediately }.reduce(added) {
            $0 + ($1.proratedPrice ?? $1.offer?.price ?? $1.price)
        }
    }
}
