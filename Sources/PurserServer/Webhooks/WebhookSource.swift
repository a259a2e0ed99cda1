// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPClient
import Persistence

/// Events for the team's webhook endpoints; a lane has one customer's events for one endpoint.
struct WebhookSource: LaneSource {
    let endpoints: WebhookEndpointCache
    let apps: [BundleID]

    var queue: LaneQueue { .webhooks }

    func receivers(now: Date) async throws -> [WebhookEndpoint] {
        var serving: [WebhookEndpoint] = []
        for app in apps { serving += try await endpoints.all(of: app, now: now).filter(\.isEnabled) }
        return serving
    }

    func pending(in lane: DeliveryLane, limit: Int, _ reader: any DatabaseReader) throws -> [StoredWebhookDelivery] {
        try reader.pendingDeliveries(in: lane, limit: limit)
    }

    func request(
        for delivery: StoredWebhookDelivery,
        to endpoint: WebhookEndpoint,
        at now: Date
    ) throws -> HTTPClientRequest {
        try endpoint.request(for: try ServiceJSON.decode(from: delivery.event.event.body), at: now)
    }

    func record(isSuccess: Bool, in metrics: MetricsRecorder) { metrics.recordWebhook(isSuccess) }
}

extension WebhookEndpoint {
    /// The signed request that carries an event.
    func request(for event: ServerEvent, at now: Date) throws -> HTTPClientRequest {
        let body = try body(for: event)
        let secrets = signingSecrets(at: now)
        var headers: [HTTPClientRequest.Header] = [("Content-Type", payloadFormat.mediaType)]
        headers += WebhookHeaders.fields(body: body, event: event.id.rawValue, secrets: secrets, at: now)
        if payloadFormat == .revenueCat {
            let signature = WebhookSignature.value(body: body, secrets: secrets, at: now)
            headers.append((WebhookSignature.revenueCatHeader, signature))
        }
        if let trace = event.traceParent { headers.append(("traceparent", trace.rawValue)) }
        if let authorization { headers.append(("Authorization", authorization)) }
        return HTTPClientRequest(
            "POST",
            url,
            headers: headers,
            body: body,
            timeout: WebhookResponseSummary.timeout,
            maximumResponseBytes: WebhookResponseSummary.maximumBytes
        )
    }
}
