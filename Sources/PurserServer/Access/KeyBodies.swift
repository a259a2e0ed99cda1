// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials

struct KeyRequest: Decodable, Sendable, Described {
    var kind: String
    var name: String?

    static let schema = Schema.object(
        ["kind": .oneOf(APIKeyKind.allCases.map(\.rawValue))],
        optional: ["name": .string(upTo: 200).described("What the key is for.")]
    )
}

struct KeyBody: Codable, Sendable, Described {
    var id: String
    var kind: String
    var name: String
    var created: Date
    var revoked: Date?
    var key: String?

    static let schemaName = "Key"
    static let schema = Schema.object(
        ["id": .string, "kind": .string, "name": .string, "created": .instant],
        optional: ["revoked": .instant, "key": .string.described("The key itself; shown only when it is made.")]
    )
}

struct KeyList: Codable, Sendable, Described {
    var keys: [KeyBody]

    static let schema = Schema.object(["keys": .array(of: .of(KeyBody.self))])
    static let schemaReferences: [any Described.Type] = [KeyBody.self]
}

struct CustomerTokenRequest: Decodable, Sendable, Described {
    var lifetimeSeconds: Int?

    static let schema = Schema.object(
        [:],
        optional: ["lifetimeSeconds": .integer(from: 1, to: 86_400).described("3600 when absent.")]
    )
}

struct CustomerTokenBody: Codable, Sendable, Described {
    var token: String
    var expires: Date

    static let schemaName = "CustomerToken"
    static let schema = Schema.object(["token": .string, "expires": .instant])
}
