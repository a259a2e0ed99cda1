// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// A level of the App Store's price table before price points came in December 2022.
///
/// Requirement E1. Levels 1 to 87 and the alternates A, B and 1 to 5, in CNY and USD.
public struct PriceTier: Hashable, Sendable, Codable {
    /// The level's name: a number, `A`, `B`, or `alternate-1` to `alternate-5`.
    public let name: String

    /// The customer's price in each currency of the table.
    public let prices: [Currency: Money]
}
