// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A value as SQLite stores it.
package enum SQLiteValue: Hashable, Sendable {
    /// Nothing.
    case null
    /// A whole number.
    case integer(Int64)
    /// A floating-point number; never money.
    case real(Double)
    /// A text in UTF-8.
    case text(String)
    /// Bytes.
    case blob([UInt8])
}

extension SQLiteValue {
    /// What kind of value it is, for messages.
    var kind: String {
        switch self {
        case .null: "NULL"
        case .integer: "an integer"
        case .real: "a floating-point number"
        case .text: "a text"
        case .blob: "bytes"
        }
    }
}
