// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

/// What the next period of a subscription would be.
struct NextPeriodTerms {
    var product: ProductID
    var period: BillingPeriod
    var price: Int64
    var offer: AppliedOffer?
    /// The seats by price, of a group subscription; the price is then that of all of them.
    var tiers: [MultiSeatPriceTier] = []
    /// The commitment that the period is a month of.
    var commitment: RunningCommitment?
}

extension SimulatedAppStore {
    func storefront(of customer: Int) -> Storefront {
        // Accounts are made with a known storefront only.
        Storefront.of(customers[customer].profile.storefront) ?? Storefront.all[0]
    }

    func rate(of customer: Int) -> RenewalRate {
        let profile = customers[customer].profile
        return profile.rate ?? settings[profile.environment].rate
    }

    func period(of product: ProductID) -> BillingPeriod {
        productSlots[product].flatMap { catalog.products[$0].subscription?.period } ?? .month
    }

    /// How long the period at hand is.
    func periodAtHand(of lineage: Lineage) -> BillingPeriod {
        lineage.commitment == nil ? lineage.advanced?.period ?? period(of: lineage.product) : .month
    }

    /// The product, length, price and offer of the period after the one at hand.
    func nextTerms(of lineage: Lineage) -> NextPeriodTerms {
        forSeats(nextTermsOfOne(lineage), of: lineage)
    }

    private func nextTermsOfOne(_ lineage: Lineage) -> NextPeriodTerms {
        if let month = nextMonth(of: lineage) { return month }
        let product = lineage.renewalProduct
        if let later = lineage.advanced?.upcoming {
            return NextPeriodTerms(product: product, period: later.period, price: later.price)
        }
        let runningGoesFirst = lineage.queuedOffer.map { $0.isStacked == true } ?? true
        if runningGoesFirst, product == lineage.product, var running = lineage.runningOffer, running.remaining > 0 {
            running.remaining -= 1
            return NextPeriodTerms(product: product, period: running.period, price: running.price, offer: running)
        }
        if let queued = lineage.queuedOffer {
            return NextPeriodTerms(product: product, period: queued.period, price: queued.price, offer: queued)
        }
        var price = lineage.renewalPrice
        if let increase = lineage.increase, increase.effectiveDate <= lineage.expires { price = increase.price }
        let terms = NextPeriodTerms(product: product, period: period(of: product), price: price, offer: nil)
        return forPlan(terms, lineage.renewalPlan)
    }

    /// An offer in the customer's currency.
    func applied(_ offer: CatalogOffer, as type: OfferType, customer: Int) -> AppliedOffer {
        let price = offer.mode == .freeTrial ? 0 : catalog.price(offer.price, in: storefront(of: customer))
        let isOnePeriod = offer.mode != .payAsYouGo
        return AppliedOffer(
            type: type,
            id: type == .introductory ? nil : offer.id,
            mode: offer.mode,
            period: isOnePeriod ? offer.wholePeriod : offer.period,
            wholePeriod: offer.wholePeriod,
            price: price,
            remaining: isOnePeriod ? 0 : offer.periodCount - 1
        )
    }
}
