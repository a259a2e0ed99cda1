// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import CSQLite

/// The row on which a statement stands; it must not outlive the closure that was handed it.
package struct SQLiteRow {
    let statement: SQLiteStatement

    /// How many columns the row has.
    package var count: Int { Int(sqlite3_column_count(statement.handle)) }

    /// The value of a column, counted from zero.
    package subscript(column: Int) -> SQLiteValue {
        let index = Int32(column)
        switch sqlite3_column_type(statement.handle, index) {
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement.handle, index))
        case SQLITE_FLOAT: return .real(sqlite3_column_double(statement.handle, index))
        case SQLITE_TEXT: return .text(text(at: index))
        case SQLITE_BLOB: return .blob(bytes(at: index))
        default: return .null
        }
    }

    /// The value of a column as a type.
    ///
    /// - Throws: `SQLiteError` with `mismatch` when the stored value has another type.
    package func decode<Value: SQLiteConvertible>(_ column: Int, as type: Value.Type = Value.self) throws -> Value {
        let stored = self[column]
        guard let value = Value(sqliteValue: stored) else {
            throw SQLiteError(
                code: .mismatch,
                message: "column \(column) holds \(stored.kind), which is not a \(type); in: \(statement.text)"
            )
        }
        return value
    }

    private func text(at index: Int32) -> String {
        guard let start = sqlite3_column_text(statement.handle, index) else { return "" }
        let count = Int(sqlite3_column_bytes(statement.handle, index))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    private func bytes(at index: Int32) -> [UInt8] {
        guard let start = sqlite3_column_blob(statement.handle, index) else { return [] }
        let count = Int(sqlite3_column_bytes(statement.handle, index))
        return [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }
}
