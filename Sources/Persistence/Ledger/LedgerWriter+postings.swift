// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
package import Commerce
package import FoundationEssentials

extension LedgerWriter {
    /// Changes a customer's balance, once, as far as the policy lets it.
    ///
    /// Changes of one customer's balance of a currency happen one after another, whoever asks: the balance's row is
    /// taken first, of two customers in the order of their names. A key gets the same outcome permanently, whatever ran
    /// out or came in since: one that was refused is refused again.
    ///
    /// - Parameters:
    ///   - request: The change.
    ///   - account: The name of customers' accounts in the books.
    ///   - scope: The app and environment.
    ///   - policy: How far a balance may fall.
    ///   - instant: The present instant.
    /// - Returns: The result.
    /// - Throws: `DatabaseError`.
    package func post(
        _ request: LedgerRequest,
        account: String,
        scope: AppScope,
        policy: BalancePolicy,
        at instant: Date
    ) throws -> PostingOutcome {
        guard request.amount != 0, request.amount != .min else { return .invalidAmount }
        var request = request
        let currency = request.currency.rawValue
        let customers = [request.customer, request.counterpart].compactMap(\.self).sorted()
        for customer in customers { try hold(account, of: customer, currency: currency) }
        if let known = try posting(request.key, of: request.customer, account: account, currency: currency) {
            return known.isOf(request) ? .repeated(known.amount) : .keyReused
        }
        if let known = try refusal(request.key, of: request.customer, account: account, currency: currency) {
            guard known.isOf(request) else { return .keyReused }
            return known.isWrittenOff ? .writtenOff : .insufficient(balance: known.balance)
        }
        for customer in customers {
            try postExpired(account, of: customer, currency: currency, scope: scope, at: instant)
        }
        var amount = request.amount
        let before = try balance(of: account, customer: request.customer, currency: currency)
        if let giver = amount < 0 ? request.customer : request.counterpart {
            let balance = try balance(of: account, customer: giver, currency: currency)
            let takeable = policy.takeable(abs(amount), of: balance, for: request.reason)
            guard let takeable, takeable > 0 else {
                try reject(request, account, isWrittenOff: takeable != nil, balance: before)
                return takeable == nil ? .insufficient(balance: balance) : .writtenOff
            }
            amount = amount < 0 ? -takeable : takeable
            if request.counterpart != nil {
                try transfer(&request, from: giver, account: account)
            }
        }
        let after = BoundedSum(before) + BoundedSum(amount)
        let other = try request.counterpart.map { try balance(of: account, customer: $0, currency: currency) } ?? 0
        guard !after.isClamped, !(BoundedSum(other) - BoundedSum(amount)).isClamped else { return .invalidAmount }
        var entry = try entry(request, amount: amount, account: account, scope: scope, at: instant)
        entry.body = try AppStoreJSON.encode(LedgerEntryMetadata(request, balance: after.value))
        let isNew = try postEntry(entry)
        if isNew, let taker = amount > 0 ? request.customer : request.counterpart {
            let ends = request.parts.isEmpty ? [request.expiresDate] : request.parts.map(\.expiresDate)
            for case let end? in ends { try store(end, request, of: taker, account) }
        }
        return isNew ? .posted(amount) : .keyReused
    }

    /// A customer's balance that no one else changes before this transaction ends, without what has run out.
    ///
    /// - Throws: `DatabaseError`.
    package func balanceAfterExpiration(
        of account: String,
        customer: CustomerID,
        currency: String,
        scope: AppScope,
        at instant: Date
    ) throws -> Int64 {
        try hold(account, of: customer, currency: currency)
        try postExpired(account, of: customer, currency: currency, scope: scope, at: instant)
        return try balance(of: account, customer: customer, currency: currency)
    }

    /// Books what has run out of a customer's balance of a currency.
    ///
    /// - Returns: How much ran out.
    /// - Throws: `DatabaseError`.
    @discardableResult
    package func postExpired(
        _ account: String,
        of customer: CustomerID,
        currency: String,
        scope: AppScope,
        at instant: Date
    ) throws -> Int64 {
        guard try hasExpired(account, of: customer, currency: currency, asOf: instant) else { return 0 }
        try hold(account, of: customer, currency: currency)
        let ledger = try ledger(of: customer, account: account, currency: currency)
        var expired: Int64 = 0
        for request in ledger.expiries(of: customer, asOf: instant)
        where try postEntry(entry(request, amount: request.amount, account: account, scope: scope, at: instant)) {
            expired -= request.amount
        }
        try execute(
            """
            DELETE FROM ledger_expiries
            WHERE customer = \(customer) AND account = \(account) AND currency = \(currency) AND due <= \(instant)
            """
        )
        return expired
    }

    private func reject(
        _ request: LedgerRequest,
        _ account: String,
        isWrittenOff: Bool,
        balance: Int64
    ) throws {
        try execute(
            """
            INSERT INTO ledger_rejections
                (customer, account, currency, idempotency_key, amount, reason, counterpart, balance, is_written_off)
            VALUES (\(request.customer), \(account), \(request.currency), \(request.key), \(request.amount),
                \(request.reason), \(request.counterpart), \(balance), \(isWrittenOff))
            """
        )
    }

    /// What moves runs out when it would have run out where it was.
    private func transfer(_ request: inout LedgerRequest, from giver: CustomerID, account: String) throws {
        let currency = request.currency.rawValue
        guard try hasExpired(account, of: giver, currency: currency, asOf: .distantFuture) else { return }
        let ledger = try ledger(of: giver, account: account, currency: currency)
        request.transfer(ledger.parts(of: giver, taking: abs(request.amount)))
    }

    private func store(
        _ end: Date,
        _ request: LedgerRequest,
        of customer: CustomerID,
        _ account: String
    ) throws {
        try execute(
            """
            INSERT INTO ledger_expiries (customer, account, currency, due, idempotency_key)
            VALUES (\(customer), \(account), \(request.currency), \(end), \(request.key))
            ON CONFLICT (customer, account, currency, due, idempotency_key) DO NOTHING
            """
        )
    }

    /// Takes a balance's row, so that no one else changes it before this transaction ends.
    private func hold(_ account: String, of customer: CustomerID, currency: String) throws {
        try execute(
            """
            INSERT INTO ledger_balances (account, customer, currency, amount)
            VALUES (\(account), \(customer), \(currency), 0)
            ON CONFLICT (account, customer, currency) DO UPDATE SET amount = ledger_balances.amount
            """
        )
    }

    private func entry(
        _ request: LedgerRequest,
        amount: Int64,
        account: String,
        scope: AppScope,
        at instant: Date
    ) throws -> StoredLedgerEntry {
        let currency = request.currency.rawValue
        let other = StoredLedgerEntry.Line(
            account: request.counterpart == nil ? request.reason.counterpart.description : account,
            customer: request.counterpart,
            amount: -amount,
            currency: currency
        )
        return StoredLedgerEntry(
            idempotencyKey: Self.storedKey(request.key, request.customer, account, currency),
            scope: scope,
            instant: instant,
            reason: request.reason.rawValue,
            lines: [
                StoredLedgerEntry.Line(
                    account: account,
                    customer: request.customer,
                    amount: amount,
                    currency: currency
                ),
                other,
            ],
            body: try AppStoreJSON.encode(LedgerEntryMetadata(request))
        )
    }
}
