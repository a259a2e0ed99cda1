// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

extension SimulatedAppStore {
    /// A customer buys an auto-renewable subscription: the first one, again, or another plan.
    mutating func subscribe(
        _ customer: Int,
        _ product: Int,
        _ options: PurchaseOptions,
        code: CodeOffer?
    ) throws -> Outcome.Answer {
        guard let terms = catalog.products[product].subscription else {
            throw SimulatorError(.unknownProduct, "\"\(catalog.products[product].id)\" has no subscription terms.")
        }
        guard let slot = customers[customer].subscription(of: terms.group) else {
            return try begin(customer, product, terms, options, code: code)
        }
        try requireWithoutBundle(slot, "bought or changed")
        leaveEndedBundle(slot)
        switch lineages[slot].phase {
        case .grace
        where lineages[slot].product == catalog.products[product].id && lineages[slot].willRenew
            && (options.billingPlan ?? lineages[slot].renewalPlan) == lineages[slot].renewalPlan:
            return try payOverdue(slot, product, terms, options, code: code)
        case .active, .grace:
            return try changePlan(slot, product, terms, options, code: code)
        case .retry
        where lineages[slot].product == catalog.products[product].id
            && (options.billingPlan ?? lineages[slot].renewalPlan) == lineages[slot].renewalPlan:
            return try payOverdue(slot, product, terms, options, code: code)
        case .retry, .expired, .revoked:
            return try resubscribe(slot, product, terms, options, code: code)
        }
    }

    /// The first subscription of the group.
    private mutating func begin(
        _ customer: Int,
        _ product: Int,
        _ terms: SubscriptionTerms,
        _ options: PurchaseOptions,
        code: CodeOffer?
    ) throws -> Outcome.Answer {
        let item = catalog.products[product]
        let plan = try billingPlan(options, of: item, for: customer)
        try checkOffers(options, code, plan)
        let offers = plan == .monthly ? [] : try offers(of: terms, for: customer, slot: nil, options, code: code)
        let price = price(of: item, plan, in: storefront(of: customer))
        let seats = try seats(options, of: item, for: customer)
        try charge(customer, price, offers, for: seats, item, terms)
        let environment = customers[customer].profile.environment
        let key = identities.transaction(in: environment)
        let slot = addLineage(
            Lineage(
                customer: customer,
                app: item.bundleID,
                group: terms.group,
                key: key,
                originalPurchaseDate: now,
                token: options.token,
                product: item.id,
                periodStart: now,
                expires: now,
                anchorDay: now.civil.day.day,
                renewalProduct: item.id,
                renewalPrice: price,
                chargeDate: now,
                renewalStatusChangeDate: now,
                recentStart: now
            )
        )
        lineages[slot].seats = seats
        lineages[slot].renewalPlan = plan
        customers[customer].subscriptions.append(Customer.Subscription(group: terms.group, slot: slot))
        return open(slot, item.id, terms, price, offers, .subscribed(isFirst: true, sameProduct: true))
    }

    /// A subscription of the group again, after the last one ended.
    private mutating func resubscribe(
        _ slot: Int,
        _ product: Int,
        _ terms: SubscriptionTerms,
        _ options: PurchaseOptions,
        code: CodeOffer?
    ) throws -> Outcome.Answer {
        let item = catalog.products[product]
        let customer = lineages[slot].customer
        let plan = try billingPlan(options, of: item, for: customer)
        try checkOffers(options, code, plan)
        let offers = plan == .monthly ? [] : try offers(of: terms, for: customer, slot: slot, options, code: code)
        let price = price(of: item, plan, in: storefront(of: customer))
        let seats = try seats(options, of: item, for: customer)
        try charge(customer, price, offers, for: seats, item, terms)
        endSeats(of: slot)
        lineages[slot].seats = seats
        lineages[slot].renewalPlan = plan
        let isSame = lineages[slot].product == item.id
        lineages[slot].token = options.token
        lineages[slot].anchorDay = now.civil.day.day
        lineages[slot].renewalStatusChangeDate = now
        return open(slot, item.id, terms, price, offers, .subscribed(isFirst: false, sameProduct: isSame))
    }

    /// Begins the first period of a subscription that the customer just bought.
    mutating func open(
        _ slot: Int,
        _ product: ProductID,
        _ terms: SubscriptionTerms,
        _ price: Int64,
        _ offers: [AppliedOffer],
        _ happening: SimulatedEvent
    ) -> Outcome.Answer {
        let customer = lineages[slot].customer
        for offer in offers { use(offer, of: terms.group, customer: customer) }
        lineages[slot].willRenew = true
        lineages[slot].renewalPrice = price
        lineages[slot].increase = nil
        lineages[slot].declinedIncrease = false
        lineages[slot].queuedOffer = offers.count > 1 ? offers[1] : nil
        lineages[slot].queuedOffer?.isStacked = true
        let first = offers.first
        beginPeriod(
            slot,
            forSeats(
                forPlan(
                    NextPeriodTerms(
                        product: product,
                        period: first?.period ?? terms.period,
                        price: first?.price ?? price,
                        offer: first
                    ),
                    lineages[slot].renewalPlan
                ),
                of: lineages[slot]
            ),
            from: now,
            reason: .purchase
        )
        notify(happening, slot: slot)
        plan(slot)
        if case .subscribed = happening { share(slot) }
        troubleAfter(latest(slot), customer: customer)
        return .purchased(latest(slot))
    }

    func latest(_ slot: Int) -> TransactionPayload {
        // A subscription always has the transaction that opened its period.
        lineages[slot].transactions[lineages[slot].transactions.count - 1]
    }

    /// The customer buys the product whose renewal could not be charged: the payment is tried again.
    ///
    /// It is one for what is bought now, with the offer that is chosen now, whatever was to come next before.
    private mutating func payOverdue(
        _ slot: Int,
        _ product: Int,
        _ terms: SubscriptionTerms,
        _ options: PurchaseOptions,
        code: CodeOffer?
    ) throws -> Outcome.Answer {
        let item = catalog.products[product]
        var lineage = lineages[slot]
        let customer = lineage.customer
        // What is paid is a renewal, which no introductory offer is for.
        let chosen = try offers(of: terms, for: customer, slot: slot, options, code: code)
            .first { $0.type != .introductory }
        if lineage.renewalProduct != item.id {
            lineage.renewalProduct = item.id
            lineage.renewalPrice = catalog.price(item.price, in: storefront(of: customer))
            lineage.increase = nil
            lineage.queuedOffer = nil
        }
        lineage.queuedOffer = chosen ?? lineage.queuedOffer
        lineage.token = options.token ?? lineage.token
        if let seats = try seats(options, of: item, for: customer) { lineage.seats = seats }
        let next = nextTerms(of: lineage)
        try charge(customer, next.price)
        lineages[slot] = lineage
        if let chosen { use(chosen, of: terms.group, customer: customer) }
        recover(slot, next)
        return .purchased(latest(slot))
    }

    /// Charges the first period of a subscription that a customer buys, for as many seats as it is to have.
    mutating func charge(
        _ customer: Int,
        _ price: Int64,
        _ offers: [AppliedOffer],
        for seats: SeatHolding?,
        _ item: CatalogProduct,
        _ terms: SubscriptionTerms
    ) throws {
        let one = NextPeriodTerms(
            product: item.id,
            period: terms.period,
            price: offers.first?.price ?? price,
            offer: offers.first
        )
        try charge(customer, forSeats(one, seats, customer: customer).price)
    }

    mutating func charge(_ customer: Int, _ price: Int64) throws {
        guard pays(customer, price) else {
            throw SimulatorError(
                .paymentDeclined,
                "The payment was declined; fix the customer's payment and try again."
            )
        }
    }
}
