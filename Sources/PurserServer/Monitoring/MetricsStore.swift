// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreTypes
import FoundationEssentials
import HTTPClient
import Persistence
import Synchronization

extension RecordCollection {
    /// Metrics by minute, of each server.
    static let minuteMetrics = RecordCollection(rawValue: "tallies-minute")
    /// Metrics by hour, of each server.
    static let hourMetrics = RecordCollection(rawValue: "tallies-hour")
}

extension MetricsWindow.Span {
    var collection: RecordCollection { self == .minute ? .minuteMetrics : .hourMetrics }

    /// How long the store keeps them, in spans: three hours of minutes, forty days of hours.
    var retention: Int64 { self == .minute ? 180 : 960 }

    /// The name of a server's bucket: names sort by time.
    func name(_ number: Int64, server: String) -> String {
        let digits = String(max(0, number))
        return String(repeating: "0", count: max(0, 12 - digits.count)) + digits + " " + server
    }
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
        let records = try pages.map { page in
            StoredRecord(
                collection: page.span.collection,
                name: page.span.name(page.number, server: serverName),
                updatedDate: now,
                body: try ServiceJSON.encode(page.bucket)
            )
        }
        let server = serverName
        try await database.write { writer in
            for record in records { try writer.upsert(record) }
            for span in MetricsWindow.Span.allCases {
                let first = MetricsWindow.number(of: now, span) - span.retention
                try writer.removeRecords(span.collection, before: span.name(first, server: server))
            }
        }
        metrics.window.written(pages, now: now)
    }
}
