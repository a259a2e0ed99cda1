// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import Persistence
package import SQLite

/// What a body is given: one connection inside an open transaction.
package struct SQLiteSession: DatabaseWriter {
    let connection: SQLiteConnection

    /// What need not be asked for again.
    package let memory: TransactionCache

    /// Makes a session over a connection whose transaction the caller opens and ends.
    package init(connection: SQLiteConnection, memory: TransactionCache) {
        self.connection = connection
        self.memory = memory
    }

    /// SQLite's.
    package var dialect: Dialect { .sqlite }

    /// Runs a query and hands over each row in turn.
    package func forEach(_ query: Query, _ body: (inout Row) throws -> Void) throws {
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
    package func didAppendEvent() {}

    /// Runs a statement and answers how many rows it changed.
    @discardableResult
    package func execute(_ query: Query) throws -> Int {
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
