// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Dispatch

/// The one thread on which everything of a simulation runs that no actor claims for itself.
final class SimulationExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "purser.simulation")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
