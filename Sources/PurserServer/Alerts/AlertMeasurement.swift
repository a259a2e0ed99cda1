// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce
import FoundationEssentials
import Persistence

/// Reads everything that the alert rules are measured on.
struct AlertMeasurement: Sendable {
    let alertBoard: AlertStateCache
    let machine: MachineWatch
    let metrics: MetricsRecorder
    let state: StateReader
    let database: any Database

    /// Everything that the rules are measured on.
    func alertInput(now: Date) async throws -> AlertMeasurements {
        AlertMeasurements(
            now: now,
            minutes: try await buckets(.minute, now: now, count: MetricsWindow.Span.minute.retention),
            hours: try await buckets(.hour, now: now, count: 48),
            state: try await state.readState(),
            machine: machine.reading,
            links: metrics.linkStates
        )
    }

    /// The metrics of all servers; those of spans that are over are read once.
    private func buckets(_ span: MetricsWindow.Span, now: Date, count: Int64) async throws -> [Int64: MetricsBucket] {
        let current = MetricsWindow.number(of: now, span)
        let (first, open) = (NumberedName(current - count), NumberedName(current - 2))
        var known = alertBoard.known(span).filter { $0.key >= first && $0.key < open }
        let start = known.isEmpty ? first : open
        let records = try await database.read { try $0.records(in: span.records, after: start) }
        for record in records { known[record.name] = try record.value }
        alertBoard.cache(known, span)
        var sums: [Int64: MetricsBucket] = [:]
        for (name, bucket) in known { sums[name.number, default: MetricsBucket()].add(bucket) }
        return sums
    }
}

extension AlertRule {
    /// The name of the rule that needs no database.
    static let databaseRule = "database-unavailable"
}
