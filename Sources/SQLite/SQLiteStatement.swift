// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import CSQLite

/// A prepared statement; its connection keeps it for the next time the same text is run.
final class SQLiteStatement {
    let handle: OpaquePointer
    let text: String
    var lastUse: UInt64 = 0
    var isRunning = false

    init(handle: OpaquePointer, text: String) {
        self.handle = handle
        self.text = text
    }

    deinit {
        sqlite3_finalize(handle)
    }

    /// Binds a value to the parameter of this number, counted from one, and answers SQLite's code.
    func bind(_ value: SQLiteValue, at index: Int32) -> Int32 {
        switch value {
        case .null:
            return sqlite3_bind_null(handle, index)
        case .integer(let number):
            return sqlite3_bind_int64(handle, index, number)
        case .real(let number):
            return sqlite3_bind_double(handle, index, number)
        case .text(var text):
            return text.withUTF8 { utf8 in
                utf8.withMemoryRebound(to: CChar.self) { characters in
                    // An empty text has no address, and a null pointer would bind NULL.
                    let start = characters.baseAddress
                    return start == nil
                        ? sqlite3_bind_text(handle, index, "", 0, csqlite_transient())
                        : sqlite3_bind_text(handle, index, start, Int32(characters.count), csqlite_transient())
                }
            }
        case .blob(let bytes):
            return bytes.isEmpty
                ? sqlite3_bind_zeroblob(handle, index, 0)
                : bytes.withUnsafeBytes {
                    sqlite3_bind_blob64(handle, index, $0.baseAddress, UInt64($0.count), csqlite_transient())
                }
        }
    }

    /// Makes the statement ready for its next run and forgets the values.
    func reset() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
        isRunning = false
    }
}
