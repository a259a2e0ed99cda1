// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Persistence

/// The five letters by which PostgreSQL names what went wrong.
///
/// <https://www.postgresql.org/docs/15/errcodes-appendix.html>
struct SQLState: Hashable, Sendable {
    let rawValue: String

    /// What it means for whoever uses the store.
    var code: DatabaseError.Code {
        switch rawValue {
        case "40001", "40P01": .conflict
        case "55P03", "57014": .locked
        case "53100", "53200", "53400": .full
        case "53300", "57P01", "57P02", "57P03", "25006": .unavailable
        case "22021", "22P05": .constraint
        default: codeOfClass
        }
    }

    /// Whether the same transaction may well succeed when it is run again.
    var isWorthRepeating: Bool {
        // A unique key that was free when it was looked for: the repetition sees who took it.
        ["40001", "40P01", "23505"].contains(rawValue)
    }

    private var codeOfClass: DatabaseError.Code {
        switch rawValue.prefix(2) {
        case "08", "": .unavailable
        case "23": .constraint
        case "42": .statement
        case "XX": .damaged
        default: .statement
        }
    }
}

/// A failure that PostgreSQL reported.
struct PostgresFailure: Error {
    let state: SQLState
    let error: DatabaseError

    init(state: SQLState, message: String, doing what: String) {
        self.state = state
        error = DatabaseError(code: state.code, message: "\(message); in: \(what)")
    }
}
