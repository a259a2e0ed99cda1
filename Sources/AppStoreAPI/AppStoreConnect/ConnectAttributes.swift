// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// A group of subscriptions in App Store Connect.
public struct ConnectSubscriptionGroup: Hashable, Sendable, Decodable {
    /// The developer's name of it.
    public var referenceName: String?
}

/// A subscription in App Store Connect.
public struct ConnectSubscription: Hashable, Sendable, Decodable {
    /// The developer's name of it.
    public var name: String?

    /// The product.
    public var productId: ProductID?

    /// Whether the family may share it.
    public var familySharable: Bool?

    /// How far it is from sale.
    public var state: String?

    /// The length of a period, such as ONE_MONTH.
    public var subscriptionPeriod: String?

    /// The level in the group; 1 is the highest.
    public var groupLevel: Int?
}

/// A consumable, non-consumable or non-renewing subscription in App Store Connect.
public struct ConnectInAppPurchase: Hashable, Sendable, Decodable {
    /// The developer's name of it.
    public var name: String?

    /// The product.
    public var productId: ProductID?

    /// The kind of product, such as CONSUMABLE.
    public var inAppPurchaseType: String?

    /// How far it is from sale.
    public var state: String?

    /// Whether the family may share it.
    public var familySharable: Bool?
}

/// One of the prices that a product may have in a territory.
public struct ConnectPricePoint: Hashable, Sendable, Decodable {
    /// What the customer pays, as a decimal text.
    public var customerPrice: String?

    /// The developer's share, as a decimal text.
    public var proceeds: String?

    /// The developer's share after a subscriber's first year, as a decimal text.
    public var proceedsYear2: String?
}

extension ConnectPricePoint {
    /// What the customer pays, in thousandths of the currency's unit.
    public var customerPriceMilliunits: Int64? { customerPrice.flatMap { Money.milliunits(decimal: $0) } }

    /// The developer's share, in thousandths of the currency's unit.
    public var proceedsMilliunits: Int64? { proceeds.flatMap { Money.milliunits(decimal: $0) } }
}
