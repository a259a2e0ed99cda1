// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// A price in every storefront: one base price, and those that were set manually.
public struct PriceList: Hashable, Sendable, Codable {
    /// The price in the catalog's base storefront, in thousandths of its currency's unit.
    public var base: Int64

    /// The prices that were set manually.
    public var storefronts: [StorefrontPrice]

    /// Makes a price list.
    ///
    /// - Parameters:
    ///   - base: The price in the base storefront in thousandths of its currency's unit: 1990 is 1.99.
    ///   - storefronts: The prices that differ from the conversion of the base price.
    public init(base: Int64, storefronts: [StorefrontPrice] = []) {
        self.base = base
        self.storefronts = storefronts
    }

    /// Nothing is paid.
    public static let free = PriceList(base: 0)

    /// The price that was set manually for a storefront.
    public func manual(in storefront: StorefrontCountryCode) -> Int64? {
        storefronts.first { $0.storefront == storefront }?.milliunits
    }
}

/// A price that was set manually for one storefront.
public struct StorefrontPrice: Hashable, Sendable, Codable {
    /// The storefront.
    public var storefront: StorefrontCountryCode

    /// The price in thousandths of the currency's unit.
    public var milliunits: Int64

    /// Makes a storefront's price.
    public init(storefront: StorefrontCountryCode, milliunits: Int64) {
        self.storefront = storefront
        self.milliunits = milliunits
    }
}
