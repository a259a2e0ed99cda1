// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes
import FoundationEssentials
import HTML

extension ConformanceReport {
    /// The report as JSON.
    package var json: JSONValue {
        [
            "server": .string(server), "date": .string(date.formatted(.iso8601)), "seed": .string(String(seed)),
            "passed": .integer(Int64(passedCount)), "failed": .integer(Int64(failed.count)),
            "skipped": .integer(Int64(skippedCount)), "rows": .array(results.map(Self.json)),
        ]
    }

    private static func json(_ result: ConformanceResult) -> JSONValue {
        let scenario = scenarios[result.row.scenario]
        var members: [String: JSONValue] = [
            "name": .string(result.row.name), "scenario": .string(result.row.scenario),
            "fault": .string(result.row.fault.rawValue), "topic": .string(scenario?.topic.rawValue ?? ""),
            "rule": .string(scenario?.topic.rule ?? ""), "milliseconds": .integer(Int64(result.seconds * 1000)),
            "expectation": .object([
                "en": .string(scenario?.sentence.english ?? ""), "zh": .string(scenario?.sentence.chinese ?? ""),
            ]),
            "problems": .array(result.problems.map { .string($0) }),
        ]
        members["status"] = .string(result.skipped != nil ? "skipped" : result.problems.isEmpty ? "passed" : "failed")
        if let skipped = result.skipped { members["reason"] = .string(skipped) }
        return .object(members)
    }

    /// The report in the XML of JUnit, which CI systems show.
    package var junit: String {
        var xml = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"
        let total = results.reduce(0) { $0 + $1.seconds }
        xml += "<testsuites name=\"purser conform\" tests=\"\(results.count)\" failures=\"\(failed.count)\""
        xml += " skipped=\"\(skippedCount)\" time=\"\(Self.time(total))\">\n"
        for (topic, results) in topics {
            xml += "  <testsuite name=\"\(topic.rawValue)\" tests=\"\(results.count)\""
            xml += " failures=\"\(results.count { !$0.problems.isEmpty })\""
            xml += " skipped=\"\(results.count { $0.skipped != nil })\""
            xml +=
                " time=\"\(Self.time(results.reduce(0) { $0 + $1.seconds }))\" timestamp=\"\(date.formatted(.iso8601))\">\n"
            for result in results { xml += Self.testCase(result, topic) }
            xml += "  </testsuite>\n"
        }
        return xml + "</testsuites>\n"
    }

    private static func testCase(_ result: ConformanceResult, _ topic: ConformanceTopic) -> String {
        let name = HTML.escape(result.row.name)
        let head =
            "    <testcase classname=\"conformance.\(topic.rawValue)\" name=\"\(name)\" time=\"\(time(result.seconds))\""
        if let reason = result.skipped {
            return head + ">\n      <skipped message=\"\(HTML.escape(reason))\"/>\n    </testcase>\n"
        }
        guard let first = result.problems.first else { return head + "/>\n" }
        let text = ([scenarios[result.row.scenario]?.sentence.english ?? ""] + result.problems).joined(separator: "\n")
        return head
            + ">\n      <failure message=\"\(HTML.escape(first))\">\(HTML.escape(text))</failure>\n    </testcase>\n"
    }

    /// Seconds with three digits, without binary fractions.
    private static func time(_ seconds: Double) -> String {
        let milliseconds = Int((seconds * 1000).rounded())
        let rest = String(milliseconds % 1000)
        return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
    }
}
