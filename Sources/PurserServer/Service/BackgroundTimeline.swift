// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials

/// The background jobs of a service on a clock that the caller turns, with the waits of the running service.
///
/// A simulation uses it instead of ``PurserService/start()``: nothing runs in between, and the same seed runs the same rounds.
package struct BackgroundTimeline: Sendable {
    private struct Job: Sendable {
        var chore: Chore
        var dueDate: Date
        var failures = 0
    }

    private let clock: @Sendable () -> Date
    private var jobs: [Job]

    /// Begins as a service that starts now: every job has its first round at once.
    package init(_ service: PurserService) {
        let (clock, now) = (service.clock, service.clock())
        self.clock = clock
        jobs = service.watchedChores.map { Job(chore: $0, dueDate: now) }
    }

    /// Runs one round of each job that is due by the clock.
    ///
    /// A job whose rounds are more frequent than the caller's steps has one in each: it is later here than in a service that
    /// runs, never earlier.
    package mutating func runDue() async {
        for number in jobs.indices where jobs[number].dueDate <= clock() {
            var job = jobs[number]
            do {
                try await job.chore.perform()
                job.failures = 0
            } catch {
                // The board has noted it; the next round comes after the longer wait.
                job.failures += 1
            }
            let wait = job.chore.overlaps ? job.chore.interval : job.chore.wait(afterFailures: job.failures)
            let (seconds, attoseconds) = wait.components
            job.dueDate = clock().addingTimeInterval(Double(seconds) + Double(attoseconds) * 1e-18)
            jobs[number] = job
        }
    }
}
