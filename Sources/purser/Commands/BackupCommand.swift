// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import PersistenceSQLite

/// `purser backup`: a copy of the database, also while its server runs.
enum BackupCommand: Command {
    static let name = "backup"
    static let summary = "Back up a SQLite database while the server runs."
    static let operands = "FILE"
    static let options = [
        Option("database", value: "URL", "sqlite:PATH (default: sqlite:.purser/purser.sqlite).")
    ]

    static let details = """
        The copy is the database at one moment. FILE must not exist.
        For PostgreSQL use pg_dump, or a base backup with its write-ahead log.

        Example:
          purser backup /backups/purser-2026-11-21.sqlite
        """

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws {
        guard arguments.operands.count == 1 else { throw UsageError("give the backup's file name") }
        let path = try arguments.databaseFile(terminal, instead: "pg_dump")
        try await SQLiteDatabase.backUp(databaseAt: path, to: arguments.operands[0])
        terminal.printError("\(path) is copied to \(arguments.operands[0]), and the copy is sound")
    }
}

/// `purser restore`: a backup instead of the database.
enum RestoreCommand: Command {
    static let name = "restore"
    static let summary = "Replace a database with a backup."
    static let operands = "FILE"
    static let options = BackupCommand.options

    static let details = """
        FILE is checked first and does not change. The replaced database stays beside it as PATH.replaced.
        At its next start, the server fetches from Apple what is newer than the backup.

        Example:
          purser restore /backups/purser-2026-11-21.sqlite
        """

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws {
        guard arguments.operands.count == 1 else { throw UsageError("give the backup's file name") }
        let path = try arguments.databaseFile(terminal, instead: "pg_restore")
        let replaced = try await SQLiteDatabase.restore(arguments.operands[0], to: path)
        terminal.printError(
            "\(path) is now \(arguments.operands[0])" + (replaced.map { "; what it held is in \($0)" } ?? "")
        )
    }
}
