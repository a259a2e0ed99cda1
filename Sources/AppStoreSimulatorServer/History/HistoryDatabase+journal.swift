// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import SQLite

extension HistoryDatabase {
    /// Adds what was just done.
    ///
    /// - Throws: An `SQLiteError`, or an `EncodingError`.
    func append(_ entry: JournalEntry) throws {
        try connection.execute("INSERT INTO journal (entry) VALUES (\(try Self.encode(entry)))")
    }

    /// Keeps the core's state under a name and forgets the journal before the running one's.
    ///
    /// - Throws: An `SQLiteError`, or an `EncodingError`.
    func save(_ store: SimulatedAppStore) throws {
        try transaction {
            let last = try connection.first("SELECT coalesce(max(number), 0) FROM journal", as: Int64.self) ?? 0
            let state = try Self.encode(store)
            try connection.execute(
                "INSERT OR REPLACE INTO snapshot (name, journal, state) VALUES ('running', \(last), \(state))"
            )
            // The newest row stays, so that numbers continue.
            try connection.execute("DELETE FROM journal WHERE number < \(last)")
        }
    }

    /// The core's state: the snapshot with the journal's entries repeated on it; nothing when none was kept.
    ///
    /// - Throws: An `SQLiteError`, a `DecodingError`, or a `SimulatorError` when an entry does not repeat.
    func restore() throws -> SimulatedAppStore? {
        let stored = try connection.first(
            "SELECT journal, state FROM snapshot WHERE name = 'running'",
            as: Int64.self,
            Data.self
        )
        guard let (last, state) = stored else { return nil }
        var store = try Self.decode(SimulatedAppStore.self, from: state)
        try connection.forEach("SELECT entry FROM journal WHERE number > \(last) ORDER BY number") { row in
            switch try Self.decode(JournalEntry.self, from: try row.decode(0, as: Data.self)) {
            case .perform(let command): _ = try store.performAgain(command)
            case .advance(let instant): store.advance(to: instant) { _ in }
            }
        }
        return store
    }

    /// How many entries the journal has.
    ///
    /// - Throws: An `SQLiteError`.
    func journalLength() throws -> Int {
        try connection.first("SELECT count(*) FROM journal", as: Int.self) ?? 0
    }

    static func encode(_ value: some Encodable) throws -> Data {
        try AppStoreJSON.encode(value)
    }

    static func decode<Value: Decodable>(_ type: Value.Type = Value.self, from bytes: Data) throws -> Value {
        try AppStoreJSON.decode(type, from: bytes)
    }
}
