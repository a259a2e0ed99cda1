// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce
import FoundationEssentials
import Persistence

/// Reads everything that the alert rules are measured on.
struct AlertMeasurement: Sendable {
    let alertBoard: AlertBoard
    let machine: MachineWatch
    let monitors: Monitors
    let state: StateReader
    let store: any Store

    /// Everything that the rules are measured on.
    func alertInput(now: Date) async throws -> AlertInput {
        AlertInput(
            now: now,
            minutes: try await tallies(.minute, now: now, count: TallyBook.Span.minute.kept),
            hours: try await tallies(.hour, now: now, count: 48),
            state: try await state.readState(),
            machine: machine.reading,
            links: monitors.linkStates
        )
    }

    /// The tallies of all servers; those of spans that are over are read once.
    private func tallies(_ span: TallyBook.Span, now: Date, count: Int64) async throws -> [Int64: Tally] {
        let current = TallyBook.number(of: now, span)
        let first = span.name(current - count, server: "")
        let open = span.name(current - 2, server: "")
        var known = alertBoard.known(span).filter { $0.key >= first && $0.key < open }
        let start = known.isEmpty ? first : open
        let records = try await store.read { try $0.records(span.collection, after: start) }
        for record in records { known[record.name] = try ServiceJSON.decode(Tally.self, from: record.body) }
        alertBoard.remember(known, span)
        var sums: [Int64: Tally] = [:]
        for (name, tally) in known {
            guard let number = name.split(separator: " ").first.flatMap({ Int64($0) }) else { continue }
            sums[number, default: Tally()].add(tally)
        }
        return sums
    }
}

extension AlertRule {
    /// The name of the rule that needs no database.
    static let databaseRule = "database-unavailable"
}
