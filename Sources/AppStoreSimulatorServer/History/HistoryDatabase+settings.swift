// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials
import SQLite

extension HistoryDatabase {
    /// A named value, or nothing when it was never set.
    ///
    /// - Throws: An `SQLiteError`, or a `DecodingError`.
    func setting<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) throws -> Value? {
        let text = try connection.first("SELECT value FROM settings WHERE name = \(name)", as: String.self)
        return try text.map { try AppStoreJSON.decode(type, from: Data($0.utf8)) }
    }

    /// Sets a named value.
    ///
    /// - Throws: An `SQLiteError`, or an `EncodingError`.
    func set(_ name: String, to value: some Encodable) throws {
        let text = String(decoding: try AppStoreJSON.encode(value), as: UTF8.self)
        try connection.execute("INSERT OR REPLACE INTO settings (name, value) VALUES (\(name), \(text))")
    }
}
