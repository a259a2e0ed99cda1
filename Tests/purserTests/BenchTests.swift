// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import Testing

@testable import purser

/// That it measures at all; what it measures is not a matter of a test.
@Suite struct BenchTests {
    @Test func `each work is measured against a server of its own`() async throws {
        let arguments = ["bench", "intake", "reads", "webhooks", "mixed", "--seconds", "1", "--customers", "3"]
        let bench = try await PurserProcess(arguments, until: "measuring: intake")
        for next in ["measuring: reads", "measuring: webhooks", "measuring: mixed", "mixed day, "] {
            // Other tests may want the processors, too.
            try await bench.wait(for: next, within: .seconds(120))
        }
        let rows = [
            "limit: 4 KiB appended and synced", "notifications, as many as go", "limit: the shortest HTTP answer",
            "a customer's entitlements read, as many as go", "webhooks told", "mixed day",
        ]
        for row in rows { #expect(bench.text.contains(row)) }
    }

    @Test func `a server that cannot start is named with its reason`() async throws {
        let bench = try await PurserProcess(
            ["bench", "reads", "--seconds", "1", "--database", "sqlite:/dev/null/purser.sqlite"],
            until: "the measured server ended at once: purser serve: "
        )
        _ = try await bench.stop()
    }

    private static func report(_ milliseconds: Double, limit: Double) -> Data {
        Data(
            """
            {"version":"1","date":"2026-11-26","machine":"two cores","database":"SQLite","rows":[
            {"work":"limit: OpenSSL checks, one core","perSecond":\(limit)},
            {"work":"SQLite: notifications, as many as go","cpuMicroseconds":\(milliseconds * 1000),"storedBytes":5000},
            {"work":"SQLite: a customer's entitlements read, as many as go","cpuMicroseconds":30}]}
            """.utf8
        )
    }

    @Test func `a plan gives cores, storage and cost for 1, 10 and 100 million subscribers`() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("figures.json", Self.report(1, limit: 10_000))
        let terminal = TestTerminal()
        #expect(await terminal.run("bench", "plan", "--from", file) == 0)
        let lines = terminal.output.joined(separator: "\n").split(separator: "\n").map { $0.split(separator: " ") }
        // 14 notifications of 5 KB a year, twice; ten times the mean, and two cores at least.
        #expect(lines.contains { $0 == ["1", "million", "4.4", "231", "2", "140", "54"] })
        #expect(lines.contains { $0 == ["100", "million", "444", "23148", "3", "14000", "1460"] })
    }

    @Test func `a plan without figures says how to measure them`() async {
        let terminal = TestTerminal()
        #expect(await terminal.run("bench", "plan") == 2)
        #expect(terminal.errors.contains { $0.contains("--from FILE") })
    }

    @Test func `a figure that is more than a fifth worse than before, on a machine as fast, is worse`() throws {
        func read(_ data: Data) throws -> BenchReport { try JSONDecoder().decode(BenchReport.self, from: data) }
        let before = try read(Self.report(1, limit: 10_000))
        let title = "SQLite: notifications, as many as go"
        let worse = BenchComparison(try read(Self.report(1.3, limit: 10_000)), with: before)
        #expect(worse.rows.first { $0.work == title }?.isWorse == true)
        #expect(worse.rows.count == 2)
        #expect(
            BenchComparison(try read(Self.report(1.15, limit: 10_000)), with: before).rows.allSatisfy { !$0.isWorse }
        )
        // Twice the time on a machine of half the speed.
        #expect(BenchComparison(try read(Self.report(2, limit: 5000)), with: before).rows[0].ratio == 1)
    }
}
