// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Dispatch

/// A thread of its own for calls that block, so that none blocks the threads that tasks share.
package final class SerialQueueExecutor: SerialExecutor {
    private let queue: DispatchQueue

    /// Makes a thread with a name for the debugger.
    package init(label: String) {
        queue = DispatchQueue(label: label)
    }

    /// Runs a job of the actor on the thread.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    /// Runs something on the thread later.
    package func schedule(_ work: @escaping @Sendable () -> Void) {
        queue.async(execute: work)
    }

    /// Runs something on the thread once some time has passed.
    package func schedule(after time: Duration, _ work: @escaping @Sendable () -> Void) {
        let (seconds, attoseconds) = time.components
        let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
        queue.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds), execute: work)
    }

    /// Stops the program when called on another thread.
    package func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(queue))
    }
}
