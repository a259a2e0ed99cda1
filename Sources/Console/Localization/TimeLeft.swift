// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// How long a piece of work still takes, at the speed that it had until now.
package struct TimeLeft: Hashable, Sendable {
    /// The minutes, rounded up.
    package var minutes: Int

    /// Estimates the rest; `nil` while less than a hundredth is done, in the first ten seconds, and at the end.
    ///
    /// - Parameters:
    ///   - done: How much is done.
    ///   - total: How much there is; unknown when `nil`.
    ///   - seconds: How long that took.
    package init?(done: Int, total: Int?, after seconds: Double) {
        guard let total, done > 0, done < total, done >= total / 100, seconds >= 10 else { return nil }
        let left = seconds / Double(done) * Double(total - done)
        minutes = max(1, Int((min(left, 1e9) / 60).rounded(.up)))
    }

    /// The text in a language.
    package func text(in language: ConsoleLanguage) -> String {
        let (hours, rest) = (minutes / 60, minutes % 60)
        guard hours > 0 else { return language("about \(minutes) min left") }
        return language("about \(hours) h \(rest) min left")
    }
}
