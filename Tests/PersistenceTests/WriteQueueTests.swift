// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Persistence
import Synchronization
import Testing

/// Of each write that was handed over, whether a writer is to be woken for it.
private final class WokenWriters: Sendable {
    let all = Mutex<[Bool]>([])

    func add(_ result: WriteQueue.EnqueueResult) {
        let isFirst = if case .first = result { true } else { false }
        all.withLock { $0.append(isFirst) }
    }
}

/// Whose write is committed first.
struct WriteQueueTests {
    private let queue = WriteQueue(capacity: 1000)
    private let woken = WokenWriters()

    /// Hands writes over from tasks of a priority, and ends the tasks at the end of the body.
    private func with(
        requests: Int,
        background: Int,
        _ body: (WriteQueue) throws -> Void
    ) async throws {
        let tasks = (0..<requests + background).map { number in
            Task(priority: number < requests ? .medium : .utility) { [queue] in
                try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                    _ = queue.add(PendingWrite({ _ in }, continuation))
                }
            }
        }
        while queue.count < requests + background { await Task.yield() }
        try body(queue)
        while true {
            let group = queue.next(upTo: 1000)
            guard !group.isEmpty else { break }
            for write in group { write.fail(CancellationError()) }
        }
        for task in tasks { _ = await task.result }
    }

    private func take(_ queue: WriteQueue, upTo limit: Int = 1000) -> (count: Int, isBackground: Bool) {
        let group = queue.next(upTo: limit)
        for write in group { write.fail(CancellationError()) }
        return (group.count, group.allSatisfy(\.isBackground))
    }

    @Test func `writes of requests come before those of background tasks`() async throws {
        try await with(requests: 3, background: 5) { queue in
            #expect(take(queue) == (3, false))
            #expect(take(queue) == (5, true))
        }
    }

    @Test func `a write of a background task waits for a bounded number of groups`() async throws {
        try await with(requests: 100, background: 1) { queue in
            let groups = (0...WriteQueue.maximumGroupsBeforeBackground).map { _ in take(queue, upTo: 2) }
            #expect(groups.dropLast().allSatisfy { $0 == (2, false) })
            let last = try #require(groups.last)
            #expect(last == (1, true))
        }
    }

    @Test func `while requests write, background tasks write few at a time`() async throws {
        let limit = WriteQueue.backgroundGroupLimit
        try await with(requests: 1, background: limit * 10) { queue in
            #expect(take(queue) == (1, false))
            for _ in 0..<WriteQueue.calmGroups { #expect(take(queue) == (limit, true)) }
            #expect(take(queue) == (limit * (10 - WriteQueue.calmGroups), true))
            #expect(limit * (10 - WriteQueue.calmGroups) <= WriteQueue.calmGroupLimit)
        }
    }

    @Test func `without requests, background tasks share larger commits`() async throws {
        let limit = WriteQueue.calmGroupLimit
        try await with(requests: 0, background: limit * 2 + 8) { queue in
            #expect(take(queue) == (limit, true))
            #expect(take(queue) == (limit, true))
            #expect(take(queue) == (8, true))
        }
    }

    /// What a writer that gathers does next; writes that it commits are over.
    private func turn(_ queue: WriteQueue) -> String {
        switch queue.turn(upTo: 1000) {
        case .commit(let group):
            for write in group { write.fail(CancellationError()) }
            return "commits \(group.count)"
        case .gather: return "gathers"
        case .idle: return "idle"
        }
    }

    @Test func `a few writes of background tasks wait once for more`() async throws {
        try await with(requests: 0, background: 3) { queue in
            #expect(turn(queue) == "gathers")
            #expect(queue.endGathering() && !queue.endGathering())
            #expect(turn(queue) == "commits 3")
            #expect(turn(queue) == "idle")
        }
    }

    @Test func `a full group of background tasks, a request and the end wait for nothing`() async throws {
        try await with(requests: 0, background: WriteQueue.calmGroupLimit) { queue in
            #expect(turn(queue) == "commits \(WriteQueue.calmGroupLimit)")
        }
        try await with(requests: 1, background: 3) { queue in #expect(turn(queue) == "commits 1") }
        try await with(requests: 0, background: 3) { queue in
            queue.close()
            #expect(turn(queue) == "commits 3")
        }
    }

    /// Hands a write over from a task of a priority; whoever awaited the task would lend it the own one.
    private func handOver(_ priority: TaskPriority) async -> Task<Void, any Error> {
        let count = queue.count
        let task = Task(priority: priority) { [queue, woken] in
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                woken.add(queue.add(PendingWrite({ _ in }, continuation)))
            }
        }
        while woken.all.withLock(\.count) == count { await Task.yield() }
        return task
    }

    @Test func `a request wakes a writer that gathers, and another background write does not`() async throws {
        var tasks = [await handOver(.utility)]
        #expect(turn(queue) == "gathers")
        tasks.append(await handOver(.utility))
        tasks.append(await handOver(.medium))
        #expect(woken.all.withLock(\.self) == [true, false, true])
        #expect(!queue.endGathering())
        #expect(turn(queue) == "commits 1")
        // They have waited.
        #expect(turn(queue) == "commits 2")
        for task in tasks { _ = await task.result }
    }

    @Test func `writes of background tasks fill the queue too`() async throws {
        let small = WriteQueue(capacity: 1)
        let task = Task(priority: .utility) {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                _ = small.add(PendingWrite({ _ in }, continuation))
            }
        }
        while small.count == 0 { await Task.yield() }
        let refused = Task {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let write = PendingWrite({ _ in }, continuation)
                let refusal = small.add(write).refusal
                write.fail(refusal ?? CancellationError())
            }
        }
        let result = await refused.result
        #expect { try result.get() } throws: { ($0 as? DatabaseError)?.code == .overloaded }
        for write in small.next(upTo: 1) { write.fail(CancellationError()) }
        _ = await task.result
    }
}
