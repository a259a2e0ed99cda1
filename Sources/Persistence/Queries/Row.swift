// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes

/// A row of an answer, read from the first column to the last.
package struct Row {
    private let value: (Int) throws -> StoredValue
    private var column = 0

    /// Makes a row from a function that gives the value of a column, counted from zero.
    package init(value: @escaping (Int) throws -> StoredValue) {
        self.value = value
    }

    /// Reads the next column.
    ///
    /// - Throws: `DatabaseError` with `damaged` when it holds a value of another kind.
    package mutating func next<Value: Storable>(_ type: Value.Type = Value.self) throws -> Value {
        guard let value = Value(storedValue: try nextValue()) else { throw wrongKind(type) }
        return value
    }

    /// Reads the next column, which may be NULL.
    ///
    /// - Throws: `DatabaseError` with `damaged` when it holds a value of another kind.
    package mutating func next<Value: Storable>(_ type: Value?.Type = Value?.self) throws -> Value? {
        let stored = try nextValue()
        guard stored != .null else { return nil }
        guard let value = Value(storedValue: stored) else { throw wrongKind(type) }
        return value
    }

    /// Reads the next column as an identifier or a member of an open set.
    ///
    /// - Throws: `DatabaseError` with `damaged` when it holds no text.
    package mutating func next<Value: WireString>(_ type: Value.Type = Value.self) throws -> Value {
        Value(rawValue: try next(String.self))
    }

    /// Reads the next column as an identifier or a member of an open set, or as NULL.
    ///
    /// - Throws: `DatabaseError` with `damaged` when it holds something that is not a text.
    package mutating func next<Value: WireString>(_ type: Value?.Type = Value?.self) throws -> Value? {
        try next(String?.self).map(Value.init(rawValue:))
    }

    /// Reads the next column whatever it holds.
    mutating func nextValue() throws -> StoredValue {
        defer { column += 1 }
        return try value(column)
    }

    private func wrongKind(_ type: Any.Type) -> DatabaseError {
        DatabaseError(
            code: .damaged,
            message: "column \(column - 1) of a stored row is not a \(type); run the integrity check"
        )
    }
}
