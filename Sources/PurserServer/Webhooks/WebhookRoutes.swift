// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence

/// The webhook endpoints of the team's backends.
struct WebhookFeature: Sendable {
    let apps: Apps
    let courier: LaneDispatcher<WebhookSource>
    let endpoints: WebhookEndpointCache
    let jobs: OneOffJobRunner
    let surroundings: OneOffJobRunner.Surroundings
    let random: RandomSource
    let database: any Database

    var backgroundJobs: [BackgroundJob] {
        [
            BackgroundJob(name: "webhooks", interval: .milliseconds(500), overlaps: true) { [self] in
                try await courier.round()
            }
        ]
    }

    var routes: [Route] {
        [makeEndpoint, listEndpoints, changeEndpoint, removeEndpoint, rotateSecret] + deliveryRoutes
    }

    private var makeEndpoint: Route {
        Route(
            method: .post,
            path: "/v1/webhook-endpoints",
            name: "createWebhookEndpoint",
            summary: "Creates a webhook endpoint. The response shows its secret once.",
            group: .webhooks,
            access: .backend,
            body: .json(WebhookEndpointRequest.self),
            answers: [.json(WebhookEndpointBody.self, "The endpoint.", status: 201)]
        ) { [self] call in
            let request = try call.body(WebhookEndpointRequest.self)
            guard let url = request.url else { throw ServiceProblem.invalid("url", "an absolute https address") }
            let secret = WebhookEndpoint.newSecret(random)
            var endpoint = WebhookEndpoint(
                id: "wh_" + random.hexadecimal(8),
                app: try call.app.bundleID,
                url: url,
                payloadFormat: .purser,
                types: [],
                environments: [],
                isEnabled: true,
                secrets: [.init(text: secret)],
                created: call.now
            )
            try change(&endpoint, as: request)
            try await save(endpoint, call: call, action: "webhook_endpoint.create")
            return try .json(WebhookEndpointBody(endpoint, secret: secret), status: .created)
        }
    }

    private var listEndpoints: Route {
        Route(
            method: .get,
            path: "/v1/webhook-endpoints",
            name: "listWebhookEndpoints",
            summary: "Lists the app's webhook endpoints.",
            group: .webhooks,
            access: .backend,
            answers: [.json(WebhookEndpointList.self, "The endpoints.")]
        ) { [self] call in
            let app = try call.app.bundleID
            let endpoints = try await database.read { try $0.webhookEndpoints(of: app) }
            return try .json(WebhookEndpointList(endpoints: endpoints.map { WebhookEndpointBody($0) }))
        }
    }

    private var changeEndpoint: Route {
        Route(
            method: .patch,
            path: "/v1/webhook-endpoints/{endpoint}",
            name: "updateWebhookEndpoint",
            summary: "Changes a webhook endpoint. Absent members stay.",
            group: .webhooks,
            access: .backend,
            body: .json(WebhookEndpointRequest.self),
            answers: [.json(WebhookEndpointBody.self, "The endpoint.")]
        ) { [self] call in
            var endpoint = try await endpoint(of: call)
            try change(&endpoint, as: try call.body(WebhookEndpointRequest.self))
            try await save(endpoint, call: call, action: "webhook_endpoint.update")
            return try .json(WebhookEndpointBody(endpoint))
        }
    }

    private var removeEndpoint: Route {
        Route(
            method: .delete,
            path: "/v1/webhook-endpoints/{endpoint}",
            name: "deleteWebhookEndpoint",
            summary: "Removes a webhook endpoint and its pending deliveries.",
            group: .webhooks,
            access: .backend,
            answers: [.empty("The product is removed.")]
        ) { [self] call in
            let endpoint = try await endpoint(of: call)
            let audit = AuditRecord(call, "webhook_endpoint.delete", target: endpoint.id)
            try await database.write { writer in
                try writer.removeRecord(endpoint.id, in: WebhookEndpoint.records[endpoint.app])
                try writer.removeWebhookDeliveries(of: endpoint.id)
                try writer.record(audit)
            }
            endpoints.invalidate(endpoint.app)
            return HTTPResponse(status: .noContent)
        }
    }

    private var rotateSecret: Route {
        Route(
            method: .post,
            path: "/v1/webhook-endpoints/{endpoint}/rotate-secret",
            name: "rotateWebhookEndpointSecret",
            summary: "Creates a new secret. Purser signs with both secrets for one day.",
            group: .webhooks,
            access: .backend,
            answers: [.json(WebhookEndpointBody.self, "The endpoint with its new secret.")]
        ) { [self] call in
            var endpoint = try await endpoint(of: call)
            let secret = endpoint.rotateSecret(at: call.now, random)
            try await save(endpoint, call: call, action: "webhook_endpoint.rotate_secret")
            return try .json(WebhookEndpointBody(endpoint, secret: secret))
        }
    }

    func endpoint(of call: RequestContext) async throws -> WebhookEndpoint {
        let id = try call.path("endpoint")
        let app = try call.app.bundleID
        guard let endpoint = try await database.read({ try $0.webhookEndpoint(id, of: app) }) else {
            throw ServiceProblem.notFound("webhook")
        }
        return endpoint
    }

    private func save(_ endpoint: WebhookEndpoint, call: RequestContext, action: String) async throws {
        let now = call.now
        let audit = AuditRecord(call, action, target: endpoint.id)
        try await database.write { writer in
            try writer.upsert(endpoint, now: now)
            try writer.record(audit)
        }
        endpoints.invalidate(endpoint.app)
    }

    private func change(_ endpoint: inout WebhookEndpoint, as request: WebhookEndpointRequest) throws {
        if let payloadFormat = request.payloadFormat {
            guard let known = WebhookEndpoint.PayloadFormat(rawValue: payloadFormat) else {
                throw ServiceProblem.invalid("payloadFormat", "purser, revenuecat or cloudevents")
            }
            endpoint.payloadFormat = known
        }
        endpoint.url = request.url ?? endpoint.url
        endpoint.types = request.types?.map(EventType.init(rawValue:)) ?? endpoint.types
        endpoint.environments = request.environments?.map(Environment.init(rawValue:)) ?? endpoint.environments
        endpoint.authorization = request.authorization ?? endpoint.authorization
        endpoint.isEnabled = request.isEnabled ?? endpoint.isEnabled
        guard endpoint.authorization?.contains(where: \.isNewline) != true else {
            throw ServiceProblem.invalid("authorization", "one line")
        }
        _ = try WebhookTarget(endpoint.url, allowsPrivate: apps.configuration.allowsPrivateWebhookTargets)
    }
}
