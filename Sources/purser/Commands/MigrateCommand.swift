// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Persistence
import Synchronization

/// `purser migrate`: everything from one database into another.
enum MigrateCommand: Command {
    static let name = "migrate"
    static let summary = "Copy all data to another database and verify every row."
    static let operands = "FROM TO"
    static let options = [Option("json", "Print the number of rows of each table as one JSON object instead.")]

    static let details = """
        FROM and TO are sqlite:PATH or postgres://…; TO must be empty. Stop the servers of both first.
        FROM does not change. Prints a line for each table with its number of rows, separated by a tab.
        Reports the progress on standard error. Exits with 1 if a row of the copy differs.

        Example:
          purser migrate sqlite:.purser/purser.sqlite postgres://purser@localhost/purser
        """

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws {
        guard arguments.operands.count == 2 else {
            throw UsageError("give the source database and the target database")
        }
        let addresses = try arguments.operands.map { try DatabaseAddress($0) }
        guard addresses[0] != addresses[1] else { throw UsageError("the two databases are the same") }
        let source = try await addresses[0].openPresent()
        let destination = try await addresses[1].open()
        let outcome = await Result { [addresses] in
            try await copy(from: source, to: destination, at: addresses[1], arguments, terminal)
        }
        await source.close()
        await destination.close()
        let differences = try outcome.get()
        guard differences.isEmpty else {
            let places = differences.sorted { $0.key < $1.key }.map { "\($0.key) from row \($0.value)" }
            throw Failure("the copy differs in \(places.joined(separator: ", ")); do not use it")
        }
        terminal.printError("every row is the same in \(addresses[1])")
    }

    /// Copies, prints the numbers of rows, and returns what differs afterward.
    private static func copy(
        from source: any Database,
        to destination: any Database,
        at address: DatabaseAddress,
        _ arguments: Arguments,
        _ terminal: Terminal
    ) async throws -> [String: Int] {
        let copy = StoreCopy(from: source, to: destination)
        let total = try await copy.rowCount()
        terminal.interruption.listen(terminal)
        let incomplete = "the copy in \(address) is incomplete; delete it before you migrate again"
        let counts = try await copy.run(progress: report("rows copied", total, incomplete, terminal))
        if arguments.has("json") {
            try terminal.print(json: .object(counts.mapValues { .integer(Int64($0)) }))
        } else {
            for table in StoredTable.all { terminal.print("\(table.name)\t\(counts[table.name] ?? 0)") }
        }
        let unchecked = "the copy in \(address) is complete but not verified; delete it before you migrate again"
        return try await copy.differences(progress: report("rows verified", total, unchecked, terminal))
    }

    /// Shows the progress, and stops after Ctrl-C.
    private static func report(
        _ what: String,
        _ total: Int,
        _ stopped: String,
        _ terminal: Terminal
    ) -> @Sendable (Int) throws -> Void {
        let meter = Mutex(ProgressMeter(total: total, what: what, now: .now))
        return { rows in
            if let line = meter.withLock({ $0.line(done: rows, now: .now) }) { terminal.printError(line) }
            try terminal.interruption.check(stopped)
        }
    }
}
