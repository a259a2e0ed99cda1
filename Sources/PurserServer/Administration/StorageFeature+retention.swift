// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

extension StorageReport.Sample {
    /// How large the database was, by day.
    static let records = RecordStore<String, StorageReport.Sample>("storage-samples")
}

/// How much a round of the retention rules removed.
struct RetentionReport: Hashable, Sendable {
    var deliveries = 0
    var audit = 0
    var records = 0
    var events = 0
}

extension StorageFeature {
    /// For how many days it is kept on which of them each customer was seen; the numbers of customers stay.
    private static let visitDays = 400

    /// Removes what has been kept as long as the rules say, and notes how large the database is.
    ///
    /// Facts, orders, deliveries and books are never removed: every entitlement and every cent rests on them. What names a
    /// person in them goes when that customer is erased.
    @discardableResult
    func applyRetention() async throws -> RetentionReport {
        let now = clock()
        let logs = now.addingTimeInterval(-Double(apps.configuration.logRetentionDays) * 86_400)
        let audit = now.addingTimeInterval(-Double(apps.configuration.auditRetentionDays) * 86_400)
        let visits = ReportingZone.pacific.day(of: now).adding(days: -Self.visitDays)
        let apps = apps.configuration.apps.map(\.bundleID)
        var report = try await database.write { writer in
            var report = RetentionReport()
            report.deliveries = try writer.removeCompletedDeliveries(before: logs)
            report.audit = try writer.removeAuditEntries(before: audit)
            for app in apps {
                report.records += try writer.removeRecords(in: PurchaseFailureReport.records[app], updatedBefore: logs)
            }
            report.records += try writer.removeRecords(in: ReportedPurchase.records[.abandoned], updatedBefore: logs)
            for scope in try writer.scopes() {
                report.records += try writer.removeRecords(in: ConsumptionRecord.records[scope], updatedBefore: audit)
                report.records += try writer.removeCustomerDays(in: scope, before: visits)
            }
            report.records += try writer.removeRecords(in: StorageReport.Sample.records, updatedBefore: audit)
            let erased = now.addingTimeInterval(-Erasures.lifetime)
            report.records += try writer.removeRecords(in: Erasures.records, updatedBefore: erased)
            return report
        }
        report.events = try await removeEvents(before: audit)
        try await recordSize(now)
        return report
    }

    /// Removes events that were delivered long ago, some in each commit so that no one waits for it.
    private func removeEvents(before instant: Date) async throws -> Int {
        var removed = 0
        var last: Int64? = 0
        while let number = last, !Task.isCancelled {
            let page = try await database.write { try $0.removeEvents(before: instant, after: number, limit: 1000) }
            removed += page.removed
            last = page.last
        }
        return removed
    }

    private func recordSize(_ now: Date) async throws {
        let bytes = try await database.size()
        let day = ReportingZone.utc.day(of: now).description
        let sample = StorageReport.Sample(day: day, bytes: bytes)
        try await database.write { try $0.upsert(sample, as: day, in: StorageReport.Sample.records, now: now) }
    }
}
