// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce
import FoundationEssentials
import Persistence
import Synchronization

/// The log of the API's requests: gathered in memory and written together each second, the newest of a limited number.
final class RequestLog: Sendable {
    private struct State {
        var waiting: [LoggedRequest] = []
        var dropped = 0
    }

    /// How many may wait to be written; more are counted and not logged.
    private static let maximumWaiting = 20_000
    /// How many are written in one commit.
    private static let batch = 500

    private let database: any Database
    /// How many are stored; none with zero.
    let limit: Int
    private let state = Mutex(State())

    init(database: any Database, limit: Int) {
        self.database = database
        self.limit = limit
    }

    /// How many were not logged since the start, because too many waited.
    var dropped: Int { state.withLock { $0.dropped } }

    func record(_ request: LoggedRequest) {
        guard limit > 0 else { return }
        state.withLock { state in
            if state.waiting.count < Self.maximumWaiting {
                state.waiting.append(request)
            } else {
                state.dropped += 1
            }
        }
    }

    /// Writes what waits.
    ///
    /// - Throws: `DatabaseError`; then it waits still.
    func flush() async throws {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        for start in stride(from: 0, to: waiting.count, by: Self.batch) {
            let part = Array(waiting[start..<min(start + Self.batch, waiting.count)])
            do {
                try await database.write { [limit] writer in
                    try writer.append(try Self.withoutErased(part, writer), keeping: limit)
                }
            } catch {
                state.withLock { state in
                    let room = max(0, Self.maximumWaiting - state.waiting.count)
                    let rest = waiting[start...].suffix(room)
                    state.dropped += waiting.count - start - rest.count
                    state.waiting = Array(rest) + state.waiting
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
