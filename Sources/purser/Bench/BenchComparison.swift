// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The rows of two reports that measured the same, and how much more each costs now.
struct BenchComparison {
    /// How much more a row may cost: a machine shared with others varies by less.
    static let maximumRatio = 1.2

    /// A row that both reports have.
    struct Row: Equatable {
        var work: String
        /// How many times as much as before it costs: processor time where it was measured, else time.
        var ratio: Double

        var isWorse: Bool { ratio > BenchComparison.maximumRatio }
    }

    var rows: [Row]

    /// Compares reports; where both measured the processor by OpenSSL, a slower machine counts for nothing.
    init(_ report: BenchReport, with earlier: BenchReport) {
        let limits = (Self.limit(of: report), Self.limit(of: earlier))
        let machine = if case (let now?, let then?) = limits { now / then } else { 1.0 }
        let before = Dictionary(earlier.rows.map { ($0.work, $0) }, uniquingKeysWith: { first, _ in first })
        rows = report.rows.compactMap { row in
            guard !row.work.hasPrefix("limit: "), let known = before[row.work], let cost = Self.cost(of: row),
                let earlierCost = Self.cost(of: known), earlierCost > 0
            else { return nil }
            return Row(work: row.work, ratio: cost / earlierCost * machine)
        }
    }

    /// The comparison as a table for people.
    var table: String {
        rows.map { row in
            let ratio = String(Int((row.ratio * 100).rounded()))
            return "\(String(repeating: " ", count: max(0, 5 - ratio.count)))\(ratio) %  \(row.work)"
                + (row.isWorse ? "  WORSE" : "")
        }
        .joined(separator: "\n")
    }

    private static func limit(of report: BenchReport) -> Double? {
        report.rows.first { $0.work.hasPrefix("limit: OpenSSL") }?.perSecond
    }

    /// What one costs.
    private static func cost(of row: BenchResult) -> Double? {
        row.wholeMicroseconds ?? row.perSecond.flatMap { $0 > 0 ? 1e6 / $0 : nil }
    }
}
