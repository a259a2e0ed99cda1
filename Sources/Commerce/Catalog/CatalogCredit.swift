// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Virtual currency that a purchase credits.
public struct CatalogCredit: Hashable, Sendable, Codable {
    /// The account it is credited to, such as "gems".
    public var account: String

    /// How much, for a quantity of one.
    public var amount: Int64

    /// Makes a credit.
    public init(account: String, amount: Int64) {
        self.account = account
        self.amount = amount
    }
}
