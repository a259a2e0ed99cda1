// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import HTML
import HTTPService
import Persistence

/// How the address of an endpoint's page, or a form, narrows its deliveries; what it says wrongly is left out.
struct DeliveryFilterQuery: Sendable {
    let form: WebhookEndpointPage.Filter
    let filter: WebhookDeliveryFilter

    /// How many deliveries are counted at most.
    static let maximumCount = 10_000

    init(_ query: HTTPQuery) {
        let states = ["pending", "delivered", "failed"]
        let (since, until) = (CivilDay.ofQuery(query["since"]), CivilDay.ofQuery(query["until"]))
        form = WebhookEndpointPage.Filter(
            state: query["state"].flatMap { states.contains($0) ? $0 : nil },
            type: query["type"].flatMap { PageContext.eventTypes.contains($0) ? $0 : nil },
            customer: query["customer"].flatMap { (1...200).contains($0.utf8.count) ? $0 : nil },
            since: since?.description,
            until: until?.description
        )
        filter = WebhookDeliveryFilter(
            state: form.state.map(DeliveryState.init(rawValue:)),
            types: form.type.map { [$0] } ?? [],
            customer: form.customer.map(CustomerID.init(rawValue:)),
            since: since?.startOfUTC,
            // The last day is meant in whole.
            until: until?.startOfUTC.addingTimeInterval(86_400)
        )
    }

    var items: [(name: String, value: String?)] { form.items }

    /// The filter as the API takes it.
    var body: [String: JSONValue] {
        var body: [String: JSONValue] = [:]
        if let state = filter.state { body["state"] = .string(state.rawValue) }
        if !filter.types.isEmpty { body["types"] = .array(filter.types.map(JSONValue.string)) }
        if let customer = filter.customer { body["customer"] = .string(customer.rawValue) }
        if let since = filter.since { body["since"] = .integer(since.millisecondsSince1970) }
        if let until = filter.until { body["until"] = .integer(until.millisecondsSince1970) }
        return body
    }
}

extension EndpointPages {
    /// How many events a person chooses one by one: those of a page.
    private static let maximumChosen = 50

    var resendRoutes: [ConsoleRoute] {
        [
            ConsoleRoute(.get, "/webhooks/{endpoint}/resend", .support, handler: renderResend),
            actions.perform("resend-many", .support, resendMany),
        ]
    }

    /// What is about to be resent, with its number, and the form that does it.
    private func renderResend(_ call: ConsoleRequest) async throws -> HTTPResponse {
        let frame = try await pages.frame(call)
        let app = try pages.scope(of: call).bundleID
        let id = try call.path("endpoint")
        guard let endpoint = try await database.read({ try $0.webhookEndpoint(id, of: app) }) else {
            throw ServiceProblem(.notFound, "The app \(app) has no webhook endpoint \(id).")
        }
        let chosen = Array(call.request.query.values("event").prefix(Self.maximumChosen))
        let filter = DeliveryFilterQuery(call.request.query)
        let isEmpty = chosen.isEmpty && (filter.filter.isEmpty || call.request.query["chosen"] != nil)
        let body = chosen.isEmpty ? filter.body : ["events": JSONValue.array(chosen.map(JSONValue.string))]
        var count = 0
        if !isEmpty {
            let answer = try await actions.perform(
                "resendEvents",
                path: ["endpoint": id],
                body: .object(body.merging(["countOnly": true]) { $1 }),
                in: try pages.scope(of: call),
                call,
                try call.signedIn
            )
            count = Int(try answer.json()["count"]?.integer ?? 0)
        }
        let page = ResendPage(
            endpoint: id,
            url: endpoint.url,
            filter: chosen.isEmpty ? filter.form : WebhookEndpointPage.Filter(),
            events: chosen,
            count: count,
            isJob: count > WebhookFeature.maximumAtOnce
        )
        return pages.show(page.page(in: frame), in: frame)
    }

    private func resendMany(_ call: ConsoleRequest, _ visitor: SignedInUser) async throws -> String {
        let chosen = (call.form["events"] ?? "").split(separator: " ").map(String.init)
        let filter = DeliveryFilterQuery(call.form)
        guard chosen.count <= Self.maximumChosen, !chosen.isEmpty || !filter.filter.isEmpty else {
            throw ServiceProblem.invalid("events", "1 to \(Self.maximumChosen) events, or a filter")
        }
        let body = chosen.isEmpty ? filter.body : ["events": JSONValue.array(chosen.map(JSONValue.string))]
        let answer = try await perform("resendEvents", call, .object(body))
        return try Self.resendNotice(of: answer, visitor.session.language)
    }

    /// What the page shows after events were resent.
    static func resendNotice(of answer: HTTPResponse, _ language: ConsoleLanguage) throws -> String {
        let answer = try answer.json()
        let count = answer["count"]?.integer ?? 0
        guard answer["resendId"]?.string != nil else {
            return language("\(count) events are sent again.")
        }
        return language("A job resends \(count) events. Jobs shows its progress.")
    }
}
