// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A failure that SQLite reported, with its extended result code.
package struct SQLiteError: Error, Sendable {
    /// What failed, as SQLite counts it.
    package let code: Code

    /// What failed and what to do; it holds the text of the statement but never the values bound to it.
    package let message: String

    /// Makes an error.
    package init(code: Code, message: String) {
        self.code = code
        self.message = message
    }

    /// Another connection or process holds the lock; the same call may succeed later.
    package var isLocked: Bool { code.primary == .busy || code.primary == .locked }

    /// The disk, or the size allowed to the database, is used up.
    package var isFull: Bool { code.primary == .full }

    /// A rule of the schema was broken: unique, not null, check or foreign key.
    package var isConstraint: Bool { code.primary == .constraint }
}

extension SQLiteError: Hashable {
    /// Errors are equal when their codes are, so that tests match on the kind of failure.
    package static func == (left: Self, right: Self) -> Bool { left.code == right.code }

    /// Hashes the code alone.
    package func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension SQLiteError: CustomStringConvertible {
    /// The message and the code.
    package var description: String { "\(message) (SQLite code \(code.rawValue))" }
}

extension SQLiteError {
    /// A result code; an open set, for SQLite adds to it.
    ///
    /// <https://www.sqlite.org/rescode.html>
    package struct Code: RawRepresentable, Hashable, Sendable {
        /// The extended result code.
        package let rawValue: Int32

        /// Makes a code from SQLite's number.
        package init(rawValue: Int32) { self.rawValue = rawValue }

        /// The code without its extension.
        package var primary: Code { Code(rawValue: rawValue & 0xff) }

        /// A general error, such as wrong SQL.
        package static let error = Code(rawValue: 1)
        /// Another connection holds the lock.
        package static let busy = Code(rawValue: 5)
        /// A table is locked by another user of the same cache.
        package static let locked = Code(rawValue: 6)
        /// The database may only be read.
        package static let readOnly = Code(rawValue: 8)
        /// A long call was interrupted.
        package static let interrupted = Code(rawValue: 9)
        /// Reading or writing the file failed.
        package static let inputOutput = Code(rawValue: 10)
        /// The file's contents are damaged.
        package static let corrupt = Code(rawValue: 11)
        /// No space is left.
        package static let full = Code(rawValue: 13)
        /// The file cannot be opened.
        package static let cannotOpen = Code(rawValue: 14)
        /// A rule of the schema was broken.
        package static let constraint = Code(rawValue: 19)
        /// A value had another type than was asked for.
        package static let mismatch = Code(rawValue: 20)
        /// A call that makes no sense here.
        package static let misuse = Code(rawValue: 21)
        /// The file is not a SQLite database.
        package static let notADatabase = Code(rawValue: 26)
        /// A value that must be unique is there already.
        package static let constraintUnique = Code(rawValue: 2067)
        /// A primary key is there already.
        package static let constraintPrimaryKey = Code(rawValue: 1555)
    }
}

extension SQLiteError.Code {
    /// What whoever runs the program can do about it.
    var advice: String? {
        switch primary {
        case .busy, .locked: "another connection holds the database's lock; try again shortly"
        case .full: "the disk is full; free some space and try again"
        case .inputOutput: "reading or writing the file failed; look at the disk and the system's log"
        case .corrupt, .notADatabase: "the file is damaged or no database; restore it from a backup"
        case .cannotOpen: "the file cannot be opened; see that its folder exists and may be written"
        case .readOnly: "the database may only be read; look at the permissions of the file and its folder"
        default: nil
        }
    }
}
