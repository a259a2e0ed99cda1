// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials
import Synchronization

/// A clock that is stopped until a test turns it.
final class TestClock: Sendable {
    private let instant: Mutex<Date>
    private let watch = Mutex<(time: Duration, drag: Duration)>((.zero, .zero))

    init(_ start: Date = TestClock.start) {
        instant = Mutex(start)
    }

    /// The first instant of most tests: 1 March 2026, noon.
    static let start = Date(timeIntervalSince1970: 1_772_366_400)

    var now: Date { instant.withLock(\.self) }

    /// A reading of the stopwatch; each takes as long as the machine is slow.
    var stopwatch: Duration {
        watch.withLock { watch in
            watch.time += watch.drag
            return watch.time
        }
    }

    /// Makes everything that is measured take this long.
    func drag(_ length: Duration) {
        watch.withLock { $0.drag = length }
    }

    func advance(_ seconds: TimeInterval) {
        instant.withLock { $0.addTimeInterval(seconds) }
    }

    func advance(days: Double) {
        advance(days * 86_400)
    }
}
