// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation

/// One measured line: what was done, what came out, and what it had to reach.
struct BenchResult: Codable, Sendable {
    var work: String
    var perSecond: Double?
    var p50: Double?
    var p95: Double?
    var p99: Double?
    var slowest: Double?
    var cpuMicroseconds: Double?
    var databaseMicroseconds: Double?
    var residentMebibytes: Double?
    /// The growth of the database for each.
    var storedBytes: Double?
    /// What the servers wrote to disk for each; what PostgreSQL wrote is not among it.
    var writtenBytes: Double?
    var note: String?
    var goal: String?
    var isReached: Bool?

    init(_ work: String, perSecond: Double? = nil, note: String? = nil) {
        self.work = work
        self.perSecond = perSecond
        self.note = note
    }

    init(_ work: String, _ result: LoadResult) {
        self.init(work, perSecond: result.perSecond)
        p50 = result.milliseconds(0.5)
        p95 = result.milliseconds(0.95)
        p99 = result.milliseconds(0.99)
        slowest = result.milliseconds(1)
        let refused = result.refusals.map { "\($0.value) answered \($0.key)" }.sorted()
        if !refused.isEmpty { note = refused.joined(separator: ", ") }
    }

    /// States the goal and whether it is reached.
    mutating func require(_ goal: String, _ isReached: Bool) {
        self.goal = goal
        self.isReached = isReached && note?.contains(" answered ") != true
    }
}

/// All lines of a run, with the machine that they were measured on.
struct BenchReport: Codable, Sendable {
    var version = Program.version
    var date: String
    var machine: String
    var database: String
    var rows: [BenchResult] = []

    init(date: Date, database: String) {
        self.date = ISO8601DateFormatter().string(from: date)
        self.database = database
        machine = Self.describeMachine()
    }

    private static func describeMachine() -> String {
        let info = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
        let model =
            info.split(separator: "\n").first { $0.hasPrefix("model name") }
            .flatMap { $0.split(separator: ":").last.map { $0.drop { $0 == " " } } } ?? "unknown processor"
        let memory = ProcessInfo.processInfo.physicalMemory >> 30
        return "\(model), \(ProcessInfo.processInfo.activeProcessorCount) cores, \(memory) GiB, "
            + ProcessInfo.processInfo.operatingSystemVersionString
    }

    /// The lines as a table for people.
    var table: String {
        let header = [
            "work", "per second", "p50 ms", "p95 ms", "p99 ms", "max ms", "CPU µs", "DB µs", "MiB", "stored B",
            "written B", "goal", "",
        ]
        let lines = rows.map { row in
            [
                row.work, Self.whole(row.perSecond), Self.exact(row.p50), Self.exact(row.p95), Self.exact(row.p99),
                Self.exact(row.slowest), Self.whole(row.cpuMicroseconds), Self.whole(row.databaseMicroseconds),
                Self.whole(row.residentMebibytes), Self.whole(row.storedBytes), Self.whole(row.writtenBytes),
                row.goal ?? "",
                [row.isReached.map { $0 ? "reached" : "NOT reached" }, row.note].compactMap(\.self)
                    .joined(separator: "; "),
            ]
        }
        let all = [header] + lines
        let widths = header.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        return all.map { line in
            line.enumerated().map { column, text in
                let padding = String(repeating: " ", count: widths[column] - text.count)
                return (1...10).contains(column) ? padding + text : text + padding
            }
            .joined(separator: "  ").trimmingSuffix()
        }
        .joined(separator: "\n")
    }

    private static func whole(_ number: Double?) -> String {
        guard let number else { return "" }
        var digits = String(Int(number.rounded()))
        var groups: [String] = []
        while digits.count > 3 {
            groups.insert(String(digits.suffix(3)), at: 0)
            digits.removeLast(3)
        }
        return ([digits] + groups).joined(separator: ",")
    }

    private static func exact(_ number: Double?) -> String {
        number.map { String(format: $0 < 10 ? "%.2f" : "%.1f", $0) } ?? ""
    }
}

extension String {
    fileprivate func trimmingSuffix() -> String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
