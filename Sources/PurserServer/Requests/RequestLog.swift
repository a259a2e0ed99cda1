// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce
import FoundationEssentials
import Persistence
import Synchronization

/// The log of the API's requests: gathered in memory and written together each second, the newest of a limited number.
///
/// What a stranger without a valid key can cost is bounded: the first requests of a minute are logged one by one, and the
/// others are one entry for each status. Strangers' entries displace only each other.
final class RequestLog: Sendable {
    private struct State {
        var waiting: [LoggedRequest] = []
        var dropped = 0
        var strangers = StrangerWindow()
        /// How many were written since the log was trimmed.
        var untrimmed = 0

        mutating func append(_ request: LoggedRequest) {
            if waiting.count < RequestLog.maximumWaiting {
                waiting.append(request)
            } else {
                dropped += 1
            }
        }

        /// Adds up what strangers asked in a minute that is over.
        mutating func close(before minute: Int64) {
            guard strangers.minute != minute else { return }
            for sum in strangers.others.values.sorted(by: { $0.status < $1.status }) { append(sum) }
            strangers = StrangerWindow(minute: minute)
        }
    }

    /// What strangers asked in a minute.
    private struct StrangerWindow {
        var minute = Int64.min
        /// How many were logged one by one.
        var logged = 0
        /// The others, by their status.
        var others: [Int: LoggedRequest] = [:]
    }

    /// How many may wait to be written; more are counted and not logged.
    fileprivate static let maximumWaiting = 20_000
    /// How many are written in one commit.
    private static let batch = 500
    /// How many requests of strangers a minute are logged one by one.
    static let strangersPerMinute = 10
    /// The route of an entry that stands for several.
    static let severalRoutes = "*"

    private let clock: @Sendable () -> Date
    private let database: any Database
    /// How many are stored; none with zero.
    let limit: Int
    private let state = Mutex(State())

    init(database: any Database, limit: Int, clock: @escaping @Sendable () -> Date) {
        self.clock = clock
        self.database = database
        self.limit = limit
    }

    /// How many entries of strangers are stored.
    var strangerLimit: Int { max(1, limit / 10) }

    /// How many were not logged since the start, because too many waited.
    var dropped: Int { state.withLock { $0.dropped } }

    func record(_ request: LoggedRequest) {
        guard limit > 0 else { return }
        state.withLock { state in
            guard request.caller == LoggedRequest.stranger else { return state.append(request) }
            state.close(before: Self.minute(of: request.instant))
            guard state.strangers.logged >= Self.strangersPerMinute else {
                state.strangers.logged += 1
                return state.append(request)
            }
            var sum =
                state.strangers.others[request.status]
                ?? LoggedRequest(
                    request: "",
                    instant: request.instant,
                    method: "",
                    route: Self.severalRoutes,
                    status: request.status,
                    microseconds: 0,
                    caller: LoggedRequest.stranger,
                    problem: request.problem,
                    count: 0
                )
            sum.count += 1
            sum.microseconds = max(sum.microseconds, request.microseconds)
            if sum.problem != request.problem { sum.problem = nil }
            state.strangers.others[request.status] = sum
        }
    }

    private static func minute(of instant: Date) -> Int64 { Int64((instant.timeIntervalSince1970 / 60).rounded(.down)) }

    /// Writes what waits.
    ///
    /// - Parameter isLast: Whether the minute counts as over, because no other follows.
    /// - Throws: `DatabaseError`; then it waits still.
    func flush(isLast: Bool = false) async throws {
        let minute = isLast ? .min : Self.minute(of: clock())
        let waiting = state.withLock { state in
            state.close(before: minute)
            defer { state.waiting = [] }
            return state.waiting
        }
        for start in stride(from: 0, to: waiting.count, by: Self.batch) {
            let part = Array(waiting[start..<min(start + Self.batch, waiting.count)])
            let isFull = state.withLock { state in
                state.untrimmed += part.count
                guard state.untrimmed > limit / 100 else { return false }
                state.untrimmed = 0
                return true
            }
            do {
                try await database.write { [limit, strangerLimit] writer in
                    try writer.append(try Self.withoutErased(part, writer))
                    if isFull { try writer.trimRequestLog(keeping: limit, ofStrangers: strangerLimit) }
                }
            } catch {
                state.withLock { state in
                    let room = max(0, Self.maximumWaiting - state.waiting.count)
                    let rest = waiting[start...].suffix(room)
                    state.dropped += waiting.count - start - rest.count
                    state.waiting = Array(rest) + state.waiting
                    if isFull { state.untrimmed = limit }
                }
                throw error
            }
        }
    }
}

extension RequestLog {
    /// Requests that waited while their customer was erased must not bring the identifier back.
    private static func withoutErased(
        _ requests: [LoggedRequest],
        _ reader: any DatabaseReader
    ) throws -> [LoggedRequest] {
        let erased = try Set(requests.compactMap(\.customer)).filter { customer in
            guard try reader.customer(customer) == nil else { return false }
            return try reader.value(Erasures.name(of: customer), in: Erasures.records) != nil
        }
        return requests.map { request in
            var request = request
            if let customer = request.customer, erased.contains(customer) { request.customer = nil }
            return request
        }
    }
}

/// What becomes known of a request while it is answered.
final class RequestTrace: Sendable {
    private let state = Mutex<(caller: Caller?, customer: String?)>((nil, nil))
    /// The trace of the request, with its own span where that is recorded.
    let parent: TraceParent?

    init(parent: TraceParent?) {
        self.parent = parent
    }

    func set(_ caller: Caller) {
        state.withLock { $0.caller = caller }
    }

    func set(customer: String?) {
        state.withLock { $0.customer = customer }
    }

    var caller: Caller? { state.withLock { $0.caller } }
    var customer: String? { state.withLock { $0.customer } }
}
