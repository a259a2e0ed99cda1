// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Copies everything from one store to another, such as from one machine's SQLite to a PostgreSQL for many, and
/// checks every row afterward.
///
/// No one may write to either meanwhile.
package struct StoreCopy: Sendable {
    private let source: any Database
    private let destination: any Database
    private let rowsPerStep: Int

    /// Makes a copy's plan.
    package init(from source: any Database, to destination: any Database, rowsPerStep: Int = 500) {
        self.source = source
        self.destination = destination
        self.rowsPerStep = rowsPerStep
    }

    /// Copies all tables.
    ///
    /// - Parameter progress: Receives the number of rows copied so far, of all tables; ends the copy when it throws.
    /// - Returns: How many rows each table has.
    /// - Throws: `DatabaseError`; with `configuration` when the destination holds anything, or cannot keep the places
    ///   of events; with `newerSchema` when a later version of the program added tables. The error of `progress`.
    package func run(
        progress: @Sendable (_ rows: Int) throws -> Void = { _ in }
    ) async throws -> [String: Int] {
        // Tables that this program does not know would be left behind.
        for store in [source, destination] { try await store.read { try Migration.refuseForeign($0, isWhole: true) } }
        try await requireEmptyDestination()
        var counts: [String: Int] = [:]
        var done = 0
        for table in StoredTable.all {
            var count = 0
            var last: [StoredValue]?
            while case let rows = try await page(of: table, in: source, after: last), !rows.isEmpty {
                try await destination.write { writer in
                    for row in rows { try writer.execute(.insertion(into: table, row)) }
                }
                count += rows.count
                last = rows.last
                done += rows.count
                try progress(done)
            }
            counts[table.name] = count
        }
        try await destination.write { writer in
            for query in writer.dialect.statementsAfterCopy { try writer.forEach(query) { _ in } }
        }
        return counts
    }

    /// The number of rows of all tables of the source.
    ///
    /// - Throws: `DatabaseError`.
    package func rowCount() async throws -> Int {
        try await source.read { reader in
            try StoredTable.all.reduce(0) { sum, table in
                let counts = try reader.rows(Query(stringLiteral: "SELECT count(*) FROM \(table.name)")) { row in
                    try row.next(Int.self)
                }
                return sum + (counts.first ?? 0)
            }
        }
    }

    /// Reads both stores again and compares every row.
    ///
    /// - Parameter progress: Receives the number of rows compared so far, of all tables; ends the work when it throws.
    /// - Returns: The tables that differ, each with the number of the first row that does; empty when none does.
    /// - Throws: `DatabaseError`. The error of `progress`.
    package func differences(
        progress: @Sendable (_ rows: Int) throws -> Void = { _ in }
    ) async throws -> [String: Int] {
        var differences: [String: Int] = [:]
        var done = 0
        for table in StoredTable.all {
            var count = 0
            var last: [StoredValue]?
            while true {
                let rows = try await page(of: table, in: source, after: last)
                let copies = try await page(of: table, in: destination, after: last)
                if let index = zip(rows, copies).enumerated().first(where: { $1.0 != $1.1 })?.offset {
                    differences[table.name] = count + index
                    break
                }
                guard rows.count == copies.count else {
                    differences[table.name] = count + min(rows.count, copies.count)
                    break
                }
                guard !rows.isEmpty else { break }
                count += rows.count
                done += rows.count
                try progress(done)
                last = rows.last
            }
        }
        return differences
    }

    private func page(
        of table: StoredTable,
        in store: any Database,
        after last: [StoredValue]?
    ) async throws -> [[StoredValue]] {
        let limit = rowsPerStep
        return try await store.read { reader in
            try reader.rows(.page(of: table, after: last, limit: limit, reader.dialect)) { row in
                try table.columns.map { _ in try row.nextValue() }
            }
        }
    }

    private func requireEmptyDestination() async throws {
        let numbersEvents = try await destination.read { $0.dialect.numbersEvents }
        let givesOwnPlaces = try await source.read { $0.dialect.numbersEvents }
        guard numbersEvents || !givesOwnPlaces else {
            throw DatabaseError(
                code: .configuration,
                message: "the places of events cannot be kept in that direction; copy to a database of the same kind"
            )
        }
        for table in StoredTable.all where try await !page(of: table, in: destination, after: nil).isEmpty {
            throw DatabaseError(
                code: .configuration,
                message: "the destination holds rows in \(table.name); copy to a database that is empty"
            )
        }
    }
}

extension Query {
    /// The rows of a table after one of them, in the order of its key.
    fileprivate static func page(
        of table: StoredTable,
        after last: [StoredValue]?,
        limit: Int,
        _ dialect: Dialect
    ) -> Query {
        let key = Query(stringLiteral: table.columns.prefix(table.keyCount).joined(separator: ", "))
        let columns = table.columns.map { column in
            table.name == "events" && column == "position" ? dialect.eventPosition.text : column
        }
        let from = Query(stringLiteral: "SELECT \(columns.joined(separator: ", ")) FROM \(table.name)")
        guard let last else { return "\(from) ORDER BY \(key) LIMIT \(limit)" }
        let values = Array(last.prefix(table.keyCount))
        return "\(from) WHERE (\(key)) > \(list: values) ORDER BY \(key) LIMIT \(limit)"
    }

    fileprivate static func insertion(into table: StoredTable, _ row: [StoredValue]) -> Query {
        let into = Query(
            stringLiteral: "INSERT INTO \(table.name) (\(table.columns.joined(separator: ", "))) VALUES "
        )
        return "\(into)\(list: row)"
    }
}
