// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Synchronization

/// How far a long piece of work has come; whoever does a part says so to the one that is there.
final class ProgressReporter: Sendable {
    /// The meter of the work that runs now, if somebody looks.
    @TaskLocal static var current: ProgressReporter?

    private let state = Mutex((done: 0, total: Int?.none))

    var reading: (done: Int, total: Int?) { state.withLock { ($0.done, $0.total) } }

    func add(_ number: Int) {
        state.withLock { $0.done += number }
    }

    func expect(_ total: Int) {
        state.withLock { $0.total = total }
    }
}
