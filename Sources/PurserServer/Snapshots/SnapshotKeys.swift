// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import FoundationEssentials
import Persistence

/// The keys that sign snapshots of entitlements: created at first need, shared by all servers through the store, and
/// rotated.
///
/// A rotation publishes the new key at once and signs with it from a date on, so that apps with built-in keys can be
/// updated first. The old key stays published for ``overlap`` after that, longer than the longest snapshot may be
/// relied on.
final class SnapshotKeys: Sendable {
    /// A key, from when it signs and until when it is published.
    struct Stored: Hashable, Sendable, Codable {
        var pem: String
        var created: Date
        var signsFrom: Date
        /// After this date it is no longer published; absent for the newest key.
        var retires: Date?
    }

    /// How long a replaced key stays published: 30 days, the longest life of a snapshot, and one more for clocks and
    /// caches.
    static let overlap: TimeInterval = 31 * 86_400
    /// How many seconds a server trusts the list it has read.
    static let memory: TimeInterval = 10

    private let list: SharedKeyList<Stored, SnapshotKey>

    init(store: any Database) {
        list = SharedKeyList(
            store: store,
            records: RecordStore("snapshot-keys"),
            generate: { Stored(pem: try PrivateKey.generate(.p256).pem, created: $0, signsFrom: $0) },
            prepare: { try SnapshotKey(pem: $0.pem) }
        )
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
    /// - Throws: `ServiceProblem` when there are too many, or `DatabaseError`.
    func rotate(after delay: TimeInterval, audit: AuditRecord, now: Date) async throws -> [Stored] {
        let start = now.addingTimeInterval(delay)
        let fresh = Stored(pem: try PrivateKey.generate(.p256).pem, created: now, signsFrom: start)
        let keys = try await list.update(audit: audit, now: now) { stored in
            var keys = stored.filter { $0.retires.map { now < $0 } ?? true }
            guard keys.count < 10 else {
                throw ServiceProblem(
                    .invalidParameter,
                    "There are already 10 published snapshot keys. Rotate again when the oldest has retired."
                )
            }
            // A key that was to sign later than this one would take over from it again.
            for place in keys.indices where keys[place].signsFrom > start { keys[place].signsFrom = start }
            for place in keys.indices where keys[place].retires == nil {
                keys[place].retires = start.addingTimeInterval(Self.overlap)
            }
            return keys + [fresh]
        }
        return keys.reversed()
    }

    /// The oldest first.
    private func keys(now: Date) async throws -> [SharedKeyList<Stored, SnapshotKey>.Entry] {
        try await list.entries(now: now, within: Self.memory)
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

struct SnapshotKeyBody: Codable, Hashable, Sendable, SchemaDescribed {
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

struct SnapshotKeyList: Codable, Hashable, Sendable, SchemaDescribed {
    var keys: [SnapshotKeyBody]

    static let schema = Schema.object(["keys": .array(of: .of(SnapshotKeyBody.self))])
    static let schemaReferences: [any SchemaDescribed.Type] = [SnapshotKeyBody.self]
}
