// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// An item's new price.
///
/// <https://developer.apple.com/documentation/advancedcommerceapi/subscriptionpricechangeitem>
public struct AdvancedCommercePriceChangeItem: Hashable, Sendable, Codable {
    /// The developer's name of the item.
    public var sku: String

    /// The price in thousandths of the currency's unit.
    public var price: Int64

    /// The items that change with it.
    public var dependentSKUs: [String]?

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(sku: String, price: Int64, dependentSKUs: [String]? = nil) {
        self.sku = sku
        self.price = price
        self.dependentSKUs = dependentSKUs
    }

    private enum CodingKeys: String, CodingKey {
        case sku = "SKU"
        case price
        case dependentSKUs
    }
}
