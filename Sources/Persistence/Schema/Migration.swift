// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// One step from a version of the schema to the next; once released it never changes.
package struct Migration: Sendable {
    /// The version that the schema has afterward, counted from one.
    package let version: Int

    /// What it does, in a few words.
    package let name: String

    /// Its statements, without values.
    package let statements: @Sendable (Dialect) -> [String]
}

extension Migration {
    /// Every step, from an empty database to today's schema.
    package static let all: [Migration] = [
        Migration(version: 1, name: "facts, orders, events and what they need", statements: FirstSchema.statements),
        Migration(version: 2, name: "Apple's reports", statements: ReportSchema.statements),
        Migration(version: 3, name: "indexes for people who look", statements: ListIndexSchema.statements),
        Migration(version: 4, name: "an index of what accounts follow from", statements: AccountIndexSchema.statements),
        Migration(version: 5, name: "facts by the minute they were signed in", statements: FactKeySchema.statements),
        Migration(version: 6, name: "the sandbox's balances apart", statements: LedgerAccountSchema.statements),
        Migration(
            version: 7,
            name: "when entitlements change automatically",
            statements: DueEntitlementSchema.statements
        ),
        Migration(version: 8, name: "the audit log by app", statements: AuditSchema.statements),
        Migration(version: 9, name: "what deliveries credited", statements: CreditSchema.statements),
        Migration(version: 10, name: "when reminders are due", statements: ReminderSchema.statements),
        Migration(version: 11, name: "the team's own order numbers", statements: ReferenceSchema.statements),
        Migration(version: 12, name: "an index of the rules in force", statements: RulesIndexSchema.statements),
    ]

    /// The version of the schema that this program works with.
    package static var currentVersion: Int { all.last?.version ?? 0 }

    /// The statement that makes the table of the steps that were taken.
    package static func versionsTable(_ dialect: Dialect) -> Query {
        let text =
            "CREATE TABLE IF NOT EXISTS schema_versions "
            + "(version \(dialect.integer) NOT NULL PRIMARY KEY, name \(dialect.text) NOT NULL)\(dialect.tableEnd)"
        return Query(stringLiteral: text)
    }

    /// Takes the steps that are missing, inside the caller's transaction.
    ///
    /// - Returns: The versions that were reached.
    /// - Throws: `DatabaseError` with `newerSchema` when a later version of the program wrote the database.
    package static func migrate(_ writer: any QueryWriter, through last: Int = currentVersion) throws -> [Int] {
        try writer.execute(versionsTable(writer.dialect))
        let present = try writer.schemaVersion()
        try refuseNewer(present)
        let missing = all.filter { $0.version > present && $0.version <= last }
        for migration in missing {
            for statement in migration.statements(writer.dialect) {
                try writer.execute(Query(stringLiteral: statement))
            }
            try writer.execute(
                "INSERT INTO schema_versions (version, name) VALUES (\(migration.version), \(migration.name))"
            )
        }
        return missing.map(\.version)
    }

    /// Refuses a database that this program does not understand.
    ///
    /// - Throws: `DatabaseError` with `newerSchema`.
    package static func refuseNewer(_ present: Int) throws {
        guard present > currentVersion else { return }
        throw DatabaseError(
            code: .newerSchema,
            message: "the database has schema version \(present), this program knows \(currentVersion); "
                + "run the newer program, or restore a backup from before its migration"
        )
    }
}

extension QueryReader {
    /// The version of the database's schema; zero before the first step.
    package func schemaVersion() throws -> Int {
        Int(try number("SELECT COALESCE(MAX(version), 0) FROM schema_versions"))
    }
}
