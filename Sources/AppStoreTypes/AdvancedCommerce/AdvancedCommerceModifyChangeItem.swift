// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// An item of a subscription that becomes another.
///
/// <https://developer.apple.com/documentation/advancedcommerceapi/subscriptionmodifychangeitem>
public struct AdvancedCommerceModifyChangeItem: Hashable, Sendable, Codable {
    /// The item as it is.
    public var currentSKU: String

    /// What it becomes.
    public var description: String

    /// Its new name.
    public var displayName: String

    /// When.
    public var effective: AdvancedCommerceEffective

    /// The offer it comes with.
    public var offer: AdvancedCommerceOffer?

    /// Its new price in thousandths of the currency's unit.
    public var price: Int64

    /// What is charged at once for the rest of a period.
    public var proratedPrice: Int64?

    /// Why.
    public var reason: AdvancedCommerceReason

    /// The developer's name of the new item.
    public var sku: String

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(
        currentSKU: String,
        description: String,
        displayName: String,
        effective: AdvancedCommerceEffective,
        offer: AdvancedCommerceOffer? = nil,
        price: Int64,
        proratedPrice: Int64? = nil,
        reason: AdvancedCommerceReason,
        sku: String
    ) {
        self.currentSKU = currentSKU
        self.description = description
        self.displayName = displayName
        self.effective = effective
        self.offer = offer
        self.price = price
        self.proratedPrice = proratedPrice
        self.reason = reason
        self.sku = sku
    }

    private enum CodingKeys: String, CodingKey {
        case currentSKU
        case description
        case displayName
        case effective
        case offer
        case price
        case proratedPrice
        case reason
        case sku = "SKU"
    }
}
