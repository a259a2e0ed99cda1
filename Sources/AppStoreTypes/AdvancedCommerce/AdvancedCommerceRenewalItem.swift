// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// One item that an Advanced Commerce subscription renews with.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/advancedcommercerenewalitem>
public struct AdvancedCommerceRenewalItem: Hashable, Sendable, Codable {
    /// The developer's name of the item.
    public var sku: String?

    /// What it is.
    public var description: String?

    /// Its name.
    public var displayName: String?

    /// The offer it renews with.
    public var offer: AdvancedCommerceOffer?

    /// Its price in thousandths of the currency's unit.
    public var price: Int64?

    /// Its coming price increase.
    public var priceIncreaseInfo: AdvancedCommercePriceIncreaseInfo?

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(
        sku: String? = nil,
        description: String? = nil,
        displayName: String? = nil,
        offer: AdvancedCommerceOffer? = nil,
        price: Int64? = nil,
        priceIncreaseInfo: AdvancedCommercePriceIncreaseInfo? = nil
    ) {
        self.sku = sku
        self.description = description
        self.displayName = displayName
        self.offer = offer
        self.price = price
        self.priceIncreaseInfo = priceIncreaseInfo
    }

    private enum CodingKeys: String, CodingKey {
        case sku = "SKU"
        case description
        case displayName
        case offer
        case price
        case priceIncreaseInfo
    }
}
