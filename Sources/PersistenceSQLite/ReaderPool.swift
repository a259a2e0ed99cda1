// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Persistence
import Synchronization

/// The connections that read, lent to one caller at a time; callers wait in turn, up to a bound.
final class ReaderPool: Sendable {
    private struct State {
        var idle: [SQLiteReader]
        var waiting: [CheckedContinuation<SQLiteReader, any Error>] = []
        var firstWaiting = 0
        var isClosed = false

        var waitingCount: Int { waiting.count - firstWaiting }

        mutating func nextWaiting() -> CheckedContinuation<SQLiteReader, any Error>? {
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

    init(readers: [SQLiteReader], waiting capacity: Int) {
        state = Mutex(State(idle: readers))
        self.capacity = max(1, capacity)
    }

    func withReader<Value: Sendable>(
        _ body: @Sendable (SQLiteReader) async throws -> Value
    ) async throws -> Value {
        let reader = try await take()
        defer { giveBack(reader) }
        return try await body(reader)
    }

    /// Turns those who wait away and lends no more.
    func close() {
        let waiting = state.withLock { state in
            state.isClosed = true
            var all: [CheckedContinuation<SQLiteReader, any Error>] = []
            while let next = state.nextWaiting() { all.append(next) }
            state.idle = []
            return all
        }
        for continuation in waiting { continuation.resume(throwing: Self.closed) }
    }

    private func take() async throws -> SQLiteReader {
        let lent = try state.withLock { state in
            guard !state.isClosed else { throw Self.closed }
            return state.idle.popLast()
        }
        if let lent { return lent }
        return try await withCheckedThrowingContinuation { continuation in
            let outcome: Result<SQLiteReader, any Error>? = state.withLock { state in
                guard !state.isClosed else { return .failure(Self.closed) }
                if let reader = state.idle.popLast() { return .success(reader) }
                guard state.waitingCount < capacity else { return .failure(Self.overloaded) }
                state.waiting.append(continuation)
                return nil
            }
            if let outcome { continuation.resume(with: outcome) }
        }
    }

    private func giveBack(_ reader: SQLiteReader) {
        let next = state.withLock { state in
            let next = state.nextWaiting()
            if next == nil, !state.isClosed { state.idle.append(reader) }
            return next
        }
        next?.resume(returning: reader)
    }

    private static let closed = StoreError(code: .closed, message: "the store was closed; start it again")
    private static let overloaded = StoreError(code: .overloaded, message: "too many reads wait; try again shortly")
}
