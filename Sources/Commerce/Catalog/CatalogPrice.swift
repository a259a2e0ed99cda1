// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// A price in one storefront.
public struct CatalogPrice: Hashable, Sendable, Codable {
    /// The storefront.
    public var storefront: StorefrontCountryCode

    /// The price.
    public var price: Money

    /// Makes a price.
    public init(storefront: StorefrontCountryCode, price: Money) {
        self.storefront = storefront
        self.price = price
    }
}
