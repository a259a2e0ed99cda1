// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The tables of the ledger of virtual currencies.
enum LedgerSchema {
    static func statements(_ d: Dialect) -> [String] {
        [
            """
            CREATE TABLE ledger_entries (
                id \(d.identity),
                idempotency_key \(d.text) NOT NULL UNIQUE,
                scope \(d.integer) NOT NULL,
                instant \(d.integer) NOT NULL,
                reason \(d.text) NOT NULL,
                body \(d.bytes)
            )\(d.tableEnd)
            """,
            """
            CREATE TABLE ledger_lines (
                entry \(d.integer) NOT NULL,
                line \(d.integer) NOT NULL,
                account \(d.text) NOT NULL,
                customer \(d.text),
                currency \(d.text) NOT NULL,
                amount \(d.integer) NOT NULL,
                PRIMARY KEY (entry, line)
            )\(d.clusteredTableEnd)
            """,
            "CREATE INDEX ledger_lines_by_account ON ledger_lines (account, currency) WHERE customer IS NULL",
            "CREATE INDEX ledger_lines_by_customer ON ledger_lines (customer, currency, entry) WHERE customer IS NOT NULL",
            """
            CREATE TABLE ledger_balances (
                account \(d.text) NOT NULL,
                customer \(d.text) NOT NULL,
                currency \(d.text) NOT NULL,
                amount \(d.integer) NOT NULL,
                PRIMARY KEY (account, customer, currency)
            )\(d.clusteredTableEnd)
            """,
            """
            CREATE TABLE ledger_expiries (
                customer \(d.text) NOT NULL,
                account \(d.text) NOT NULL,
                currency \(d.text) NOT NULL,
                due \(d.integer) NOT NULL,
                idempotency_key \(d.text) NOT NULL,
                PRIMARY KEY (customer, account, currency, due, idempotency_key)
            )\(d.clusteredTableEnd)
            """,
            """
            CREATE TABLE ledger_rejections (
                customer \(d.text) NOT NULL,
                account \(d.text) NOT NULL,
                currency \(d.text) NOT NULL,
                idempotency_key \(d.text) NOT NULL,
                amount \(d.integer) NOT NULL,
                reason \(d.text) NOT NULL,
                counterpart \(d.text),
                balance \(d.integer) NOT NULL,
                is_written_off \(d.integer) NOT NULL,
                PRIMARY KEY (customer, account, currency, idempotency_key)
            )\(d.clusteredTableEnd)
            """,
            """
            CREATE INDEX ledger_rejections_by_counterpart ON ledger_rejections (counterpart)
            WHERE counterpart IS NOT NULL
            """,
        ]
    }
}
