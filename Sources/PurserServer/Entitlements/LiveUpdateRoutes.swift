// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce
import FoundationEssentials
import HTTPService
import Persistence

/// Tells apps that are open that their customer's entitlements changed.
struct LiveUpdateFeature: Sendable {
    let apps: Apps
    let clock: @Sendable () -> Date
    let updates: LiveUpdates
    let database: any Database

    var routes: [Route] { [streamUpdates] }

    var backgroundJobs: [BackgroundJob] {
        [
            BackgroundJob(name: "live updates", interval: .seconds(1)) { [self] in
                try await updates.report(now: clock())
            }
        ]
    }

    private static let maximumLifetime: Int64 = 3600

    private var streamUpdates: Route {
        Route(
            method: .get,
            path: "/v1/customers/{customer}/entitlements/updates",
            name: "streamEntitlementUpdates",
            summary: "Streams server-sent events while an app is open: `ready`, then `changed` after each change.",
            group: .customers,
            access: .app,
            query: [
                .init(
                    name: "lifetimeSeconds",
                    schema: .integer(from: 10, to: Self.maximumLifetime),
                    summary: "How long the stream lasts (default: one hour). It also ends with the customer's token."
                )
            ],
            answers: [
                .init(
                    status: 200,
                    summary: "The events. They name no data: read the entitlements, or a snapshot, after each.",
                    schema: .string,
                    mediaType: "text/event-stream"
                )
            ]
        ) { [self] call in
            let customer = try call.customer()
            let lifetime = try call.integer("lifetimeSeconds", in: 10...Self.maximumLifetime) ?? Self.maximumLifetime
            let end = call.now.addingTimeInterval(TimeInterval(lifetime))
            let erasure = try await Erasures(database: database).last(of: customer)
            let settings = apps.configuration
            let stream = try await updates.open(
                customer,
                until: min(end, call.caller.expires ?? end),
                now: call.now,
                .init(
                    streams: settings.liveUpdateStreams,
                    streamsPerCustomer: settings.liveUpdateStreamsPerCustomer
                )
            )
            return .events { writer in
                try await writer.write(ServerSentEvent(name: "ready", data: "{}"))
                for await _ in stream.wakes {
                    while let signal = stream.next() {
                        guard signal != .end, try await isAllowed(call, customer, erasure: erasure) else {
                            return try await writer.write(ServerSentEvent(name: "end", data: "{}"))
                        }
                        switch signal {
                        case .changed: try await writer.write(ServerSentEvent(name: "changed", data: "{}"))
                        case .heartbeat: try await writer.write(ServerSentEvent.heartbeat)
                        case .end: return
                        }
                    }
                }
            }
        }
    }

    /// Whether the caller may still listen: keys are revoked, tokens end, and customers are erased while a stream is open.
    private func isAllowed(_ call: RequestContext, _ customer: CustomerID, erasure: String?) async throws -> Bool {
        do {
            try await call.authenticate(clock()).requireAccess(to: customer)
        } catch is ServiceProblem {
            return false
        }
        return try await Erasures(database: database).last(of: customer) == erasure
    }
}
