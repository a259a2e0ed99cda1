// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Entries of the audit log are found by the app in which something was done.
enum AuditSchema {
    static let statements: @Sendable (Dialect) -> [String] = { d in
        [
            "ALTER TABLE audit_log ADD COLUMN app \(d.text)",
            // Of what people and the server itself did it was not kept in which app.
            "UPDATE audit_log SET app = (SELECT app_keys.app FROM app_keys WHERE 'key ' || app_keys.id = audit_log.actor)",
            "CREATE INDEX audit_log_by_app ON audit_log (app, id) WHERE app IS NOT NULL",
        ]
    }
}
