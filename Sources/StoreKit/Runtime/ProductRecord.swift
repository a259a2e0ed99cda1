// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

/// What a store says about a product, in the customer's storefront and language.
package struct ProductRecord: Codable, Hashable, Sendable {
    /// The identifier.
    package var id: String

    /// The kind, by Apple's name.
    package var kind: String

    /// The name.
    package var displayName: String

    /// What it is.
    package var description: String

    /// The price.
    package var price: Decimal

    /// The price's currency.
    package var currency: String

    /// The language and region in which prices are written.
    package var localeIdentifier: String

    /// Whether a family may share it.
    package var isFamilyShareable: Bool

    /// How it renews.
    package var subscription: SubscriptionRecord?

    package init(
        id: String,
        kind: String,
        displayName: String,
        description: String,
        price: Decimal,
        currency: String,
        localeIdentifier: String,
        isFamilyShareable: Bool,
        subscription: SubscriptionRecord? = nil
    ) {
        self.id = id
        self.kind = kind
        self.displayName = displayName
        self.description = description
        self.price = price
        self.currency = currency
        self.localeIdentifier = localeIdentifier
        self.isFamilyShareable = isFamilyShareable
        self.subscription = subscription
    }

    /// An amount as the customer reads it.
    func display(_ amount: Decimal) -> String {
        amount.formatted(.currency(code: currency).locale(Locale(identifier: localeIdentifier)))
    }
}

/// What a store says about a subscription.
package struct SubscriptionRecord: Codable, Hashable, Sendable {
    /// The group.
    package var groupID: String

    /// The group's name.
    package var groupName: String

    /// The level in the group; 1 is the highest.
    package var level: Int

    /// The period as an ISO 8601 duration.
    package var period: String

    /// The offer for new customers.
    package var introductoryOffer: OfferRecord?

    /// The offers for customers the app chooses.
    package var promotionalOffers: [OfferRecord]

    /// The offers for customers who left.
    package var winBackOffers: [OfferRecord]

    /// How it is paid month by month, where that is sold.
    package var monthlyPlan: MonthlyPlanRecord?

    /// The tiers of seats beside the product's own price; nil when it is not sold to groups.
    package var seatTiers: [SeatTierRecord]?

    /// What it brings, when it is a bundle or suite.
    package var bundled: [BundledRecord]?

    package init(
        groupID: String,
        groupName: String,
        level: Int,
        period: String,
        introductoryOffer: OfferRecord? = nil,
        promotionalOffers: [OfferRecord] = [],
        winBackOffers: [OfferRecord] = [],
        monthlyPlan: MonthlyPlanRecord? = nil,
        seatTiers: [SeatTierRecord]? = nil,
        bundled: [BundledRecord]? = nil
    ) {
        self.groupID = groupID
        self.groupName = groupName
        self.level = level
        self.period = period
        self.introductoryOffer = introductoryOffer
        self.promotionalOffers = promotionalOffers
        self.winBackOffers = winBackOffers
        self.monthlyPlan = monthlyPlan
        self.seatTiers = seatTiers
        self.bundled = bundled
    }
}

/// What a store says about a subscription that a bundle brings, of whichever developer.
package struct BundledRecord: Codable, Hashable, Sendable {
    /// The identifier.
    package var id: String

    /// The name.
    package var displayName: String

    /// What it is.
    package var description: String

    /// What it costs alone.
    package var price: Decimal

    /// Whether a family may share it.
    package var isFamilyShareable: Bool

    /// The group.
    package var groupID: String

    /// The group's name.
    package var groupName: String

    /// The level in the group; 1 is the highest.
    package var level: Int
}

/// What a store says about a commitment that is paid month by month.
package struct MonthlyPlanRecord: Codable, Hashable, Sendable {
    /// The price of a month.
    package var price: Decimal

    /// How many months.
    package var months: Int
}

/// What a store says about the seats from a number on.
package struct SeatTierRecord: Codable, Hashable, Sendable {
    /// The first seat.
    package var minimumSeats: Int

    /// The price of one seat.
    package var price: Decimal
}

/// What a store says about an offer.
package struct OfferRecord: Codable, Hashable, Sendable {
    /// The identifier; nil for an introductory offer.
    package var id: String?

    /// The price; zero for a free trial.
    package var price: Decimal

    /// The length of one period as an ISO 8601 duration.
    package var period: String

    /// How many periods.
    package var periodCount: Int

    /// How it is paid, in StoreKit's words.
    package var paymentMode: String

    package init(id: String?, price: Decimal, period: String, periodCount: Int, paymentMode: String) {
        self.id = id
        self.price = price
        self.period = period
        self.periodCount = periodCount
        self.paymentMode = paymentMode
    }
}
