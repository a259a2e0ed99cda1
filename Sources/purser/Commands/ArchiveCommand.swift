// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import PersistencePostgreSQL

/// `purser archive`: old facts in a partition of their own.
enum ArchiveCommand: Command {
    static let name = "archive"
    static let summary = "Move old facts to a separate PostgreSQL partition."
    static let options = [
        Option("database", value: "URL", "The postgres://… database."),
        Option("before", value: "DAY", "Move the facts from before this day (UTC), such as 2026-01-01."),
        Option("json", "Print one JSON object instead."),
    ]

    static let details = """
        Nothing else changes: Purser still reads moved facts and still detects their duplicates.
        The day must be later than in every earlier run. Servers wait while the facts are moved: choose a quiet hour.
        Prints the name of the new table and the number of its facts, separated by a tab. Then, for example:
          ALTER TABLE facts_before_1767225600000 SET TABLESPACE slow

        Example:
          purser archive --database postgres://purser@localhost/purser --before 2026-01-01
        """

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws {
        guard arguments.operands.isEmpty else { throw UsageError("archive takes options only") }
        let day = try arguments.required("before")
        guard CivilDay(day) != nil, let date = Instant.date(day) else {
            throw UsageError("--before takes a day such as 2026-01-01, not '\(day)'")
        }
        guard date <= Date() else { throw UsageError("--before takes a day in the past, not '\(day)'") }
        guard case .postgres(let url) = try arguments.database(terminal) else {
            throw UsageError("SQLite stores all facts in one file; only PostgreSQL has partitions")
        }
        let store = try await PostgresDatabase(PostgresDatabase.Configuration(url: url))
        let archived = try await store.archiveFacts(before: date)
        await store.close()
        if arguments.has("json") {
            try terminal.print(
                json: ["table": .string(archived.table), "facts": .integer(Int64(archived.count))]
            )
        } else {
            terminal.print("\(archived.table)\t\(archived.count)")
        }
    }
}
