// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials
import HTTPClient
import Persistence
import Synchronization

/// Forwards App Store notifications byte for byte: at least once, each purchase's in order, each target on its own.
///
/// A notification is stored for its targets before the App Store gets its response; a background job sends it. A slow or
/// dead target delays neither.
final class NotificationForwarder: Sendable {
    /// How long a lane is leased; no attempt begins in the second half, and each takes 15 seconds at most.
    private static let leaseTime: TimeInterval = 45
    private static let lanesAtOnce = 16
    private static let notificationsAtOnce = 50
    private static let timeout: Duration = .seconds(15)
    /// How long a notification is stored, delivered or not.
    static let retention: TimeInterval = 7 * 86_400
    private static let removedAtOnce = 500

    private let database: any Database
    private let apps: Apps
    private let transport: any HTTPTransport
    private let policy: WebhookTargetPolicy
    private let clock: @Sendable () -> Date
    private let metrics: MetricsRecorder
    private let owner: String
    private let busy = Mutex<Set<String>>([])
    private let freesLanes = Mutex(false)

    init(
        database: any Database,
        apps: Apps,
        transport: any HTTPTransport,
        policy: WebhookTargetPolicy,
        clock: @escaping @Sendable () -> Date,
        metrics: MetricsRecorder,
        owner: String
    ) {
        self.database = database
        self.apps = apps
        self.transport = transport
        self.policy = policy
        self.clock = clock
        self.metrics = metrics
        self.owner = owner
    }

    /// Every configured target.
    var targets: [ForwardingTarget] { apps.configuration.apps.flatMap(\.forwardingTargets) }

    /// Frees the lanes of a dead process in the next round; only for a database that no other process may open.
    func freeLanesOfTheDead() { freesLanes.withLock { $0 = true } }

    /// Sends what is due for every target.
    ///
    /// A target that another round serves is left to it, so that rounds may overlap.
    func round() async throws {
        let targets = targets
        guard !targets.isEmpty else { return }
        if freesLanes.withLock({ $0 }) {
            let now = clock()
            try await database.write { [owner] in try $0.freeForwardLanes(notOf: owner, now: now) }
            freesLanes.withLock { $0 = false }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for target in targets where busy.withLock({ $0.insert(target.id).inserted }) {
                group.addTask { [self] in
                    defer { _ = busy.withLock { $0.remove(target.id) } }
                    try await serve(target)
                }
            }
            try await group.waitForAll()
        }
    }

    /// Removes notifications that were received a week ago.
    func applyRetention() async throws {
        let end = clock().addingTimeInterval(-Self.retention)
        while !Task.isCancelled {
            let removed = try await database.write { try $0.removeForwards(before: end, limit: Self.removedAtOnce) }
            guard removed == Self.removedAtOnce else { return }
        }
    }

    private func serve(_ target: ForwardingTarget) async throws {
        let start = clock()
        try await database.write { writer in
            try writer.returnDistantForwardLanes(
                of: target.id,
                now: start,
                maximumDelay: RetrySchedule.maximumInterval
            )
        }
        while !Task.isCancelled {
            let now = clock()
            let lanes = try await database.write { [owner] writer in
                try writer.leaseForwardLanes(
                    of: target.id,
                    to: owner,
                    now: now,
                    until: now.addingTimeInterval(Self.leaseTime),
                    limit: Self.lanesAtOnce
                )
            }
            guard !lanes.isEmpty else { return }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for lane in lanes {
                    group.addTask { [self] in try await serve(lane, of: target, leasedAt: now) }
                }
                try await group.waitForAll()
            }
        }
    }

    private func serve(_ lane: String, of target: ForwardingTarget, leasedAt: Date) async throws {
        let pending = try await database.read {
            try $0.pendingForwards(in: lane, of: target.id, limit: Self.notificationsAtOnce)
        }
        let lastStart = leasedAt.addingTimeInterval(Self.leaseTime / 2)
        for delivery in pending where clock() <= lastStart {
            guard let answer = await attempt(delivery, to: target) else { break }
            metrics.recordForward(answer.isSuccess)
            let now = clock()
            let next =
                answer.isSuccess
                ? nil : RetrySchedule.nextAttempt(afterFailures: delivery.attempts + 1, at: now)
            let state: StoredWebhookDelivery.State = answer.isSuccess ? .delivered : next == nil ? .failed : .pending
            let goesOn = try await database.write { [owner] writer in
                guard
                    try writer.complete(delivery, as: state, response: answer.text, owner: owner, now: now)
                else { return false }
                if let next { try writer.releaseForwardLane(lane, of: target.id, owner: owner, due: next) }
                return next == nil
            }
            guard goesOn else { return }
        }
        let now = clock()
        try await database.write { [owner] in
            try $0.releaseForwardLane(lane, of: target.id, owner: owner, due: now)
        }
    }

    /// Sends a notification; `nil` when the server stops meanwhile.
    private func attempt(_ delivery: ForwardDelivery, to target: ForwardingTarget) async -> WebhookResponseSummary? {
        do {
            var headers: [HTTPClientRequest.Header] = [("Content-Type", delivery.notification.mediaType)]
            if let authorization = target.forwarding.authorization { headers.append(("Authorization", authorization)) }
            var request = HTTPClientRequest(
                "POST",
                target.forwarding.url,
                headers: headers,
                body: delivery.notification.body,
                timeout: Self.timeout,
                maximumResponseBytes: 1 << 16
            )
            request.address = try await policy.address(of: target.forwarding.url, attempt: delivery.attempts)
            return WebhookResponseSummary(status: try await transport.send(request).status)
        } catch  where Task.isCancelled {
            return nil
        } catch let error as HTTPClientError {
            return WebhookResponseSummary(failure: error.code.rawValue)
        } catch let problem as ServiceProblem {
            return WebhookResponseSummary(failure: problem.code.rawValue)
        } catch {
            return WebhookResponseSummary(failure: "failed")
        }
    }
}
