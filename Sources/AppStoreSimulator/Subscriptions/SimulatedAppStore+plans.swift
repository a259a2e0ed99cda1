// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

extension SimulatedAppStore {
    /// A subscriber buys a product of the group: another plan, or the one at hand again.
    ///
    /// A higher level, and the same level with the same length, begin at once. A lower level, and the same level with
    /// another length, begin with the next period.
    ///
    /// <https://developer.apple.com/app-store/subscriptions/>
    mutating func changePlan(
        _ slot: Int,
        _ product: Int,
        _ terms: SubscriptionTerms,
        _ options: PurchaseOptions,
        code: CodeOffer?
    ) throws -> Outcome.Answer {
        let item = catalog.products[product]
        let customer = lineages[slot].customer
        let billing = try billingPlan(options, of: item, for: customer)
        let price = price(of: item, billing, in: storefront(of: customer))
        try checkOffers(options, code, billing)
        let offers = billing == .monthly ? [] : try offers(of: terms, for: customer, slot: slot, options, code: code)
        let isSame = lineages[slot].product == item.id
        let hadOtherPlan = lineages[slot].renewalPlan != billing
        let seats = try seats(options, of: item, for: customer)
        if isSame, let seats, lineages[slot].seats != nil {
            guard offers.isEmpty else {
                throw SimulatorError(
                    .ineligibleForOffer,
                    "Seats are added at the price of their tiers, without an offer."
                )
            }
            return try addSeats(slot, product, options, total: seats.renewal)
        }
        if isSame, seats != nil {
            // A subscriber who wants others to use it too begins a group subscription at once.
            try charge(customer, price, offers, for: seats, item, terms)
            closeForUpgrade(slot)
            lineages[slot].seats = seats
            lineages[slot].renewalPlan = billing
            lineages[slot].token = options.token ?? lineages[slot].token
            lineages[slot].anchorDay = now.civil.day.day
            return open(slot, item.id, terms, price, offers, .upgraded)
        }
        if !isSame, isImmediate(from: lineages[slot].product, to: terms) {
            try charge(customer, price, offers, for: seats, item, terms)
            closeForUpgrade(slot)
            lineages[slot].seats = seats
            lineages[slot].renewalPlan = billing
            lineages[slot].token = options.token ?? lineages[slot].token
            lineages[slot].anchorDay = now.civil.day.day
            return open(slot, item.id, terms, price, offers, offers.isEmpty ? .upgraded : .upgradedWithOffer)
        }
        let wasRenewing = lineages[slot].willRenew
        turnOn(slot)
        if let offer = offers.first {
            use(offer, of: terms.group, customer: customer)
            lineages[slot].queuedOffer = offer
        }
        // Another way to bill the same product begins with the next period, of a commitment when that ends.
        let hadOther = lineages[slot].renewalProduct != item.id || hadOtherPlan
        if hadOther {
            lineages[slot].increase = nil
            lineages[slot].renewalPrice = price
            // An offer that was taken for another product is not one for this.
            if offers.isEmpty { lineages[slot].queuedOffer = nil }
        }
        lineages[slot].renewalProduct = item.id
        lineages[slot].renewalPlan = billing
        if !wasRenewing { notify(.renewalTurnedOn, slot: slot) }
        switch (isSame, offers.isEmpty) {
        case (true, true): if hadOther { notify(.planChangeWithdrawn, slot: slot) }
        case (true, false): notify(.offerRedeemed, slot: slot)
        case (false, true): if hadOther { notify(.planChangeQueued, slot: slot) }
        case (false, false): notify(.planChangeQueuedWithOffer, slot: slot)
        }
        plan(slot)
        return .purchased(latest(slot))
    }

    /// Whether a change of plan takes effect at once.
    private func isImmediate(from current: ProductID, to terms: SubscriptionTerms) -> Bool {
        guard let slot = productSlots[current], let present = catalog.products[slot].subscription else { return true }
        if terms.level == present.level { return terms.period.isAsLong(as: present.period) }
        return terms.level < present.level
    }

    /// Ends the period at hand because a better plan begins; what is left of it goes back to the customer.
    mutating func closeForUpgrade(_ slot: Int) {
        let rest = max(0, lineages[slot].expires.timeIntervalSince(now))
        lineages[slot].moveService(to: now)
        for place in periodPlaces(slot) {
            lineages[slot].transactions[place].isUpgraded = true
            let old = lineages[slot].transactions[place]
            publish(old, customer: lineages[slot].customer)
            guard old.revocationDate == nil || lineages[slot].seats == nil else { continue }
            grantAccess(old, customer: lineages[slot].customer, until: now)
            let length = lineages[slot].expires.timeIntervalSince(
                lineages[slot].seats == nil ? lineages[slot].periodStart : old.purchaseDate
            )
            if lineages[slot].isPaid, length > 0 {
                recordReturn(
                    of: old,
                    customer: lineages[slot].customer,
                    percentage: Int(100_000 * min(1, rest / length))
                )
            }
        }
    }

    /// Turns renewal on, as a purchase of an active subscription's product does.
    private mutating func turnOn(_ slot: Int) {
        lineages[slot].commitment?.renews = true
        guard !lineages[slot].willRenew else { return }
        lineages[slot].willRenew = true
        lineages[slot].declinedIncrease = false
        lineages[slot].renewalStatusChangeDate = now
    }

    /// The customer turns renewal on or off in the account's settings.
    ///
    /// A period whose price went back gives nothing any more, but the next one may still come after it.
    mutating func setRenewal(_ slot: Int, on: Bool) throws {
        try requireWithoutBundle(slot, "renewed or canceled")
        let lineage = lineages[slot]
        let mayRenew = lineage.phase == .revoked && (lineage.willRenew || now < lineage.expires)
        guard lineage.isLive || lineage.phase == .retry || mayRenew else {
            throw SimulatorError(.invalidState, "The subscription has ended; buy it again instead.")
        }
        if lineage.commitment != nil { return setCommitmentRenewal(slot, on: on) }
        guard lineage.willRenew != on else { return }
        lineages[slot].willRenew = on
        lineages[slot].renewalStatusChangeDate = now
        lineages[slot].declinedIncrease = !on && lineage.increase.map { $0.needsConsent && !$0.isAccepted } == true
        notify(on ? .renewalTurnedOn : .renewalTurnedOff, slot: slot)
        if !on, lineage.phase == .retry { finishLife(slot, lineages[slot].chosenEnding) } else { plan(slot) }
    }
}
