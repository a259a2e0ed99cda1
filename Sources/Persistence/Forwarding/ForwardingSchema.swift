// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The tables of forwarded notifications and of their deliveries.
enum ForwardingSchema {
    static func statements(_ d: Dialect) -> [String] {
        [
            """
            CREATE TABLE forwarded_notifications (
                number \(d.identity),
                id \(d.text) NOT NULL UNIQUE,
                label \(d.text) NOT NULL,
                received \(d.integer) NOT NULL,
                media_type \(d.text) NOT NULL,
                body \(d.bytes) NOT NULL
            )\(d.tableEnd)
            """,
            "CREATE INDEX forwarded_notifications_by_time ON forwarded_notifications (received)",
            """
            CREATE TABLE forward_deliveries (
                target \(d.text) NOT NULL,
                lane \(d.text) NOT NULL,
                notification \(d.integer) NOT NULL,
                state \(d.text) NOT NULL,
                attempts \(d.integer) NOT NULL,
                created \(d.integer) NOT NULL,
                last_attempt \(d.integer),
                last_response \(d.text),
                PRIMARY KEY (target, lane, notification)
            )\(d.clusteredTableEnd)
            """,
            "CREATE INDEX forward_deliveries_by_state ON forward_deliveries (target, state, notification)",
            "CREATE INDEX forward_deliveries_by_notification ON forward_deliveries (notification)",
            """
            CREATE TABLE forward_lanes (
                target \(d.text) NOT NULL,
                lane \(d.text) NOT NULL,
                due \(d.integer) NOT NULL,
                lease_owner \(d.text),
                PRIMARY KEY (target, lane)
            )\(d.clusteredTableEnd)
            """,
            "CREATE INDEX forward_lanes_due ON forward_lanes (target, due)",
        ]
    }
}
