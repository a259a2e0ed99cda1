// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The table of differences between this server and another provider.
enum ShadowSchema {
    static func statements(_ d: Dialect) -> [String] {
        [
            """
            CREATE TABLE shadow_differences (
                number \(d.identity),
                id \(d.text) NOT NULL UNIQUE,
                app \(d.text) NOT NULL,
                customer \(d.text) NOT NULL,
                kind \(d.text) NOT NULL,
                state \(d.text) NOT NULL,
                due \(d.integer) NOT NULL,
                changed \(d.integer) NOT NULL,
                currency \(d.text),
                amount \(d.integer),
                body \(d.bytes) NOT NULL
            )\(d.tableEnd)
            """,
            "CREATE INDEX shadow_differences_by_customer ON shadow_differences (customer, app)",
            "CREATE INDEX shadow_differences_by_state ON shadow_differences (app, state, kind, number)",
            "CREATE INDEX shadow_differences_by_due ON shadow_differences (app, due)",
        ]
    }
}
