// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Console
import HTML

/// How a number compares with what it was: in per cent, for ratios in points.
struct ChartChange: Sendable {
    let now: ChartNumber
    let before: ChartNumber
    let isBetterWhenLower: Bool

    private static let maximumPercentage = 1000.0

    /// The change with its color, or nothing when there is nothing to compare.
    func html(in f: PageContext) -> HTML? {
        guard let now = now.height, let before = before.height else { return nil }
        if case .share = self.now {
            let points = now - before
            let text = f.percent(points, signed: true).replacing("%", with: f(" pt"))
            return mark(points, text)
        }
        guard before != 0 else { return nil }
        let change = (now - before) / abs(before) * 100
        // Beyond tenfold, per cent are hard to read.
        guard change < Self.maximumPercentage else { return mark(change, "×\(f.number(Int(min(now / before, 1e9))))") }
        return mark(change, f.percent(change, signed: true))
    }

    private func mark(_ change: Double, _ text: String) -> HTML {
        let isEven = abs(change) < 0.5
        let isBetter = (change > 0) != isBetterWhenLower
        let tone = isEven ? "even" : isBetter ? "up" : "down"
        return "<span class=\"\(tone)\">\(text)</span>"
    }
}
