// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials
import Persistence

/// Does the due tasks of a queue, each by one instance.
struct LeasedJobs: Sendable {
    let clock: @Sendable () -> Date
    let random: RandomSource
    let database: any Database

    /// How long a lease lasts, in seconds: the time after which another instance continues what an instance left that
    /// ended.
    private static let leaseLength: TimeInterval = 300

    /// Leases the due tasks of a queue, some at a time, until none is due.
    ///
    /// A task of an instance that ends is free again after five minutes.
    ///
    /// - Parameters:
    ///   - queue: The queue.
    ///   - perform: Does one task, and completes or postpones it as the owner of the lease.
    /// - Throws: `DatabaseError`, or what performing throws.
    func forEachLeasedJob(
        of queue: String,
        _ perform: (_ job: QueuedTask, _ owner: String) async throws -> Void
    ) async throws {
        let owner = random.eventID().rawValue
        let maximum = 20
        while !Task.isCancelled {
            let now = clock()
            let end = now.addingTimeInterval(Self.leaseLength)
            let jobs = try await database.write { writer in
                try writer.leaseJobs(of: queue, to: owner, now: now, until: end, limit: maximum)
            }
            for job in jobs { try await perform(job, owner) }
            guard jobs.count == maximum else { return }
        }
    }
}
