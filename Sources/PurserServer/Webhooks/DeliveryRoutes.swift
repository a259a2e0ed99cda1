// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence

extension WebhookFeature {
    var deliveryRoutes: [Route] { [listDeliveries, replay, resendProgress, testEndpoint, listEvents] }

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
                try $0.webhookDeliveries(
                    of: endpoint.id,
                    WebhookDeliveryFilter(state: state),
                    before: before,
                    limit: limit
                )
            }
            return try .json(WebhookDeliveryList(deliveries: found.map(WebhookDeliveryBody.init)))
        }
    }

    private var replay: Route {
        Route(
            method: .post,
            path: "/v1/webhook-endpoints/{endpoint}/resend",
            name: "resendEvents",
            summary: "Resends events: by ID, by range, or by a filter. More than 1,000 events are a job.",
            group: .webhooks,
            access: .backend,
            body: .json(ResendRequest.self),
            answers: [.json(ResendBody.self, "The number of events to resend.", status: 202)]
        ) { [self] call in
            let endpoint = try await endpoint(of: call)
            let request = try call.body(ResendRequest.self)
            try request.check()
            let count = try await count(request, of: endpoint)
            guard request.countOnly != true else { return try .json(ResendBody(count: count), status: .accepted) }
            let audit = AuditRecord(call, "webhook_endpoint.resend", target: endpoint.id, detail: "\(count)")
            try await database.write { try $0.record(audit) }
            guard count > Self.maximumAtOnce else {
                let sent = try await resend(request, to: endpoint) { _ in }
                return try .json(ResendBody(count: sent), status: .accepted)
            }
            let job = try await startResending(request, count: count, to: endpoint, actor: call.caller.name)
            return try .json(ResendBody(count: count, resend: job.id), status: .accepted)
        }
    }

    private var resendProgress: Route {
        Route(
            method: .get,
            path: "/v1/webhook-endpoints/{endpoint}/resends/{resend}",
            name: "getResend",
            summary: "Returns the progress of a job that resends events.",
            group: .webhooks,
            access: .backend,
            answers: [.json(ResendProgressBody.self, "The progress.")]
        ) { [self] call in
            let endpoint = try await endpoint(of: call)
            let id = try call.path("resend")
            let job = try await database.read { try $0.value(id, in: OneOffJob.records) }
            guard let job, job.kind == .resend, job.scope.bundleID == endpoint.app else {
                throw ServiceProblem.notFound("resend")
            }
            let state = job.state(at: surroundings.sessionClock())
            return try .json(
                ResendProgressBody(
                    state: state == .done ? "completed" : state.rawValue,
                    done: job.done,
                    total: job.total
                )
            )
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
