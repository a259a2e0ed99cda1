// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A coming price increase of an Advanced Commerce item.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/advancedcommercepriceincreaseinfo>
public struct AdvancedCommercePriceIncreaseInfo: Hashable, Sendable, Codable {
    /// The items that rise with it.
    public var dependentSKUs: [String]?

    /// The new price in thousandths of the currency's unit.
    public var price: Int64?

    /// How far it has come.
    public var status: AdvancedCommercePriceIncreaseInfoStatus?

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(
        dependentSKUs: [String]? = nil,
        price: Int64? = nil,
        status: AdvancedCommercePriceIncreaseInfoStatus? = nil
    ) {
        self.dependentSKUs = dependentSKUs
        self.price = price
        self.status = status
    }
}
