// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials
import Synchronization

/// Something that is done again and again: one round of it, and how long to wait between rounds.
struct BackgroundJob: Sendable {
    var name: String
    var interval: Duration
    /// Whether the next round begins in its time although this one is not done; the work itself keeps them apart.
    var overlaps = false
    /// One bounded round.
    var perform: @Sendable () async throws -> Void

    /// How long to wait before the next round, after so many failures in a row.
    ///
    /// After a failure it is a few seconds, twice as long after each further one, and never more than a minute.
    func wait(afterFailures failures: Int) -> Duration {
        guard failures > 0 else { return interval }
        let first = min(interval * 2, Self.firstRetry)
        return min(first * (1 << min(failures - 1, 10)), Self.maximumRetryInterval)
    }

    private static let firstRetry: Duration = .seconds(5)
    private static let maximumRetryInterval: Duration = .seconds(60)
}

/// Runs background jobs, each in its own loop, until it is stopped.
///
/// A round that fails is reported and tried again within seconds; the wait grows up to a minute while it fails.
/// Work whose rounds may overlap begins one at each interval, whatever became of the last.
final class BackgroundJobRunner: Sendable {
    private let tasks = Mutex<[Task<Void, Never>]>([])

    func start(
        _ jobs: [BackgroundJob],
        clock: @escaping @Sendable () -> Date,
        board: BackgroundJobRegistry,
        log: @escaping @Sendable (ServiceLogEntry) -> Void
    ) {
        tasks.withLock { tasks in
            guard tasks.isEmpty else { return }
            tasks = jobs.map { job in
                // A job has other threads than the requests, which would wait in one line with it.
                Task(priority: .utility) { await Self.loop(job, clock: clock, board: board, log: log) }
            }
        }
    }

    func stop() async {
        let running = tasks.withLock { tasks in
            defer { tasks = [] }
            return tasks
        }
        for task in running { task.cancel() }
        for task in running { await task.value }
    }

    private static func loop(
        _ job: BackgroundJob,
        clock: @escaping @Sendable () -> Date,
        board: BackgroundJobRegistry,
        log: @escaping @Sendable (ServiceLogEntry) -> Void
    ) async {
        guard !job.overlaps else { return await overlap(job, log: log) }
        while !Task.isCancelled {
            _ = await round(of: job, log: log)
            let wait = board.schedule(job, at: clock())
            guard (try? await Task.sleep(for: wait)) != nil else { return }
        }
    }

    /// Begins a round at each interval; one that takes long does not hold up those after it.
    private static func overlap(_ job: BackgroundJob, log: @escaping @Sendable (ServiceLogEntry) -> Void) async {
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                group.addTask { _ = await round(of: job, log: log) }
                guard (try? await Task.sleep(for: job.interval)) != nil else { return }
            }
        }
    }

    /// Does one round; answers whether it went well.
    private static func round(of job: BackgroundJob, log: @Sendable (ServiceLogEntry) -> Void) async -> Bool {
        do {
            try await job.perform()
            return true
        } catch {
            guard !Task.isCancelled, !(error is CancellationError) else { return true }
            log(ServiceLogEntry(kind: .error, message: "\(job.name) failed: \(error)"))
            return false
        }
    }
}
