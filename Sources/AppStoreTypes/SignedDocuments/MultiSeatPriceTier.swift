// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Seats of one transaction that have the same price.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/multiseatpricetier>
public struct MultiSeatPriceTier: Hashable, Sendable, Codable {
    /// The price of one seat in thousandths of the currency's unit.
    public var price: Int64?

    /// How many seats have that price.
    public var quantity: Int?

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(price: Int64? = nil, quantity: Int? = nil) {
        self.price = price
        self.quantity = quantity
    }
}
