// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import FoundationEssentials
import Persistence
import Synchronization

/// The key that signs snapshots of rights: made at first need, shared by all servers through the store.
final class SnapshotKeys: Sendable {
    private static let name = "snapshot-key"

    private let store: any Store
    private let clock: @Sendable () -> Date
    private let known = Mutex<SnapshotKey?>(nil)

    init(store: any Store, clock: @escaping @Sendable () -> Date) {
        self.store = store
        self.clock = clock
    }

    /// The key that signs.
    func current() async throws -> SnapshotKey {
        if let cached = known.withLock(\.self) { return cached }
        let now = clock()
        let fresh = try PrivateKey.generate(.p256).pem
        let pem = try await store.write { writer in
            if let record = try writer.record(.settings, name: Self.name) { return record.body }
            let body = Data(fresh.utf8)
            try writer.put(StoredRecord(collection: .settings, name: Self.name, updatedDate: now, body: body))
            return body
        }
        let key = try SnapshotKey(pem: String(decoding: pem, as: UTF8.self))
        known.withLock { $0 = key }
        return key
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
