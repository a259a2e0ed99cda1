// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce
import FoundationEssentials
import Persistence
import Synchronization

/// The streams that wait for changes of customers' entitlements; one for a service.
///
/// One round reads the stored entitlements of all customers who listen, so it notices what any instance has written, and
/// costs one query for 500 customers.
final class LiveUpdates: Sendable {
    /// What a stream sends next.
    enum Signal: Sendable {
        case changed
        case heartbeat
        case end
    }

    /// How many streams there may be.
    struct Limits: Sendable {
        var streams: Int
        var streamsPerCustomer: Int
    }

    /// After how long without a change a heartbeat is sent.
    static let heartbeatInterval: TimeInterval = 15
    private static let batch = 500

    private struct Listener {
        var customer: CustomerID
        var expires: Date
        var lastSent: Date
        var mailbox: LiveUpdateMailbox
        /// What is stored of the customer's entitlements; `nil` before they were read.
        var digest: Int?
        /// The version of the entitlements when they were read, where one process owns the store.
        var version: UInt64?
    }

    private struct State {
        var listeners: [UInt64: Listener] = [:]
        var counts: [CustomerID: Int] = [:]
        var last: UInt64 = 0
    }

    private let database: any Database
    private let state = Mutex(State())

    init(database: any Database) {
        self.database = database
    }

    /// How many streams are open.
    var count: Int { state.withLock { $0.listeners.count } }

    /// The open streams as Prometheus sees them.
    static func streamFamily(_ count: Int) -> MetricGauge {
        MetricGauge("purser_live_update_streams", "Open streams of live updates.", Double(count))
    }

    /// Opens a stream: changes after this call are reported to it.
    ///
    /// - Throws: A problem when there are too many; `DatabaseError`.
    func open(
        _ customer: CustomerID,
        until expires: Date,
        now: Date,
        _ limits: Limits
    ) async throws -> LiveUpdateStream {
        let mailbox = LiveUpdateMailbox()
        let id = try state.withLock { state throws(ServiceProblem) in
            guard state.listeners.count < limits.streams else {
                throw ServiceProblem(.overloaded, "Too many apps listen for changes.", retryAfterSeconds: 60)
            }
            guard state.counts[customer, default: 0] < limits.streamsPerCustomer else {
                throw ServiceProblem(
                    .tooManyRequests,
                    "The customer listens on \(limits.streamsPerCustomer) devices already.",
                    retryAfterSeconds: 60
                )
            }
            state.last += 1
            state.counts[customer, default: 0] += 1
            state.listeners[state.last] = Listener(
                customer: customer,
                expires: expires,
                lastSent: now,
                mailbox: mailbox
            )
            return state.last
        }
        // Given back when it is dropped, also where what follows fails or the response is never written.
        let stream = LiveUpdateStream(id: id, mailbox: mailbox, updates: self)
        try await read([customer])
        return stream
    }

    fileprivate func close(_ id: UInt64) {
        state.withLock { state in
            guard let listener = state.listeners.removeValue(forKey: id) else { return }
            let rest = state.counts[listener.customer, default: 1] - 1
            state.counts[listener.customer] = rest > 0 ? rest : nil
        }
    }

    /// Reports what changed since the last round, and what time alone ends.
    ///
    /// - Throws: `DatabaseError`.
    func report(now: Date) async throws {
        let customers = state.withLock { state in
            for (id, listener) in state.listeners {
                if listener.expires <= now {
                    listener.mailbox.put(.end)
                } else if now.timeIntervalSince(listener.lastSent) >= Self.heartbeatInterval {
                    state.listeners[id]?.lastSent = now
                    listener.mailbox.put(.heartbeat)
                }
            }
            return state.counts.keys.sorted()
        }
        for start in stride(from: 0, to: customers.count, by: Self.batch) {
            try await read(Array(customers[start..<min(start + Self.batch, customers.count)]))
        }
    }

    /// Ends every stream.
    func endAll() {
        state.withLock { state in
            for listener in state.listeners.values { listener.mailbox.put(.end) }
        }
    }

    /// Reads the entitlements of customers, and reports those that differ from what was read before.
    private func read(_ customers: [CustomerID]) async throws {
        // Before the read: a change in between is found in the next round.
        var versions: [CustomerID: UInt64] = [:]
        if let watch = database.entitlementVersions {
            for customer in customers { versions[customer] = watch.version(of: customer) }
        }
        let known = versions
        let changed = state.withLock { state in
            Set(
                state.listeners.values
                    .filter { $0.digest == nil || $0.version == nil || $0.version != known[$0.customer] }
                    .map(\.customer)
            )
        }
        let asked = customers.filter(changed.contains)
        guard !asked.isEmpty else { return }
        let stored = try await database.read { try $0.entitlements(of: asked) }
        state.withLock { state in
            for (id, listener) in state.listeners where asked.contains(listener.customer) {
                let digest = (stored[listener.customer] ?? []).hashValue
                if let old = listener.digest, old != digest { listener.mailbox.put(.changed) }
                state.listeners[id]?.digest = digest
                state.listeners[id]?.version = known[listener.customer]
            }
        }
    }
}

/// A place among the streams, given back when it is dropped.
final class LiveUpdateStream: Sendable {
    private let id: UInt64
    private let updates: LiveUpdates
    private let mailbox: LiveUpdateMailbox

    fileprivate init(id: UInt64, mailbox: LiveUpdateMailbox, updates: LiveUpdates) {
        (self.id, self.mailbox, self.updates) = (id, mailbox, updates)
    }

    deinit {
        updates.close(id)
    }

    /// An element for each time that there may be something to send; it ends when the calling task is canceled.
    var wakes: AsyncStream<Void> { mailbox.wakes }

    /// What is to be sent next; `nil` when that is everything.
    func next() -> LiveUpdates.Signal? { mailbox.take() }
}

/// What a stream has not sent: any number of changes are one, so a slow client never makes it grow.
final class LiveUpdateMailbox: Sendable {
    private struct Content {
        var hasChanged = false
        var needsHeartbeat = false
        var isOver = false
    }

    let wakes: AsyncStream<Void>
    private let wake: AsyncStream<Void>.Continuation
    private let content = Mutex(Content())

    init() {
        (wakes, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func put(_ signal: LiveUpdates.Signal) {
        content.withLock { content in
            switch signal {
            case .changed: content.hasChanged = true
            case .heartbeat: content.needsHeartbeat = true
            case .end: content.isOver = true
            }
        }
        wake.yield()
    }

    func take() -> LiveUpdates.Signal? {
        content.withLock { content in
            if content.hasChanged {
                (content.hasChanged, content.needsHeartbeat) = (false, false)
                return .changed
            }
            if content.isOver { return .end }
            guard content.needsHeartbeat else { return nil }
            content.needsHeartbeat = false
            return .heartbeat
        }
    }
}
