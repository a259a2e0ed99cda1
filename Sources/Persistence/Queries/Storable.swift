// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes
package import FoundationEssentials

/// A type whose values can be bound to a query and read from a row.
package protocol Storable {
    /// The value as it is stored.
    var storedValue: StoredValue { get }

    /// Reads a value, or answers nothing when the stored one is of another kind.
    init?(storedValue: StoredValue)
}

extension Int64: Storable {
    /// An integer.
    package var storedValue: StoredValue { .integer(self) }

    /// Reads an integer.
    package init?(storedValue: StoredValue) {
        guard case .integer(let number) = storedValue else { return nil }
        self = number
    }
}

extension Int: Storable {
    /// An integer.
    package var storedValue: StoredValue { .integer(Int64(self)) }

    /// Reads an integer.
    package init?(storedValue: StoredValue) {
        guard case .integer(let number) = storedValue else { return nil }
        self.init(exactly: number)
    }
}

extension Bool: Storable {
    /// One or zero.
    package var storedValue: StoredValue { .integer(self ? 1 : 0) }

    /// Reads an integer; every number but zero is true.
    package init?(storedValue: StoredValue) {
        guard case .integer(let number) = storedValue else { return nil }
        self = number != 0
    }
}

extension String: Storable {
    /// A text.
    package var storedValue: StoredValue { .text(self) }

    /// Reads a text.
    package init?(storedValue: StoredValue) {
        guard case .text(let text) = storedValue else { return nil }
        self = text
    }
}

extension [UInt8]: Storable {
    /// Bytes.
    package var storedValue: StoredValue { .bytes(self) }

    /// Reads bytes.
    package init?(storedValue: StoredValue) {
        guard case .bytes(let bytes) = storedValue else { return nil }
        self = bytes
    }
}

extension Data: Storable {
    /// Bytes.
    package var storedValue: StoredValue { .bytes([UInt8](self)) }

    /// Reads bytes.
    package init?(storedValue: StoredValue) {
        guard case .bytes(let bytes) = storedValue else { return nil }
        self.init(bytes)
    }
}

extension Date: Storable {
    /// Whole milliseconds since 1970.
    package var storedValue: StoredValue { .integer(millisecondsSince1970) }

    /// Reads milliseconds since 1970.
    package init?(storedValue: StoredValue) {
        guard case .integer(let milliseconds) = storedValue else { return nil }
        self.init(millisecondsSince1970: milliseconds)
    }
}

extension UUID: Storable {
    /// The text in lower case.
    package var storedValue: StoredValue { .text(uuidString.lowercased()) }

    /// Reads a text in any case.
    package init?(storedValue: StoredValue) {
        guard case .text(let text) = storedValue else { return nil }
        self.init(uuidString: text)
    }
}

extension AppAccountToken: Storable {
    /// The UUID's text.
    package var storedValue: StoredValue { rawValue.storedValue }

    /// Reads a UUID's text.
    package init?(storedValue: StoredValue) {
        guard let uuid = UUID(storedValue: storedValue) else { return nil }
        self.init(rawValue: uuid)
    }
}
