// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes
package import Commerce
package import FoundationEssentials

/// A key by which an app or a backend is let in; the key itself is never stored, only its hash.
package struct StoredAppKey: Hashable, Sendable {
    /// The SHA-256 of the key.
    package var hash: FactDigest
    /// A name that may be shown and logged.
    package var id: String
    /// The app it belongs to.
    package var app: BundleID
    /// What it may do, such as `public` or `secret`.
    package var kind: String
    /// What people call it.
    package var name: String
    /// When it was made.
    package var createdDate: Date
    /// When it stopped being good.
    package var revokedDate: Date?

    /// Makes a key's record.
    package init(
        hash: FactDigest,
        id: String,
        app: BundleID,
        kind: String,
        name: String,
        createdDate: Date,
        revokedDate: Date? = nil
    ) {
        self.hash = hash
        self.id = id
        self.app = app
        self.kind = kind
        self.name = name
        self.createdDate = createdDate
        self.revokedDate = revokedDate
    }
}

extension RecordWriter {
    /// Adds a key, unless one of the same hash is there.
    ///
    /// - Returns: Whether it is new.
    /// - Throws: `DatabaseError`.
    @discardableResult
    package func add(_ key: StoredAppKey) throws -> Bool {
        try execute(
            """
            INSERT INTO app_keys (hash, id, app, kind, name, created, revoked)
            VALUES (\(key.hash.bytes), \(key.id), \(key.app), \(key.kind), \(key.name), \(key.createdDate),
                \(key.revokedDate))
            ON CONFLICT (hash) DO NOTHING
            """
        ) > 0
    }

    /// Ends a key.
    ///
    /// - Returns: Whether it was good until now.
    /// - Throws: `DatabaseError`.
    package func revokeAppKey(id: String, now: Date) throws -> Bool {
        try execute("UPDATE app_keys SET revoked = \(now) WHERE id = \(id) AND revoked IS NULL") > 0
    }
}

extension RecordReader {
    /// The key of this hash, revoked or not, or nothing.
    ///
    /// - Throws: `DatabaseError`.
    package func appKey(hash: FactDigest) throws -> StoredAppKey? {
        try appKeys("hash = \(hash.bytes)").first
    }

    /// All keys of an app, in the order in which they were made.
    ///
    /// - Throws: `DatabaseError`.
    package func appKeys(of app: BundleID) throws -> [StoredAppKey] {
        try appKeys("app = \(app) ORDER BY created, id LIMIT 10000")
    }

    /// The apps that have or had a key.
    ///
    /// - Throws: `DatabaseError`.
    package func appsWithKeys() throws -> [BundleID] {
        try rows("SELECT DISTINCT app FROM app_keys ORDER BY app LIMIT 1000") { try $0.next() }
    }

    private func appKeys(_ condition: Query) throws -> [StoredAppKey] {
        try rows("SELECT hash, id, app, kind, name, created, revoked FROM app_keys WHERE \(condition)") { row in
            guard let hash = FactDigest(try row.next([UInt8].self)) else {
                throw DatabaseError(code: .damaged, message: "the hash of an app key has another length than 32 bytes")
            }
            return StoredAppKey(
                hash: hash,
                id: try row.next(),
                app: try row.next(),
                kind: try row.next(),
                name: try row.next(),
                createdDate: try row.next(),
                revokedDate: try row.next()
            )
        }
    }
}
