// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Synchronization

/// Connections that are lent to one caller at a time; callers wait in turn, up to a bound.
package final class ConnectionPool<Connection: Sendable>: Sendable {
    private struct State {
        var idle: [Connection]
        var waiting: [CheckedContinuation<Connection, any Error>] = []
        var firstWaiting = 0
        var isClosed = false

        var waitingCount: Int { waiting.count - firstWaiting }

        mutating func nextWaiting() -> CheckedContinuation<Connection, any Error>? {
            guard firstWaiting < waiting.count else { return nil }
            defer {
                firstWaiting += 1
                if firstWaiting > 64, firstWaiting * 2 > waiting.count {
                    waiting.removeFirst(firstWaiting)
                    firstWaiting = 0
                }
            }
            return waiting[firstWaiting]
        }
    }

    private let state: Mutex<State>
    private let capacity: Int

    /// Makes a pool of connections for which this many callers may wait.
    package init(_ connections: [Connection], waiting capacity: Int) {
        state = Mutex(State(idle: connections))
        self.capacity = max(1, capacity)
    }

    /// Lends a connection to a body.
    ///
    /// - Throws: What the body throws; `DatabaseError` with `overloaded` when too many wait, with `closed` after the
    ///   end.
    package func withConnection<Value: Sendable>(
        _ body: @Sendable (Connection) async throws -> Value
    ) async throws -> Value {
        let connection = try await checkOut()
        defer { checkIn(connection) }
        return try await body(connection)
    }

    /// Turns those who wait away and lends no more.
    package func close() {
        let waiting = state.withLock { state in
            state.isClosed = true
            var all: [CheckedContinuation<Connection, any Error>] = []
            while let next = state.nextWaiting() { all.append(next) }
            state.idle = []
            return all
        }
        for continuation in waiting { continuation.resume(throwing: Self.closed) }
    }

    private func checkOut() async throws -> Connection {
        let lent = try state.withLock { state in
            guard !state.isClosed else { throw Self.closed }
            return state.idle.popLast()
        }
        if let lent { return lent }
        return try await withCheckedThrowingContinuation { continuation in
            let outcome: Result<Connection, any Error>? = state.withLock { state in
                guard !state.isClosed else { return .failure(Self.closed) }
                if let connection = state.idle.popLast() { return .success(connection) }
                guard state.waitingCount < capacity else { return .failure(Self.overloaded) }
                state.waiting.append(continuation)
                return nil
            }
            if let outcome { continuation.resume(with: outcome) }
        }
    }

    private func checkIn(_ connection: Connection) {
        let next = state.withLock { state in
            let next = state.nextWaiting()
            if next == nil, !state.isClosed { state.idle.append(connection) }
            return next
        }
        next?.resume(returning: connection)
    }

    private static var closed: DatabaseError {
        DatabaseError(code: .closed, message: "the store was closed; start it again")
    }

    private static var overloaded: DatabaseError {
        DatabaseError(code: .overloaded, message: "too many calls wait for the database; try again shortly")
    }
}
