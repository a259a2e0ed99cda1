// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials
import HTTPClient
import Persistence

/// App Store notifications for other URLs, byte for byte; a lane has one purchase's notifications for one URL.
///
/// A notification is stored for its targets before the App Store gets its response; a background job sends it. A slow or
/// dead target delays neither.
struct ForwardingSource: LaneSource {
    let apps: Apps

    var queue: LaneQueue { .forwards }

    /// Every configured target.
    var targets: [ForwardingTarget] { apps.configuration.apps.flatMap(\.forwardingTargets) }

    func receivers(now: Date) -> [ForwardingTarget] { targets }

    func pending(in lane: DeliveryLane, limit: Int, _ reader: any DatabaseReader) throws -> [ForwardDelivery] {
        try reader.pendingForwards(in: lane, limit: limit)
    }

    func request(for delivery: ForwardDelivery, to target: ForwardingTarget, at now: Date) -> HTTPClientRequest {
        var headers: [HTTPClientRequest.Header] = [("Content-Type", delivery.notification.mediaType)]
        if let authorization = target.forwarding.authorization { headers.append(("Authorization", authorization)) }
        return HTTPClientRequest(
            "POST",
            target.forwarding.url,
            headers: headers,
            body: delivery.notification.body,
            timeout: WebhookResponseSummary.timeout,
            maximumResponseBytes: WebhookResponseSummary.maximumBytes
        )
    }

    func record(isSuccess: Bool, in metrics: MetricsRecorder) { metrics.recordForward(isSuccess) }
}
