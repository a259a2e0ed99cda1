// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Console

/// The progress of long work, at most one line every two seconds.
struct ProgressMeter: Sendable {
    private let total: Int?
    private let what: String
    private let began: ContinuousClock.Instant
    private var last: ContinuousClock.Instant

    /// Starts now.
    ///
    /// - Parameters:
    ///   - total: How much there is to do.
    ///   - what: What is counted, in the plural, with its verb: `rows copied`.
    ///   - now: The present instant.
    init(total: Int?, what: String, now: ContinuousClock.Instant) {
        self.total = total
        self.what = what
        began = now
        last = now
    }

    /// The line to show when this much is done; `nil` when the last one is less than two seconds old.
    mutating func line(done: Int, now: ContinuousClock.Instant) -> String? {
        guard now - last >= .seconds(2) else { return nil }
        last = now
        let share = total.map { " of \($0)" } ?? ""
        let left =
            TimeLeft(done: done, total: total, after: (now - began) / .seconds(1)).map {
                ", " + $0.text(in: .english)
            } ?? ""
        return "\(done)\(share) \(what)\(left)"
    }
}
