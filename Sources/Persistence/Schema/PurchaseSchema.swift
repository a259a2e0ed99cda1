// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The tables of customers, orders and deliveries, and of what is derived from their facts.
enum PurchaseSchema {
    static func statements(_ d: Dialect) -> [String] {
        [
            """
            CREATE TABLE customers (
                \(d.customerSearch.keyColumns),
                created \(d.integer) NOT NULL,
                events \(d.integer) NOT NULL,
                erased \(d.integer),
                body \(d.bytes)
            )\(d.tableEnd)
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
            // What each purchase means to the customers whom its claims name: an intake reads those that may give access.
            """
            CREATE TABLE customer_purchases (
                scope \(d.integer) NOT NULL,
                lineage \(d.text) NOT NULL,
                customer \(d.text) NOT NULL,
                may_give_access \(d.integer) NOT NULL,
                is_proven \(d.integer) NOT NULL,
                is_refunded \(d.integer) NOT NULL,
                storefront \(d.text),
                app_transaction \(d.text),
                PRIMARY KEY (scope, lineage, customer)
            )\(d.clusteredTableEnd)
            """,
            """
            CREATE INDEX customer_purchases_by_customer ON customer_purchases
                (customer, scope, may_give_access, lineage)
            """,
            """
            CREATE TABLE customer_purchase_counts (
                customer \(d.text) NOT NULL,
                scope \(d.integer) NOT NULL,
                name \(d.text) NOT NULL,
                number \(d.integer) NOT NULL,
                PRIMARY KEY (customer, scope, name)
            )\(d.clusteredTableEnd)
            """,
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
                body \(d.bytes) NOT NULL,
                reference \(d.text)
            )\(d.tableEnd)
            """,
            "CREATE INDEX orders_by_token ON orders (token, created) WHERE token IS NOT NULL",
            "CREATE INDEX orders_by_customer ON orders (customer, created) WHERE customer IS NOT NULL",
            "CREATE INDEX orders_by_transaction ON orders (transaction_id, scope) WHERE transaction_id IS NOT NULL",
            "CREATE INDEX orders_open ON orders (created, id) WHERE is_open = 1",
            "CREATE INDEX orders_undelivered ON orders (scope, created, id) WHERE state = 'paid'",
            "CREATE INDEX orders_by_reference ON orders (reference, created) WHERE reference IS NOT NULL",
            """
            CREATE TABLE order_idempotency_keys (
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
                actor \(d.text) NOT NULL,
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
                revoked \(d.integer),
                credit_account \(d.text),
                credit_amount \(d.integer),
                PRIMARY KEY (scope, transaction_id)
            )\(d.clusteredTableEnd)
            """,
            "CREATE INDEX deliveries_by_customer ON deliveries (customer, delivered) WHERE customer IS NOT NULL",
            """
            CREATE TABLE entitlements (
                customer \(d.text) NOT NULL,
                scope \(d.integer) NOT NULL,
                entitlement \(d.text) NOT NULL,
                body \(d.bytes) NOT NULL,
                due \(d.integer),
                reminder \(d.integer),
                PRIMARY KEY (customer, scope, entitlement)
            )\(d.clusteredTableEnd)
            """,
            "CREATE INDEX entitlements_due ON entitlements (due) WHERE due IS NOT NULL",
            "CREATE INDEX entitlements_reminder ON entitlements (reminder) WHERE reminder IS NOT NULL",
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
}
