// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The tables of typed records, API keys and the audit log.
enum RecordSchema {
    static func statements(_ d: Dialect) -> [String] {
        [
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
                body \(d.bytes),
                app \(d.text)
            )\(d.tableEnd)
            """,
            "CREATE INDEX audit_log_by_target ON audit_log (target, id)",
            "CREATE INDEX audit_log_by_app ON audit_log (app, id) WHERE app IS NOT NULL",
            """
            CREATE TABLE request_log (
                number \(d.identity),
                request \(d.text) NOT NULL,
                app \(d.text),
                instant \(d.integer) NOT NULL,
                method \(d.text) NOT NULL,
                route \(d.text) NOT NULL,
                status \(d.integer) NOT NULL,
                duration \(d.integer) NOT NULL,
                caller \(d.text) NOT NULL,
                customer \(d.text),
                address \(d.text),
                problem \(d.text),
                trace \(d.text),
                requests \(d.integer) NOT NULL
            )\(d.tableEnd)
            """,
            "CREATE INDEX request_log_by_request ON request_log (request)",
            "CREATE INDEX request_log_of_strangers ON request_log (number) WHERE caller = 'anyone'",
            "CREATE INDEX request_log_by_customer ON request_log (customer) WHERE customer IS NOT NULL",
        ]
    }
}
