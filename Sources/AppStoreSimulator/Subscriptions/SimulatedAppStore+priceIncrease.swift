// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

extension SimulatedAppStore {
    /// The operator changes a price: new customers pay it now, subscribers when the rules allow.
    ///
    /// <https://developer.apple.com/help/app-store-connect/manage-subscriptions/manage-pricing-for-auto-renewable-subscriptions>
    mutating func changePrice(_ product: Int, _ price: PriceList, preservesExisting: Bool) {
        catalog.products[product].price = price
        let id = catalog.products[product].id
        guard !preservesExisting, let terms = catalog.products[product].subscription else { return }
        for slot in lineages.indices where lineages[slot].renewalProduct == id {
            guard !lineages[slot].isShared, lineages[slot].bundle == nil else { continue }
            let renewsAfterRefund = lineages[slot].phase == .revoked && lineages[slot].willRenew
            guard lineages[slot].isLive || lineages[slot].phase == .retry || renewsAfterRefund else { continue }
            reprice(slot, catalog.price(price, in: storefront(of: lineages[slot].customer)), terms)
        }
    }

    private mutating func reprice(_ slot: Int, _ price: Int64, _ terms: SubscriptionTerms) {
        let old = lineages[slot].renewalPrice
        lineages[slot].increase = nil
        guard price > old, lineages[slot].willRenew else {
            lineages[slot].renewalPrice = price
            return
        }
        let owner = lineages[slot].customer
        let needsConsent = needsConsent(from: old, to: price, slot: slot, terms)
        let notice = Double(settings[customers[owner].profile.environment].priceIncreaseNoticeDays) * 86_400
        lineages[slot].lastIncrease = now
        lineages[slot].increase = PriceIncrease(
            price: price,
            effectiveDate: now.addingTimeInterval(rate(of: owner).scaled(seconds: notice)),
            needsConsent: needsConsent,
            isAccepted: !needsConsent
        )
        notify(needsConsent ? .priceIncreaseAsked : .priceIncreaseAccepted, slot: slot)
    }

    /// An increase is only reported when it is the first in a year, and at most half of the price or a small sum.
    func needsConsent(from old: Int64, to new: Int64, slot: Int, _ terms: SubscriptionTerms) -> Bool {
        let year = rate(of: lineages[slot].customer).scaled(seconds: 365 * 86_400)
        if let last = lineages[slot].lastIncrease, now.timeIntervalSince(last) < year { return true }
        let dollars: Int64 = terms.period.months >= 12 ? 50 : 5
        let smallSum = dollars * storefront(of: lineages[slot].customer).rate
        return (new - old) * 2 > old && new - old > smallSum
    }

    /// The customer agrees to a price increase, or does not and the subscription ends with its period.
    mutating func respondToPriceIncrease(_ slot: Int, agrees: Bool) throws {
        guard let increase = lineages[slot].increase, increase.needsConsent, !increase.isAccepted else {
            throw SimulatorError(.invalidState, "No price increase waits for an answer.")
        }
        if agrees {
            lineages[slot].increase?.isAccepted = true
            acceptAdvancedPrices(slot)
            notify(.priceIncreaseAccepted, slot: slot)
        } else {
            lineages[slot].declinedIncrease = true
            lineages[slot].willRenew = false
            lineages[slot].renewalStatusChangeDate = now
            notify(.renewalTurnedOff, slot: slot)
            // Nothing is charged any more for what the customer refused.
            if lineages[slot].phase == .retry { finishLife(slot, .priceIncrease) } else { plan(slot) }
        }
    }
}
