// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// One posting: an amount of one currency taken from one account and given to another.
public struct LedgerEntry: Hashable, Sendable {
    /// What makes it the same posting when it is asked for again; unique in a currency.
    public let key: String

    /// The currency: a virtual one by the team's name, or money in milliunits by its ISO code.
    public let currency: Currency

    /// Whole units of the currency; always above zero.
    public let amount: Int64

    /// The account that gives.
    public let debit: LedgerAccount

    /// The account that gets.
    public let credit: LedgerAccount

    /// Why.
    public let reason: LedgerReason

    /// When.
    public let instant: Date

    /// When what was given runs out, or nothing.
    public let expiresDate: Date?

    /// What was given, by when it runs out; empty when all of it does at once, or never.
    ///
    /// What moves to another customer runs out when it would have run out where it was.
    public let parts: [ExpiringPortion]

    /// The purchase it belongs to, or nothing.
    public let transactionID: TransactionID?

    /// What it changes of an account: above zero for what it gets.
    public func change(of account: LedgerAccount) -> Int64 {
        (credit == account ? amount : 0) - (debit == account ? amount : 0)
    }
}
