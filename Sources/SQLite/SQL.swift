// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// One statement: its text, and the values bound to it.
///
/// It is written as a literal, and a value goes in by interpolation alone, which binds it and never pastes it into
/// the text: `"SELECT name FROM customers WHERE id = \(id)"`.
package struct SQL: Hashable, Sendable {
    /// The text with a question mark for each value.
    package private(set) var text: String

    /// The values in the order of the question marks.
    package private(set) var bindings: [SQLiteValue]
}

extension SQL: ExpressibleByStringInterpolation {
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
        var bindings: [SQLiteValue] = []

        /// Makes room for the pieces.
        package init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + interpolationCount)
            bindings.reserveCapacity(interpolationCount)
        }

        /// Takes a part of the text.
        package mutating func appendLiteral(_ literal: String) { text += literal }

        /// Binds a value.
        package mutating func appendInterpolation(_ value: some SQLiteConvertible) {
            text += "?"
            bindings.append(value.sqliteValue)
        }

        /// Binds a value, or NULL.
        package mutating func appendInterpolation(_ value: (some SQLiteConvertible)?) {
            text += "?"
            bindings.append(value.sqliteValue)
        }

        /// Puts in a piece of a statement together with its values.
        package mutating func appendInterpolation(_ piece: SQL) {
            text += piece.text
            bindings += piece.bindings
        }

        /// Puts in a quoted name of a table or column, which cannot be bound.
        package mutating func appendInterpolation(name: String) {
            text +=
                "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
        }
    }
}
