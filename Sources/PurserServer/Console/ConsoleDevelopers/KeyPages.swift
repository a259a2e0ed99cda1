// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import HTTPService
import Persistence

/// The keys of an app, through the same routes as the API.
struct KeyPages: Sendable {
    let actions: ConsoleActions
    let pages: ConsoleFrame
    let database: any Database

    var routes: [ConsoleRoute] {
        [
            ConsoleRoute(.get, "/keys", .admin) { try await render($0, fresh: nil) },
            ConsoleRoute(.post, "/actions/create-key", .admin, handler: create),
            actions.perform("revoke-key", .admin, revoke),
        ]
    }

    private func render(_ call: ConsoleRequest, fresh: String?) async throws -> HTTPResponse {
        var frame = try await pages.frame(call)
        if call.request.method == .post { frame.path = "/console/keys" }
        let app = try pages.scope(of: call).bundleID
        let keys = try await database.read { try $0.appKeys(of: app) }
        let page = KeysPage(
            keys: keys.reversed().map { key in
                KeysPage.Key(
                    id: key.id,
                    name: key.name,
                    isSecret: key.kind == APIKeyKind.secretKey.rawValue,
                    created: key.createdDate,
                    revoked: key.revokedDate
                )
            },
            fresh: fresh
        )
        return pages.show(page.page(in: frame), in: frame)
    }

    /// Makes a key and shows it on the very answer: it is written nowhere else.
    private func create(_ call: ConsoleRequest) async throws -> HTTPResponse {
        let visitor = try call.signedIn
        try call.requireTick()
        let scope = try pages.scope(call.form["scope"])
        let body: JSONValue = [
            "kind": .string(try call.field("kind", upTo: 20)), "name": .string(try call.field("name", upTo: 200)),
        ]
        let answer = try await actions.perform("createAPIKey", body: body, in: scope, call, visitor)
        return try await render(call, fresh: try answer.json()["key"]?.string)
    }

    private func revoke(_ call: ConsoleRequest, _ visitor: SignedInUser) async throws -> String {
        try await actions.perform(
            "revokeAPIKey",
            path: ["key": try call.field("key", upTo: 100)],
            in: try pages.scope(call.form["scope"]),
            call,
            visitor
        )
        return visitor.session.language("The key is revoked.")
    }
}

extension ConsoleRequest {
    /// Refuses what was not confirmed.
    func requireTick() throws {
        guard form["confirm"] == "yes" else {
            let language = try signedIn.session.language
            throw ServiceProblem(
                .invalidParameter,
                language("Confirm it by the tick, then send it again.")
            )
        }
    }
}
