// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
package import Commerce
package import FoundationEssentials

extension LedgerReader {
    /// The account of a currency as keys name it: the first account by its currency alone, another one by both.
    private static func place(_ account: String, _ currency: String) -> String {
        account == "wallet" ? currency : "\(account)\u{1f}\(currency)"
    }

    /// The stored key of a customer's own key.
    static func storedKey(_ key: String, _ customer: CustomerID, _ account: String, _ currency: String) -> String {
        let place = place(account, currency)
        return "posting \(customer.rawValue.utf8.count) \(customer) \(place.utf8.count) \(place) \(key)"
    }

    /// A customer's own key of a stored one, or the stored one when another part of the server made it.
    ///
    /// A transfer is under the key of whoever asked for it, whose name does not concern the other one.
    static func ownKey(
        _ stored: String,
        _ customer: CustomerID,
        _ other: CustomerID?,
        _ account: String,
        _ currency: String
    ) -> (key: String, isOwn: Bool) {
        let prefix = storedKey("", customer, account, currency)
        if stored.hasPrefix(prefix) { return (String(stored.dropFirst(prefix.count)), true) }
        guard let other else { return (stored, true) }
        let foreign = storedKey("", other, account, currency)
        return stored.hasPrefix(foreign) ? (String(stored.dropFirst(foreign.count)), false) : (stored, true)
    }

    /// The purchase that a credit of the server's own, or a correction of one, belongs to: the last part of its key.
    ///
    /// Entries state it themselves; those posted before that state it by their key alone.
    private static func creditedTransaction(_ stored: String) -> TransactionID? {
        guard stored.hasPrefix("purchase ") || stored.hasPrefix("difference ") else { return nil }
        return stored.split(separator: " ").last.map { TransactionID(rawValue: String($0)) }
    }

    /// A customer's balance of a currency, line by line, the newest first.
    ///
    /// - Throws: `DatabaseError`.
    package func postings(
        of customer: CustomerID,
        account: String,
        currency: String,
        before number: Int64 = .max,
        limit: Int
    ) throws -> [StoredPosting] {
        try postings(
            of: customer,
            account: account,
            currency: currency,
            where: "l.entry < \(number) ORDER BY l.entry DESC LIMIT \(limit)"
        )
    }

    /// The currencies of which a customer has or had something.
    ///
    /// - Throws: `DatabaseError`.
    package func balances(of customer: CustomerID, account: String) throws -> [(currency: String, amount: Int64)] {
        try rows(
            """
            SELECT currency, amount FROM ledger_balances WHERE account = \(account) AND customer = \(customer)
            ORDER BY currency LIMIT 1000
            """
        ) { (currency: try $0.next(), amount: try $0.next()) }
    }

    /// What a key of a customer's booked.
    ///
    /// - Throws: `DatabaseError`.
    package func posting(
        _ key: String,
        of customer: CustomerID,
        account: String,
        currency: String
    ) throws -> StoredPosting? {
        let stored = Self.storedKey(key, customer, account, currency)
        return try postings(
            of: customer,
            account: account,
            currency: currency,
            where: "e.idempotency_key = \(stored) LIMIT 1"
        ).first
    }

    func refusal(
        _ key: String,
        of customer: CustomerID,
        account: String,
        currency: String
    ) throws -> RejectedPosting? {
        try first(
            """
            SELECT amount, reason, counterpart, balance, is_written_off FROM ledger_rejections
            WHERE customer = \(customer) AND account = \(account) AND currency = \(currency)
                AND idempotency_key = \(key)
            """
        ) { row in
            RejectedPosting(
                asked: try row.next(),
                reason: try row.next(),
                counterpart: try row.next(),
                balance: try row.next(),
                isWrittenOff: try row.next()
            )
        }
    }

    /// The balance right after a key was answered first; the present one when it never was.
    ///
    /// - Throws: `DatabaseError`.
    package func balance(
        after key: String,
        of account: String,
        customer: CustomerID,
        currency: String
    ) throws -> Int64 {
        let noted =
            try posting(key, of: customer, account: account, currency: currency)?.balance
            ?? refusal(key, of: customer, account: account, currency: currency)?.balance
        return try noted ?? balance(of: account, customer: customer, currency: currency)
    }

    /// Whether something that was given to a customer has run out by an instant.
    ///
    /// - Throws: `DatabaseError`.
    package func hasExpired(
        _ account: String,
        of customer: CustomerID,
        currency: String,
        asOf instant: Date
    ) throws -> Bool {
        try number(
            """
            SELECT COUNT(*) FROM (SELECT 1 FROM ledger_expiries WHERE customer = \(customer) AND account = \(account)
                AND currency = \(currency) AND due <= \(instant) LIMIT 1) AS expired
            """
        ) > 0
    }

    /// All postings of a customer as the rules' ledger.
    func ledger(of customer: CustomerID, account: String, currency: String) throws -> Ledger {
        let postings = try postings(
            of: customer,
            account: account,
            currency: currency,
            where: "TRUE ORDER BY l.entry LIMIT 10000000"
        )
        let entries = postings.compactMap { posting -> LedgerEntry? in
            var request = LedgerRequest(
                // Another customer's key may be the same as one of this customer's.
                key: posting.isOwn ? posting.key : "entry \(posting.number)",
                customer: customer,
                currency: Currency(rawValue: currency),
                amount: posting.amount,
                reason: posting.reason
            )
            request.expiresDate = posting.expiresDate
            request.parts = posting.parts
            request.transactionID = posting.transaction
            request.counterpart = posting.counterpart
            return request.entry(at: posting.instant)
        }
        return Ledger(currency: Currency(rawValue: currency), entries: entries)
    }

    private func postings(
        of customer: CustomerID,
        account: String,
        currency: String,
        where condition: Query
    ) throws -> [StoredPosting] {
        try rows(
            """
            SELECT e.id, e.idempotency_key, l.amount, e.reason, e.instant, e.body,
                (SELECT MIN(o.customer) FROM ledger_lines o WHERE o.entry = e.id AND o.customer <> l.customer)
            FROM ledger_lines l JOIN ledger_entries e ON e.id = l.entry
            WHERE l.customer = \(customer) AND l.currency = \(currency) AND l.account = \(account) AND \(condition)
            """
        ) { row in
            let number = try row.next(Int64.self)
            let stored = try row.next(String.self)
            let amount = try row.next(Int64.self)
            let reason = try row.next(LedgerReason.self)
            let instant = try row.next(Date.self)
            let body = try row.next(Data?.self)
            let other = try row.next(CustomerID?.self)
            let metadata = try body.map { try AppStoreJSON.decode(LedgerEntryMetadata.self, from: $0) }
            let (key, isOwn) = Self.ownKey(stored, customer, other, account, currency)
            return StoredPosting(
                number: number,
                key: key,
                amount: amount,
                reason: reason,
                instant: instant,
                expiresDate: amount > 0 ? metadata?.expires.map { Date(millisecondsSince1970: $0) } : nil,
                parts: amount > 0 ? metadata?.parts?.map(\.part) ?? [] : [],
                transaction: metadata?.transaction ?? Self.creditedTransaction(stored),
                counterpart: other,
                asked: metadata?.asked ?? amount,
                balance: isOwn ? metadata?.balance : nil,
                isOwn: isOwn
            )
        }
    }
}
