// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// A product's price in one storefront, and why it is that.
public struct StorefrontPrice: Hashable, Sendable {
    /// What decided the price.
    public enum Origin: String, Hashable, Sendable, Codable {
        /// The storefront from which the others follow.
        case base

        /// Set manually; equalization leaves it alone.
        case manual

        /// Equalized from the base price.
        case equalized
    }

    /// Why a storefront has no price.
    public enum Absence: String, Hashable, Sendable, Codable {
        /// The product is not for sale there.
        case notAvailable = "not-available"

        /// The rate table lacks its currency or the base's.
        case noExchangeRate = "no-exchange-rate"

        /// No price points are known of it.
        case noPricePoints = "no-price-points"
    }

    /// The price with what decided it, or why there is none.
    public enum Outcome: Hashable, Sendable {
        /// The product is sold at a price.
        case price(Money, Origin)

        /// The product has no price.
        case absent(Absence)
    }

    /// The storefront.
    public let country: StorefrontCountryCode

    /// The price, or why there is none.
    public let outcome: Outcome

    /// The price, when there is one.
    public var price: Money? {
        guard case .price(let price, _) = outcome else { return nil }
        return price
    }
}
