// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService

/// What the team gives without a purchase.
struct GrantFeature: Sendable {
    let commands: CustomerCommands
    let random: RandomSource

    var routes: [Route] { [makeGrant, revokeGrant] }

    private var makeGrant: Route {
        Route(
            method: .post,
            path: "/v1/customers/{customer}/grants",
            name: "createGrant",
            summary: "Grants an entitlement.",
            group: .customers,
            access: .backend,
            query: [.environment],
            body: .json(GrantRequest.self),
            answers: [.json(GrantBody.self, "The grant.", status: 201)]
        ) { [self] call in
            let request = try call.body(GrantRequest.self)
            let start = request.start ?? call.now
            guard request.end.map({ $0 > start }) ?? true else {
                throw ServiceProblem.invalid("end", "after the start")
            }
            let grant = Grant(
                id: request.id ?? GrantID(rawValue: "grt_" + random.hexadecimal(8)),
                customer: try call.customer(),
                entitlement: request.entitlement,
                startDate: start,
                endDate: request.end,
                reason: request.reason
            )
            try await commands.perform(
                .grant(grant),
                for: grant.customer,
                in: try call.scope(),
                call: call,
                action: "grant.create"
            )
            return try .json(
                GrantBody(id: grant.id, entitlement: grant.entitlement, start: start, end: grant.endDate),
                status: .created
            )
        }
    }

    private var revokeGrant: Route {
        Route(
            method: .delete,
            path: "/v1/customers/{customer}/grants/{grant}",
            name: "revokeGrant",
            summary: "Revokes a granted entitlement.",
            group: .customers,
            access: .backend,
            query: [
                .environment, .init(name: "reason", schema: .string(upTo: 1000), summary: "The reason, as a text."),
            ],
            answers: [.empty("The entitlement is revoked from now on.")]
        ) { [self] call in
            let customer = try call.customer()
            let revocation = GrantRevocation(
                id: GrantID(rawValue: try call.path("grant")),
                customer: customer,
                date: call.now,
                reason: call.text("reason") ?? ""
            )
            try await commands.perform(
                .revokeGrant(revocation),
                for: customer,
                in: try call.scope(),
                call: call,
                action: "grant.revoke"
            )
            return HTTPResponse(status: .noContent)
        }
    }
}

struct GrantRequest: Decodable, Sendable, SchemaDescribed {
    var id: GrantID?
    var entitlement: EntitlementID
    var start: Date?
    var end: Date?
    var reason: String

    static let schema = Schema.object(
        ["entitlement": .identifier, "reason": .string(upTo: 1000)],
        optional: [
            "id": .identifier.described("The ID of the grant. A repeated ID changes nothing."), "start": .instant,
            "end": .instant,
        ]
    )
}

struct GrantBody: Codable, Sendable, SchemaDescribed {
    var id: GrantID
    var entitlement: EntitlementID
    var start: Date
    var end: Date?

    static let schemaName = "Grant"
    static let schema = Schema.object(
        ["id": .string, "entitlement": .string, "start": .instant],
        optional: ["end": .instant]
    )
}
