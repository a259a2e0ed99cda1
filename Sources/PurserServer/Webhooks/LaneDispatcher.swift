// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce
import FoundationEssentials
import HTTPClient
import Persistence
import Synchronization

/// What is delivered in lanes, and to whom.
protocol LaneSource: Sendable {
    associatedtype Receiver: Identifiable & Sendable where Receiver.ID == String
    associatedtype Delivery: LaneDelivery

    var queue: LaneQueue { get }

    /// Those that receive anything at present.
    func receivers(now: Date) async throws -> [Receiver]

    /// The pending deliveries of a lane, in order.
    func pending(in lane: DeliveryLane, limit: Int, _ reader: any DatabaseReader) throws -> [Delivery]

    /// The request of a delivery.
    func request(for delivery: Delivery, to receiver: Receiver, at now: Date) throws -> HTTPClientRequest

    /// Counts an attempt.
    func record(isSuccess: Bool, in metrics: MetricsRecorder)
}

/// Delivers to receivers outside of the server: at least once, each lane in order, each receiver on its own.
///
/// No two servers deliver in one lane at a time: a worker leases the lane in the database.
final class LaneDispatcher<Source: LaneSource>: Sendable {
    /// How long a lane is leased, in seconds.
    ///
    /// No attempt begins in the second half, and each takes 15 seconds at most. So a lane whose server died is served
    /// again within this time, and no living server loses its own.
    private static var leaseTime: TimeInterval { 45 }
    private static var lanesAtOnce: Int { 16 }
    private static var deliveriesAtOnce: Int { 50 }
    /// After how many attempts in a row without a response a receiver counts as down.
    static var attemptsBeforeDown: Int { 20 }
    /// How often Purser looks for lanes that a wrong clock postponed, in seconds.
    private static var distantLaneInterval: TimeInterval { 600 }

    let source: Source
    private let database: any Database
    private let transport: any HTTPTransport
    private let policy: WebhookTargetPolicy
    private let clock: @Sendable () -> Date
    private let metrics: MetricsRecorder
    private let spans: SpanRecorder
    private let owner: String
    private let busy = Mutex<Set<String>>([])
    /// Whether lanes that another process has are free: with one process to a database, that one is dead.
    private let freesLanes = Mutex(false)
    /// When Purser last looked for postponed lanes, by receiver.
    private let lookedForDistant = Mutex<[String: Date]>([:])
    /// How many attempts in a row had no response, by receiver; absent after a response.
    private let unanswered = Mutex<[String: Int]>([:])

    init(
        _ source: Source,
        database: any Database,
        transport: any HTTPTransport,
        policy: WebhookTargetPolicy,
        clock: @escaping @Sendable () -> Date,
        metrics: MetricsRecorder,
        spans: SpanRecorder,
        owner: String
    ) {
        self.source = source
        self.database = database
        self.transport = transport
        self.policy = policy
        self.clock = clock
        self.metrics = metrics
        self.spans = spans
        self.owner = owner
    }

    /// Delivers what is due for every receiver.
    ///
    /// A receiver that another round serves is left to it, so rounds may overlap and a slow receiver delays no other.
    func round() async throws {
        let now = clock()
        if freesLanes.withLock({ $0 }) {
            try await database.write { [owner, queue = source.queue] writer in
                try writer.freeLanes(in: queue, notOf: owner, now: now)
            }
            freesLanes.withLock { $0 = false }
        }
        let receivers = try await source.receivers(now: now)
        let ids = Set(receivers.map(\.id))
        unanswered.withLock { $0 = $0.filter { ids.contains($0.key) } }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for receiver in receivers where busy.withLock({ $0.insert(receiver.id).inserted }) {
                group.addTask { [self] in
                    defer { _ = busy.withLock { $0.remove(receiver.id) } }
                    try await deliver(to: receiver)
                }
            }
            try await group.waitForAll()
        }
    }

    /// Frees the lanes of a dead process in the next round; only for a database that no other process may open.
    func freeLanesOfTheDead() { freesLanes.withLock { $0 = true } }

    /// Makes due, every ten minutes and whenever the clock was put back, what would wait until a wrong clock's date.
    private func returnDistantLanes(of receiver: String, now: Date) async throws {
        let isDue = lookedForDistant.withLock { looked in
            if let last = looked[receiver], (0..<Self.distantLaneInterval).contains(now.timeIntervalSince(last)) {
                return false
            }
            looked[receiver] = now
            return true
        }
        guard isDue else { return }
        try await database.write { [queue = source.queue] writer in
            try writer.returnDistantLanes(
                in: queue,
                of: receiver,
                now: now,
                maximumLease: Self.leaseTime,
                maximumDelay: RetrySchedule.maximumInterval
            )
        }
    }

    /// Whether a receiver gave no response to so many attempts in a row that it is probably down.
    ///
    /// Then each round asks it once. Everything else waits for its answer, without using up attempts.
    private func isDown(_ receiver: String) -> Bool {
        unanswered.withLock { $0[receiver, default: 0] } >= Self.attemptsBeforeDown
    }

    private func deliver(to receiver: Source.Receiver) async throws {
        try await returnDistantLanes(of: receiver.id, now: clock())
        let id = receiver.id
        while !Task.isCancelled {
            let now = clock()
            // While lanes keep coming this continues, and a new secret or address must not wait until none is due.
            guard let receiver = try await source.receivers(now: now).first(where: { $0.id == id }) else { return }
            let isDown = isDown(id)
            let lanes = try await database.write { [owner, queue = source.queue] writer in
                try writer.leaseLanes(
                    in: queue,
                    of: id,
                    to: owner,
                    now: now,
                    until: now.addingTimeInterval(Self.leaseTime),
                    limit: isDown ? 1 : Self.lanesAtOnce
                )
            }
            guard !lanes.isEmpty else { return }
            // Read together, they take one core for a moment, and not all cores from those who wait for an answer.
            let pending = try await database.read { [source] reader in
                try lanes.map { try source.pending(in: $0, limit: Self.deliveriesAtOnce, reader) }
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (lane, pending) in zip(lanes, pending) {
                    group.addTask { [self] in try await deliver(pending, in: lane, to: receiver, leasedAt: now) }
                }
                try await group.waitForAll()
            }
            if isDown, self.isDown(id) { return }
        }
    }

    private func deliver(
        _ pending: [Source.Delivery],
        in lane: DeliveryLane,
        to receiver: Source.Receiver,
        leasedAt: Date
    ) async throws {
        let lastStart = leasedAt.addingTimeInterval(Self.leaseTime / 2)
        for (place, delivery) in pending.enumerated() where clock() <= lastStart {
            guard let answer = await attempt(delivery, to: receiver) else { break }
            source.record(isSuccess: answer.isSuccess, in: metrics)
            unanswered.withLock { counts in
                if answer.isResponse { counts[receiver.id] = nil } else { counts[receiver.id, default: 0] += 1 }
            }
            let now = clock()
            let next =
                answer.isSuccess ? nil : RetrySchedule.nextAttempt(afterFailures: delivery.attempts + 1, at: now)
            let state: DeliveryState = answer.isSuccess ? .delivered : next == nil ? .failed : .pending
            // The last one takes the lane back in the same transaction: most lanes have one delivery.
            let due = next ?? (place == pending.count - 1 ? now : nil)
            let goesOn = try await database.write(locking: .rows) { [owner] writer in
                guard
                    try writer.complete(delivery, as: state, response: answer.text, owner: owner, now: now)
                else { return false }
                if let due { try writer.release(lane, owner: owner, due: due) }
                return due == nil
            }
            guard goesOn else { return }
        }
        let now = clock()
        _ = try await database.write(locking: .rows) { [owner] in try $0.release(lane, owner: owner, due: now) }
    }

    /// Sends a request, as a span of the trace that it belongs to.
    private func send(_ request: HTTPClientRequest) async throws -> HTTPClientResponse {
        let parent = request.field("traceparent").flatMap { TraceParent(header: $0) }
        guard let parent, let span = spans.begin(below: parent) else { return try await transport.send(request) }
        var request = request
        request.headers = request.headers.map { $0.name == "traceparent" ? ($0.name, span.rawValue) : $0 }
        let (now, start) = (clock(), metrics.stopwatch())
        func record(_ status: Int?) {
            let seconds = metrics.seconds(since: start)
            spans.record(.delivery(request, span, below: parent, from: now, seconds: seconds, status: status))
        }
        do {
            let response = try await transport.send(request)
            record(response.status)
            return response
        } catch {
            record(nil)
            throw error
        }
    }

    /// Makes an attempt; `nil` when the server stops meanwhile, which is not a failure of the receiver.
    private func attempt(_ delivery: Source.Delivery, to receiver: Source.Receiver) async -> WebhookResponseSummary? {
        do {
            var request = try source.request(for: delivery, to: receiver, at: clock())
            request.address = try await policy.address(of: request.url, attempt: delivery.attempts)
            return WebhookResponseSummary(status: try await send(request).status)
        } catch  where Task.isCancelled {
            return nil
        } catch let error as HTTPClientError {
            let isResponse = [.tooLarge, .tooManyRedirects, .invalidResponse].contains(error.code)
            return WebhookResponseSummary(failure: error.code.rawValue, isResponse: isResponse)
        } catch let problem as ServiceProblem {
            return WebhookResponseSummary(failure: problem.code.rawValue)
        } catch {
            return WebhookResponseSummary(failure: "failed")
        }
    }
}

/// What a receiver made of a delivery, in the few words that the log keeps.
struct WebhookResponseSummary: Hashable, Sendable {
    /// The longest time for a response.
    static let timeout: Duration = .seconds(15)

    /// The most bytes of a response that are read.
    static let maximumBytes = 1 << 16

    var isSuccess: Bool
    /// Whether the receiver gave a response, of any status and size.
    var isResponse: Bool
    var text: String

    /// Any 2xx is a success; redirects are not followed, so that a delivery never ends somewhere else.
    init(status: Int) {
        isSuccess = (200..<300).contains(status)
        isResponse = true
        text = String(status)
    }

    init(failure: String, isResponse: Bool = false) {
        isSuccess = false
        self.isResponse = isResponse
        text = failure
    }
}
