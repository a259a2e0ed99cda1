// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// An offer's terms: how it is paid, for how long, at which price.
public struct CatalogOffer: Hashable, Sendable, Codable {
    /// The offer's identifier; an introductory offer's is never sent.
    public var id: OfferID

    /// How the offer is paid.
    public var mode: OfferDiscountType

    /// The length of one of its periods.
    public var period: BillingPeriod

    /// How many periods it has.
    public var periodCount: Int

    /// The price of one period, or of the whole when it is paid up front.
    public var price: PriceList

    /// Makes an offer.
    public init(
        id: OfferID,
        mode: OfferDiscountType,
        period: BillingPeriod,
        periodCount: Int = 1,
        price: PriceList = .free
    ) {
        self.id = id
        self.mode = mode
        self.period = period
        self.periodCount = periodCount
        self.price = price
    }

    /// The offer's whole length.
    public var wholePeriod: BillingPeriod { period.times(periodCount) }
}

/// An offer that codes give.
public struct CodeOffer: Hashable, Sendable, Codable {
    /// Who may redeem a code.
    public struct Eligibility: Hashable, Sendable, Codable {
        /// Customers who never subscribed to the group.
        public var new: Bool

        /// Customers who are subscribed.
        public var existing: Bool

        /// Customers whose subscription ended.
        public var expired: Bool

        /// Makes an eligibility.
        public init(new: Bool = true, existing: Bool = true, expired: Bool = true) {
            self.new = new
            self.existing = existing
            self.expired = expired
        }
    }

    /// The offer.
    public var offer: CatalogOffer

    /// Who may redeem a code.
    public var eligibility: Eligibility

    /// Whether a new customer has the introductory offer first, and this one after it.
    public var isStackable: Bool

    /// Makes an offer that codes give.
    public init(offer: CatalogOffer, eligibility: Eligibility = Eligibility(), isStackable: Bool = false) {
        self.offer = offer
        self.eligibility = eligibility
        self.isStackable = isStackable
    }
}

/// An offer for customers whose subscription ended.
public struct WinBackOffer: Hashable, Sendable, Codable {
    /// The offer.
    public var offer: CatalogOffer

    /// Whether any customer may have the offer: the switch of a StoreKit configuration file.
    public var isEligible: Bool

    /// How many months the customer must have paid for.
    public var minimumPaidMonths: Int

    /// How many months must have passed since the subscription ended.
    public var minimumMonthsSinceEnd: Int

    /// How many months may have passed since the subscription ended; no limit when absent.
    public var maximumMonthsSinceEnd: Int?

    /// How many months must have passed since the customer's last win-back offer.
    public var monthsBetweenOffers: Int

    /// Makes a win-back offer.
    public init(
        offer: CatalogOffer,
        isEligible: Bool = true,
        minimumPaidMonths: Int = 1,
        minimumMonthsSinceEnd: Int = 0,
        maximumMonthsSinceEnd: Int? = nil,
        monthsBetweenOffers: Int = 0
    ) {
        self.offer = offer
        self.isEligible = isEligible
        self.minimumPaidMonths = minimumPaidMonths
        self.minimumMonthsSinceEnd = minimumMonthsSinceEnd
        self.maximumMonthsSinceEnd = maximumMonthsSinceEnd
        self.monthsBetweenOffers = monthsBetweenOffers
    }
    private enum CodingKeys: String, CodingKey {
        case offer, isEligible, minimumPaidMonths, minimumMonthsSinceEnd, maximumMonthsSinceEnd, monthsBetweenOffers
    }

    /// Decodes an offer; one that a simulator of an older version stored has no switch, which is then on.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            offer: try container.decode(CatalogOffer.self, forKey: .offer),
            isEligible: try container.decodeIfPresent(Bool.self, forKey: .isEligible) ?? true,
            minimumPaidMonths: try container.decode(Int.self, forKey: .minimumPaidMonths),
            minimumMonthsSinceEnd: try container.decode(Int.self, forKey: .minimumMonthsSinceEnd),
            maximumMonthsSinceEnd: try container.decodeIfPresent(Int.self, forKey: .maximumMonthsSinceEnd),
            monthsBetweenOffers: try container.decode(Int.self, forKey: .monthsBetweenOffers)
        )
    }
}
