// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import Commerce
package import FoundationEssentials

/// An entry of the books: amounts that move between accounts and sum to zero in each currency.
package struct StoredLedgerEntry: Hashable, Sendable {
    /// One account's part of an entry.
    package struct Line: Hashable, Sendable {
        /// The account, by the name that the rules give it.
        package var account: String
        /// Whose account, when each customer has one.
        package var customer: CustomerID?
        /// The amount, in milliunits of money or whole units of a virtual currency; negative when taken away.
        package var amount: Int64
        /// The currency, of either kind.
        package var currency: String

        /// Makes a line.
        package init(account: String, customer: CustomerID? = nil, amount: Int64, currency: String) {
            self.account = account
            self.customer = customer
            self.amount = amount
            self.currency = currency
        }
    }

    /// What makes the entry once: the same key is the same entry.
    package var idempotencyKey: String
    /// The app and environment.
    package var scope: AppScope
    /// When.
    package var instant: Date
    /// Why.
    package var reason: String
    /// What moves.
    package var lines: [Line]
    /// What else is worth keeping, in the server's own form.
    package var body: Data?

    /// Makes an entry.
    package init(
        idempotencyKey: String,
        scope: AppScope,
        instant: Date,
        reason: String,
        lines: [Line],
        body: Data? = nil
    ) {
        self.idempotencyKey = idempotencyKey
        self.scope = scope
        self.instant = instant
        self.reason = reason
        self.lines = lines
        self.body = body
    }
}

/// A line of a customer's statement.
package struct LedgerStatementLine: Hashable, Sendable {
    /// The entry's number, which is the cursor for reading on.
    package let entry: Int64
    /// When.
    package let instant: Date
    /// Why.
    package let reason: String
    /// The entry's key.
    package let idempotencyKey: String
    /// What moved.
    package let line: StoredLedgerEntry.Line
    /// What else the entry holds, in the server's own form.
    package let body: Data?
}

extension LedgerWriter {
    /// Books an entry, unless its key was booked before.
    ///
    /// - Returns: Whether it is new.
    /// - Throws: `DatabaseError`; with `constraint` when the lines do not sum to zero.
    @discardableResult
    package func postEntry(_ entry: StoredLedgerEntry) throws -> Bool {
        try requireBalance(entry)
        let scope = try ensureNumber(of: entry.scope)
        let id = try first(
            """
            INSERT INTO ledger_entries (idempotency_key, scope, instant, reason, body)
            VALUES (\(entry.idempotencyKey), \(scope), \(entry.instant), \(entry.reason), \(entry.body))
            ON CONFLICT (idempotency_key) DO NOTHING RETURNING id
            """
        ) { try $0.next(Int64.self) }
        guard let id else { return false }
        for (number, line) in entry.lines.enumerated() {
            try execute(
                """
                INSERT INTO ledger_lines (entry, line, account, customer, currency, amount)
                VALUES (\(id), \(number), \(line.account), \(line.customer), \(line.currency), \(line.amount))
                """
            )
            // A house account is part of so many entries that a stored balance would serialize the writers.
            guard let customer = line.customer else { continue }
            try execute(
                """
                INSERT INTO ledger_balances (account, customer, currency, amount)
                VALUES (\(line.account), \(customer), \(line.currency), \(line.amount))
                ON CONFLICT (account, customer, currency)
                    DO UPDATE SET amount = ledger_balances.amount + excluded.amount
                """
            )
        }
        return true
    }

    private func requireBalance(_ entry: StoredLedgerEntry) throws {
        for (currency, lines) in Dictionary(grouping: entry.lines, by: \.currency) {
            var sum: Int64 = 0
            for line in lines {
                let (next, overflowed) = sum.addingReportingOverflow(line.amount)
                guard !overflowed else {
                    throw DatabaseError(
                        code: .constraint,
                        message: "the amounts of an entry are too large to be summed"
                    )
                }
                sum = next
            }
            guard sum == 0 else {
                throw DatabaseError(
                    code: .constraint,
                    message: "an entry's lines in \(currency) sum to \(sum); what one account gives another must take"
                )
            }
        }
    }
}

extension LedgerReader {
    /// What an account of the house holds, which belongs to no customer: the sum of all its lines.
    ///
    /// Each half of the amounts has a sum of its own, because no database sums beyond 64 bits and SQLite refuses to.
    ///
    /// - Throws: `DatabaseError`.
    package func houseBalance(of account: String, currency: String) throws -> BoundedSum {
        let halves = try first(
            """
            SELECT CAST(COALESCE(SUM(amount / 4294967296), 0) AS BIGINT),
                CAST(COALESCE(SUM(amount % 4294967296), 0) AS BIGINT)
            FROM ledger_lines WHERE account = \(account) AND currency = \(currency) AND customer IS NULL
            """
        ) { (high: try $0.next(Int64.self), low: try $0.next(Int64.self)) }
        guard let halves else { return 0 }
        let high = halves.high + halves.low >> 32
        guard let top = Int32(exactly: high) else {
            return high < 0 ? BoundedSum(.min) - 1 : BoundedSum(.max) + 1
        }
        return BoundedSum(Int64(top) << 32 | halves.low & 0xFFFF_FFFF)
    }

    /// What a customer's account holds.
    ///
    /// - Throws: `DatabaseError`.
    package func balance(of account: String, customer: CustomerID, currency: String) throws -> Int64 {
        try number(
            """
            SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM ledger_balances
            WHERE account = \(account) AND customer = \(customer) AND currency = \(currency)
            """
        )
    }

    /// The entry that a key made, or nothing.
    ///
    /// - Throws: `DatabaseError`.
    package func ledgerEntry(_ key: String) throws -> StoredLedgerEntry? {
        let found = try first(
            """
            SELECT id, scope, instant, reason, body FROM ledger_entries WHERE idempotency_key = \(key)
            """
        ) { row in
            (
                id: try row.next(Int64.self), scope: try row.next(Int64.self), instant: try row.next(Date.self),
                reason: try row.next(String.self), body: try row.next(Data?.self)
            )
        }
        guard let found else { return nil }
        let lines = try rows(
            """
            SELECT account, customer, amount, currency FROM ledger_lines WHERE entry = \(found.id) ORDER BY line
            """
        ) { row in
            StoredLedgerEntry.Line(
                account: try row.next(),
                customer: try row.next(),
                amount: try row.next(),
                currency: try row.next()
            )
        }
        return StoredLedgerEntry(
            idempotencyKey: key,
            scope: try scope(numbered: found.scope),
            instant: found.instant,
            reason: found.reason,
            lines: lines,
            body: found.body
        )
    }

    /// What moved in a customer's account of a currency, the newest first, a page at a time.
    ///
    /// - Throws: `DatabaseError`.
    package func statement(
        of customer: CustomerID,
        account: String,
        currency: String,
        before entry: Int64 = .max,
        limit: Int
    ) throws -> [LedgerStatementLine] {
        try rows(
            """
            SELECT e.id, e.instant, e.reason, e.idempotency_key, l.amount, e.body
            FROM ledger_lines l JOIN ledger_entries e ON e.id = l.entry
            WHERE l.customer = \(customer) AND l.currency = \(currency) AND l.account = \(account)
                AND l.entry < \(entry)
            ORDER BY l.entry DESC, l.line LIMIT \(limit)
            """
        ) { row in
            LedgerStatementLine(
                entry: try row.next(),
                instant: try row.next(),
                reason: try row.next(),
                idempotencyKey: try row.next(),
                line: StoredLedgerEntry.Line(
                    account: account,
                    customer: customer,
                    amount: try row.next(),
                    currency: currency
                ),
                body: try row.next()
            )
        }
    }

    /// The sums of all lines of each currency, which are zero, and the accounts whose stored balance is not the sum
    /// of their lines, of which there are none.
    ///
    /// - Throws: `DatabaseError`.
    package func ledgerProblems() throws -> [String] {
        // By halves, because a sum on its way may be beyond 64 bits.
        let sums = try rows(
            """
            SELECT currency FROM (
                SELECT currency, CAST(SUM(amount / 4294967296) AS BIGINT) AS high,
                    CAST(SUM(amount % 4294967296) AS BIGINT) AS low
                FROM ledger_lines GROUP BY currency
            ) halves WHERE low % 4294967296 <> 0 OR high <> -(low / 4294967296)
            """
        ) {
            "the books are out of balance in \(try $0.next(String.self))"
        }
        let balances = try rows(
            """
            SELECT b.account, b.currency FROM ledger_balances b
            LEFT JOIN (SELECT account, customer, currency, CAST(SUM(amount / 4294967296) AS BIGINT) AS high,
                    CAST(SUM(amount % 4294967296) AS BIGINT) AS low
                FROM ledger_lines WHERE customer IS NOT NULL GROUP BY account, customer, currency) l
                ON l.account = b.account AND l.customer = b.customer AND l.currency = b.currency
            WHERE (COALESCE(l.low, 0) - b.amount % 4294967296) % 4294967296 <> 0
                OR b.amount / 4294967296 - COALESCE(l.high, 0)
                    <> (COALESCE(l.low, 0) - b.amount % 4294967296) / 4294967296
            LIMIT 100
            """
        ) { "a balance of \(try $0.next(String.self)) in \(try $0.next(String.self)) is not the sum of its lines" }
        return sums + balances
    }
}
