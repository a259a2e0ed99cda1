// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence

/// Keys of apps and backends, tokens of customers, and what signs them.
struct KeyFeature: Sendable {
    let apps: Apps
    let clock: @Sendable () -> Date
    let keys: APIKeyCache
    let random: RandomSource
    let snapshotKeys: SnapshotKeys
    let database: any Database
    let tokenSecrets: CustomerTokenSecrets

    var routes: [Route] {
        [makeKey, listKeys, withdrawKey, makeCustomerToken, rotateTokenSecret, rotateSnapshotKey]
    }

    private var makeKey: Route {
        Route(
            method: .post,
            path: "/v1/api-keys",
            name: "createAPIKey",
            summary: "Creates an API key. The response shows the key once.",
            group: .administration,
            access: .backend,
            body: .json(APIKeyRequest.self),
            answers: [.json(APIKeyBody.self, "The new key.", status: 201)],
            problems: [.unknownApp]
        ) { [self] call in
            let request = try call.body(APIKeyRequest.self)
            guard let kind = APIKeyKind(rawValue: request.kind) else {
                throw ServiceProblem.invalid("kind", "public or secret")
            }
            let app = try keysApp(request.app, call)
            var audit = AuditRecord(call, "api_key.create", target: request.kind)
            audit.app = app
            let made = try await makeKey(
                kind,
                named: request.name ?? "",
                app: app,
                audit: audit,
                now: call.now
            )
            return try .json(made, status: .created)
        }
    }

    private var listKeys: Route {
        Route(
            method: .get,
            path: "/v1/api-keys",
            name: "listAPIKeys",
            summary: "Lists the app's API keys without their secrets; an administrator sees every app's.",
            group: .administration,
            access: .backend,
            query: [.init(name: "app", schema: .identifier, summary: "Only this app's keys, by its bundle ID.")],
            answers: [.json(APIKeyList.self, "The keys.")],
            problems: [.unknownApp]
        ) { [self] call in
            let named = call.text("app").map(BundleID.init(rawValue:))
            let apps =
                named == nil && call.caller.isAdministrator
                ? apps.configuration.apps.map(\.bundleID) : [try keysApp(named, call)]
            let keys = try await database.read { reader in try apps.flatMap { try reader.appKeys(of: $0) } }
            return try .json(APIKeyList(keys: keys.map { APIKeyBody($0) }))
        }
    }

    private var withdrawKey: Route {
        Route(
            method: .delete,
            path: "/v1/api-keys/{key}",
            name: "revokeAPIKey",
            summary: "Revokes an API key.",
            group: .administration,
            access: .backend,
            answers: [.empty("The key is revoked.")]
        ) { [self] call in
            let id = try call.path("key")
            let apps = call.caller.isAdministrator ? apps.configuration.apps.map(\.bundleID) : [try call.app.bundleID]
            let now = call.now
            let record = AuditRecord(call, "api_key.revoke", target: id)
            let ended = try await database.write { writer in
                var audit = record
                guard let app = try apps.first(where: { try writer.appKeys(of: $0).contains { $0.id == id } }) else {
                    return false
                }
                audit.app = app
                try writer.record(audit)
                return try writer.revokeAppKey(id: id, now: now)
            }
            keys.invalidate()
            guard ended else { throw ServiceProblem.notFound("key") }
            return HTTPResponse(status: .noContent)
        }
    }

    private var makeCustomerToken: Route {
        Route(
            method: .post,
            path: "/v1/customers/{customer}/tokens",
            name: "createCustomerToken",
            summary: "Creates a short-lived token with which an app acts for this customer only.",
            group: .customers,
            access: .backend,
            body: .optionalJSON(CustomerTokenRequest.self),
            answers: [.json(CustomerTokenBody.self, "The token.", status: 201)]
        ) { [self] call in
            let seconds = try call.optionalBody(CustomerTokenRequest.self)?.lifetimeSeconds ?? 3600
            guard (1...86_400).contains(seconds) else {
                throw ServiceProblem.invalid("lifetimeSeconds", "from 1 to 86400")
            }
            let customer = CustomerID(rawValue: try call.path("customer"))
            let token = CustomerToken(
                bundleID: try call.app.bundleID,
                customer: customer.rawValue,
                expires: call.now.addingTimeInterval(TimeInterval(seconds)),
                erasure: try await Erasures(database: database).last(of: customer)
            )
            let secret = try await tokenSecrets.current(now: call.now)
            return try .json(
                CustomerTokenBody(token: try token.signed(with: secret), expires: token.expires),
                status: .created
            )
        }
    }

    private var rotateTokenSecret: Route {
        Route(
            method: .post,
            path: "/v1/customer-token-secrets",
            name: "rotateTokenSecret",
            summary: "Creates a new secret for customer tokens. The old one verifies tokens for 24 more hours.",
            group: .administration,
            access: .backend,
            body: .optionalJSON(TokenSecretRotation.self),
            answers: [.json(TokenSecretList.self, "The secrets' names and dates.", status: 201)]
        ) { [self] call in
            let endsOld = try call.optionalBody(TokenSecretRotation.self)?.endsOld ?? false
            try apps.requireAdministrator(call)
            let secrets = try await tokenSecrets.rotate(
                endsOld: endsOld,
                audit: AuditRecord(
                    call,
                    "customer_token_secret.rotate",
                    target: "",
                    detail: endsOld ? "ends old" : nil
                ),
                now: call.now
            )
            let items = secrets.map { TokenSecretList.Item(id: $0.id, created: $0.created, retires: $0.retires) }
            return try .json(TokenSecretList(secrets: items), status: .created)
        }
    }

    private var rotateSnapshotKey: Route {
        Route(
            method: .post,
            path: "/v1/snapshot-keys",
            name: "rotateSnapshotKey",
            summary:
                "Creates a new key for snapshots. The old one stays published for 31 days after the new one signs.",
            group: .administration,
            access: .backend,
            body: .optionalJSON(SnapshotKeyRotation.self),
            answers: [.json(SnapshotKeyRotationBody.self, "The published keys' names and dates.", status: 201)]
        ) { [self] call in
            let delay = try call.optionalBody(SnapshotKeyRotation.self)?.signsAfterSeconds ?? 0
            guard (0...SnapshotKeyRotation.maximumDays).contains(delay) else {
                throw ServiceProblem.invalid("signsAfterSeconds", "from 0 to \(SnapshotKeyRotation.maximumDays)")
            }
            try apps.requireAdministrator(call)
            let keys = try await snapshotKeys.rotate(
                after: TimeInterval(delay),
                audit: AuditRecord(call, "snapshot_key.rotate", target: ""),
                now: call.now
            )
            let items = try keys.map {
                SnapshotKeyRotationBody.Item(
                    kid: try SnapshotKey(pem: $0.pem).id,
                    created: $0.created,
                    signsFrom: $0.signsFrom,
                    retires: $0.retires
                )
            }
            return try .json(SnapshotKeyRotationBody(keys: items), status: .created)
        }
    }

    /// The app whose keys are meant: the caller's own, or the one it names and may administer.
    ///
    /// An app's key would otherwise open every app of the server.
    private func keysApp(_ named: BundleID?, _ call: RequestContext) throws -> BundleID {
        let own = try call.app.bundleID
        guard let named, named != own else { return own }
        guard apps[named] != nil else {
            let known = apps.configuration.apps.map(\.bundleID.rawValue).joined(separator: ", ")
            throw ServiceProblem(.unknownApp, "Unknown app: '\(named)'. Use one of the server's apps: \(known).")
        }
        guard call.caller.isAdministrator else {
            throw ServiceProblem(
                .forbidden,
                "A key of \(own) manages the keys of \(own) only. Use a key of \(named), or `purser keys` on the server's machine."
            )
        }
        return named
    }

    /// Makes a key and stores its hash.
    func makeKey(
        _ kind: APIKeyKind,
        named name: String,
        app: BundleID,
        audit: AuditRecord,
        now: Date
    ) async throws -> APIKeyBody {
        let (key, stored) = try newKey(kind, named: name, app: app, now: now)
        try await database.write { writer in
            try writer.add(stored)
            try writer.record(audit)
        }
        keys.invalidate()
        var body = APIKeyBody(stored)
        body.key = key.text
        return body
    }

    /// A new key and what is stored of it.
    func newKey(
        _ kind: APIKeyKind,
        named name: String,
        app: BundleID,
        now: Date
    ) throws -> (key: APIKey, stored: StoredAppKey) {
        let key = APIKey.generate(kind, random)
        let stored = StoredAppKey(
            hash: try FactDigest(sha256Of: Array(key.text.utf8)),
            id: "key_" + random.hexadecimal(8),
            app: app,
            kind: kind.rawValue,
            name: name,
            createdDate: now
        )
        return (key, stored)
    }
}

extension ProblemCode {
    /// The server has no app of this bundle ID.
    static let unknownApp = ProblemCode(rawValue: "unknown-app")
}

extension APIKeyBody {
    init(_ key: StoredAppKey) {
        self.init(
            id: key.id,
            app: key.app,
            kind: key.kind,
            name: key.name,
            created: key.createdDate,
            revoked: key.revokedDate,
            key: nil
        )
    }
}
