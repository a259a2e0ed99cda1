// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// Something bought was used: virtual currency spent, or part of a purchase used up.
public struct Spend: Hashable, Sendable, Codable {
    /// The spending, as the team names it; the same one again changes nothing.
    public var id: String

    /// The one who spent.
    public var customer: CustomerID

    /// The balance it was spent from, when it was virtual currency.
    public var account: String?

    /// How much of that balance.
    public var amount: Int64?

    /// The purchase that was used, when one was.
    public var transactionID: TransactionID?

    /// How much of that purchase is used now, in thousandths of a per cent.
    public var usedPercentage: Int?

    /// Why, in words for people.
    public var reason: String

    /// Makes a spending.
    public init(
        id: String,
        customer: CustomerID,
        account: String? = nil,
        amount: Int64? = nil,
        transactionID: TransactionID? = nil,
        usedPercentage: Int? = nil,
        reason: String
    ) {
        self.id = id
        self.customer = customer
        self.account = account
        self.amount = amount
        self.transactionID = transactionID
        self.usedPercentage = usedPercentage
        self.reason = reason
    }
}
