// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence

extension PurserService {
    var accessRoutes: [Route] { [makeKey, listKeys, withdrawKey, makeCustomerToken] }

    private var makeKey: Route {
        Route(
            method: .post,
            path: "/v1/keys",
            name: "makeKey",
            summary: "Makes a key; it is shown this once.",
            group: .administration,
            access: .backend,
            body: .json(KeyRequest.self),
            answers: [.json(KeyBody.self, "The key.", status: 201)]
        ) { [self] call in
            let request = try call.body(KeyRequest.self)
            guard let kind = APIKeyKind(rawValue: request.kind) else {
                throw ServiceProblem.invalid("kind", "public or secret")
            }
            let made = try await makeKey(
                kind,
                named: request.name ?? "",
                app: try call.app.bundleID,
                audit: AuditRecord(call, "key.make", target: request.kind),
                now: call.now
            )
            return try .json(made, status: .created)
        }
    }

    private var listKeys: Route {
        Route(
            method: .get,
            path: "/v1/keys",
            name: "listKeys",
            summary: "The app's keys, without the keys themselves.",
            group: .administration,
            access: .backend,
            answers: [.json(KeyList.self, "The keys.")]
        ) { [self] call in
            let app = try call.app.bundleID
            let keys = try await store.read { try $0.appKeys(of: app) }
            return try .json(KeyList(keys: keys.map { KeyBody($0) }))
        }
    }

    private var withdrawKey: Route {
        Route(
            method: .delete,
            path: "/v1/keys/{key}",
            name: "withdrawKey",
            summary: "Ends a key.",
            group: .administration,
            access: .backend,
            answers: [.empty("It is no longer good.")]
        ) { [self] call in
            let id = try call.path("key")
            let app = try call.app.bundleID
            let now = call.now
            let audit = AuditRecord(call, "key.withdraw", target: id)
            let ended = try await store.write { writer in
                guard try writer.appKeys(of: app).contains(where: { $0.id == id }) else { return false }
                try writer.note(audit)
                return try writer.revokeAppKey(id: id, now: now)
            }
            keys.forget()
            guard ended else { throw ServiceProblem.notFound("key") }
            return HTTPResponse(status: .noContent)
        }
    }

    private var makeCustomerToken: Route {
        Route(
            method: .post,
            path: "/v1/customers/{customer}/tokens",
            name: "makeCustomerToken",
            summary: "Makes a short-lived token with which an app acts for this customer alone.",
            group: .customers,
            access: .backend,
            body: .optionalJSON(CustomerTokenRequest.self),
            answers: [.json(CustomerTokenBody.self, "The token.", status: 201)]
        ) { [self] call in
            let seconds = try call.optionalBody(CustomerTokenRequest.self)?.lifetimeSeconds ?? 3600
            guard (1...86_400).contains(seconds) else {
                throw ServiceProblem.invalid("lifetimeSeconds", "from 1 to 86400")
            }
            let token = CustomerToken(
                bundleID: try call.app.bundleID,
                customer: try call.path("customer"),
                expires: call.now.addingTimeInterval(TimeInterval(seconds))
            )
            guard let secret = try await tokenSecrets.all().first else {
                throw ServiceProblem(.internalError, "The server has no secret for tokens.")
            }
            return try .json(
                CustomerTokenBody(token: try token.signed(with: secret), expires: token.expires),
                status: .created
            )
        }
    }

    /// Makes a key and stores its hash.
    func makeKey(
        _ kind: APIKeyKind,
        named name: String,
        app: BundleID,
        audit: AuditRecord,
        now: Date
    ) async throws -> KeyBody {
        let key = APIKey.generate(kind, random)
        let stored = StoredAppKey(
            hash: try FactDigest(sha256Of: Array(key.text.utf8)),
            id: "key_" + random.hexadecimal(8),
            app: app,
            kind: kind.rawValue,
            name: name,
            createdDate: now
        )
        try await store.write { writer in
            try writer.add(stored)
            try writer.note(audit)
        }
        keys.forget()
        var body = KeyBody(stored)
        body.key = key.text
        return body
    }
}

extension KeyBody {
    init(_ key: StoredAppKey) {
        self.init(
            id: key.id,
            kind: key.kind,
            name: key.name,
            created: key.createdDate,
            revoked: key.revokedDate,
            key: nil
        )
    }
}
