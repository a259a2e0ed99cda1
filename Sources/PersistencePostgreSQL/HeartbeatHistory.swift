// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// When each of an instance's beats began.
///
/// An instance that sees a beat sees everything that was committed before it began, for a replica repeats the commits in their
/// order. No number is given twice, so a beat that was lost with a server that failed proves nothing later.
struct HeartbeatHistory {
    private var beats: [(number: Int64, began: ContinuousClock.Instant)] = []
    private var last: Int64 = 0
    private let retained: Duration

    /// Makes a book that remembers beats for so long.
    init(retained: Duration) {
        self.retained = retained
    }

    /// The number of a beat that begins now.
    mutating func start(at now: ContinuousClock.Instant) -> Int64 {
        beats.removeAll { $0.began.duration(to: now) > self.retained }
        last += 1
        beats.append((last, now))
        return last
    }

    /// Up to when somebody sees everything who sees this beat; nothing when it is too long ago.
    func began(_ number: Int64) -> ContinuousClock.Instant? {
        beats.first { $0.number == number }?.began
    }
}
