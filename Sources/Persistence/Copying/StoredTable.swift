// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A table of the schema, for what treats all tables alike.
package struct StoredTable: Sendable {
    /// Its name.
    package let name: String

    /// Its columns, those of the key first.
    package let columns: [String]

    /// How many of the columns make the key.
    package let keyCount: Int

    private init(_ name: String, key: [String], _ others: [String]) {
        self.name = name
        columns = key + others
        keyCount = key.count
    }

    /// Every table, each after those whose rows it names.
    package static let all: [StoredTable] =
        facts + purchases + customerLists + outbox + records
        + reports
}

extension StoredTable {
    private static let facts = [
        StoredTable("scopes", key: ["id"], ["bundle_id", "environment"]),
        StoredTable("document_headers", key: ["id"], ["lookup", "body"]),
        StoredTable("documents", key: ["id"], ["lookup", "form", "header", "body", "signature"]),
        StoredTable(
            "facts",
            key: ["id"],
            [
                "scope", "kind", "lineage", "customer", "sort_key", "instant", "digest", "content", "document",
                "received", "source",
            ]
        ),
        StoredTable("fact_keys", key: ["second", "digest", "scope", "kind", "lineage"], ["fact"]),
        StoredTable("folded_facts", key: ["scope", "lineage"], ["last_key", "facts", "body"]),
        StoredTable("command_numbers", key: ["scope"], ["sequence", "instant"]),
        StoredTable("transaction_ids", key: ["scope", "transaction_id"], ["lineage"]),
        StoredTable("notification_ids", key: ["scope", "notification_id"], ["received"]),
    ]

    private static let purchases = [
        StoredTable("customers", key: ["id"], ["created", "events", "erased", "body"]),
        StoredTable("claims", key: ["scope", "lineage"], ["customer", "claimed"]),
        StoredTable(
            "customer_purchases",
            key: ["scope", "lineage", "customer"],
            ["may_give_access", "is_proven", "is_refunded", "storefront", "app_transaction"]
        ),
        StoredTable("customer_purchase_counts", key: ["customer", "scope", "name"], ["number"]),
        StoredTable(
            "orders",
            key: ["id"],
            [
                "scope", "customer", "product", "quantity", "token", "state", "is_open", "created", "expires",
                "updated", "transaction_id", "lineage", "body", "reference",
            ]
        ),
        StoredTable(
            "order_idempotency_keys",
            key: ["bundle_id", "customer", "environment", "idempotency_key"],
            ["order_id"]
        ),
        StoredTable("order_history", key: ["order_id", "step"], ["state", "instant", "actor", "digest", "note"]),
        StoredTable(
            "deliveries",
            key: ["scope", "transaction_id"],
            [
                "lineage", "order_id", "customer", "product", "quantity", "delivered", "revoked", "credit_account",
                "credit_amount",
            ]
        ),
        StoredTable("entitlements", key: ["customer", "scope", "entitlement"], ["body", "due", "reminder"]),
        StoredTable("lineage_states", key: ["scope", "lineage"], ["due", "body"]),
    ]

    private static let customerLists = [
        StoredTable(
            "purchase_summaries",
            key: ["scope", "customer", "lineage"],
            [
                "product", "storefront", "is_subscription", "is_trial", "service_end", "grace_end", "retry_end",
                "is_renewal_off",
            ]
        ),
        StoredTable(
            "customer_amounts",
            key: ["scope", "customer", "currency"],
            ["net", "refunded", "payments", "refunds"]
        ),
        StoredTable("customer_days", key: ["scope", "customer", "day"], ["day_before", "storefront"]),
        StoredTable("customer_visits", key: ["scope", "customer"], ["seen", "app_version", "system"]),
        StoredTable("customer_day_counts", key: ["scope", "day", "day_before", "storefront"], ["number"]),
    ]

    private static let outbox = [
        StoredTable(
            "events",
            key: ["number"],
            ["position", "id", "scope", "customer", "customer_sequence", "kind", "instant", "body"]
        ),
        StoredTable(
            "webhook_deliveries",
            key: ["endpoint", "lane", "event"],
            ["state", "attempts", "created", "last_attempt", "last_response"]
        ),
        StoredTable("webhook_lanes", key: ["endpoint", "lane"], ["due", "lease_owner"]),
        StoredTable(
            "queued_tasks",
            key: ["id"],
            ["queue", "unique_key", "body", "due", "lease_owner", "attempts", "last_error"]
        ),
        StoredTable("forwarded_notifications", key: ["number"], ["id", "label", "received", "media_type", "body"]),
        StoredTable(
            "forward_deliveries",
            key: ["target", "lane", "notification"],
            ["state", "attempts", "created", "last_attempt", "last_response"]
        ),
        StoredTable("forward_lanes", key: ["target", "lane"], ["due", "lease_owner"]),
        StoredTable(
            "shadow_differences",
            key: ["number"],
            ["id", "app", "customer", "kind", "state", "due", "changed", "currency", "amount", "body"]
        ),
    ]

    private static let records = [
        StoredTable("app_keys", key: ["hash"], ["id", "app", "kind", "name", "created", "revoked"]),
        StoredTable("records", key: ["collection", "owner", "name"], ["updated", "body"]),
        StoredTable("audit_log", key: ["id"], ["instant", "actor", "action", "target", "body", "app"]),
        StoredTable(
            "request_log",
            key: ["number"],
            [
                "request", "app", "instant", "method", "route", "status", "duration", "caller", "customer", "address",
                "problem", "trace", "requests",
            ]
        ),
        StoredTable("ledger_entries", key: ["id"], ["idempotency_key", "scope", "instant", "reason", "body"]),
        StoredTable("ledger_lines", key: ["entry", "line"], ["account", "customer", "currency", "amount"]),
        StoredTable("ledger_balances", key: ["account", "customer", "currency"], ["amount"]),
        StoredTable("ledger_expiries", key: ["customer", "account", "currency", "due", "idempotency_key"], []),
        StoredTable(
            "ledger_rejections",
            key: ["customer", "account", "currency", "idempotency_key"],
            ["amount", "reason", "counterpart", "balance", "is_written_off"]
        ),
    ]

    private static let reports = [
        StoredTable(
            "reports",
            key: ["id"],
            [
                "vendor", "kind", "frequency", "region", "period", "digest", "received", "superseded", "row_count",
                "layout",
            ]
        ),
        StoredTable("report_rows", key: ["report", "number"], ["cells"]),
        StoredTable(
            "chart_totals",
            key: [
                "scope", "generation", "measure", "product", "storefront", "offer", "store", "currency", "block",
            ],
            ["body"]
        ),
    ]
}
