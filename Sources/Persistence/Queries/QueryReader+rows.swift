// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

extension QueryReader {
    /// All rows of a query.
    ///
    /// Every query that can answer many rows has a limit of its own.
    func rows<Value>(_ query: Query, _ read: (inout Row) throws -> Value) throws -> [Value] {
        var values: [Value] = []
        try forEach(query) { row in values.append(try read(&row)) }
        return values
    }

    /// The first row of a query, or nothing.
    func first<Value>(_ query: Query, _ read: (inout Row) throws -> Value) throws -> Value? {
        var value: Value?
        try forEach(query) { row in
            guard value == nil else { return }
            value = try read(&row)
        }
        return value
    }

    /// The one number that a query answers.
    func number(_ query: Query) throws -> Int64 {
        try first(query) { try $0.next(Int64.self) } ?? 0
    }
}
