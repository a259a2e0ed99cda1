// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Persistence

/// `purser migrate`: everything from one database into another.
enum MigrateCommand: Command {
    static let name = "migrate"
    static let summary = "Copy all data to another database and verify every row."
    static let operands = "FROM TO"

    static let details = """
        FROM and TO are sqlite:PATH or postgres://…; TO must be empty. No server may run on either meanwhile.
        FROM stays as it is. Prints a line for each table with the number of its rows, separated by a tab.
        Exit code 1 when a row of the copy differs.

        Example:
          purser migrate sqlite:.purser/purser.sqlite postgres://purser@localhost/purser
        """

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws {
        guard arguments.operands.count == 2 else {
            throw UsageError("give the database to move from and the one to move to")
        }
        let addresses = try arguments.operands.map { try DatabaseAddress($0) }
        guard addresses[0] != addresses[1] else { throw UsageError("the two databases are the same") }
        let source = try await addresses[0].openPresent()
        let destination = try await addresses[1].open()
        let copy = StoreCopy(from: source, to: destination)
        let counts = try await copy.run()
        for table in StoredTable.all { terminal.print("\(table.name)\t\(counts[table.name] ?? 0)") }
        let differences = try await copy.differences()
        await source.close()
        await destination.close()
        guard differences.isEmpty else {
            let places = differences.sorted { $0.key < $1.key }.map { "\($0.key) from row \($0.value)" }
            throw Failure("the copy differs in \(places.joined(separator: ", ")); do not use it")
        }
        terminal.printError("every row is the same in \(addresses[1])")
    }
}
