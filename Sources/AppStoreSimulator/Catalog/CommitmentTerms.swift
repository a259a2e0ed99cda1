// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// How a one-year subscription is sold month by month, with a commitment for the year.
///
/// <https://developer.apple.com/documentation/storekit/supporting-monthly-subscriptions-with-a-12-month-commitment>
public struct CommitmentTerms: Hashable, Sendable, Codable {
    /// How many months a commitment has.
    public static let months = 12

    /// The price of a month.
    public var monthlyPrice: PriceList

    /// Makes the terms.
    public init(monthlyPrice: PriceList) {
        self.monthlyPrice = monthlyPrice
    }

    /// The storefronts in which Apple sells no commitments.
    public static let storefrontsWithout: Set<StorefrontCountryCode> = ["USA", "SGP"]
}
