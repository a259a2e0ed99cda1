// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

struct APIKeyRequest: Decodable, Sendable, SchemaDescribed {
    var kind: String
    var name: String?
    var app: BundleID?

    static let schema = Schema.object(
        ["kind": .oneOf(APIKeyKind.allCases.map(\.rawValue))],
        optional: [
            "name": .string(upTo: 200).described("A name for the key."),
            "app": .identifier
                .described(
                    "The bundle ID of the app that the key is for; the caller's own app when absent. A key creates keys of "
                        + "its own app; for another app of the server, be an administrator or use `purser keys`."
                ),
        ]
    )
}

struct APIKeyBody: Codable, Sendable, SchemaDescribed {
    var id: String
    var app: BundleID
    var kind: String
    var name: String
    var created: Date
    var revoked: Date?
    var key: String?

    private enum CodingKeys: String, CodingKey {
        case id, app, kind, name, key
        case created = "createdAt"
        case revoked = "revokedAt"
    }

    // Generators of clients have an `APIKey` of their own.
    static let schemaName = "IssuedAPIKey"
    static let schema = Schema.object(
        ["id": .string, "app": .string, "kind": .string, "name": .string, "createdAt": .instant],
        optional: [
            "revokedAt": .instant, "key": .string.described("The key. It is shown only once, when it is created."),
        ]
    )
}

struct APIKeyList: Codable, Sendable, SchemaDescribed {
    var keys: [APIKeyBody]

    static let schema = Schema.object(["keys": .array(of: .of(APIKeyBody.self))])
    static let schemaReferences: [any SchemaDescribed.Type] = [APIKeyBody.self]
}

struct CustomerTokenRequest: Decodable, Sendable, SchemaDescribed {
    var lifetimeSeconds: Int?

    static let schema = Schema.object(
        [:],
        optional: [
            "lifetimeSeconds": .integer(from: 1, to: 86_400).described("The lifetime in seconds (default: 3600).")
        ]
    )
}

struct CustomerTokenBody: Codable, Sendable, SchemaDescribed {
    var token: String
    var expires: Date

    private enum CodingKeys: String, CodingKey {
        case token
        case expires = "expiresAt"
    }

    static let schemaName = "CustomerToken"
    static let schema = Schema.object(["token": .string, "expiresAt": .instant])
}

struct TokenSecretRotation: Decodable, Sendable, SchemaDescribed {
    var endsOld: Bool?

    static let schema = Schema.object(
        [:],
        optional: [
            "endsOld": .boolean.described(
                "Whether old tokens become invalid at once, after a theft (default: they stay valid for 24 hours)."
            )
        ]
    )
}

/// The secrets that verify customer tokens, without the secrets themselves.
struct TokenSecretList: Codable, Sendable, SchemaDescribed {
    struct Item: Codable, Sendable {
        var id: String
        var created: Date
        /// After this date it verifies nothing; absent for the secret that signs.
        var retires: Date?

        private enum CodingKeys: String, CodingKey {
            case id
            case created = "createdAt"
            case retires = "retiresAt"
        }
    }

    var secrets: [Item]

    static let schema = Schema.object([
        "secrets": .array(
            of: .object(["id": .string, "createdAt": .instant], optional: ["retiresAt": .instant])
        )
    ])
}

struct SnapshotKeyRotation: Decodable, Sendable, SchemaDescribed {
    var signsAfterSeconds: Int?

    static let maximumDays = 90 * 86_400
    static let schema = Schema.object(
        [:],
        optional: [
            "signsAfterSeconds": .integer(from: 0, to: Int64(maximumDays))
                .described(
                    "The new key is published now and signs after this time: apps with built-in keys can follow."
                )
        ]
    )
}

/// The published snapshot keys, without their private halves, the newest first.
struct SnapshotKeyRotationBody: Codable, Sendable, SchemaDescribed {
    struct Item: Codable, Sendable {
        var kid: String
        var created: Date
        var signsFrom: Date
        /// After this date it is no longer published; absent for the newest key.
        var retires: Date?

        private enum CodingKeys: String, CodingKey {
            case kid, signsFrom
            case created = "createdAt"
            case retires = "retiresAt"
        }
    }

    var keys: [Item]

    static let schema = Schema.object([
        "keys": .array(
            of: .object(
                ["kid": .string, "createdAt": .instant, "signsFrom": .instant],
                optional: ["retiresAt": .instant]
            )
        )
    ])
}
