// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials

/// A type whose values can be bound to a statement and read from a row.
package protocol SQLiteConvertible {
    /// The value as SQLite stores it.
    var sqliteValue: SQLiteValue { get }

    /// Reads a value, or answers nothing when the stored one has another type.
    init?(sqliteValue: SQLiteValue)
}

extension SQLiteValue: SQLiteConvertible {
    /// Itself.
    package var sqliteValue: SQLiteValue { self }

    /// Takes any value.
    package init?(sqliteValue: SQLiteValue) { self = sqliteValue }
}

extension Int64: SQLiteConvertible {
    /// An integer.
    package var sqliteValue: SQLiteValue { .integer(self) }

    /// Reads an integer.
    package init?(sqliteValue: SQLiteValue) {
        guard case .integer(let number) = sqliteValue else { return nil }
        self = number
    }
}

extension Int: SQLiteConvertible {
    /// An integer.
    package var sqliteValue: SQLiteValue { .integer(Int64(self)) }

    /// Reads an integer.
    package init?(sqliteValue: SQLiteValue) {
        guard case .integer(let number) = sqliteValue else { return nil }
        self.init(exactly: number)
    }
}

extension Bool: SQLiteConvertible {
    /// One or zero.
    package var sqliteValue: SQLiteValue { .integer(self ? 1 : 0) }

    /// Reads an integer; every number but zero is true.
    package init?(sqliteValue: SQLiteValue) {
        guard case .integer(let number) = sqliteValue else { return nil }
        self = number != 0
    }
}

extension Double: SQLiteConvertible {
    /// A floating-point number.
    package var sqliteValue: SQLiteValue { .real(self) }

    /// Reads a number of either kind.
    package init?(sqliteValue: SQLiteValue) {
        switch sqliteValue {
        case .real(let number): self = number
        case .integer(let number): self = Double(number)
        default: return nil
        }
    }
}

extension String: SQLiteConvertible {
    /// A text.
    package var sqliteValue: SQLiteValue { .text(self) }

    /// Reads a text.
    package init?(sqliteValue: SQLiteValue) {
        guard case .text(let text) = sqliteValue else { return nil }
        self = text
    }
}

extension [UInt8]: SQLiteConvertible {
    /// Bytes.
    package var sqliteValue: SQLiteValue { .blob(self) }

    /// Reads bytes.
    package init?(sqliteValue: SQLiteValue) {
        guard case .blob(let bytes) = sqliteValue else { return nil }
        self = bytes
    }
}

extension Data: SQLiteConvertible {
    /// Bytes.
    package var sqliteValue: SQLiteValue { .blob([UInt8](self)) }

    /// Reads bytes.
    package init?(sqliteValue: SQLiteValue) {
        guard case .blob(let bytes) = sqliteValue else { return nil }
        self.init(bytes)
    }
}

extension Date: SQLiteConvertible {
    /// Whole milliseconds since 1970; the nearest that can be counted.
    package var sqliteValue: SQLiteValue {
        let milliseconds = (timeIntervalSince1970 * 1000).rounded()
        return .integer(Int64(exactly: milliseconds) ?? (milliseconds > 0 ? .max : .min))
    }

    /// Reads milliseconds since 1970.
    package init?(sqliteValue: SQLiteValue) {
        guard case .integer(let milliseconds) = sqliteValue else { return nil }
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}

extension UUID: SQLiteConvertible {
    /// The text in lower case.
    package var sqliteValue: SQLiteValue { .text(uuidString.lowercased()) }

    /// Reads a text in any case.
    package init?(sqliteValue: SQLiteValue) {
        guard case .text(let text) = sqliteValue else { return nil }
        self.init(uuidString: text)
    }
}

extension Optional: SQLiteConvertible where Wrapped: SQLiteConvertible {
    /// The value, or NULL.
    package var sqliteValue: SQLiteValue { self?.sqliteValue ?? .null }

    /// Reads a value or NULL.
    package init?(sqliteValue: SQLiteValue) {
        if sqliteValue == .null {
            self = Wrapped?.none
        } else if let wrapped = Wrapped(sqliteValue: sqliteValue) {
            self = .some(wrapped)
        } else {
            return nil
        }
    }
}
