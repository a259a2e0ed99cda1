// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence

/// The forwarding of App Store notifications to other URLs.
struct ForwardingFeature: Sendable {
    let forwarder: LaneDispatcher<ForwardingSource>
    let clock: @Sendable () -> Date
    let database: any Database

    /// How long a notification is stored, delivered or not, in seconds.
    private static let retention: TimeInterval = 7 * 86_400
    private static let removedAtOnce = 500

    var routes: [Route] { [listTargets, listDeliveries, resend] }

    var backgroundJobs: [BackgroundJob] {
        [
            BackgroundJob(name: "forwarding", interval: .milliseconds(500), overlaps: true) { [forwarder] in
                try await forwarder.round()
            },
            BackgroundJob(name: "forwarding-retention", interval: .seconds(3600)) { [self] in
                try await applyRetention()
            },
        ]
    }

    /// Removes notifications that were received a week ago.
    func applyRetention() async throws {
        let end = clock().addingTimeInterval(-Self.retention)
        while !Task.isCancelled {
            let removed = try await database.write(locking: .rows) { writer in
                try writer.removeForwards(before: end, limit: Self.removedAtOnce)
            }
            guard removed == Self.removedAtOnce else { return }
        }
    }

    private var listTargets: Route {
        Route(
            method: .get,
            path: "/v1/notification-forwarding",
            name: "listForwardingTargets",
            summary: "The URLs to which the app's App Store notifications are forwarded.",
            group: .notifications,
            access: .backend,
            answers: [.json(ForwardingTargetList.self, "The targets.")]
        ) { [self] call in
            let app = try call.app.bundleID
            let targets = forwarder.source.targets.filter { $0.app == app }
            let bodies = try await database.read { reader in
                try targets.map { target in
                    let pending = try reader.forwardBacklog(of: target.id, state: .pending)
                    return ForwardingTargetBody(
                        target,
                        pending: pending,
                        failed: try reader.forwardBacklog(of: target.id, state: .failed).count
                    )
                }
            }
            return try .json(ForwardingTargetList(targets: bodies))
        }
    }

    private var listDeliveries: Route {
        Route(
            method: .get,
            path: "/v1/notification-forwarding/{target}/deliveries",
            name: "listForwardingDeliveries",
            summary: "The notifications forwarded to a URL and its responses, the newest first.",
            group: .notifications,
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
                    summary: "Only deliveries in this state."
                ),
            ],
            answers: [.json(ForwardingDeliveryList.self, "The deliveries.")]
        ) { [self] call in
            let target = try target(of: call)
            let state = call.text("state").map(DeliveryState.init(rawValue:))
            guard state.map({ [.pending, .delivered, .failed].contains($0) }) ?? true else {
                throw ServiceProblem.invalid("state", "pending, delivered or failed")
            }
            let before = try call.integer("before", in: 0...Int64.max) ?? .max
            let limit = Int(try call.integer("limit", in: 1...500) ?? 100)
            let found = try await database.read {
                try $0.forwards(of: target.id, state: state, before: before, limit: limit)
            }
            return try .json(ForwardingDeliveryList(deliveries: found.map(ForwardingDeliveryBody.init)))
        }
    }

    private var resend: Route {
        Route(
            method: .post,
            path: "/v1/notification-forwarding/{target}/resend",
            name: "resendForwards",
            summary: "Forwards notifications to a URL again: by identifier, or all that failed.",
            group: .notifications,
            access: .backend,
            body: .json(ResendForwardsRequest.self),
            answers: [.json(CountBody.self, "How many notifications are forwarded again.", status: 202)]
        ) { [self] call in
            let target = try target(of: call)
            let request = try call.body(ResendForwardsRequest.self)
            guard (request.notifications ?? []).count <= ResendForwardsRequest.maximumCount else {
                throw ServiceProblem.invalid("notifications", "at most \(ResendForwardsRequest.maximumCount)")
            }
            guard request.notifications != nil || request.failedOnly == true else {
                throw ServiceProblem.invalid("notifications", "identifiers, or failedOnly with true")
            }
            let audit = AuditRecord(call, "forwarding.resend", target: target.id)
            let now = call.now
            let count = try await database.write { writer in
                try writer.record(audit)
                return try writer.resendForwards(of: target.id, ids: request.notifications, now: now)
            }
            return try .json(CountBody(count: count), status: .accepted)
        }
    }

    private func target(of call: RequestContext) throws -> ForwardingTarget {
        let id = try call.path("target")
        let app = try call.app.bundleID
        guard let target = forwarder.source.targets.first(where: { $0.id == id && $0.app == app }) else {
            throw ServiceProblem.notFound("forwarding target")
        }
        return target
    }
}
