// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence

/// What a customer may use, signed.
struct SnapshotFeature: Sendable {
    let accounts: EntitlementReader
    let snapshotKeys: SnapshotKeys

    var routes: [Route] { [readSnapshot, listSnapshotKeys] }

    private var readSnapshot: Route {
        Route(
            method: .get,
            path: "/v1/customers/{customer}/snapshot",
            name: "getSnapshot",
            summary: "Returns a signed snapshot of the entitlements, for offline use in the app.",
            group: .customers,
            access: .app,
            query: [
                .environment,
                .init(
                    name: "lifetimeSeconds",
                    schema: .integer(from: 60, to: 2_592_000),
                    summary: "The lifetime of the snapshot (default: three days)."
                ),
            ],
            answers: [.json(SnapshotBody.self, "The snapshot.")]
        ) { [self] call in
            let customer = try call.customer()
            let scope = try call.scope()
            let life = try call.integer("lifetimeSeconds", in: 60...2_592_000) ?? 3 * 86_400
            let answers = try await accounts.entitlements(of: customer, in: scope, at: nil, now: call.now)
            let snapshot = EntitlementSnapshot(
                customer: customer,
                answers: answers,
                issuedDate: call.now,
                lifeMilliseconds: life * 1000
            )
            let claims = SnapshotClaims(
                app: scope.bundleID,
                environment: scope.environment,
                customer: snapshot.customer,
                issuedDate: snapshot.issuedDate,
                expirationDate: snapshot.expirationDate,
                items: snapshot.items
            )
            return try .json(
                SnapshotBody(
                    snapshot: try await snapshotKeys.current(now: call.now).sign(claims),
                    expires: snapshot.expirationDate
                )
            )
        }
    }

    private var listSnapshotKeys: Route {
        Route(
            method: .get,
            path: "/v1/snapshot-keys",
            name: "listSnapshotKeys",
            summary: "Returns the keys that sign snapshots, as a JSON Web Key set. An app can have them built in.",
            group: .customers,
            access: .open,
            answers: [.json(SnapshotKeyList.self, "The keys.")]
        ) { [self] call in
            try .json(SnapshotKeyList(keys: try await snapshotKeys.published(now: call.now).map(\.published)))
        }
    }
}

/// What a snapshot's signature covers.
struct SnapshotClaims: Codable, Hashable, Sendable {
    var app: BundleID
    var environment: Environment
    var customer: CustomerID
    var issuedDate: Date
    var expirationDate: Date
    var items: [EntitlementSnapshot.Item]
}

struct SnapshotBody: Codable, Hashable, Sendable, SchemaDescribed {
    /// A JWS in compact form: ES256, the key named in its header.
    var snapshot: String
    var expires: Date

    private enum CodingKeys: String, CodingKey {
        case snapshot
        case expires = "expiresAt"
    }

    static let schemaName = "Snapshot"
    static let schema = Schema.object([
        "snapshot": .string.described(
            "A JWS in compact form (ES256). Its payload names app, environment, customer, issuedDate, expirationDate and items."
        ),
        "expiresAt": .instant.described("The expiration of the snapshot."),
    ])
}
