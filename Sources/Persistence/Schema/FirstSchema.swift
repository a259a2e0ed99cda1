// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The first version of the schema.
///
/// Tables that a row belongs to permanently and that must stay unique (`fact_keys`, `transaction_ids`,
/// `notification_ids`, `order_keys`, `deliveries`) hold nothing else, so that they are never partitioned.
enum FirstSchema {
    static let statements: @Sendable (Dialect) -> [String] = { dialect in
        dialect.surroundings.before + facts(dialect) + documents(dialect) + customers(dialect) + orders(dialect)
            + projections(dialect)
            + events(dialect) + jobs(dialect) + records(dialect) + ledger(dialect)
            + dialect.surroundings.after
    }

    private static func facts(_ d: Dialect) -> [String] {
        [
            """
            CREATE TABLE scopes (
                id \(d.identity),
                bundle_id \(d.text) NOT NULL,
                environment \(d.text) NOT NULL,
                UNIQUE (bundle_id, environment)
            )\(d.tableEnd)
            """,
            """
            CREATE TABLE facts (
                id \(d.partitionedIdentity),
                scope \(d.integer) NOT NULL,
                kind \(d.text) NOT NULL,
                lineage \(d.text),
                customer \(d.text),
                sort_key \(d.bytes) NOT NULL,
                instant \(d.integer) NOT NULL,
                digest \(d.bytes),
                content \(d.bytes) NOT NULL,
                document \(d.integer),
                received \(d.integer) NOT NULL,
                source \(d.text) NOT NULL\(d.partitionedTableEnd)
            """,
            "CREATE INDEX facts_by_lineage ON facts (scope, lineage, sort_key) WHERE lineage IS NOT NULL",
            "CREATE INDEX facts_by_customer ON facts (customer, scope, sort_key) WHERE customer IS NOT NULL",
            "CREATE INDEX facts_by_instant ON facts (scope, instant)",
            """
            CREATE TABLE fact_keys (
                digest \(d.bytes) NOT NULL,
                scope \(d.integer) NOT NULL,
                kind \(d.text) NOT NULL,
                lineage \(d.text) NOT NULL,
                fact \(d.integer) NOT NULL,
                PRIMARY KEY (digest, scope, kind, lineage)
            )\(d.clusteredTableEnd)
            """,
            """
            CREATE TABLE command_numbers (
                scope \(d.integer) NOT NULL PRIMARY KEY,
                sequence \(d.integer) NOT NULL,
                instant \(d.integer) NOT NULL
            )\(d.tableEnd)
            """,
            """
            CREATE TABLE transaction_ids (
                scope \(d.integer) NOT NULL,
                transaction_id \(d.text) NOT NULL,
                lineage \(d.text) NOT NULL,
                PRIMARY KEY (scope, transaction_id)
            )\(d.clusteredTableEnd)
            """,
            """
            CREATE TABLE notification_ids (
                scope \(d.integer) NOT NULL,
                notification_id \(d.text) NOT NULL,
                received \(d.integer) NOT NULL,
                PRIMARY KEY (scope, notification_id)
            )\(d.clusteredTableEnd)
            """,
        ]
    }

    private static func documents(_ d: Dialect) -> [String] {
        [
            """
            CREATE TABLE document_headers (
                id \(d.identity),
                lookup \(d.integer) NOT NULL,
                body \(d.bytes) NOT NULL
            )\(d.tableEnd)
            """,
            "CREATE INDEX document_headers_by_lookup ON document_headers (lookup)",
            """
            CREATE TABLE documents (
                id \(d.identity),
                lookup \(d.integer) NOT NULL,
                form \(d.integer) NOT NULL,
                header \(d.integer),
                body \(d.bytes) NOT NULL,
                signature \(d.bytes)
            )\(d.tableEnd)
            """,
            "CREATE INDEX documents_by_lookup ON documents (lookup)",
        ]
    }

    private static func customers(_ d: Dialect) -> [String] {
        [
            """
            CREATE TABLE customers (
                id \(d.text) NOT NULL PRIMARY KEY,
                created \(d.integer) NOT NULL,
                events \(d.integer) NOT NULL,
                erased \(d.integer),
                body \(d.bytes)
            )\(d.clusteredTableEnd)
            """,
            """
            CREATE TABLE claims (
                scope \(d.integer) NOT NULL,
                lineage \(d.text) NOT NULL,
                customer \(d.text) NOT NULL,
                claimed \(d.integer) NOT NULL,
                PRIMARY KEY (scope, lineage)
            )\(d.clusteredTableEnd)
            """,
            "CREATE INDEX claims_by_customer ON claims (customer, scope, lineage)",
            """
            CREATE TABLE app_keys (
                hash \(d.bytes) NOT NULL PRIMARY KEY,
                id \(d.text) NOT NULL UNIQUE,
                app \(d.text) NOT NULL,
                kind \(d.text) NOT NULL,
                name \(d.text) NOT NULL,
                created \(d.integer) NOT NULL,
                revoked \(d.integer)
            )\(d.tableEnd)
            """,
        ]
    }

    private static func orders(_ d: Dialect) -> [String] {
        [
            """
            CREATE TABLE orders (
                id \(d.text) NOT NULL PRIMARY KEY,
                scope \(d.integer) NOT NULL,
                customer \(d.text),
                product \(d.text) NOT NULL,
                quantity \(d.integer) NOT NULL,
                token \(d.text),
                state \(d.text) NOT NULL,
                is_open \(d.integer) NOT NULL,
                created \(d.integer) NOT NULL,
                expires \(d.integer),
                updated \(d.integer) NOT NULL,
                transaction_id \(d.text),
                lineage \(d.text),
                body \(d.bytes) NOT NULL
            )\(d.tableEnd)
            """,
            "CREATE INDEX orders_by_token ON orders (token, created) WHERE token IS NOT NULL",
            "CREATE INDEX orders_by_customer ON orders (customer, created) WHERE customer IS NOT NULL",
            "CREATE INDEX orders_by_transaction ON orders (transaction_id, scope) WHERE transaction_id IS NOT NULL",
            "CREATE INDEX orders_open ON orders (created, id) WHERE is_open = 1",
            """
            CREATE TABLE order_keys (
                bundle_id \(d.text) NOT NULL,
                customer \(d.text) NOT NULL,
                environment \(d.text) NOT NULL,
                idempotency_key \(d.text) NOT NULL,
                order_id \(d.text) NOT NULL,
                PRIMARY KEY (bundle_id, customer, environment, idempotency_key)
            )\(d.clusteredTableEnd)
            """,
            """
            CREATE TABLE order_history (
                order_id \(d.text) NOT NULL,
                step \(d.integer) NOT NULL,
                state \(d.text) NOT NULL,
                instant \(d.integer) NOT NULL,
                mover \(d.text) NOT NULL,
                digest \(d.bytes),
                note \(d.text),
                PRIMARY KEY (order_id, step)
            )\(d.clusteredTableEnd)
            """,
            """
            CREATE TABLE deliveries (
                scope \(d.integer) NOT NULL,
                transaction_id \(d.text) NOT NULL,
                lineage \(d.text) NOT NULL,
                order_id \(d.text),
                customer \(d.text),
                product \(d.text) NOT NULL,
                quantity \(d.integer) NOT NULL,
                delivered \(d.integer) NOT NULL,
                withdrawn \(d.integer),
                PRIMARY KEY (scope, transaction_id)
            )\(d.clusteredTableEnd)
            """,
            "CREATE INDEX deliveries_by_customer ON deliveries (customer, delivered) WHERE customer IS NOT NULL",
        ]
    }

    private static func projections(_ d: Dialect) -> [String] {
        [
            """
            CREATE TABLE entitlements (
                customer \(d.text) NOT NULL,
                scope \(d.integer) NOT NULL,
                entitlement \(d.text) NOT NULL,
                body \(d.bytes) NOT NULL,
                PRIMARY KEY (customer, scope, entitlement)
            )\(d.clusteredTableEnd)
            """,
            """
            CREATE TABLE lineage_states (
                scope \(d.integer) NOT NULL,
                lineage \(d.text) NOT NULL,
                due \(d.integer),
                body \(d.bytes) NOT NULL,
                PRIMARY KEY (scope, lineage)
            )\(d.clusteredTableEnd)
            """,
            "CREATE INDEX lineage_states_due ON lineage_states (due) WHERE due IS NOT NULL",
        ]
    }

    private static func events(_ d: Dialect) -> [String] {
        [
            """
            CREATE TABLE events (
                number \(d.identity),
                position \(d.integer) UNIQUE,
                id \(d.text) NOT NULL UNIQUE,
                scope \(d.integer) NOT NULL,
                customer \(d.text),
                customer_sequence \(d.integer),
                kind \(d.text) NOT NULL,
                instant \(d.integer) NOT NULL,
                body \(d.bytes) NOT NULL
            )\(d.tableEnd)
            """,
            "CREATE INDEX events_by_customer ON events (customer, customer_sequence) WHERE customer IS NOT NULL",
            """
            CREATE TABLE webhook_deliveries (
                endpoint \(d.text) NOT NULL,
                lane \(d.text) NOT NULL,
                event \(d.integer) NOT NULL,
                state \(d.text) NOT NULL,
                attempts \(d.integer) NOT NULL,
                created \(d.integer) NOT NULL,
                last_attempt \(d.integer),
                last_answer \(d.text),
                PRIMARY KEY (endpoint, lane, event)
            )\(d.clusteredTableEnd)
            """,
            "CREATE INDEX webhook_deliveries_by_state ON webhook_deliveries (endpoint, state, event)",
            """
            CREATE TABLE webhook_lanes (
                endpoint \(d.text) NOT NULL,
                lane \(d.text) NOT NULL,
                due \(d.integer) NOT NULL,
                lease_owner \(d.text),
                PRIMARY KEY (endpoint, lane)
            )\(d.clusteredTableEnd)
            """,
            "CREATE INDEX webhook_deliveries_by_event ON webhook_deliveries (event)",
            "CREATE INDEX webhook_lanes_due ON webhook_lanes (endpoint, due)",
        ]
    }

    private static func jobs(_ d: Dialect) -> [String] {
        [
            """
            CREATE TABLE jobs (
                id \(d.identity),
                queue \(d.text) NOT NULL,
                unique_key \(d.text),
                body \(d.bytes) NOT NULL,
                due \(d.integer) NOT NULL,
                lease_owner \(d.text),
                attempts \(d.integer) NOT NULL,
                last_error \(d.text),
                UNIQUE (queue, unique_key)
            )\(d.tableEnd)
            """,
            "CREATE INDEX jobs_due ON jobs (queue, due)",
        ]
    }

    private static func records(_ d: Dialect) -> [String] {
        [
            """
            CREATE TABLE records (
                collection \(d.text) NOT NULL,
                owner \(d.text) NOT NULL,
                name \(d.text) NOT NULL,
                updated \(d.integer) NOT NULL,
                body \(d.bytes) NOT NULL,
                PRIMARY KEY (collection, owner, name)
            )\(d.clusteredTableEnd)
            """,
            """
            CREATE TABLE audit_log (
                id \(d.identity),
                instant \(d.integer) NOT NULL,
                actor \(d.text) NOT NULL,
                action \(d.text) NOT NULL,
                target \(d.text) NOT NULL,
                body \(d.bytes)
            )\(d.tableEnd)
            """,
            "CREATE INDEX audit_log_by_target ON audit_log (target, id)",
        ]
    }

    private static func ledger(_ d: Dialect) -> [String] {
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
        ]
    }
}
