// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPClient
import Persistence
import Synchronization

/// Carries events to the team's backends: at least once, each customer's in order, each endpoint on its own.
///
/// A lane is one customer's events for one endpoint. While an event of a lane waits for another try, the ones behind it
/// wait too; other lanes continue. No two servers carry one lane at a time: a lane is lent to one of them in the store.
final class WebhookDispatcher: Sendable {
    /// How long a lane is lent.
    ///
    /// No attempt begins in the second half, and each takes 15 seconds at most, so a lane whose server
    /// died is served again within this time and no living one loses its own.
    private static let leaseTime: TimeInterval = 45
    private static let lanesAtOnce = 16
    private static let eventsAtOnce = 50
    private static let timeout: Duration = .seconds(15)

    private let database: any Database
    private let endpoints: WebhookEndpointCache
    private let apps: [BundleID]
    private let transport: any HTTPTransport
    private let targets: WebhookTargetPolicy
    private let clock: @Sendable () -> Date
    private let metrics: MetricsRecorder
    private let owner: String
    private let busy = Mutex<Set<String>>([])
    /// Whether lanes that another process holds are free: with one process to a database, that one is dead.
    private let freesLanes = Mutex(false)
    /// When it was last looked, by endpoint, whether a clock that was ahead put lanes off.
    private let lookedForDistant = Mutex<[String: Date]>([:])

    init(
        database: any Database,
        endpoints: WebhookEndpointCache,
        apps: [BundleID],
        transport: any HTTPTransport,
        targets: WebhookTargetPolicy,
        clock: @escaping @Sendable () -> Date,
        metrics: MetricsRecorder,
        owner: String
    ) {
        self.metrics = metrics
        self.database = database
        self.endpoints = endpoints
        self.apps = apps
        self.transport = transport
        self.targets = targets
        self.clock = clock
        self.owner = owner
    }

    /// Carries what is due for every endpoint, and comes back when nothing is.
    ///
    /// An endpoint that another round is serving is left to it, so that rounds may overlap and a slow endpoint delays
    /// none but itself.
    func round() async throws {
        let now = clock()
        if freesLanes.withLock({ $0 }) {
            try await self.database.write { [owner] in _ = try $0.freeLanes(notOf: owner, now: now) }
            freesLanes.withLock { $0 = false }
        }
        var serving: [WebhookEndpoint] = []
        for app in apps { serving += try await endpoints.all(of: app, now: now).filter(\.isEnabled) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for endpoint in serving where busy.withLock({ $0.insert(endpoint.id).inserted }) {
                group.addTask { [self] in
                    defer { _ = busy.withLock { $0.remove(endpoint.id) } }
                    try await deliver(endpoint)
                }
            }
            try await group.waitForAll()
        }
    }

    /// Has the next round free the lanes that a dead process held; only for a database that no other process may open.
    func freeLanesOfTheDead() { freesLanes.withLock { $0 = true } }

    /// Takes up, every ten minutes and whenever the clock was put back, what would wait until a wrong clock's instant.
    private func returnDistantLanes(of endpoint: WebhookEndpoint, now: Date) async throws {
        let isDue = lookedForDistant.withLock { looked in
            if let last = looked[endpoint.id], (0..<600).contains(now.timeIntervalSince(last)) { return false }
            looked[endpoint.id] = now
            return true
        }
        guard isDue else { return }
        try await self.database.write { writer in
            try writer.returnDistantLanes(
                of: endpoint.id,
                now: now,
                maximumLease: Self.leaseTime,
                maximumDelay: RetrySchedule.maximumInterval
            )
        }
    }

    private func deliver(_ endpoint: WebhookEndpoint) async throws {
        try await returnDistantLanes(of: endpoint, now: clock())
        while !Task.isCancelled {
            let now = clock()
            let lanes = try await self.database.write { [owner] writer in
                try writer.leaseLanes(
                    of: endpoint.id,
                    to: owner,
                    now: now,
                    until: now.addingTimeInterval(Self.leaseTime),
                    limit: Self.lanesAtOnce
                )
            }
            guard !lanes.isEmpty else { return }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for lane in lanes {
                    group.addTask { [self] in try await deliver(lane, of: endpoint, leasedAt: now) }
                }
                try await group.waitForAll()
            }
        }
    }

    private func deliver(_ lane: WebhookLane, of endpoint: WebhookEndpoint, leasedAt: Date) async throws {
        let pending = try await self.database.read { try $0.pendingDeliveries(in: lane, limit: Self.eventsAtOnce) }
        let lastStart = leasedAt.addingTimeInterval(Self.leaseTime / 2)
        for delivery in pending where clock() <= lastStart {
            guard let answer = await attempt(delivery, to: endpoint) else { break }
            self.metrics.recordWebhook(answer.isSuccess)
            let now = clock()
            let failures = delivery.attempts + 1
            let next = answer.isSuccess ? nil : RetrySchedule.nextAttempt(afterFailures: failures, at: now)
            let state: StoredWebhookDelivery.State = answer.isSuccess ? .delivered : next == nil ? .failed : .pending
            let goesOn = try await self.database.write { [owner] writer in
                guard try writer.complete(delivery, as: state, answer: answer.text, owner: owner, now: now) else {
                    return false
                }
                if let next { try writer.release(lane, owner: owner, due: next) }
                return next == nil
            }
            guard goesOn else { return }
        }
        let now = clock()
        _ = try await self.database.write { [owner] in try $0.release(lane, owner: owner, due: now) }
    }

    /// Sends an event; nothing when the server stops meanwhile, which is not a fault of the endpoint's.
    private func attempt(
        _ delivery: StoredWebhookDelivery,
        to endpoint: WebhookEndpoint
    ) async -> WebhookResponseSummary? {
        do {
            let event = try ServiceJSON.decode(ServerEvent.self, from: delivery.event.event.body)
            var request = try Self.request(for: event, to: endpoint, at: clock())
            request.address = try await targets.address(of: endpoint.url, attempt: delivery.attempts)
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

    /// The signed request that carries an event.
    static func request(for event: ServerEvent, to endpoint: WebhookEndpoint, at now: Date) throws -> HTTPClientRequest
    {
        let body = try endpoint.body(for: event)
        let secrets = endpoint.signingSecrets(at: now)
        var headers: [HTTPClientRequest.Header] = [("Content-Type", endpoint.payloadFormat.mediaType)]
        headers += WebhookHeaders.fields(body: body, event: event.id.rawValue, secrets: secrets, at: now)
        if endpoint.payloadFormat == .revenueCat {
            let signature = WebhookSignature.value(body: body, secrets: secrets, at: now)
            headers.append((WebhookSignature.revenueCatHeader, signature))
        }
        if let authorization = endpoint.authorization { headers.append(("Authorization", authorization)) }
        return HTTPClientRequest(
            "POST",
            endpoint.url,
            headers: headers,
            body: body,
            timeout: timeout,
            maximumResponseBytes: 1 << 16
        )
    }
}

/// What an endpoint made of a delivery, in the few words that the log keeps.
struct WebhookResponseSummary: Hashable, Sendable {
    var isSuccess: Bool
    var text: String

    /// Any 2xx is a success; redirects are not followed, so that a delivery never ends somewhere else.
    init(status: Int) {
        isSuccess = (200..<300).contains(status)
        text = String(status)
    }

    init(failure: String) {
        isSuccess = false
        text = failure
    }
}
