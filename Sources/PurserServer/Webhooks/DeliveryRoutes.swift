// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence

extension WebhookFeature {
    var deliveryRoutes: [Route] { [listDeliveries, replay, testEndpoint, listEvents] }

    private var listDeliveries: Route {
        Route(
            method: .get,
            path: "/v1/webhook-endpoints/{endpoint}/deliveries",
            name: "listDeliveries",
            summary: "Lists an endpoint's deliveries and their responses, newest first.",
            group: .webhooks,
            access: .backend,
            query: [
                .limit,
                .init(
                    name: "before",
                    schema: .integer,
                    summary: "The number of the last delivery of the previous page."
                ),
                .init(
                    name: "state",
                    schema: .oneOf(["pending", "delivered", "failed"]),
                    summary: "Only deliveries in this state: pending, delivered or failed."
                ),
            ],
            answers: [.json(WebhookDeliveryList.self, "The deliveries.")]
        ) { [self] call in
            let endpoint = try await endpoint(of: call)
            let state = call.text("state").map(DeliveryState.init(rawValue:))
            guard state.map({ [.pending, .delivered, .failed].contains($0) }) ?? true else {
                throw ServiceProblem.invalid("state", "pending, delivered or failed")
            }
            let before = try call.integer("before", in: 0...Int64.max) ?? .max
            let limit = Int(try call.integer("limit", in: 1...500) ?? 100)
            let found = try await database.read {
                try $0.webhookDeliveries(of: endpoint.id, state: state, before: before, limit: limit)
            }
            return try .json(WebhookDeliveryList(deliveries: found.map(WebhookDeliveryBody.init)))
        }
    }

    private var replay: Route {
        Route(
            method: .post,
            path: "/v1/webhook-endpoints/{endpoint}/resend",
            name: "resendEvents",
            summary: "Resends events: by ID, by range, or all failed deliveries.",
            group: .webhooks,
            access: .backend,
            body: .json(ResendRequest.self),
            answers: [.json(CountBody.self, "The number of events to resend.", status: 202)]
        ) { [self] call in
            let endpoint = try await endpoint(of: call)
            let request = try call.body(ResendRequest.self)
            try request.check()
            let audit = AuditRecord(call, "webhook_endpoint.resend", target: endpoint.id)
            try await database.write { try $0.record(audit) }
            let count = try await replay(request, to: endpoint, now: call.now)
            return try .json(CountBody(count: count), status: .accepted)
        }
    }

    private var testEndpoint: Route {
        Route(
            method: .post,
            path: "/v1/webhook-endpoints/{endpoint}/test",
            name: "testWebhookEndpoint",
            summary: "Sends a test event to an endpoint.",
            group: .webhooks,
            access: .backend,
            answers: [.json(ServerEvent.self, "The event that Purser delivers.", status: 202)]
        ) { [self] call in
            let endpoint = try await endpoint(of: call)
            let scope = AppScope(bundleID: endpoint.app, environment: .production)
            let event = ServerEvent(id: random.eventID(), type: .test, scope: scope, customer: nil, occurred: call.now)
            let now = call.now
            try await database.write { writer in
                let number = try writer.append(event.stored())
                try writer.enqueueDeliveries(number, of: nil, to: [endpoint.id], now: now)
            }
            return try .json(event, status: .accepted)
        }
    }

    private var listEvents: Route {
        Route(
            method: .get,
            path: "/v1/events",
            name: "listEvents",
            summary: "Lists the events that webhooks deliver, for backends that poll.",
            group: .webhooks,
            access: .backend,
            query: [
                .init(
                    name: "after",
                    schema: .integer,
                    summary: "`nextCursor` of the previous page; 0 for the first page."
                ), .limit,
            ],
            answers: [.json(EventPage.self, "The events after the cursor, in order.")],
            acceptsCacheControl: true
        ) { [self] call in
            let app = try call.app.bundleID
            let after = try call.integer("after", in: 0...Int64.max) ?? 0
            let limit = Int(try call.integer("limit", in: 1...500) ?? 100)
            let found = try await database.read(within: call.tolerance) {
                try $0.events(after: after, limit: limit + 1)
            }
            let page = found.prefix(limit)
            let items = try page.filter { $0.event.scope.bundleID == app }.map { stored in
                EventPage.Item(
                    position: stored.position ?? after,
                    event: try ServiceJSON.decode(from: stored.event.body)
                )
            }
            let next = page.last?.position ?? after
            return try .json(EventPage(events: items, next: next, hasMore: found.count > limit))
        }
    }
}

extension WebhookDeliveryBody {
    init(_ delivery: StoredWebhookDelivery) {
        self.init(
            event: EventID(rawValue: delivery.event.event.id),
            state: delivery.state.rawValue,
            attempts: delivery.attempts,
            lastAttempt: delivery.lastAttemptDate,
            lastResponse: delivery.lastResponse,
            number: delivery.event.number
        )
    }
}

extension ServerEvent {
    /// The event as the store keeps it.
    func stored() throws -> NewEvent {
        NewEvent(
            id: id.rawValue,
            scope: scope,
            customer: customer,
            kind: type.rawValue,
            instant: occurred,
            body: try ServiceJSON.encode(self)
        )
    }
}
