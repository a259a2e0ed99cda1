// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The price of the next seats of an Advanced Commerce item.
///
/// <https://developer.apple.com/documentation/storekit/transaction/advancedcommerceinfo/seatpricetier>
public struct AdvancedCommerceSeatPriceTier: Hashable, Sendable, Codable {
    /// The price of one seat in thousandths of the currency's unit.
    public var price: Int64?

    /// How many seats have that price; absent for all further ones.
    public var maximumSeatQuantity: Int?

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(price: Int64? = nil, maximumSeatQuantity: Int? = nil) {
        self.price = price
        self.maximumSeatQuantity = maximumSeatQuantity
    }
}
