// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials
import Synchronization

/// The results of this process's background jobs.
final class BackgroundJobRegistry: Sendable {
    /// The status of a background job.
    struct Entry: Hashable, Sendable {
        /// When the last round began.
        var began: Date?
        /// When the last round ended.
        var ended: Date?
        /// How many rounds were done.
        var rounds = 0
        /// How many of them failed.
        var failures = 0
        /// How many in a row failed, up to the last.
        var failuresInARow = 0
        /// Why the last round failed; nothing when it went well.
        var error: String?
        /// When the next round begins; nothing before the first.
        var next: Date?
    }

    private let entries = Mutex<[String: Entry]>([:])

    subscript(_ name: String) -> Entry { entries.withLock { $0[name] } ?? Entry() }

    func start(_ name: String, at now: Date) {
        entries.withLock { $0[name, default: Entry()].began = now }
    }

    func end(_ name: String, at now: Date, error: String?) {
        entries.withLock { entries in
            var entry = entries[name] ?? Entry()
            entry.ended = now
            entry.rounds += 1
            if error != nil { entry.failures += 1 }
            entry.failuresInARow = error == nil ? 0 : entry.failuresInARow + 1
            entry.error = error
            entries[name] = entry
        }
    }

    /// Records when the next round of a background job begins, after the result of the last.
    ///
    /// - Returns: How long to wait for it.
    @discardableResult
    func schedule(_ job: BackgroundJob, at now: Date) -> Duration {
        entries.withLock { entries in
            var entry = entries[job.name] ?? Entry()
            let wait = job.wait(afterFailures: entry.failuresInARow)
            entry.next = now.addingTimeInterval(wait / .seconds(1))
            entries[job.name] = entry
            return wait
        }
    }

    /// The background job, with each round recorded here.
    func watched(_ job: BackgroundJob, clock: @escaping @Sendable () -> Date) -> BackgroundJob {
        var watched = job
        watched.perform = { [self] in
            start(job.name, at: clock())
            do {
                try await job.perform()
                end(job.name, at: clock(), error: nil)
            } catch {
                // A round that is ended because the server stops has not failed.
                guard !Task.isCancelled, !(error is CancellationError) else { throw error }
                end(job.name, at: clock(), error: "\(error)")
                throw error
            }
        }
        return watched
    }
}
