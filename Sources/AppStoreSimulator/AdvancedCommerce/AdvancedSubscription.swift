// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

/// What a subscription of Advanced Commerce consists of; the app's server says it, the catalog only lends a product.
///
/// <https://developer.apple.com/documentation/advancedcommerceapi>
struct AdvancedSubscription: Hashable, Sendable, Codable {
    /// One of the things that are subscribed to together.
    struct Item: Hashable, Sendable, Codable {
        var sku: String
        var description: String
        var displayName: String
        var price: Int64
        var offer: AdvancedCommerceOffer?
        /// How many periods cost the offer's price, the one at hand among them.
        var offerPeriodsLeft = 0
        var increase: AdvancedCommercePriceIncreaseInfo?

        /// What the item costs in the period at hand.
        var currentPrice: Int64 { offerPeriodsLeft > 0 ? offer?.price ?? price : price }

        /// The item in the period that follows.
        var upcoming: Item {
            var item = self
            item.offerPeriodsLeft = max(0, offerPeriodsLeft - 1)
            if item.offerPeriodsLeft == 0 { item.offer = nil }
            if let price = increase?.price { item.price = price }
            item.increase = nil
            return item
        }
    }

    /// What the next period will have instead of what is there now.
    struct Change: Hashable, Sendable, Codable {
        var items: [Item]?
        var descriptors: AdvancedCommerceDescriptors?
        var period: BillingPeriod?
    }

    var descriptors: AdvancedCommerceDescriptors
    var items: [Item]
    var period: BillingPeriod
    var taxCode: String
    var requestReference: String
    var consistencyToken: String?
    var next = Change()

    /// What the period at hand costs.
    var price: Int64 { items.reduce(0) { $0 + $1.currentPrice } }

    /// The subscription in the period that follows.
    var upcoming: AdvancedSubscription {
        var later = self
        later.items = (next.items ?? items).map(\.upcoming)
        later.descriptors = next.descriptors ?? descriptors
        later.period = next.period ?? period
        later.next = Change()
        return later
    }

    /// Changes the items, in the period at hand or from the next one on.
    mutating func changeItems(now: Bool, _ body: (inout [Item]) -> Void) {
        if now { body(&items) }
        if !now || next.items != nil {
            var later = next.items ?? items
            body(&later)
            next.items = later
        }
    }
}

extension AdvancedSubscription {
    /// What a transaction of the period at hand says.
    func transactionInfo(in storefront: Storefront) -> AdvancedCommerceTransactionInfo {
        AdvancedCommerceTransactionInfo(
            descriptors: descriptors,
            items: items.map(\.transactionItem),
            period: SubscriptionPeriod(rawValue: period.iso8601),
            requestReferenceId: requestReference,
            taxCode: taxCode,
            price: price,
            storefront
        )
    }

    /// What the renewal info says of the period that follows.
    var renewalInfo: AdvancedCommerceRenewalInfo {
        let later = upcoming
        let increases = Dictionary(items.map { ($0.sku, $0.increase) }, uniquingKeysWith: { first, _ in first })
        return AdvancedCommerceRenewalInfo(
            consistencyToken: consistencyToken,
            descriptors: later.descriptors,
            items: later.items.map { item in
                AdvancedCommerceRenewalItem(
                    sku: item.sku,
                    description: item.description,
                    displayName: item.displayName,
                    offer: item.offer,
                    price: item.price,
                    priceIncreaseInfo: increases[item.sku] ?? nil
                )
            },
            period: SubscriptionPeriod(rawValue: later.period.iso8601),
            requestReferenceId: requestReference,
            taxCode: taxCode
        )
    }
}

extension AdvancedSubscription.Item {
    init(_ item: AdvancedCommerceChargeItem, period: BillingPeriod) {
        self.init(
            sku: item.sku,
            description: item.description,
            displayName: item.displayName,
            price: item.price,
            offer: item.offer,
            offerPeriodsLeft: item.offer.map { $0.periods(of: period) } ?? 0
        )
    }

    init(_ item: AdvancedCommerceModifyChangeItem, period: BillingPeriod) {
        self.init(
            sku: item.sku,
            description: item.description,
            displayName: item.displayName,
            price: item.price,
            offer: item.offer,
            offerPeriodsLeft: item.offer.map { $0.periods(of: period) } ?? 0
        )
    }

    var transactionItem: AdvancedCommerceTransactionItem {
        AdvancedCommerceTransactionItem(
            sku: sku,
            description: description,
            displayName: displayName,
            offer: offerPeriodsLeft > 0 ? offer : nil,
            price: price
        )
    }
}

extension AdvancedCommerceOffer {
    /// How many periods of a subscription the offer covers: those that its whole length begins.
    fileprivate func periods(of period: BillingPeriod) -> Int {
        guard let own = BillingPeriod(iso8601: self.period.rawValue) else { return periodCount }
        let days = (own.months * 30 + (own.months == 0 ? own.days : 0)) * periodCount
        let each = max(1, period.months * 30 + (period.months == 0 ? period.days : 0))
        return max(1, (days + each - 1) / each)
    }
}

extension AdvancedCommerceTransactionInfo {
    /// Adds what the storefront's tax makes of a price that contains it.
    init(
        descriptors: AdvancedCommerceDescriptors?,
        items: [AdvancedCommerceTransactionItem],
        period: SubscriptionPeriod?,
        requestReferenceId: String,
        taxCode: String,
        price: Int64,
        _ storefront: Storefront
    ) {
        let tax = storefront.taxBasisPoints
        let withoutTax = price * 10_000 / (10_000 + tax)
        let rate = String(tax % 10_000 + 10_000).dropFirst()
        self.init(
            descriptors: descriptors,
            estimatedTax: price - withoutTax,
            items: items,
            period: period,
            requestReferenceId: requestReferenceId,
            taxCode: taxCode,
            taxExclusivePrice: withoutTax,
            taxRate: "\(tax / 10_000).\(rate)"
        )
    }
}
