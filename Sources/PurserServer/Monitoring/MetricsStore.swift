// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreTypes
import FoundationEssentials
import HTTPClient
import Persistence
import Synchronization

extension MetricsWindow.Span {
    /// The buckets of all servers by the number of the span, with the server's name as the suffix.
    var records: RecordStore<NumberedName, MetricsBucket> { self == .minute ? Self.minuteRecords : Self.hourRecords }

    private static let minuteRecords = RecordStore<NumberedName, MetricsBucket>("metrics-minute")
    private static let hourRecords = RecordStore<NumberedName, MetricsBucket>("metrics-hour")

    /// How long the store keeps them, in spans: three hours of minutes, forty days of hours.
    var retention: Int64 { self == .minute ? 180 : 960 }
}

/// Writes the recorded metrics to the database, where those of all servers are added up.
struct MetricsStore: Sendable {
    let clock: @Sendable () -> Date
    let metrics: MetricsRecorder
    let serverName: String
    let database: any Database

    /// Writes the recorded metrics to the database, where those of all servers are added up, and removes what is old.
    func saveMetrics() async throws {
        let now = clock()
        let size = try await database.size()
        metrics.window.record(at: now) { $0.level("database bytes", size) }
        let pages = metrics.window.changedPages()
        let server = serverName
        let records = try pages.map {
            try $0.span.records.prepare($0.bucket, as: NumberedName($0.number, suffix: server))
        }
        try await database.write { writer in
            for record in records { try writer.upsert(record, now: now) }
            for span in MetricsWindow.Span.allCases {
                let first = MetricsWindow.number(of: now, span) - span.retention
                try writer.removeRecords(in: span.records, before: NumberedName(first, suffix: server))
            }
        }
        metrics.window.written(pages, now: now)
    }
}
