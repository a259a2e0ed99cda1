// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Persistence
import Testing

/// Whose write is committed first.
struct WriteQueueTests {
    private let queue = WriteQueue(capacity: 1000)

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
        }
    }

    @Test func `without requests, background tasks share a commit as requests do`() async throws {
        try await with(requests: 0, background: 200) { queue in
            #expect(take(queue) == (200, true))
        }
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
