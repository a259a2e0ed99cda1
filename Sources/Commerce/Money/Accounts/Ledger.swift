// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// The postings of one currency, in the order in which they were made, and what follows from them.
///
/// A balance is the sum of entries, always; nothing else is kept.
public struct Ledger: Hashable, Sendable {
    /// The currency.
    public let currency: Currency

    /// The postings in order.
    public private(set) var entries: [LedgerEntry] = []

    private var byKey: [String: Int] = [:]
    private var balances: [LedgerAccount: Int64] = [:]

    /// Makes a ledger without postings.
    public init(currency: Currency) {
        self.currency = currency
    }

    /// Makes a ledger from postings; one whose key came before, or of another currency, is left out.
    public init(currency: Currency, entries: some Sequence<LedgerEntry>) {
        self.init(currency: currency)
        for entry in entries where entry.currency == currency && byKey[entry.key] == nil {
            append(entry)
        }
    }

    /// What an account has.
    public func balance(of account: LedgerAccount) -> Int64 {
        balances[account] ?? 0
    }

    /// What a customer has.
    public func balance(of customer: CustomerID) -> Int64 {
        balance(of: .customer(customer))
    }

    /// The sum over all accounts, which is nothing as long as every posting has two sides.
    public var total: Int64 {
        balances.values.reduce(BoundedSum()) { $0 + BoundedSum($1) }.value
    }

    /// Posts a request, once.
    ///
    /// - Parameters:
    ///   - request: The change that is asked for.
    ///   - policy: How far a balance may fall.
    ///   - instant: The present instant.
    /// - Returns: The result.
    public mutating func post(_ request: LedgerRequest, policy: BalancePolicy, at instant: Date) -> LedgerOutcome {
        if let index = byKey[request.key] { return outcome(of: request, after: entries[index]) }
        guard request.currency == currency, request.amount != Int64.min, request.amount != 0 else {
            return .refused(.invalidAmount)
        }
        var request = request
        if let giver = request.giver {
            let balance = balance(of: giver)
            guard let amount = policy.takeable(abs(request.amount), of: balance, for: request.reason) else {
                return .refused(.insufficient(balance: balance))
            }
            if amount == 0 { return .writtenOff }
            request.amount = request.amount < 0 ? -amount : amount
            if request.counterpart != nil { request.transfer(parts(of: giver, taking: amount)) }
        }
        guard let entry = request.entry(at: instant), fits(entry) else { return .refused(.invalidAmount) }
        append(entry)
        return .posted(entry)
    }

    private func outcome(of request: LedgerRequest, after entry: LedgerEntry) -> LedgerOutcome {
        let same = request.entry(at: entry.instant).map {
            $0.debit == entry.debit && $0.credit == entry.credit && $0.reason == entry.reason
                && $0.currency == entry.currency && ($0.amount == entry.amount || $0.reason == .refund)
        }
        return same == true ? .repeated(entry) : .refused(.keyReused(entry))
    }

    private func fits(_ entry: LedgerEntry) -> Bool {
        [entry.debit, entry.credit].allSatisfy {
            !balance(of: $0).addingReportingOverflow(entry.change(of: $0)).overflow
        }
    }

    private mutating func append(_ entry: LedgerEntry) {
        byKey[entry.key] = entries.count
        entries.append(entry)
        for account in [entry.debit, entry.credit] {
            balances[account] = (BoundedSum(balance(of: account)) + BoundedSum(entry.change(of: account))).value
        }
    }
}

extension LedgerRequest {
    /// The customer of whom something is taken, or nothing.
    fileprivate var giver: CustomerID? {
        amount < 0 ? customer : counterpart
    }
}
