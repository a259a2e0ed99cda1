// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// Reads purchases as they were at two numbers of facts.
struct ChartInputReader {
    let reader: any DatabaseReader
    let scope: AppScope
    let catalog: Catalog

    /// A purchase by the facts up to each of two numbers; `nil` where there were none.
    func inputs(
        of lineage: OriginalTransactionID,
        _ first: Int64,
        _ last: Int64
    ) throws -> (before: LineageChartInput?, after: LineageChartInput?) {
        let stored = try reader.facts(of: lineage, in: scope)
        func input(_ number: Int64) -> LineageChartInput? {
            let facts = stored.filter { $0.id <= number }.map(\.fact)
            guard !facts.isEmpty else { return nil }
            return LineageChartInput(of: facts, lineage: lineage, scope: scope, catalog: catalog)
        }
        return (input(first), input(last))
    }

    /// When a payer became known as a customer, by the facts up to each of two numbers.
    func firstDays(of payer: String, _ first: Int64, _ last: Int64) throws -> (before: CivilDay?, after: CivilDay?) {
        func day(_ number: Int64) throws -> CivilDay? {
            try reader.firstInstant(of: CustomerID(rawValue: payer), in: scope, through: number)
                .map(ReportingZone.pacific.day)
        }
        return (try day(first), try day(last))
    }

    /// The payments of a payer, by the facts up to each of two numbers.
    func payments(
        of payer: String,
        _ first: Int64,
        _ last: Int64
    ) throws -> (before: ChartTotals.Payments, after: ChartTotals.Payments) {
        // A purchase without a known customer stands for itself.
        let own = OriginalTransactionID(rawValue: payer)
        let named = try reader.lineages(naming: CustomerID(rawValue: payer), in: scope)
        var payments = (before: ChartTotals.Payments(), after: ChartTotals.Payments())
        for lineage in Set(named + [own]) {
            let (before, after) = try inputs(of: lineage, first, last)
            if let before, before.payer == payer { payments.before.add(before) }
            if let after, after.payer == payer { payments.after.add(after) }
        }
        return payments
    }
}
