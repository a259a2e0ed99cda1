// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A failure of the store.
package struct DatabaseError: Error, Sendable {
    /// What kind of failure it is.
    package let code: Code

    /// What failed and what to do; never a value that was stored.
    package let message: String

    /// Makes an error.
    package init(code: Code, message: String) {
        self.code = code
        self.message = message
    }

    /// Whether the same call may succeed a little later, so that the caller is answered 503 and tries again.
    package var isRetryable: Bool {
        [.overloaded, .locked, .full, .unavailable, .conflict].contains(code)
    }
}

extension DatabaseError {
    /// The kind of a failure; an open set.
    package struct Code: RawRepresentable, Hashable, Sendable {
        /// The kind's name.
        package let rawValue: String

        /// Makes a kind from its name.
        package init(rawValue: String) { self.rawValue = rawValue }

        /// More calls wait than the store takes on; nothing was done.
        package static let overloaded = Code(rawValue: "overloaded")
        /// Someone else holds the database's lock.
        package static let locked = Code(rawValue: "locked")
        /// No space is left for what should be written.
        package static let full = Code(rawValue: "full")
        /// The database cannot be reached, read or written.
        package static let unavailable = Code(rawValue: "unavailable")
        /// Others changed the same rows again and again meanwhile.
        package static let conflict = Code(rawValue: "conflict")
        /// A rule of the schema was broken, which is a mistake of the program.
        package static let constraint = Code(rawValue: "constraint")
        /// Another process runs as the server of this database.
        package static let inUse = Code(rawValue: "in-use")
        /// A later version of the program wrote this database.
        package static let newerSchema = Code(rawValue: "newer-schema")
        /// The database was never prepared, or by an older version of the program.
        package static let olderSchema = Code(rawValue: "older-schema")
        /// The stored bytes are damaged, or are not a database.
        package static let damaged = Code(rawValue: "damaged")
        /// The store was closed.
        package static let closed = Code(rawValue: "closed")
        /// A statement that the database does not understand, which is a mistake of the program.
        package static let statement = Code(rawValue: "statement")
        /// What should be moved to slower storage was moved already.
        package static let archived = Code(rawValue: "archived")
        /// The settings of the database make no sense.
        package static let configuration = Code(rawValue: "configuration")
    }
}

extension DatabaseError: Hashable {
    /// Errors are equal when their codes are.
    package static func == (left: Self, right: Self) -> Bool { left.code == right.code }

    /// Hashes the code alone.
    package func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension DatabaseError: CustomStringConvertible {
    /// The message and the code.
    package var description: String { "\(message) (\(code.rawValue))" }
}
