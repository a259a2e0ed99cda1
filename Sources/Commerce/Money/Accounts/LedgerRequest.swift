// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// A change of a customer's balance as it is asked for.
public struct LedgerRequest: Hashable, Sendable {
    /// What makes it the same request when it is sent again.
    public var key: String

    /// The customer.
    public var customer: CustomerID

    /// The currency.
    public var currency: Currency

    /// Whole units; above zero gives, below zero takes.
    public var amount: Int64

    /// Why.
    public var reason: LedgerReason

    /// When what is given runs out, or nothing.
    public var expiresDate: Date?

    /// What is given, by when it runs out; empty when all of it does at once, or never.
    public var parts: [ExpiringPortion] = []

    /// The purchase it belongs to, or nothing.
    public var transactionID: TransactionID?

    /// The other customer of a transfer, or nothing.
    public var counterpart: CustomerID?

    /// Makes a request.
    public init(
        key: String,
        customer: CustomerID,
        currency: Currency,
        amount: Int64,
        reason: LedgerReason,
        expiresDate: Date? = nil,
        transactionID: TransactionID? = nil,
        counterpart: CustomerID? = nil
    ) {
        self.key = key
        self.customer = customer
        self.currency = currency
        self.amount = amount
        self.reason = reason
        self.expiresDate = expiresDate
        self.transactionID = transactionID
        self.counterpart = counterpart
    }

    /// Lets what moves between customers run out when it would have run out where it was.
    public mutating func transfer(_ parts: [ExpiringPortion]) {
        let ends = Set(parts.map(\.expiresDate))
        expiresDate = ends.count == 1 ? parts[0].expiresDate : nil
        self.parts = ends.count == 1 ? [] : parts
    }

    /// The posting it asks for; nothing for an amount of zero or of the least number, which has no opposite.
    public func entry(at instant: Date) -> LedgerEntry? {
        guard amount != 0, amount != Int64.min else { return nil }
        let own = LedgerAccount.customer(customer)
        let other = counterpart.map(LedgerAccount.customer) ?? reason.counterpart
        return LedgerEntry(
            key: key,
            currency: currency,
            amount: abs(amount),
            debit: amount > 0 ? other : own,
            credit: amount > 0 ? own : other,
            reason: reason,
            instant: instant,
            expiresDate: amount > 0 || counterpart != nil ? expiresDate : nil,
            parts: parts,
            transactionID: transactionID
        )
    }
}
