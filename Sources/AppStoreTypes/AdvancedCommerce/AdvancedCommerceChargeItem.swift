// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// An item to buy and its price.
///
/// <https://developer.apple.com/documentation/advancedcommerceapi/subscriptioncreateitem>
public struct AdvancedCommerceChargeItem: Hashable, Sendable, Codable {
    /// The developer's name of the item; at most 128 characters.
    public var sku: String

    /// What it is; at most 45 characters.
    public var description: String

    /// Its name; at most 30 characters.
    public var displayName: String

    /// The offer it is bought with.
    public var offer: AdvancedCommerceOffer?

    /// Its price in thousandths of the currency's unit.
    public var price: Int64

    /// What is charged at once for the rest of a period.
    public var proratedPrice: Int64?

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(
        sku: String,
        description: String,
        displayName: String,
        offer: AdvancedCommerceOffer? = nil,
        price: Int64,
        proratedPrice: Int64? = nil
    ) {
        self.sku = sku
        self.description = description
        self.displayName = displayName
        self.offer = offer
        self.price = price
        self.proratedPrice = proratedPrice
    }

    private enum CodingKeys: String, CodingKey {
        case sku = "SKU"
        case description
        case displayName
        case offer
        case price
        case proratedPrice
    }
}
