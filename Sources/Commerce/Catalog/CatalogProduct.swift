// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// A product, and which entitlements it gives.
public struct CatalogProduct: Hashable, Sendable, Codable {
    /// The product.
    public var id: ProductID

    /// What kind of product it is.
    public var type: ProductType

    /// The team's own name for it.
    public var referenceName: String?

    /// Apple's number of the product, which old receipts carry.
    public var itemID: String?

    /// Its names and descriptions.
    public var texts: [CatalogText]

    /// Its price in the base storefront.
    public var price: Money?

    /// Its prices elsewhere.
    public var prices: [CatalogPrice]

    /// The storefronts that sell it; all when absent.
    public var storefronts: [StorefrontCountryCode]?

    /// The subscription group.
    public var groupID: SubscriptionGroupID?

    /// The level in the group; 1 is the highest.
    public var level: Int?

    /// How long a subscription's period is.
    public var period: CalendarPeriod?

    /// The time of service that one purchase buys, for a consumable or a non-renewing subscription.
    public var serviceDuration: CalendarPeriod?

    /// The plan; when absent, all products that give the same entitlements are of one plan.
    public var plan: PlanID?

    /// The entitlements it gives.
    public var entitlements: [EntitlementID]

    /// The virtual currency that one purchase credits.
    public var credit: CatalogCredit?

    /// The introductory offer.
    public var introductoryOffer: CatalogOffer?

    /// The promotional, offer code and win-back offers.
    public var offers: [CatalogOffer]

    /// Whether it may be shared with the family.
    public var isFamilyShareable: Bool

    /// Whether it is shown to customers.
    public var isShown: Bool

    /// Whether it may be bought.
    public var isOnSale: Bool

    private enum CodingKeys: String, CodingKey {
        case id, type, referenceName, price, prices, storefronts, level, period, serviceDuration
        case entitlements, credit, introductoryOffer, offers, isFamilyShareable, isOnSale
        case itemID = "itemId"
        case texts = "localizations"
        case groupID = "subscriptionGroupIdentifier"
        case plan = "planId"
        case isShown = "isListed"
    }

    /// Makes a product.
    public init(
        id: ProductID,
        type: ProductType,
        referenceName: String? = nil,
        itemID: String? = nil,
        texts: [CatalogText] = [],
        price: Money? = nil,
        prices: [CatalogPrice] = [],
        storefronts: [StorefrontCountryCode]? = nil,
        groupID: SubscriptionGroupID? = nil,
        level: Int? = nil,
        period: CalendarPeriod? = nil,
        serviceDuration: CalendarPeriod? = nil,
        plan: PlanID? = nil,
        entitlements: [EntitlementID] = [],
        credit: CatalogCredit? = nil,
        introductoryOffer: CatalogOffer? = nil,
        offers: [CatalogOffer] = [],
        isFamilyShareable: Bool = false,
        isShown: Bool = true,
        isOnSale: Bool = true
    ) {
        self.id = id
        self.type = type
        self.referenceName = referenceName
        self.itemID = itemID
        self.texts = texts
        self.price = price
        self.prices = prices
        self.storefronts = storefronts
        self.groupID = groupID
        self.level = level
        self.period = period
        self.serviceDuration = serviceDuration
        self.plan = plan
        self.entitlements = entitlements
        self.credit = credit
        self.introductoryOffer = introductoryOffer
        self.offers = offers
        self.isFamilyShareable = isFamilyShareable
        self.isShown = isShown
        self.isOnSale = isOnSale
    }

    /// The price in a storefront: its own, or else the base storefront's.
    public func price(in storefront: StorefrontCountryCode) -> Money? {
        prices.first { $0.storefront == storefront }?.price ?? price
    }

    /// Whether a storefront sells it.
    public func isSold(in storefront: StorefrontCountryCode) -> Bool {
        isOnSale && (storefronts?.contains(storefront) ?? true)
    }

    /// The name and description in a language, or in the first one there is.
    public func text(in locale: String) -> CatalogText? {
        texts.first { $0.locale == locale }
            ?? texts.first { $0.locale.prefix(2) == locale.prefix(2) }
            ?? texts.first
    }
}
