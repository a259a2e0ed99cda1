// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// An offer on an Advanced Commerce item.
///
/// <https://developer.apple.com/documentation/advancedcommerceapi/offer>
public struct AdvancedCommerceOffer: Hashable, Sendable, Codable {
    /// The length of one period of the offer.
    public var period: SubscriptionPeriod

    /// How many periods it lasts; 1 to 12.
    public var periodCount: Int

    /// The price of one period in thousandths of the currency's unit.
    public var price: Int64

    /// Why the customer has it.
    public var reason: AdvancedCommerceOfferReason

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(
        period: SubscriptionPeriod,
        periodCount: Int,
        price: Int64,
        reason: AdvancedCommerceOfferReason
    ) {
        self.period = period
        self.periodCount = periodCount
        self.price = price
        self.reason = reason
    }
}
