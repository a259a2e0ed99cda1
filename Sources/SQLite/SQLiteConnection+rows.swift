// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension SQLiteConnection {
    /// The only column of all rows of a query.
    ///
    /// - Throws: `SQLiteError`; with `mismatch` when a row has another type or more columns.
    package func rows<Value: SQLiteConvertible>(_ sql: SQL, as type: Value.Type) throws -> [Value] {
        var values: [Value] = []
        try forEach(sql) { row in
            try expect(1, in: row, of: sql)
            values.append(try row.decode(0, as: type))
        }
        return values
    }

    /// All rows of a query, each as a tuple of the types asked for.
    ///
    /// - Throws: `SQLiteError`; with `mismatch` when a row has other types or another number of columns.
    package func rows<First: SQLiteConvertible, each Column: SQLiteConvertible>(
        _ sql: SQL,
        as first: First.Type,
        _ types: repeat (each Column).Type
    ) throws -> [(First, repeat each Column)] {
        var rows: [(First, repeat each Column)] = []
        try forEach(sql) { row in
            var column = -1
            func next<Value: SQLiteConvertible>(_ type: Value.Type) throws -> Value {
                column += 1
                return try row.decode(column, as: type)
            }
            rows.append((try next(first), repeat try next((each Column).self)))
            try expect(column + 1, in: row, of: sql)
        }
        return rows
    }

    /// The only column of the first row of a query, or nothing.
    ///
    /// - Throws: `SQLiteError`.
    package func first<Value: SQLiteConvertible>(_ sql: SQL, as type: Value.Type) throws -> Value? {
        try rows(sql, as: type).first
    }

    /// The first row of a query, or nothing.
    ///
    /// - Throws: `SQLiteError`.
    package func first<First: SQLiteConvertible, each Column: SQLiteConvertible>(
        _ sql: SQL,
        as first: First.Type,
        _ types: repeat (each Column).Type
    ) throws -> (First, repeat each Column)? {
        try rows(sql, as: first, repeat (each types)).first
    }

    private func expect(_ count: Int, in row: SQLiteRow, of sql: SQL) throws {
        guard row.count != count else { return }
        throw SQLiteError(
            code: .mismatch,
            message: "\(row.count) columns where \(count) were asked for; in: \(sql.text)"
        )
    }
}
