// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials
import HTTPClient
import Persistence
import Synchronization

/// App Store notifications for other URLs, byte for byte; a lane has one purchase's notifications for one URL.
///
/// A notification is stored for its targets before the App Store gets its response; a background job sends it. A slow or
/// dead target delays neither.
struct ForwardingSource: LaneSource {
    let apps: Apps
    /// A notification is sent to every target within a moment, and need not be unpacked for each.
    private let bodies = RecentBodies()

    init(apps: Apps) { self.apps = apps }

    var queue: LaneQueue { .forwards }

    /// Every configured target.
    var targets: [ForwardingTarget] { apps.configuration.apps.flatMap(\.forwardingTargets) }

    func receivers(now: Date) -> [ForwardingTarget] { targets }

    func pending(in lane: DeliveryLane, limit: Int, _ reader: any DatabaseReader) throws -> [ForwardDelivery] {
        try reader.pendingForwards(in: lane, limit: limit)
    }

    func request(
        for delivery: ForwardDelivery,
        to target: ForwardingTarget,
        at now: Date
    ) throws -> HTTPClientRequest {
        var headers: [HTTPClientRequest.Header] = [("Content-Type", delivery.notification.mediaType)]
        if let authorization = target.forwarding.authorization { headers.append(("Authorization", authorization)) }
        return HTTPClientRequest(
            "POST",
            target.forwarding.url,
            headers: headers,
            body: try bodies.body(of: delivery),
            timeout: WebhookResponseSummary.timeout,
            maximumResponseBytes: WebhookResponseSummary.maximumBytes
        )
    }

    func record(isSuccess: Bool, in metrics: MetricsRecorder) { metrics.recordForward(isSuccess) }
}

/// The bodies of the notifications that were sent last; bounded.
private final class RecentBodies: Sendable {
    private static let maximumCount = 256
    private static let maximumBytes = 4 << 20

    private struct Contents {
        var bodies: [Int64: Data] = [:]
        var bytes = 0
    }

    private let contents = Mutex(Contents())

    func body(of delivery: ForwardDelivery) throws -> Data {
        if let body = contents.withLock({ $0.bodies[delivery.number] }) { return body }
        let body = try delivery.notification.body()
        contents.withLock { contents in
            if contents.bodies.count >= Self.maximumCount || contents.bytes + body.count > Self.maximumBytes {
                contents = Contents()
            }
            guard body.count <= Self.maximumBytes, contents.bodies.updateValue(body, forKey: delivery.number) == nil
            else { return }
            contents.bytes += body.count
        }
        return body
    }
}
