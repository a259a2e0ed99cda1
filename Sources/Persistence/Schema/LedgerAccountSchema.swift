// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// What was credited in another environment than production moves to accounts of that environment.
enum LedgerAccountSchema {
    static let statements: @Sendable (Dialect) -> [String] = { _ in
        [
            """
            UPDATE ledger_lines SET account = 'wallet ' || (
                SELECT scopes.environment FROM ledger_entries JOIN scopes ON scopes.id = ledger_entries.scope
                WHERE ledger_entries.id = ledger_lines.entry)
            WHERE account = 'wallet' AND entry IN (
                SELECT ledger_entries.id FROM ledger_entries JOIN scopes ON scopes.id = ledger_entries.scope
                WHERE scopes.environment <> 'Production')
            """,
            """
            INSERT INTO ledger_balances (account, customer, currency, amount)
            SELECT account, customer, currency, SUM(amount) FROM ledger_lines
            WHERE customer IS NOT NULL AND account <> 'wallet' GROUP BY account, customer, currency
            """,
            """
            UPDATE ledger_balances SET amount = (
                SELECT COALESCE(SUM(lines.amount), 0) FROM ledger_lines AS lines
                WHERE lines.customer = ledger_balances.customer AND lines.currency = ledger_balances.currency
                    AND lines.account = 'wallet')
            WHERE account = 'wallet' AND customer IN (SELECT customer FROM ledger_balances WHERE account <> 'wallet')
            """,
        ]
    }
}
