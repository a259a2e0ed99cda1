// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Synchronization

/// The writes that wait while others are being committed; bounded.
///
/// Each writer takes a group of them at a time; so the cost of a commit is shared by all who wait. Writes of requests
/// come before those of background tasks, which get a turn of their own after a few groups. For background tasks, a writer
/// may also wait a moment, so that more of them share a commit.
package final class WriteQueue: Sendable {
    private struct State {
        /// The writes of requests.
        var waiting: [PendingWrite] = []
        /// The writes of background tasks.
        var background: [PendingWrite] = []
        /// How many groups were formed since one of requests.
        var groupsSinceRequests = WriteQueue.calmGroups
        /// How many groups in a row passed over the waiting writes of background tasks.
        var groupsBeforeBackground = 0
        var idleWriters: [Int]
        /// The writer that waits for more writes of background tasks.
        var gatheringWriter: Int?
        /// Whether the writes of background tasks at hand were waited for.
        var hasGathered = false
        var isClosed = false
    }

    /// What a writer does next.
    package enum Turn {
        /// It commits these.
        case commit([PendingWrite])
        /// It waits for ``gatheringTime``, or until it is woken: a few writes of background tasks wait, and others may come.
        case gather
        /// It waits until it is woken.
        case idle
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

    /// How many groups of requests pass over waiting writes of background tasks, so that these cannot wait forever.
    package static let maximumGroupsBeforeBackground = 2
    /// How many writes of background tasks a group has at most while requests write: a request that comes meanwhile
    /// waits for all of it.
    package static let backgroundGroupLimit = 8
    /// After how many groups without a request background tasks write more at once.
    package static let calmGroups = 4
    /// How many writes of background tasks a group has at most while no request writes; a writer that gathers waits for so
    /// many.
    package static let calmGroupLimit = 64
    /// How long a writer waits for more writes of background tasks.
    package static let gatheringTime = Duration.milliseconds(2)

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
            guard state.waiting.count + state.background.count < capacity else { return .overloaded }
            if write.isBackground { state.background.append(write) } else { state.waiting.append(write) }
            if let writer = state.idleWriters.popLast() { return .first(writer) }
            guard let writer = state.gatheringWriter, !isGathering(state) else { return .waiting }
            state.gatheringWriter = nil
            return .first(writer)
        }
    }

    /// How many writes wait.
    package var count: Int { state.withLock { $0.waiting.count + $0.background.count } }

    /// A writer's next group, its share of what waits; or an empty one when nothing does, and then it has to be woken
    /// again.
    package func next(upTo limit: Int, for writer: Int = 0) -> [PendingWrite] {
        state.withLock { group(for: writer, upTo: limit, &$0) ?? [] }
    }

    /// What a writer does next that gathers the writes of background tasks.
    package func turn(upTo limit: Int, for writer: Int = 0) -> Turn {
        state.withLock { state in
            if isGathering(state) {
                state.hasGathered = true
                state.gatheringWriter = writer
                return .gather
            }
            return group(for: writer, upTo: limit, &state).map(Turn.commit) ?? .idle
        }
    }

    /// Whether a writer that waited for more still waits, because nothing woke it; from now on it does not.
    package func endGathering() -> Bool {
        state.withLock { state in
            defer { state.gatheringWriter = nil }
            return state.gatheringWriter != nil
        }
    }

    /// Whether what waits is worth waiting for more.
    private func isGathering(_ state: State) -> Bool {
        let isWaiting = state.gatheringWriter != nil || !state.hasGathered
        return isWaiting && !state.isClosed && state.waiting.isEmpty
            && (1..<Self.calmGroupLimit).contains(state.background.count)
    }

    private func group(for writer: Int, upTo limit: Int, _ state: inout State) -> [PendingWrite]? {
        guard !state.waiting.isEmpty || !state.background.isEmpty else {
            state.idleWriters.append(writer)
            return nil
        }
        let isTurnOfBackground =
            state.waiting.isEmpty
            || !state.background.isEmpty && state.groupsBeforeBackground >= Self.maximumGroupsBeforeBackground
        guard isTurnOfBackground else {
            state.groupsSinceRequests = 0
            state.groupsBeforeBackground = state.background.isEmpty ? 0 : state.groupsBeforeBackground + 1
            return share(of: &state.waiting, upTo: limit)
        }
        let isCalm = state.groupsSinceRequests >= Self.calmGroups
        state.groupsSinceRequests = min(state.groupsSinceRequests + 1, Self.calmGroups)
        state.groupsBeforeBackground = 0
        state.hasGathered = false
        let bound = isCalm ? Self.calmGroupLimit : Self.backgroundGroupLimit
        return share(of: &state.background, upTo: min(limit, bound))
    }

    private func share(of waiting: inout [PendingWrite], upTo limit: Int) -> [PendingWrite] {
        let group = Array(waiting.prefix(min(limit, (waiting.count + writers - 1) / writers)))
        waiting.removeFirst(group.count)
        return group
    }

    /// Takes on no more, and waits for no more.
    package func close() {
        state.withLock { state in
            state.isClosed = true
            state.gatheringWriter = nil
        }
    }

    /// Whether it takes on no more.
    package var isClosed: Bool { state.withLock { $0.isClosed } }
}
