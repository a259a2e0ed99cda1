// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
package import FoundationEssentials

/// A store of values of one type by their names, such as the team's members.
///
/// Each is declared once, beside its value. Its values are stored as JSON in the table `records`; no one else reads or
/// writes that table.
package struct RecordStore<Name: RecordKey, Value: Codable & Sendable>: Sendable {
    /// The store's name in the database.
    let collection: String
    /// The owner whose values they are; empty for the whole installation.
    let owner: String

    /// Declares a store of the whole installation.
    package init(_ collection: String) { self.init(collection, owner: "") }

    fileprivate init(_ collection: String, owner: String) {
        self.collection = collection
        self.owner = owner
    }

    var condition: Query { "collection = \(collection) AND owner = \(owner)" }
}

/// A store of values of one type for each owner, such as the products of each app.
package struct OwnedRecordStore<Owner: RecordKey, Name: RecordKey, Value: Codable & Sendable>: Sendable {
    /// The store's name in the database.
    let collection: String

    /// Declares a store.
    package init(_ collection: String) { self.collection = collection }

    /// The values of an owner.
    package subscript(owner: Owner) -> RecordStore<Name, Value> {
        RecordStore(collection, owner: owner.recordKey)
    }
}

/// A value to be stored, already encoded: encode large ones with `RecordStore.prepare` before a transaction begins.
package struct PreparedRecord<Name: RecordKey, Value: Codable & Sendable>: Sendable {
    fileprivate let name: Name
    fileprivate let store: RecordStore<Name, Value>
    fileprivate let body: Data
}

extension RecordStore {
    /// Encodes a value for `upsert`, so that the database's writer need not.
    ///
    /// - Throws: An `EncodingError`.
    package func prepare(_ value: Value, as name: Name) throws -> PreparedRecord<Name, Value> {
        PreparedRecord(name: name, store: self, body: try AppStoreJSON.encode(value))
    }
}

/// The value of a record whose existence says everything.
package struct Presence: Hashable, Codable, Sendable {
    /// The only value.
    package init() {}
}

/// A value with its name and the date it was stored.
package struct StoredRecord<Name: RecordKey, Value: Codable & Sendable>: Hashable, Sendable {
    /// Its name.
    package let name: Name
    /// When it was last stored.
    package let updatedDate: Date
    private let collection: String
    private let body: Data

    fileprivate init(_ store: RecordStore<Name, Value>, _ row: inout Row) throws {
        collection = store.collection
        let text = try row.next(String.self)
        guard let name = Name(recordKey: text) else { throw damagedRecord(store.collection, text, "name") }
        self.name = name
        updatedDate = try row.next()
        body = try row.next()
    }

    /// The value.
    ///
    /// - Throws: `DatabaseError` with `damaged` when the stored bytes are not a value of this type.
    package var value: Value {
        get throws {
            do {
                return try AppStoreJSON.decode(from: body)
            } catch {
                throw damagedRecord(collection, name.recordKey, "value")
            }
        }
    }
}

private func damagedRecord(_ collection: String, _ name: String, _ part: String) -> DatabaseError {
    DatabaseError(
        code: .damaged,
        message: "the \(part) of record '\(name)' in '\(collection)' is damaged. Restore it from a backup"
    )
}

extension RecordWriter {
    /// Stores a value instead of the one of its name.
    ///
    /// - Throws: `DatabaseError`, or an `EncodingError`.
    package func upsert<Name, Value>(
        _ value: Value,
        as name: Name,
        in store: RecordStore<Name, Value>,
        now: Date
    ) throws {
        try upsert(store.prepare(value, as: name), now: now)
    }

    /// Stores an encoded value instead of the one of its name.
    ///
    /// - Throws: `DatabaseError`.
    package func upsert<Name, Value>(_ record: PreparedRecord<Name, Value>, now: Date) throws {
        let store = record.store
        try post(
            """
            INSERT INTO records (collection, owner, name, updated, body)
            VALUES (\(store.collection), \(store.owner), \(record.name.recordKey), \(now), \(record.body))
            ON CONFLICT (collection, owner, name) DO UPDATE SET updated = excluded.updated, body = excluded.body
            """
        )
    }

    /// Removes a value.
    ///
    /// - Returns: Whether it was there.
    /// - Throws: `DatabaseError`.
    @discardableResult
    package func removeRecord<Name, Value>(_ name: Name, in store: RecordStore<Name, Value>) throws -> Bool {
        try execute("DELETE FROM records WHERE \(store.condition) AND name = \(name.recordKey)") > 0
    }

    /// Removes the values that were stored before an instant.
    ///
    /// - Returns: How many.
    /// - Throws: `DatabaseError`.
    package func removeRecords<Name, Value>(
        in store: RecordStore<Name, Value>,
        updatedBefore instant: Date
    ) throws -> Int {
        try execute("DELETE FROM records WHERE \(store.condition) AND updated < \(instant)")
    }

    /// Removes the values whose names come before a name.
    ///
    /// - Throws: `DatabaseError`.
    package func removeRecords<Name, Value>(in store: RecordStore<Name, Value>, before name: Name) throws {
        try execute("DELETE FROM records WHERE \(store.condition) AND name < \(name.recordKey)")
    }

    /// Removes the values that were stored longest ago.
    ///
    /// - Returns: How many: at most `limit`.
    /// - Throws: `DatabaseError`.
    @discardableResult
    package func removeOldestRecords<Name, Value>(in store: RecordStore<Name, Value>, limit: Int) throws -> Int {
        try execute(
            """
            DELETE FROM records WHERE \(store.condition) AND name IN (
                SELECT name FROM records WHERE \(store.condition) ORDER BY updated, name LIMIT \(limit))
            """
        )
    }
}

/// How many records there are, and how large they are together.
package struct RecordsSize: Hashable, Sendable {
    /// How many.
    package var count: Int
    /// The bytes of their values.
    package var bytes: Int64

    /// Makes a value.
    package init(count: Int = 0, bytes: Int64 = 0) {
        self.count = count
        self.bytes = bytes
    }
}

extension RecordReader {
    /// A value, or `nil` when there is none of this name.
    ///
    /// - Throws: `DatabaseError`.
    package func value<Name, Value>(_ name: Name, in store: RecordStore<Name, Value>) throws -> Value? {
        try record(name, in: store)?.value
    }

    /// A value with the date it was stored, or `nil` when there is none of this name.
    ///
    /// - Throws: `DatabaseError`.
    package func record<Name, Value>(
        _ name: Name,
        in store: RecordStore<Name, Value>
    ) throws -> StoredRecord<Name, Value>? {
        try records(store, "AND name = \(name.recordKey)").first
    }

    /// The values, in the order of their names.
    ///
    /// - Throws: `DatabaseError`.
    package func values<Name, Value>(in store: RecordStore<Name, Value>, limit: Int = 10_000) throws -> [Value] {
        try records(in: store, limit: limit).map { try $0.value }
    }

    /// A page of the values, in the order of their names.
    ///
    /// - Throws: `DatabaseError`.
    package func records<Name, Value>(
        in store: RecordStore<Name, Value>,
        after name: Name? = nil,
        limit: Int = 10_000
    ) throws -> [StoredRecord<Name, Value>] {
        let isBehind: Query = name.map { "AND name > \($0.recordKey)" } ?? ""
        return try records(store, "\(isBehind) ORDER BY name LIMIT \(limit)")
    }

    /// All values, in the order of their names, read in pages.
    ///
    /// - Throws: `DatabaseError`.
    package func allRecords<Name, Value>(in store: RecordStore<Name, Value>) throws -> [StoredRecord<Name, Value>] {
        var records: [StoredRecord<Name, Value>] = []
        while true {
            let page = try self.records(in: store, after: records.last?.name)
            records += page
            guard page.count == 10_000 else { return records }
        }
    }

    /// The values that were stored last, the newest first.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - instant: Only what was stored then or later.
    ///   - last: The last record of the page before.
    ///   - limit: How many at most (default: all).
    /// - Returns: The records.
    /// - Throws: `DatabaseError`.
    package func newestRecords<Name, Value>(
        in store: RecordStore<Name, Value>,
        since instant: Date? = nil,
        after last: StoredRecord<Name, Value>? = nil,
        limit: Int = .max
    ) throws -> [StoredRecord<Name, Value>] {
        let isNewEnough: Query = instant.map { "AND updated >= \($0)" } ?? ""
        let isBehind: Query =
            last.map { last in
                """
                AND (updated < \(last.updatedDate) OR (updated = \(last.updatedDate) AND name > \(last.name.recordKey)))
                """
            } ?? ""
        return try records(store, "\(isNewEnough) \(isBehind) ORDER BY updated DESC, name LIMIT \(limit)")
    }

    private func records<Name, Value>(
        _ store: RecordStore<Name, Value>,
        _ rest: Query
    ) throws -> [StoredRecord<Name, Value>] {
        try rows("SELECT name, updated, body FROM records WHERE \(store.condition) \(rest)") { row in
            try StoredRecord(store, &row)
        }
    }

    /// How many values all owners have together, and how large they are.
    ///
    /// - Throws: `DatabaseError`.
    package func recordsSize<Owner, Name, Value>(_ store: OwnedRecordStore<Owner, Name, Value>) throws -> RecordsSize {
        try first(
            "SELECT COUNT(*), COALESCE(SUM(LENGTH(body)), 0) FROM records WHERE collection = \(store.collection)"
        ) { row in RecordsSize(count: try row.next(), bytes: try row.next()) } ?? RecordsSize()
    }
}
