// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes
package import FoundationEssentials

/// Something that an administrator, or a key, did.
package struct AuditEntry: Hashable, Sendable {
    /// When.
    package var instant: Date
    /// Who.
    package var actor: String
    /// What.
    package var action: String
    /// To what.
    package var target: String
    /// In which app; nothing for what is of the whole server.
    package var app: BundleID?
    /// What else is worth knowing, in the server's own form; never a secret.
    package var body: Data?

    /// Makes an entry.
    package init(
        instant: Date,
        actor: String,
        action: String,
        target: String,
        app: BundleID? = nil,
        body: Data? = nil
    ) {
        self.instant = instant
        self.actor = actor
        self.action = action
        self.target = target
        self.app = app
        self.body = body
    }
}

extension RecordWriter {
    /// Adds an entry; nothing ever changes one.
    ///
    /// - Throws: `DatabaseError`.
    package func append(_ entry: AuditEntry) throws {
        try execute(
            """
            INSERT INTO audit_log (instant, actor, action, target, app, body)
            VALUES (\(entry.instant), \(entry.actor), \(entry.action), \(entry.target), \(entry.app), \(entry.body))
            """
        )
    }

    /// Removes the entries from before an instant, as the rule of how long they are kept says.
    ///
    /// - Returns: How many.
    /// - Throws: `DatabaseError`.
    package func removeAuditEntries(before instant: Date) throws -> Int {
        try execute("DELETE FROM audit_log WHERE instant < \(instant)")
    }
}

extension RecordReader {
    /// What was done, the newest first, a page at a time.
    ///
    /// - Parameters:
    ///   - app: Only what was done in this app.
    ///   - target: Only what was done to this.
    ///   - id: The number of the last entry of the page before.
    ///   - limit: How many at most.
    /// - Returns: The entries with their numbers.
    /// - Throws: `DatabaseError`.
    package func auditEntries(
        app: BundleID? = nil,
        target: String? = nil,
        before id: Int64 = .max,
        limit: Int
    ) throws -> [(id: Int64, entry: AuditEntry)] {
        let inApp: Query = app.map { "AND app = \($0)" } ?? ""
        let onTarget: Query = target.map { "AND target = \($0)" } ?? ""
        return try rows(
            """
            SELECT id, instant, actor, action, target, app, body FROM audit_log
            WHERE id < \(id) \(inApp) \(onTarget) ORDER BY id DESC LIMIT \(limit)
            """
        ) { row in
            let id = try row.next(Int64.self)
            let entry = AuditEntry(
                instant: try row.next(),
                actor: try row.next(),
                action: try row.next(),
                target: try row.next(),
                app: try row.next(),
                body: try row.next()
            )
            return (id: id, entry: entry)
        }
    }
}
