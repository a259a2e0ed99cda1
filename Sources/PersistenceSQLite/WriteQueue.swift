// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Persistence
import Synchronization

/// The writes that wait while another group is being committed; bounded.
final class WriteQueue: Sendable {
    private struct State {
        var waiting: [PendingWrite] = []
        var isDraining = false
        var isClosed = false
    }

    /// What became of a write that was handed over.
    enum Admission {
        /// It waits, and the writer is at work already.
        case waiting
        /// It waits, and the writer has to be woken.
        case first
        /// There is no room.
        case overloaded
        /// The store was closed.
        case closed
    }

    private let state = Mutex(State())
    private let capacity: Int

    init(capacity: Int) {
        self.capacity = max(1, capacity)
    }

    func add(_ write: PendingWrite) -> Admission {
        state.withLock { state in
            guard !state.isClosed else { return .closed }
            guard state.waiting.count < capacity else { return .overloaded }
            state.waiting.append(write)
            guard !state.isDraining else { return .waiting }
            state.isDraining = true
            return .first
        }
    }

    /// The next group, or an empty one when nothing waits; then the writer has to be woken again.
    func next(upTo limit: Int) -> [PendingWrite] {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isDraining = false
                return []
            }
            let group = Array(state.waiting.prefix(limit))
            state.waiting.removeFirst(group.count)
            return group
        }
    }

    /// Takes on no more.
    func close() {
        state.withLock { $0.isClosed = true }
    }
}
