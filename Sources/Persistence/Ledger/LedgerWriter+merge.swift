// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce

extension LedgerWriter {
    /// Makes the ledger lines and balances of one customer another's.
    ///
    /// A key that both used stays under the first one's name: the second one's entry answers whoever repeats it.
    func movePostings(of customer: CustomerID, to other: CustomerID) throws {
        let named = "posting \(customer.rawValue.utf8.count) \(customer) "
        let renamed = "posting \(other.rawValue.utf8.count) \(other) "
        let rest: Query = "SUBSTR(idempotency_key, CAST(\(named.unicodeScalars.count + 1) AS INTEGER))"
        try execute(
            """
            UPDATE ledger_entries SET idempotency_key = \(renamed) || \(rest)
            WHERE id IN (SELECT entry FROM ledger_lines WHERE customer = \(customer))
                AND SUBSTR(idempotency_key, 1, CAST(\(named.unicodeScalars.count) AS INTEGER)) = \(named)
                AND \(renamed) || \(rest) NOT IN (
                    SELECT own.idempotency_key FROM ledger_entries AS own
                    JOIN ledger_lines AS line ON line.entry = own.id WHERE line.customer = \(other))
            """
        )
        try removeTransfers(between: customer, and: other)
        try execute("UPDATE ledger_lines SET customer = \(other) WHERE customer = \(customer)")
        try moveBalances(of: customer, to: other)
        try execute(
            """
            INSERT INTO ledger_expiries (customer, account, currency, due, idempotency_key)
            SELECT \(other), account, currency, due, idempotency_key FROM ledger_expiries WHERE customer = \(customer)
            ON CONFLICT (customer, account, currency, due, idempotency_key) DO NOTHING
            """
        )
        try execute("DELETE FROM ledger_expiries WHERE customer = \(customer)")
        try execute(
            """
            UPDATE ledger_rejections SET customer = \(other) WHERE customer = \(customer) AND NOT EXISTS (
                SELECT 1 FROM ledger_rejections AS own WHERE own.account = ledger_rejections.account
                    AND own.currency = ledger_rejections.currency
                    AND own.idempotency_key = ledger_rejections.idempotency_key AND own.customer = \(other))
            """
        )
        try execute("DELETE FROM ledger_rejections WHERE customer = \(customer)")
        try execute("UPDATE ledger_rejections SET counterpart = \(other) WHERE counterpart = \(customer)")
    }

    /// Empties the entries by which the two gave each other something: nothing moved, and each part runs out where it was.
    private func removeTransfers(between customer: CustomerID, and other: CustomerID) throws {
        try execute(
            """
            DELETE FROM ledger_lines WHERE entry IN (
                SELECT own.entry FROM ledger_lines AS own JOIN ledger_lines AS foreign_line
                    ON foreign_line.entry = own.entry AND foreign_line.account = own.account
                WHERE own.customer = \(customer) AND foreign_line.customer = \(other))
            """
        )
    }

    private func moveBalances(of customer: CustomerID, to other: CustomerID) throws {
        let balances = try rows(
            """
            SELECT account, currency, amount FROM ledger_balances WHERE customer = \(customer)
            ORDER BY account, currency
            """
        ) { (account: try $0.next(String.self), currency: try $0.next(String.self), amount: try $0.next(Int64.self)) }
        for (account, currency, amount) in balances {
            let known = try balance(of: account, customer: other, currency: currency)
            let (sum, overflowed) = known.addingReportingOverflow(amount)
            guard !overflowed else {
                let message = "the balances of \(currency) are too large to be summed"
                throw DatabaseError(code: .constraint, message: message)
            }
            try execute(
                """
                INSERT INTO ledger_balances (account, customer, currency, amount)
                VALUES (\(account), \(other), \(currency), \(sum))
                ON CONFLICT (account, customer, currency) DO UPDATE SET amount = excluded.amount
                """
            )
        }
        try execute("DELETE FROM ledger_balances WHERE customer = \(customer)")
    }
}
