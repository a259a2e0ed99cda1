// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials

/// When a delivery that failed is tried again: a published schedule that lasts three days and 13 minutes.
///
/// Ten tries: at once, then after 5 s, 30 s, 2 min, 10 min, 1 h, 3 h, 8 h, 24 h and 36 h. After the last the event is a
/// dead letter, kept and replayable.
enum RetrySchedule {
    static let intervals: [TimeInterval] = [5, 30, 120, 600, 3600, 10_800, 28_800, 86_400, 129_600]

    /// The longest wait between two tries.
    static let maximumInterval = intervals.max() ?? 0

    /// When to try again after a number of failed attempts; nothing when there is no more try.
    static func nextAttempt(afterFailures failures: Int, at now: Date) -> Date? {
        guard failures >= 1, failures <= intervals.count else { return nil }
        return now.addingTimeInterval(intervals[failures - 1])
    }
}
