// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import SQLite

/// What SQLite's query planner knows about the values in each index.
///
/// Without numbers the planner assumes that the first column of any index leads to ten rows. There are a handful of apps,
/// environments and states, so each leads to a large part of its table, and the planner read all facts of an app where an
/// index leads to those of one customer. The numbers of `ANALYZE` would depend on the rows of the moment: a statement
/// could become slow from one start to the next. These depend on the schema alone, so a statement has the same plan on
/// every server and in the tests.
///
/// The form of the numbers is that of the table `sqlite_stat1`: https://www.sqlite.org/fileformat2.html#stat1tab
enum SQLiteStatistics {
    /// How many rows each table counts as.
    private static let rows = 1_000_000
    /// An index of a part of a table counts as a quarter of its rows, so that it is preferred where it is enough.
    private static let partOfRows = 4
    /// How many rows a column with many values leads to.
    private static let rowsOfValue = 10
    /// Into how many parts a column with few values divides the rows.
    private static let fewValues = 10

    /// The columns that have few values in however many rows.
    private static let columnsOfFewValues: Set<String> = [
        "account", "app", "bundle_id", "collection", "currency", "endpoint", "environment", "frequency", "generation",
        "is_open", "is_proven", "is_refunded", "kind", "may_give_access", "measure", "owner", "queue", "region",
        "scope",
        "state", "store", "storefront", "target", "vendor",
    ]
    /// Columns of the same names that have many.
    private static let columnsOfManyValues: Set<String> = ["audit_log.target"]

    /// A row of `sqlite_stat1`: a table, one of its indexes or none, and how many rows the index has, then how many each
    /// value of its first column leads to, of its first two columns, and so on.
    private struct Statistic: Hashable {
        var table: String
        var index: String?
        var numbers: String
    }

    /// Stores the numbers where others are stored, and lets a connection plan with them.
    ///
    /// Connections that are opened later read them at once.
    ///
    ///
    /// - Throws: `SQLiteError`.
    static func store(in connection: SQLiteConnection) throws {
        let wanted = try statistics(of: connection)
        guard try stored(in: connection) != Set(wanted) else { return }
        try connection.transaction {
            // Creates the table of the numbers where there is none.
            try connection.execute("ANALYZE sqlite_schema")
            try connection.execute("DELETE FROM sqlite_stat1")
            for row in wanted {
                try connection.execute(
                    "INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES (\(row.table), \(row.index), \(row.numbers))"
                )
            }
        }
        try connection.execute("ANALYZE sqlite_schema")
    }

    private static func stored(in connection: SQLiteConnection) throws -> Set<Statistic>? {
        let tables = try connection.rows(
            "SELECT name FROM sqlite_schema WHERE name = 'sqlite_stat1'",
            as: String.self
        )
        guard !tables.isEmpty else { return nil }
        let rows = try connection.rows(
            "SELECT tbl, idx, stat FROM sqlite_stat1",
            as: String.self,
            String?.self,
            String.self
        )
        return Set(rows.map(Statistic.init))
    }

    /// The numbers of every table of rows; those of a full-text index are its own affair.
    private static func statistics(of connection: SQLiteConnection) throws -> [Statistic] {
        let tables = try connection.rows(
            """
            SELECT name, wr FROM pragma_table_list
            WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY name
            """,
            as: String.self,
            Bool.self
        )
        return try tables.flatMap { table, isClustered in
            let indexes = try connection.rows(
                "SELECT name, \"unique\", origin, partial FROM pragma_index_list(\(table)) ORDER BY name",
                as: String.self,
                Bool.self,
                String.self,
                Bool.self
            )
            return try [Statistic(table: table, index: nil, numbers: String(rows))]
                + indexes.map { index, isUnique, origin, isPartial in
                    let columns = try connection.rows(
                        "SELECT name FROM pragma_index_info(\(index)) ORDER BY seqno",
                        as: String?.self
                    )
                    let numbers = numbers(of: columns, in: table, isUnique: isUnique, isPartial: isPartial)
                    // The primary key of a table that is its own index has the table's name.
                    return Statistic(
                        table: table,
                        index: isClustered && origin == "pk" ? table : index,
                        numbers: numbers.map(String.init).joined(separator: " ")
                    )
                }
        }
    }

    private static func numbers(
        of columns: [String?],
        in table: String,
        isUnique: Bool,
        isPartial: Bool
    ) -> [Int] {
        var numbers = [isPartial ? rows / partOfRows : rows]
        for (place, column) in columns.enumerated() {
            let before = numbers[place]
            let hasFewValues =
                column.map { columnsOfFewValues.contains($0) && !columnsOfManyValues.contains("\(table).\($0)") }
                ?? false
            if isUnique, place == columns.count - 1 {
                numbers.append(1)
            } else if hasFewValues {
                numbers.append(before > rowsOfValue * fewValues ? before / fewValues : before)
            } else {
                numbers.append(max(1, min(rowsOfValue, before / 3)))
            }
        }
        return numbers
    }
}
