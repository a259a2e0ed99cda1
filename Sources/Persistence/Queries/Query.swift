// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes

/// One statement: its text, and the values bound to it.
///
/// A value goes in by interpolation alone, which binds it and never pastes it into the text.
package struct Query: Hashable, Sendable {
    /// The text with a question mark for each value; it holds no other.
    package private(set) var text: String

    /// The values.
    package private(set) var bindings: [StoredValue]

    /// The text with the values' numbers: `$1`, `$2` and so on.
    package var textWithNumbers: String {
        let pieces = text.split(separator: "?", omittingEmptySubsequences: false)
        var numbered = String(pieces[0])
        for (index, piece) in pieces.dropFirst().enumerated() {
            numbered += "$\(index + 1)\(piece)"
        }
        return numbered
    }

    /// How many rows one statement inserts at most: each number of rows is a statement of its own to the database.
    private static let maximumRows = 16

    /// Insertions of rows, as few as there may be.
    ///
    /// - Parameters:
    ///   - insertion: What stands before the rows.
    ///   - rows: The rows, each with its parentheses.
    /// - Returns: The statements, none without rows.
    package static func inserting(_ insertion: Query, rows: [Query]) -> [Query] {
        stride(from: 0, to: rows.count, by: maximumRows).map { start in
            let part = rows[start..<min(rows.count, start + maximumRows)]
            return part.dropFirst().reduce("\(insertion) VALUES \(rows[start])") { "\($0), \($1)" }
        }
    }

    /// The same statement with another value in one place, counted from zero.
    package func replacingBinding(_ index: Int, with value: StoredValue) -> Query {
        var query = self
        query.bindings[index] = value
        return query
    }
}

extension Query: ExpressibleByStringInterpolation {
    /// Makes a statement without values.
    package init(stringLiteral value: String) {
        text = value
        bindings = []
    }

    /// Makes a statement from its pieces.
    package init(stringInterpolation: Interpolation) {
        text = stringInterpolation.text
        bindings = stringInterpolation.bindings
    }

    /// Gathers the pieces of a statement.
    package struct Interpolation: StringInterpolationProtocol {
        var text = ""
        var bindings: [StoredValue] = []

        /// Makes room for the pieces.
        package init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + interpolationCount)
            bindings.reserveCapacity(interpolationCount)
        }

        /// Takes a part of the text.
        package mutating func appendLiteral(_ literal: String) { text += literal }

        /// Binds a value.
        package mutating func appendInterpolation(_ value: some Storable) { bind(value.storedValue) }

        /// Binds a value, or NULL.
        package mutating func appendInterpolation(_ value: (some Storable)?) { bind(value?.storedValue ?? .null) }

        /// Binds an identifier or a member of an open set.
        package mutating func appendInterpolation(_ value: some WireString) { bind(.text(value.rawValue)) }

        /// Binds an identifier or a member of an open set, or NULL.
        package mutating func appendInterpolation(_ value: (some WireString)?) {
            bind(value.map { .text($0.rawValue) } ?? .null)
        }

        /// Puts in a piece of a statement together with its values.
        package mutating func appendInterpolation(_ query: Query) {
            text += query.text
            bindings += query.bindings
        }

        /// Puts in a list of values for `IN`, with its parentheses.
        package mutating func appendInterpolation(list values: [StoredValue]) {
            appendLiteral("(")
            for (position, value) in values.enumerated() {
                if position > 0 { appendLiteral(", ") }
                bind(value)
            }
            appendLiteral(values.isEmpty ? "NULL)" : ")")
        }

        private mutating func bind(_ value: StoredValue) {
            bindings.append(value)
            text += "?"
        }
    }
}
