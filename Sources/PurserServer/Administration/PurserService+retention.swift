// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

extension RecordCollection {
    /// How large the database was, by day.
    static let storageSamples = RecordCollection(rawValue: "storage-samples")
}

/// How much a round of the retention rules removed.
struct RetentionReport: Hashable, Sendable {
    var deliveries = 0
    var audit = 0
    var records = 0
}

extension PurserService {
    /// Removes what has been kept as long as the rules say, and notes how large the database is.
    ///
    /// Facts, orders, deliveries and books are never removed: every right and every cent rests on them. What names a
    /// person in them goes when that customer is erased.
    @discardableResult
    func tidyUp() async throws -> RetentionReport {
        let now = clock()
        let logs = now.addingTimeInterval(-Double(configuration.logRetentionDays) * 86_400)
        let audit = now.addingTimeInterval(-Double(configuration.auditRetentionDays) * 86_400)
        let apps = configuration.apps.map(\.bundleID)
        let report = try await store.write { writer in
            var report = RetentionReport()
            report.deliveries = try writer.removeSettledDeliveries(before: logs)
            report.audit = try writer.removeAuditEntries(before: audit)
            for app in apps {
                report.records += try writer.removeRecords(.failures, owner: app.rawValue, updatedBefore: logs)
            }
            for scope in try writer.scopes() {
                report.records += try writer.removeRecords(
                    .consumptionAnswers,
                    owner: scope.description,
                    updatedBefore: audit
                )
            }
            report.records += try writer.removeRecords(.storageSamples, updatedBefore: audit)
            return report
        }
        try await noteSize(now)
        return report
    }

    private func noteSize(_ now: Date) async throws {
        let bytes = try await store.size()
        let day = ReportingZone.utc.day(of: now).description
        try await store.write { writer in
            try writer.put(
                StoredRecord(
                    collection: .storageSamples,
                    name: day,
                    updatedDate: now,
                    body: try ServiceJSON.encode(StorageReport.Sample(day: day, bytes: bytes))
                )
            )
        }
    }

    /// How large the database is, what is in it, and how fast it grows.
    func storage(of app: BundleID) async throws -> StorageReport {
        let bytes = try await store.size()
        let (logs, audit) = (configuration.logRetentionDays, configuration.auditRetentionDays)
        return try await store.read { reader in
            let samples = try reader.records(.storageSamples).map {
                try ServiceJSON.decode(StorageReport.Sample.self, from: $0.body)
            }
            var facts: [String: Int] = [:]
            for scope in try reader.scopes() where scope.bundleID == app {
                for (kind, count) in try reader.factCounts(in: scope) { facts[kind.rawValue, default: 0] += Int(count) }
            }
            return StorageReport(
                bytes: bytes,
                bytesPerDay: StorageReport.growth(samples.suffix(31)),
                samples: samples.suffix(400),
                facts: facts,
                logRetentionDays: logs,
                auditRetentionDays: audit
            )
        }
    }
}

/// How large the database is and how it grows.
struct StorageReport: Codable, Hashable, Sendable, Described {
    struct Sample: Codable, Hashable, Sendable {
        var day: String
        var bytes: Int64
    }

    var bytes: Int64
    /// Over the last month, as far as it was measured; nothing before there are two days.
    var bytesPerDay: Int64?
    var samples: [Sample]
    /// How many facts of each kind the app has.
    var facts: [String: Int]
    var logRetentionDays: Int
    var auditRetentionDays: Int

    static let schemaName = "Storage"
    static let schema = Schema.object(
        [
            "bytes": .integer, "samples": .array(of: .object(["day": .string, "bytes": .integer])),
            "facts": .map(of: .integer),
            "logRetentionDays": .integer.described("How long delivery logs and failure reports are kept."),
            "auditRetentionDays": .integer.described("How long the audit log is kept. Facts and books stay for ever."),
        ],
        optional: ["bytesPerDay": .integer.described("How fast it grew over the last month.")]
    )

    /// How much a day was added between the first sample and the last.
    static func growth(_ samples: some Collection<Sample>) -> Int64? {
        let points = samples.compactMap { sample in CivilDay(sample.day).map { ($0, sample.bytes) } }
        guard let first = points.first, let last = points.last else { return nil }
        let days = last.0.daysSince1970 - first.0.daysSince1970
        return days > 0 ? (last.1 - first.1) / Int64(days) : nil
    }
}
