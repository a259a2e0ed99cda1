// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

/// The limits that Advanced Commerce sets to what a server may write.
///
/// <https://developer.apple.com/documentation/advancedcommerceapi>
enum AdvancedCommerceRules {
    static let maximumSKULength = 128
    static let maximumDescriptionLength = 45
    static let maximumDisplayNameLength = 30
    static let maximumItems = 20
    static let periods: Set<String> = ["P1W", "P1M", "P2M", "P3M", "P6M", "P1Y"]
    static let offerPeriods: Set<String> = periods.union(["P3D", "P2W", "P9M"])

    static func check(sku: String, _ tooLong: AdvancedCommerceErrorCode = .skuLengthExceeded) throws {
        guard !sku.isEmpty else { throw SimulatorError(.invalidSKU) }
        guard sku.utf8.count <= maximumSKULength else { throw SimulatorError(tooLong) }
    }

    static func check(description: String?, displayName: String?) throws {
        if let description {
            guard !description.isEmpty else { throw SimulatorError(.invalidDescription) }
            guard description.count <= maximumDescriptionLength else {
                throw SimulatorError(.descriptionLengthExceeded)
            }
        }
        if let displayName {
            guard !displayName.isEmpty else { throw SimulatorError(.invalidDisplayName) }
            guard displayName.count <= maximumDisplayNameLength else {
                throw SimulatorError(.displayNameLengthExceeded)
            }
        }
    }

    static func check(_ items: [AdvancedCommerceChargeItem]) throws {
        guard !items.isEmpty else { throw SimulatorError(.atLeastOneItem) }
        guard items.count <= maximumItems else { throw SimulatorError(.moreItemsThanAllowed) }
        guard Set(items.map(\.sku)).count == items.count else { throw SimulatorError(.multipleOperationsOnSingleSKU) }
        for item in items {
            try check(sku: item.sku)
            try check(description: item.description, displayName: item.displayName)
            try check(price: item.price, item.offer, prorated: item.proratedPrice)
        }
        try check(price: items.reduce(0) { $0 + $1.price })
    }

    /// What a subscription consists of now and later costs no more than anything may.
    static func checkPrices(of subscription: AdvancedSubscription) throws {
        for items in [subscription.items, subscription.upcoming.items] {
            try check(price: items.reduce(0) { $0 + $1.price })
        }
    }

    static func check(price: Int64) throws {
        guard price >= 0 else { throw SimulatorError(.negativePrice) }
        // The number whose message speaks of a price field that is too long.
        guard price <= SimulatedAppStore.highestPrice else { throw SimulatorError(.negativeProratedPrice) }
    }

    static func check(price: Int64, _ offer: AdvancedCommerceOffer?, prorated: Int64?) throws {
        try check(price: price)
        if let prorated {
            guard offer == nil else { throw SimulatorError(.multiplePrices) }
            guard (0...price).contains(prorated) else { throw SimulatorError(.invalidProratedPrice) }
        }
        guard let offer else { return }
        guard offerPeriods.contains(offer.period.rawValue) else { throw SimulatorError(.invalidOfferPeriod) }
        guard offer.periodCount > 0 else { throw SimulatorError(.periodCountNotPositive) }
        guard offer.periodCount <= 12 else { throw SimulatorError(.invalidOfferPeriodCount) }
        guard [.acquisition, .winBack, .retention].contains(offer.reason) else {
            throw SimulatorError(.invalidOfferReason)
        }
        guard offer.price >= 0 else { throw SimulatorError(.negativePrice) }
        guard offer.price <= price else { throw SimulatorError(.invalidOfferPrice) }
    }

    static func period(_ period: SubscriptionPeriod) throws -> BillingPeriod {
        guard periods.contains(period.rawValue), let value = BillingPeriod(iso8601: period.rawValue) else {
            throw SimulatorError(.invalidRenewalPeriod)
        }
        return value
    }

    static func check(taxCode: String) throws {
        guard !taxCode.isEmpty else { throw SimulatorError(.nullTaxCode) }
        guard taxCode.wholeMatch(of: /[A-Z][0-9A-Z-]{1,31}/) != nil else {
            throw SimulatorError(.invalidTaxProductCode)
        }
    }
}

extension SimulatorError {
    /// An Advanced Commerce error with Apple's message.
    init(_ code: AdvancedCommerceErrorCode) {
        self.init(.advancedCommerce, code.message ?? "Advanced Commerce refuses with \(code.rawValue).")
        advancedCommerceCode = code
    }
}
