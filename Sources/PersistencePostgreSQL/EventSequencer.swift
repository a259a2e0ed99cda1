// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Persistence
import Synchronization

/// Gives committed events their places, one after another whoever wrote them.
///
/// Writers overlap, so an event with a lower number can be committed after one with a higher number was read. A place
/// is given only to what is committed, under a lock, so a reader who follows the places misses nothing.
final class EventSequencer: Sendable {
    private let worker: PostgresWorker
    private let wakes: AsyncStream<Void>.Continuation
    private let task: Task<Void, Never>

    init(worker: PostgresWorker) {
        self.worker = worker
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        wakes = continuation
        task = Task {
            for await _ in stream {
                // When this fails the events keep; the next writer's wake, or a reader's `settle`, places them.
                _ = try? await worker.placeEvents()
            }
        }
        // What another process left without a place when it ended.
        continuation.yield()
    }

    /// Has the events placed soon.
    func wake() { wakes.yield() }

    /// Places the events now.
    func sequence() async throws {
        try await worker.placeEvents()
    }

    /// Ends it.
    func close() async {
        wakes.finish()
        await task.value
        await worker.close()
    }
}

/// The number of the lock under which places are given.
private let placingLock: Int64 = 0x5075_7273_6572_0002

extension PostgresWorker {
    fileprivate func placeEvents() throws {
        try maintain { writer in
            try writer.forEach("SELECT pg_advisory_xact_lock(\(placingLock))") { _ in }
            try writer.execute(
                """
                UPDATE events SET position = placed.place FROM (
                    SELECT number, nextval('event_positions') AS place FROM (
                        SELECT number FROM events WHERE position IS NULL ORDER BY number
                    ) waiting
                ) placed WHERE events.number = placed.number
                """
            )
        }
    }
}
