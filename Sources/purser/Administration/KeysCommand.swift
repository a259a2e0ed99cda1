// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation

/// `purser keys`: the API keys of each app, and the secrets that sign customer tokens and snapshots.
enum KeysCommand: Command {
    static let name = "keys"
    static let summary = "List, create and revoke API keys; rotate the token secret and the snapshot key."
    static let operands = "list | create KIND | revoke KEY-ID | rotate WHAT"

    static let options =
        AdministrationTarget.options.map { option in
            option.name == "app"
                ? Option(
                    "app",
                    value: "BUNDLE-ID",
                    "The app (default: the key's own; with --database the first, or all)."
                )
                : option
        } + [
            Option("name", value: "TEXT", "With create: a name for the key."),
            Option("ends-old", "With rotate token-secret: end old tokens at once (default: in 24 hours)."),
            Option("signs-after", value: "DAYS", "With rotate snapshot-key: sign after 0 to 90 days (default: 0)."),
            Option("json", "Print the server's response as JSON instead."),
        ]

    static let details = """
        KIND is publishable, for apps, or secret, for backends. WHAT is token-secret or snapshot-key.
        Uses the running server and a secret key, which manages the keys of its own app. With --database it opens the
        database of a stopped server, for every app and without a key: this replaces a lost key.
        'list' prints a tab-separated line for each key: id, app, kind, created, revoked or -, name.
        'create' prints the new key. It is shown only once.
        'rotate' prints a line for each secret or key that is still valid: name, created, signs from, valid until or -.

        Examples:
          purser keys create secret --app com.example.coffee.mac --database sqlite:.purser/purser.sqlite --config purser.json5
          purser keys revoke key_0123456789abcdef
        """

    private struct Key: Decodable {
        var id: String
        var app: String
        var kind: String
        var name: String
        var created: Int64
        var revoked: Int64?
        var key: String?

        private enum CodingKeys: String, CodingKey {
            case id, app, kind, name, key
            case created = "createdAt"
            case revoked = "revokedAt"
        }
    }

    private struct Keys: Decodable {
        var keys: [Key]
    }

    private struct Signing: Decodable {
        struct Item: Decodable {
            var id: String?
            var kid: String?
            var created: Int64
            var signsFrom: Int64?
            var retires: Int64?

            private enum CodingKeys: String, CodingKey {
                case id, kid, signsFrom
                case created = "createdAt"
                case retires = "retiresAt"
            }
        }

        var secrets: [Item]?
        var keys: [Item]?
    }

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws {
        let parts = arguments.operands
        guard let action = parts.first else { throw UsageError("give list, create, revoke or rotate") }
        let limit = action == "list" ? 1 : 2
        guard parts.count == limit else {
            throw UsageError("'\(action)' takes \(limit == 1 ? "no operand" : "one operand"), not \(parts.count - 1)")
        }
        switch action {
        case "list": try await list(arguments, terminal)
        case "create": try await create(parts[1], arguments, terminal)
        case "revoke": try await revoke(parts[1], arguments, terminal)
        case "rotate": try await rotate(parts[1], arguments, terminal)
        default: throw UsageError("unknown action '\(action)'; use list, create, revoke or rotate")
        }
    }

    private static func list(_ arguments: Arguments, _ terminal: Terminal) async throws {
        try await AdministrationTarget.with(arguments, terminal) { server in
            let answer = try await server.request("GET", "/v1/api-keys", query: [("app", arguments.value("app"))])
            guard !arguments.has("json") else { return terminal.print(String(decoding: answer, as: UTF8.self)) }
            for key in try AppStoreJSON.decode(Keys.self, from: answer).keys {
                let revoked = key.revoked.map(Instant.text) ?? "-"
                terminal.print(
                    "\(key.id)\t\(key.app)\t\(key.kind)\t\(Instant.text(key.created))\t\(revoked)\t\(key.name)"
                )
            }
        }
    }

    private static func create(_ kind: String, _ arguments: Arguments, _ terminal: Terminal) async throws {
        guard ["publishable", "secret"].contains(kind) else {
            throw UsageError("a key is publishable or secret, not '\(kind)'")
        }
        var body: [String: JSONValue] = ["kind": .string(kind)]
        if let name = arguments.value("name") { body["name"] = .string(name) }
        if let app = arguments.value("app") { body["app"] = .string(app) }
        let bytes = try AppStoreJSON.encode(JSONValue.object(body))
        try await AdministrationTarget.with(arguments, terminal) { server in
            let answer = try await server.request("POST", "/v1/api-keys", body: bytes)
            let made = try AppStoreJSON.decode(Key.self, from: answer)
            guard let text = made.key else { throw Failure("the server created \(made.id) without showing it") }
            terminal.print(arguments.has("json") ? String(decoding: answer, as: UTF8.self) : text)
            terminal.printError("created \(made.id), a \(kind) key of \(made.app); store it now, it is shown this once")
        }
    }

    private static func revoke(_ id: String, _ arguments: Arguments, _ terminal: Terminal) async throws {
        try await AdministrationTarget.with(arguments, terminal) { server in
            _ = try await server.request("DELETE", "/v1/api-keys/" + ServerClient.escaped(id))
            terminal.printError("revoked \(id); every server refuses it within 30 seconds")
        }
    }

    private static func rotate(_ what: String, _ arguments: Arguments, _ terminal: Terminal) async throws {
        let (path, body): (String, JSONValue)
        switch what {
        case "token-secret":
            guard arguments.value("signs-after") == nil else {
                throw UsageError("--signs-after goes with snapshot-key")
            }
            (path, body) = ("/v1/customer-token-secrets", ["endsOld": .bool(arguments.has("ends-old"))])
        case "snapshot-key":
            guard !arguments.has("ends-old") else { throw UsageError("--ends-old goes with token-secret") }
            let days = try arguments.integer("signs-after", in: 0...90) ?? 0
            (path, body) = ("/v1/snapshot-keys", ["signsAfterSeconds": .integer(Int64(days) * 86_400)])
        default: throw UsageError("rotate takes token-secret or snapshot-key, not '\(what)'")
        }
        let bytes = try AppStoreJSON.encode(body)
        try await AdministrationTarget.with(arguments, terminal) { server in
            let received = try await server.request("POST", path, body: bytes)
            guard !arguments.has("json") else { return terminal.print(String(decoding: received, as: UTF8.self)) }
            let answer = try AppStoreJSON.decode(Signing.self, from: received)
            for item in answer.secrets ?? answer.keys ?? [] {
                let from = Instant.text(item.signsFrom ?? item.created)
                let until = item.retires.map(Instant.text) ?? "-"
                terminal.print("\(item.id ?? item.kid ?? "")\t\(Instant.text(item.created))\t\(from)\t\(until)")
            }
        }
    }
}
