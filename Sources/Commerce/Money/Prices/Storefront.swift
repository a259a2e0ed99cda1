// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// One country's App Store, as far as money goes.
public struct Storefront: Hashable, Sendable {
    /// The country.
    public let country: StorefrontCountryCode

    /// Apple's number of it.
    public let number: StorefrontID

    /// The currency of its prices.
    public let currency: Currency

    /// What the law takes of a price.
    public let tax: TaxRule

    /// The smallest step of its prices.
    public let step: Money

    /// Its name by language: `en` and `zh-Hans`.
    public let names: [String: String]

    /// Makes a storefront from its parts.
    public init(
        country: StorefrontCountryCode,
        number: StorefrontID,
        currency: Currency,
        tax: TaxRule,
        step: Money,
        names: [String: String] = [:]
    ) {
        self.country = country
        self.number = number
        self.currency = currency
        self.tax = tax
        self.step = step
        self.names = names
    }
}
