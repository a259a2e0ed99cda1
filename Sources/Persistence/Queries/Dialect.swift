// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// How a database differs from the others: the few words that SQL's standard does not settle.
package struct Dialect: Hashable, Sendable {
    /// The database's name, for messages.
    package let name: String

    /// The type of a column of whole numbers.
    package let integer: String

    /// The type of a column of texts, compared byte by byte.
    package let text: String

    /// The type of a column of bytes.
    package let bytes: String

    /// The definition of a column that numbers its rows.
    package let identity: String

    /// What stands after a table's closing parenthesis.
    package let tableEnd: String

    /// What stands after the closing parenthesis of a table that is kept in its primary key's order.
    package let clusteredTableEnd: String

    /// Whether writers run one after another, so that a counter cannot be overtaken.
    package let writesInTurn: Bool

    /// Makes a dialect.
    package init(
        name: String,
        integer: String,
        text: String,
        bytes: String,
        identity: String,
        tableEnd: String,
        clusteredTableEnd: String,
        writesInTurn: Bool
    ) {
        self.name = name
        self.integer = integer
        self.text = text
        self.bytes = bytes
        self.identity = identity
        self.tableEnd = tableEnd
        self.clusteredTableEnd = clusteredTableEnd
        self.writesInTurn = writesInTurn
    }
}
