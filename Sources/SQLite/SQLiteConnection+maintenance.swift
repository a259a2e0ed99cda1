// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import CSQLite

extension SQLiteConnection {
    /// Copies the database to a file while it is in use.
    ///
    /// The copy is one moment of the database, even when others write meanwhile. A file already at the path is replaced.
    ///
    /// - Parameters:
    ///   - path: Where the copy goes.
    ///   - pagesPerStep: How many pages are copied before `pause` is called; all at once when negative.
    ///   - pause: Called between steps with the pages left and the pages in all.
    /// - Throws: `SQLiteError`, or what `pause` throws.
    package func backUp(
        to path: String,
        pagesPerStep: Int32 = -1,
        pause: (_ remaining: Int, _ total: Int) throws -> Void = { _, _ in }
    ) throws {
        let destination = try SQLiteConnection(path: path)
        guard let backup = sqlite3_backup_init(destination.handle, "main", handle, "main") else {
            throw Self.error(
                sqlite3_errcode(destination.handle),
                of: destination.handle,
                doing: "backing up to \(path)"
            )
        }
        var code = SQLITE_OK
        do {
            repeat {
                code = sqlite3_backup_step(backup, pagesPerStep)
                try pause(Int(sqlite3_backup_remaining(backup)), Int(sqlite3_backup_pagecount(backup)))
            } while code == SQLITE_OK
        } catch {
            sqlite3_backup_finish(backup)
            throw error
        }
        sqlite3_backup_finish(backup)
        guard code == SQLITE_DONE else {
            throw Self.error(code, of: destination.handle, doing: "backing up to \(path)")
        }
    }

    /// What is wrong with the file, found by reading all of it; empty when it is sound.
    ///
    /// - Throws: `SQLiteError` when the file cannot be read at all.
    package func integrityProblems() throws -> [String] {
        var problems: [String] = []
        try forEach("PRAGMA integrity_check") { row in
            let answer = try row.decode(0, as: String.self)
            if answer != "ok" { problems.append(answer) }
        }
        try forEach("SELECT DISTINCT \"table\" FROM pragma_foreign_key_check") { row in
            problems.append("a row of \(try row.decode(0, as: String.self)) names a row that is not there")
        }
        return problems
    }

    /// The version of SQLite that is linked.
    package static var libraryVersion: String { String(cString: sqlite3_libversion()) }
}
