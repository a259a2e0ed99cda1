// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Persistence
import SQLite

extension DatabaseError {
    /// What a failure of SQLite means for whoever uses the store.
    init(_ error: SQLiteError) {
        let code: Code =
            switch error.code.primary {
            case .busy, .locked: .locked
            case .full: .full
            case .constraint: .constraint
            case .corrupt, .notADatabase: .damaged
            case .error, .misuse, .mismatch: .statement
            default: .unavailable
            }
        self.init(code: code, message: error.message)
    }
}

/// Runs calls of SQLite so that their failures come out as failures of the store.
func translated<Value>(_ body: () throws -> Value) throws -> Value {
    do {
        return try body()
    } catch let error as SQLiteError {
        throw DatabaseError(error)
    }
}
