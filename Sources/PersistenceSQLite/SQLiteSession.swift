// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Persistence
import SQLite

/// What a body is given: one connection inside an open transaction.
struct SQLiteSession: StoreWriter {
    let connection: SQLiteConnection
    let memory: SessionMemory

    var dialect: Dialect { .sqlite }

    func forEach(_ query: Query, _ body: (inout Row) throws -> Void) throws {
        let values = query.bindings
        try translated {
            try connection.forEach(
                query.text,
                values.count,
                { SQLiteValue(values[$0]) },
                { sqliteRow in
                    try withoutActuallyEscaping({ StoredValue(sqliteRow[$0]) }) { value in
                        var row = Row(value: value)
                        try body(&row)
                    }
                }
            )
        }
    }

    /// Nothing is left to do: an event's number is its place.
    func didAppendEvent() {}

    @discardableResult
    func execute(_ query: Query) throws -> Int {
        try forEach(query) { _ in }
        return connection.changes
    }
}

extension SQLiteValue {
    fileprivate init(_ value: StoredValue) {
        switch value {
        case .null: self = .null
        case .integer(let number): self = .integer(number)
        case .text(let text): self = .text(text)
        case .bytes(let bytes): self = .blob(bytes)
        }
    }
}

extension StoredValue {
    fileprivate init(_ value: SQLiteValue) {
        switch value {
        case .null: self = .null
        case .integer(let number): self = .integer(number)
        case .text(let text): self = .text(text)
        case .blob(let bytes): self = .bytes(bytes)
        // No column of the schema holds one.
        case .real(let number): self = .text(String(number))
        }
    }
}
