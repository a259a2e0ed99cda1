// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Synchronization

/// The writes that wait while others are being committed; bounded.
///
/// Each writer takes a group of them at a time; so the cost of a commit is shared by all who wait.
package final class WriteQueue: Sendable {
    private struct State {
        var waiting: [PendingWrite] = []
        var idleWriters: [Int]
        var isClosed = false
    }

    /// The result of a write that was handed over.
    package enum EnqueueResult {
        /// It waits, and the writers are at work already.
        case waiting
        /// It waits, and the writer of this number has to be woken.
        case first(Int)
        /// There is no room.
        case overloaded
        /// The store was closed.
        case closed

        /// Why it was not taken; nothing when it was.
        package var refusal: DatabaseError? {
            switch self {
            case .waiting, .first: nil
            case .overloaded: DatabaseError(code: .overloaded, message: "too many writes wait; try again shortly")
            case .closed: DatabaseError(code: .closed, message: "the store was closed; start it again")
            }
        }
    }

    private let state: Mutex<State>
    private let capacity: Int
    private let writers: Int

    /// Makes an empty queue for some writers, all of them idle.
    package init(capacity: Int, writers: Int = 1) {
        self.capacity = max(1, capacity)
        self.writers = max(1, writers)
        state = Mutex(State(idleWriters: Array((0..<self.writers).reversed())))
    }

    /// Hands a write over.
    package func add(_ write: PendingWrite) -> EnqueueResult {
        state.withLock { state in
            guard !state.isClosed else { return .closed }
            guard state.waiting.count < capacity else { return .overloaded }
            state.waiting.append(write)
            return state.idleWriters.popLast().map(EnqueueResult.first) ?? .waiting
        }
    }

    /// A writer's next group, its share of what waits; or an empty one when nothing does, and then it has to be woken
    /// again.
    package func next(upTo limit: Int, for writer: Int = 0) -> [PendingWrite] {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.idleWriters.append(writer)
                return []
            }
            let share = (state.waiting.count + writers - 1) / writers
            let group = Array(state.waiting.prefix(min(limit, share)))
            state.waiting.removeFirst(group.count)
            return group
        }
    }

    /// Takes on no more.
    package func close() {
        state.withLock { $0.isClosed = true }
    }

    /// Whether it takes on no more.
    package var isClosed: Bool { state.withLock { $0.isClosed } }
}
