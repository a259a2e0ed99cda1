// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials

/// The result of one row.
package struct ConformanceResult: Sendable {
    /// The row.
    package var row: ConformanceRow
    /// What was wrong; empty when the server is right.
    package var problems: [String]
    /// Why the row did not run.
    package var skipped: String?
    /// How long it took.
    package var seconds: Double

    /// Makes a result.
    package init(_ row: ConformanceRow, problems: [String] = [], skipped: String? = nil, seconds: Double = 0) {
        self.row = row
        self.problems = problems
        self.skipped = skipped
        self.seconds = seconds
    }

    /// Whether the row ran and the server is right.
    package var isPassed: Bool { problems.isEmpty && skipped == nil }
}

/// Everything that a run found.
package struct ConformanceReport: Sendable {
    /// The server's name.
    package var server: String
    /// When the run began.
    package var date: Date
    /// The source of the run's identifiers; a run with the same one sends the same transactions.
    package var seed: UInt64
    /// The rows, in their order.
    package var results: [ConformanceResult]

    /// Makes a report.
    package init(server: String, date: Date, seed: UInt64, results: [ConformanceResult]) {
        self.server = server
        self.date = date
        self.seed = seed
        self.results = results
    }

    /// The rows that failed.
    package var failed: [ConformanceResult] { results.filter { !$0.problems.isEmpty } }

    /// How many rows passed.
    package var passedCount: Int { results.count(where: \.isPassed) }

    /// How many rows did not run.
    package var skippedCount: Int { results.count { $0.skipped != nil } }

    /// The scenarios, by name.
    package static let scenarios: [String: ConformanceScenario] = Dictionary(
        uniqueKeysWithValues: ConformanceScenario.all.map { ($0.name, $0) }
    )

    /// The results of each topic, in the order of the topics.
    package var topics: [(topic: ConformanceTopic, results: [ConformanceResult])] {
        ConformanceTopic.allCases.map { topic in
            (topic, results.filter { Self.scenarios[$0.row.scenario]?.topic == topic })
        }
        .filter { !$0.1.isEmpty }
    }
}
