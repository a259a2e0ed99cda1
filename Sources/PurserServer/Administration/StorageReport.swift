// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce
import FoundationEssentials

/// How large the database is and how it grows.
struct StorageReport: Codable, Hashable, Sendable, SchemaDescribed {
    struct Sample: Codable, Hashable, Sendable {
        var day: String
        var bytes: Int64
    }

    var bytes: Int64
    /// Over the last month, as far as it was measured; nothing before there are two days.
    var bytesPerDay: Int64?
    var samples: [Sample]
    /// How many facts of each kind the app has, as far as they are counted.
    var facts: [String: Int]
    /// Whether all are; a large database is counted bit by bit when this version meets it first.
    var factsAreComplete: Bool
    var logRetentionDays: Int
    var auditRetentionDays: Int

    static let schemaName = "Storage"
    static let schema = Schema.object(
        [
            "bytes": .integer, "samples": .array(of: .object(["day": .string, "bytes": .integer])),
            "facts": .map(of: .integer).described(
                "The counted facts of each kind."
            ),
            "factsAreComplete": .boolean.described(
                "Whether all facts are counted. A large database is first counted in parts."
            ),
            "logRetentionDays": .integer.described("The retention of delivery logs and failure reports."),
            "auditRetentionDays": .integer.described(
                "The retention of the audit log. Facts and ledgers are permanent."
            ),
        ],
        optional: ["bytesPerDay": .integer.described("The growth per day over the last month.")]
    )

    /// How much a day was added between the first sample and the last.
    static func growth(_ samples: some Collection<Sample>) -> Int64? {
        let points = samples.compactMap { sample in CivilDay(sample.day).map { ($0, sample.bytes) } }
        guard let first = points.first, let last = points.last else { return nil }
        let days = last.0.daysSince1970 - first.0.daysSince1970
        return days > 0 ? (last.1 - first.1) / Int64(days) : nil
    }
}
