// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The tables of events, of their webhook deliveries and of queued tasks.
enum EventSchema {
    static func statements(_ d: Dialect) -> [String] {
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
            "CREATE INDEX events_by_kind ON events (scope, kind, number)",
            """
            CREATE TABLE webhook_deliveries (
                endpoint \(d.text) NOT NULL,
                lane \(d.text) NOT NULL,
                event \(d.integer) NOT NULL,
                state \(d.text) NOT NULL,
                attempts \(d.integer) NOT NULL,
                created \(d.integer) NOT NULL,
                last_attempt \(d.integer),
                last_response \(d.text),
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
            """
            CREATE TABLE queued_tasks (
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
            "CREATE INDEX queued_tasks_due ON queued_tasks (queue, due)",
        ]
    }
}
