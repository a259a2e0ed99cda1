// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Synchronization

/// How old what one caller reads may be, and how old it was.
///
/// Only reads that are given one may be answered by a replica; all others see everything that was committed.
package final class ReadStaleness: Sendable {
    /// How old it may be at most.
    package let maximum: Duration

    private let oldest = Mutex(Duration.zero)

    /// Makes a tolerance; with zero everything that was committed is seen.
    package init(_ most: Duration = .zero) {
        self.maximum = most
    }

    /// How old what was read can have been at most; zero when it was everything that was committed.
    package var age: Duration { oldest.withLock { $0 } }

    /// Takes note of how old an answer can have been.
    package func record(_ age: Duration) {
        oldest.withLock { $0 = max($0, age) }
    }
}
