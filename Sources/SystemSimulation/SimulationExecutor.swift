// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Dispatch

/// The one thread on which everything of a simulation runs, one job after another in the order in which they were asked
/// for.
final class SimulationExecutor: TaskExecutor {
    /// The same thread for the App Store, which is an actor.
    let store: StoreScheduler
    private let queue = DispatchQueue(label: "purser.simulation")

    init() {
        store = StoreScheduler(queue: queue)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// What runs the App Store's jobs.
    final class StoreScheduler: SerialExecutor {
        private let queue: DispatchQueue

        fileprivate init(queue: DispatchQueue) {
            self.queue = queue
        }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
        }

        func checkIsolated() {
            dispatchPrecondition(condition: .onQueue(queue))
        }
    }
}
