// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import FoundationEssentials
import Persistence
import Synchronization

/// The keys that sign snapshots of entitlements: created at first need, shared by all servers through the store, and rotated.
///
/// A rotation publishes the new key at once and signs with it from a date on, so that apps with built-in keys can be updated
/// first. The old key stays published for ``overlap`` after that, longer than the longest snapshot may be relied on.
final class SnapshotKeys: Sendable {
    /// A key, from when it signs and until when it is published.
    struct Stored: Hashable, Sendable, Codable {
        var pem: String
        var created: Date
        var signsFrom: Date
        /// After this date it is no longer published; absent for the newest key.
        var retires: Date?
    }

    private struct Loaded: Sendable {
        var keys: [(stored: Stored, key: SnapshotKey)] = []
        var date: Date = .distantPast
    }

    /// How long a replaced key stays published: 30 days, the longest life of a snapshot, and one more for clocks and caches.
    static let overlap: TimeInterval = 31 * 86_400
    /// How many seconds a server trusts the list it has read.
    static let memory: TimeInterval = 10
    fileprivate static let recordName = "snapshot-keys"

    private let store: any Store
    private let loaded = Mutex(Loaded())

    init(store: any Store) {
        self.store = store
    }

    /// The key that signs now.
    func current(now: Date) async throws -> SnapshotKey {
        let keys = try await keys(now: now)
        guard let key = keys.last(where: { $0.stored.signsFrom <= now }) ?? keys.first else {
            throw ServiceProblem(.internalError, "The server has no key for snapshots.")
        }
        return key.key
    }

    /// All keys that a snapshot which may still be relied on can be signed with, and the next one; the newest first.
    func published(now: Date) async throws -> [SnapshotKey] {
        try await keys(now: now).reversed().filter { $0.stored.retires.map { now < $0 } ?? true }.map(\.key)
    }

    /// Creates a new key and publishes it.
    ///
    /// - Parameters:
    ///   - delay: After how many seconds it signs; until then the old one does.
    ///   - audit: What the audit log says.
    ///   - now: The current date.
    /// - Returns: All published keys, the newest first.
    /// - Throws: `ServiceProblem` when there are too many, or `StoreError`.
    func rotate(after delay: TimeInterval, audit: AuditRecord, now: Date) async throws -> [Stored] {
        let start = now.addingTimeInterval(delay)
        let fresh = Stored(pem: try PrivateKey.generate(.p256).pem, created: now, signsFrom: start)
        let keys = try await store.write { writer in
            var keys = try writer.snapshotKeys().filter { $0.retires.map { now < $0 } ?? true }
            guard keys.count < 10 else {
                throw ServiceProblem(
                    .invalidParameter,
                    "There are 10 published snapshot keys already. Rotate again when the oldest has retired."
                )
            }
            // A key that was to sign later than this one would take over from it again.
            for place in keys.indices where keys[place].signsFrom > start { keys[place].signsFrom = start }
            for place in keys.indices where keys[place].retires == nil {
                keys[place].retires = start.addingTimeInterval(Self.overlap)
            }
            keys.append(fresh)
            try writer.put(keys, now: now)
            try writer.note(audit)
            return keys
        }
        loaded.withLock { $0 = Loaded() }
        return keys.reversed()
    }

    private func keys(now: Date) async throws -> [(stored: Stored, key: SnapshotKey)] {
        let known = loaded.withLock(\.self)
        let since = now.timeIntervalSince(known.date)
        if !known.keys.isEmpty, since >= 0, since < Self.memory { return known.keys }
        var stored = try await store.read { try $0.snapshotKeys() }
        if stored.isEmpty {
            let fresh = Stored(pem: try PrivateKey.generate(.p256).pem, created: now, signsFrom: now)
            stored = try await store.write { writer in
                let present = try writer.snapshotKeys()
                guard present.isEmpty else { return present }
                try writer.put([fresh], now: now)
                return [fresh]
            }
        }
        let read = try stored.map { (stored: $0, key: try SnapshotKey(pem: $0.pem)) }
        loaded.withLock { $0 = Loaded(keys: read, date: now) }
        return read
    }
}

extension StoreReader {
    /// The stored keys, the oldest first.
    fileprivate func snapshotKeys() throws -> [SnapshotKeys.Stored] {
        guard let record = try record(.settings, name: SnapshotKeys.recordName) else { return [] }
        return try ServiceJSON.decode([SnapshotKeys.Stored].self, from: record.body)
    }
}

extension StoreWriter {
    fileprivate func put(_ keys: [SnapshotKeys.Stored], now: Date) throws {
        try put(
            StoredRecord(
                collection: .settings,
                name: SnapshotKeys.recordName,
                updatedDate: now,
                body: try ServiceJSON.encode(keys)
            )
        )
    }
}

/// A key that signs snapshots, under the name that its public half gives it.
struct SnapshotKey: Sendable {
    private let key: PrivateKey
    let id: String
    /// The point on the curve: x and y, 32 bytes each.
    private let point: [UInt8]

    init(pem: String) throws {
        key = try PrivateKey(pem: pem)
        let info = Array(key.publicKey.subjectPublicKeyInfo)
        point = Array(info.suffix(64))
        id = Base64URL.encode(SHA256.digest(of: info).prefix(9))
    }

    /// The public half as a JSON Web Key.
    var published: SnapshotKeyBody {
        SnapshotKeyBody(
            kty: "EC",
            crv: "P-256",
            x: Base64URL.encode(point.prefix(32)),
            y: Base64URL.encode(point.suffix(32)),
            kid: id,
            alg: "ES256",
            use: "sig"
        )
    }

    /// Signs a value in JWS compact form.
    func sign(_ value: some Encodable) throws -> String {
        let header = try ServiceJSON.encode(["alg": "ES256", "kid": id, "typ": "JWT"])
        let message = Base64URL.encode(header) + "." + Base64URL.encode(try ServiceJSON.encode(value))
        return message + "." + Base64URL.encode(try key.joseSignature(for: Array(message.utf8)))
    }
}

struct SnapshotKeyBody: Codable, Hashable, Sendable, Described {
    var kty: String
    var crv: String
    var x: String
    var y: String
    var kid: String
    var alg: String
    var use: String

    static let schemaName = "SnapshotKey"
    static let schema = Schema.object([
        "kty": .string, "crv": .string, "x": .string, "y": .string, "kid": .string, "alg": .string, "use": .string,
    ])
}

struct SnapshotKeyList: Codable, Hashable, Sendable, Described {
    var keys: [SnapshotKeyBody]

    static let schema = Schema.object(["keys": .array(of: .of(SnapshotKeyBody.self))])
    static let schemaReferences: [any Described.Type] = [SnapshotKeyBody.self]
}
