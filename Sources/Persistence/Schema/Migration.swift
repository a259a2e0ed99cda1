// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// One step from a version of the schema to the next; once released it never changes.
package struct Migration: Sendable {
    /// The version that the schema has afterward, counted from one.
    package let version: Int

    /// What it does, in a few words.
    package let name: String

    /// The lowest version that a program must know to run on the schema after the step, so that instances of both
    /// versions run at once while a team replaces one after the other.
    ///
    /// A step that only adds tables, indexes or columns that may be absent needs no more than the version before. A step
    /// that removes, renames or gives a new meaning needs its own version.
    package let requiredVersion: Int

    /// Its statements, without values.
    package let statements: @Sendable (Dialect) -> [String]

    /// Makes a step.
    ///
    /// - Parameters:
    ///   - version: The version that the schema has afterward.
    ///   - name: What it does, in a few words.
    ///   - requiredVersion: The lowest version that a program must know to run on the result; the step's own when absent.
    ///   - statements: Its statements, without values.
    package init(
        version: Int,
        name: String,
        requiredVersion: Int? = nil,
        statements: @escaping @Sendable (Dialect) -> [String]
    ) {
        self.version = version
        self.name = name
        self.requiredVersion = requiredVersion ?? version
        self.statements = statements
    }
}

extension Migration {
    /// Every step, from an empty database to today's schema.
    package static let all = [Migration(version: 1, name: "Purser 1", statements: firstSchema)]

    /// Tables whose rows stay unique permanently (`fact_keys`, `transaction_ids`, `notification_ids`,
    /// `order_idempotency_keys`, `deliveries`) hold nothing else, so that they are never partitioned.
    private static let firstSchema: @Sendable (Dialect) -> [String] = { dialect in
        dialect.surroundings.before + FactSchema.statements(dialect) + PurchaseSchema.statements(dialect)
            + EventSchema.statements(dialect) + RecordSchema.statements(dialect) + LedgerSchema.statements(dialect)
            + ReportSchema.statements(dialect) + ForwardingSchema.statements(dialect) + ShadowSchema.statements(dialect)
            + ChartSchema.statements(dialect) + CustomerListSchema.statements(dialect) + dialect.surroundings.after
    }

    /// The statement that makes the table of the steps that were taken.
    package static func versionsTable(_ dialect: Dialect) -> Query {
        let text =
            "CREATE TABLE IF NOT EXISTS schema_versions "
            + "(version \(dialect.integer) NOT NULL PRIMARY KEY, name \(dialect.text) NOT NULL, "
            + "required_version \(dialect.integer) NOT NULL)\(dialect.tableEnd)"
        return Query(stringLiteral: text)
    }

    /// Takes the steps that are missing, inside the caller's transaction.
    ///
    /// - Parameters:
    ///   - writer: The database.
    ///   - steps: Every step that the program knows.
    /// - Returns: The versions that were reached.
    /// - Throws: `DatabaseError` with `newerSchema` when a later version of the program wrote the database and this one
    ///   cannot run beside it, with `olderSchema` when a build from before version 1 did.
    package static func migrate(_ writer: any QueryWriter, steps: [Migration] = all) throws -> [Int] {
        try writer.execute(versionsTable(writer.dialect))
        try refuseForeign(writer, steps: steps)
        let present = try writer.schemaVersion()
        let missing = steps.filter { $0.version > present }
        for migration in missing {
            for statement in migration.statements(writer.dialect) {
                try writer.execute(Query(stringLiteral: statement))
            }
            try writer.execute(
                """
                INSERT INTO schema_versions (version, name, required_version)
                VALUES (\(migration.version), \(migration.name), \(migration.requiredVersion))
                """
            )
        }
        return missing.map(\.version)
    }

    /// Refuses a database that this program does not understand.
    ///
    /// - Parameters:
    ///   - reader: The database.
    ///   - steps: Every step that the program knows.
    ///   - isWhole: Whether the program must know every table, as when it copies them all.
    /// - Throws: `DatabaseError` with `newerSchema` or `olderSchema`.
    package static func refuseForeign(
        _ reader: any QueryReader,
        steps: [Migration] = all,
        isWhole: Bool = false
    ) throws {
        let first = try reader.first("SELECT name FROM schema_versions WHERE version = 1") { try $0.next(String.self) }
        guard first == nil || first == steps.first?.name else {
            throw DatabaseError(
                code: .olderSchema,
                message: "An unreleased build of Purser created the database, and no later one can open it. "
                    + "Use a new database and import the purchases with 'purser backfill'"
            )
        }
        let (present, known) = (try reader.schemaVersion(), steps.last?.version ?? 0)
        let required =
            isWhole
            ? present
            : Int(try reader.number("SELECT COALESCE(MAX(required_version), 0) FROM schema_versions"))
        guard required > known else { return }
        throw DatabaseError(
            code: .newerSchema,
            message: "the database has schema version \(present) and requires a program that knows \(required); "
                + "this one knows \(known). Run the newer program, or restore a backup from before its migration"
        )
    }
}

extension QueryReader {
    /// The version of the database's schema; zero before the first step.
    package func schemaVersion() throws -> Int {
        Int(try number("SELECT COALESCE(MAX(version), 0) FROM schema_versions"))
    }
}
