// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import HTML
import HTTPService
import Persistence

/// A webhook endpoint's page and what can be done there, through the same routes as the API.
struct EndpointPages: Sendable {
    let actions: ConsoleActions
    let pages: ConsoleFrame
    let database: any Database

    private static let pageLength = 50

    var routes: [ConsoleRoute] {
        [
            ConsoleRoute(.get, "/webhooks/{endpoint}", .viewer) { call in
                try await render(try call.path("endpoint"), call, secret: nil)
            },
            ConsoleRoute(.post, "/actions/create-endpoint", .admin, handler: create),
            ConsoleRoute(.post, "/actions/rotate-endpoint-secret", .admin, handler: rotate),
            ConsoleRoute(.post, "/actions/delete-endpoint", .admin, handler: delete),
            actions.perform("toggle-endpoint", .admin, toggle),
            // A test and one event once more change nothing for customers: no tick is asked for.
            actions.perform("test-endpoint", .support, isConfirmed: false, test),
            actions.perform("resend-event", .support, isConfirmed: false, resend),
        ] + resendRoutes
    }

    private func render(_ id: String, _ call: ConsoleRequest, secret: String?) async throws -> HTTPResponse {
        var frame = try await pages.frame(call)
        // A form that is answered with the page has an address that cannot be read again.
        if call.request.method == .post { frame.path = "/console/webhooks/" + HTML.escapeSegment(id) }
        let app = try pages.scope(of: call).bundleID
        let filter = DeliveryFilterQuery(call.request.query)
        let before = call.request.query["before"].flatMap { Int64($0) } ?? .max
        let found = try await database.read(within: call.tolerance) { reader in
            try reader.webhookEndpoint(id, of: app).map { endpoint in
                (
                    endpoint: endpoint, counts: try reader.webhookCounts(of: id),
                    deliveries: try reader.webhookDeliveries(
                        of: id,
                        filter.filter,
                        before: before,
                        limit: Self.pageLength
                    ),
                    matching: try filter.filter.isEmpty
                        ? nil
                        : reader.webhookDeliveryCount(of: id, filter.filter, upTo: DeliveryFilterQuery.maximumCount)
                )
            }
        }
        guard let found else { throw ServiceProblem(.notFound, "The app \(app) has no webhook endpoint \(id).") }
        let counts = found.counts.map { ($0.key.rawValue, $0.value) }
        let last = found.deliveries.count == Self.pageLength ? found.deliveries.last?.event.number : nil
        let page = WebhookEndpointPage(
            id: id,
            url: found.endpoint.url,
            isEnabled: found.endpoint.isEnabled,
            types: found.endpoint.types.map(\.rawValue),
            environments: found.endpoint.environments.map(\.rawValue),
            format: found.endpoint.payloadFormat.rawValue,
            created: found.endpoint.created,
            counts: Dictionary(uniqueKeysWithValues: counts),
            filter: filter.form,
            matching: found.matching,
            deliveries: found.deliveries.map { delivery in
                WebhookEndpointPage.Delivery(
                    event: delivery.event.event.id,
                    type: delivery.event.event.kind,
                    customer: delivery.event.event.customer?.rawValue,
                    state: delivery.state.rawValue,
                    attempts: delivery.attempts,
                    lastAttempt: delivery.lastAttemptDate,
                    answer: delivery.lastResponse,
                    payload: String(decoding: delivery.event.event.body, as: UTF8.self)
                )
            },
            older: last.map {
                frame.path(
                    to: "/console/webhooks/" + HTML.escapeSegment(id),
                    filter.items + [("before", String($0))]
                )
            },
            secret: secret
        )
        return pages.show(page.page(in: frame), in: frame)
    }

    private func create(_ call: ConsoleRequest) async throws -> HTTPResponse {
        let visitor = try call.signedIn
        try call.requireTick()
        let types = (call.form["types"] ?? "").split { $0 == "," || $0.isWhitespace }.map {
            JSONValue.string(String($0))
        }
        let environment = call.form["environment"] ?? ""
        let body: JSONValue = [
            "url": .string(try call.field("url", upTo: 2000)), "types": .array(types),
            "environments": .array(environment.isEmpty ? [] : [.string(environment)]),
        ]
        let scope = try pages.scope(call.form["scope"])
        let answer = try await actions.perform("createWebhookEndpoint", body: body, in: scope, call, visitor).json()
        return try await render(answer["id"]?.string ?? "", call, secret: answer["secret"]?.string)
    }

    private func rotate(_ call: ConsoleRequest) async throws -> HTTPResponse {
        try call.requireTick()
        let answer = try await perform("rotateWebhookEndpointSecret", call).json()
        return try await render(try call.field("endpoint", upTo: 200), call, secret: answer["secret"]?.string)
    }

    private func delete(_ call: ConsoleRequest) async throws -> HTTPResponse {
        try call.requireTick()
        try await perform("deleteWebhookEndpoint", call)
        return .redirect(to: "/console/webhooks")
    }

    private func toggle(_ call: ConsoleRequest, _ visitor: SignedInUser) async throws -> String {
        let isOn = call.form["on"] == "yes"
        try await perform("updateWebhookEndpoint", call, ["isEnabled": .bool(isOn)])
        return isOn
            ? visitor.session.language("The endpoint is sent events again.")
            : visitor.session.language("The endpoint is sent no events.")
    }

    private func test(_ call: ConsoleRequest, _ visitor: SignedInUser) async throws -> String {
        try await perform("testWebhookEndpoint", call)
        return visitor.session.language("A test event is on its way.")
    }

    private func resend(_ call: ConsoleRequest, _ visitor: SignedInUser) async throws -> String {
        let event = try call.field("event", upTo: 200)
        try await perform("resendEvents", call, ["events": [.string(event)]])
        return visitor.session.language("\(event) is sent again.")
    }

    @discardableResult
    func perform(_ name: String, _ call: ConsoleRequest, _ body: JSONValue? = nil) async throws -> HTTPResponse {
        try await actions.perform(
            name,
            path: ["endpoint": try call.field("endpoint", upTo: 200)],
            body: body,
            in: try pages.scope(call.form["scope"]),
            call,
            try call.signedIn
        )
    }
}
