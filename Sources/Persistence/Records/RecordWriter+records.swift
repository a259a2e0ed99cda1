// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials

/// A small named value: a catalog's product, a setting, an endpoint, a device, a content item.
package struct StoredRecord: Hashable, Sendable {
    /// What kind of thing it is.
    package var collection: RecordCollection
    /// Whose it is: an app, a customer; empty for the whole installation.
    package var owner: String
    /// Its name among the owner's things of this kind.
    package var name: String
    /// When it was stored last.
    package var updatedDate: Date
    /// The value, in the server's own form.
    package var body: Data

    /// Makes a record.
    package init(collection: RecordCollection, owner: String = "", name: String, updatedDate: Date, body: Data) {
        self.collection = collection
        self.owner = owner
        self.name = name
        self.updatedDate = updatedDate
        self.body = body
    }
}

/// A kind of named values; an open set.
package struct RecordCollection: RawRepresentable, Hashable, Sendable {
    /// The name as it is stored.
    package let rawValue: String

    /// Makes a kind from its name.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// Products, by app and product identifier.
    package static let products = RecordCollection(rawValue: "products")
    /// Subscription groups, by app and group identifier.
    package static let subscriptionGroups = RecordCollection(rawValue: "subscription-groups")
    /// What may be used, by app and name.
    package static let entitlements = RecordCollection(rawValue: "entitlements")
    /// Apps, by bundle identifier.
    package static let apps = RecordCollection(rawValue: "apps")
    /// Settings of the installation, or of an app.
    package static let settings = RecordCollection(rawValue: "settings")
    /// The endpoints of the team's backend.
    package static let webhookEndpoints = RecordCollection(rawValue: "webhook-endpoints")
    /// Content items with their publish dates, by app.
    package static let contentItems = RecordCollection(rawValue: "content-items")
    /// Devices, by customer.
    package static let devices = RecordCollection(rawValue: "devices")
}

extension RecordWriter {
    /// Stores a record instead of the one of its name.
    ///
    /// - Throws: `DatabaseError`.
    package func upsert(_ record: StoredRecord) throws {
        try execute(
            """
            INSERT INTO records (collection, owner, name, updated, body)
            VALUES (\(record.collection.rawValue), \(record.owner), \(record.name), \(record.updatedDate),
                \(record.body))
            ON CONFLICT (collection, owner, name) DO UPDATE SET updated = excluded.updated, body = excluded.body
            """
        )
    }

    /// Removes a record.
    ///
    /// - Returns: Whether it was there.
    /// - Throws: `DatabaseError`.
    @discardableResult
    package func removeRecord(_ collection: RecordCollection, owner: String = "", name: String) throws -> Bool {
        try execute(
            """
            DELETE FROM records WHERE collection = \(collection.rawValue) AND owner = \(owner) AND name = \(name)
            """
        ) > 0
    }
}

extension RecordWriter {
    /// Removes an owner's records of a kind that were stored before an instant, as a rule of how long they are kept
    /// says.
    ///
    /// - Returns: How many.
    /// - Throws: `DatabaseError`.
    package func removeRecords(
        _ collection: RecordCollection,
        owner: String = "",
        updatedBefore instant: Date
    ) throws -> Int {
        try execute(
            """
            DELETE FROM records
            WHERE collection = \(collection.rawValue) AND owner = \(owner) AND updated < \(instant)
            """
        )
    }
}

extension RecordWriter {
    /// Removes an owner's records of a kind that were stored longest ago.
    ///
    /// - Parameters:
    ///   - collection: The kind.
    ///   - owner: The owner.
    ///   - limit: How many at most.
    /// - Returns: How many.
    /// - Throws: `DatabaseError`.
    @discardableResult
    package func removeOldestRecords(_ collection: RecordCollection, owner: String = "", limit: Int) throws -> Int {
        try execute(
            """
            DELETE FROM records
            WHERE collection = \(collection.rawValue) AND owner = \(owner) AND name IN (
                SELECT name FROM records WHERE collection = \(collection.rawValue) AND owner = \(owner)
                ORDER BY updated, name LIMIT \(limit))
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
    /// How many records of a kind all owners have together, and how large they are.
    ///
    /// - Throws: `DatabaseError`.
    package func recordsSize(_ collection: RecordCollection) throws -> RecordsSize {
        try first(
            """
            SELECT COUNT(*), COALESCE(SUM(LENGTH(body)), 0) FROM records WHERE collection = \(collection.rawValue)
            """
        ) { row in RecordsSize(count: try row.next(), bytes: try row.next()) } ?? RecordsSize()
    }

    /// A record, or nothing when there is none of this name.
    ///
    /// - Throws: `DatabaseError`.
    package func record(_ collection: RecordCollection, owner: String = "", name: String) throws -> StoredRecord? {
        try first(
            """
            SELECT updated, body FROM records
            WHERE collection = \(collection.rawValue) AND owner = \(owner) AND name = \(name)
            """
        ) { row in
            StoredRecord(
                collection: collection,
                owner: owner,
                name: name,
                updatedDate: try row.next(),
                body: try row.next()
            )
        }
    }

    private static func record(
        _ collection: RecordCollection,
        _ owner: String,
        _ row: inout Row
    ) throws -> StoredRecord {
        StoredRecord(
            collection: collection,
            owner: owner,
            name: try row.next(),
            updatedDate: try row.next(),
            body: try row.next()
        )
    }

    /// An owner's records of a kind, a page at a time, in the order of their names.
    ///
    /// - Throws: `DatabaseError`.
    package func records(
        _ collection: RecordCollection,
        owner: String = "",
        after name: String = "",
        limit: Int = 10_000
    ) throws -> [StoredRecord] {
        try rows(
            """
            SELECT name, updated, body FROM records
            WHERE collection = \(collection.rawValue) AND owner = \(owner) AND name > \(name)
            ORDER BY name LIMIT \(limit)
            """
        ) { try Self.record(collection, owner, &$0) }
    }

    /// All of an owner's records of a kind, in the order of their names, read in pages.
    ///
    /// - Throws: `DatabaseError`.
    package func allRecords(_ collection: RecordCollection, owner: String = "") throws -> [StoredRecord] {
        var records: [StoredRecord] = []
        while true {
            let page = try self.records(collection, owner: owner, after: records.last?.name ?? "", limit: 10_000)
            records += page
            guard page.count == 10_000 else { return records }
        }
    }

    /// An owner's records of a kind that were stored last, the newest first.
    ///
    /// - Parameters:
    ///   - collection: The kind.
    ///   - owner: The owner.
    ///   - instant: Only what was stored then or later.
    ///   - last: The last record of the page before.
    ///   - limit: How many at most; all when nothing is said.
    /// - Returns: The records.
    /// - Throws: `DatabaseError`.
    package func newestRecords(
        _ collection: RecordCollection,
        owner: String = "",
        since instant: Date? = nil,
        after last: StoredRecord? = nil,
        limit: Int = .max
    ) throws -> [StoredRecord] {
        let isNewEnough: Query = instant.map { "AND updated >= \($0)" } ?? ""
        let isBehind: Query =
            last.map { last in
                "AND (updated < \(last.updatedDate) OR (updated = \(last.updatedDate) AND name > \(last.name)))"
            } ?? ""
        return try rows(
            """
            SELECT name, updated, body FROM records
            WHERE collection = \(collection.rawValue) AND owner = \(owner) \(isNewEnough) \(isBehind)
            ORDER BY updated DESC, name LIMIT \(limit)
            """
        ) { try Self.record(collection, owner, &$0) }
    }
}
