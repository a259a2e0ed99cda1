// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence
import Synchronization

extension Sequence<StoredFact> {
    /// The facts that had come by an instant; all without one.
    func known(at instant: Date?) -> [Fact] {
        compactMap { stored in instant.map { stored.receivedDate <= $0 } ?? true ? stored.fact : nil }
    }
}

extension SalesReaders {
    /// Figures of some days with nothing in them yet, under the app's terms with Apple.
    func charts(
        of days: ClosedRange<CivilDay>,
        by columns: Set<ChartRow.Dimension>,
        app: BundleID
    ) -> BusinessCharts {
        BusinessCharts(days: days, by: columns, terms: apps.saleTerms(of: app))
    }

    /// Visits every purchase's transaction history, or those of one store: interface, console and settlement all count the
    /// same.
    ///
    /// With an instant, only the documents that had come by then count.
    func forEachLife(
        in scope: AppScope,
        of store: Store? = nil,
        within tolerance: ReadStaleness = ReadStaleness(),
        knownAt instant: Date? = nil,
        _ visit: (LineageChartInput) throws -> Void
    ) async throws {
        var sales = try await salesReader(of: scope)
        sales.tolerance = tolerance
        try await sales.forEachStoredLineage { lineage, stored in
            guard store == nil || lineage.store == store else { return }
            let facts = stored.known(at: instant)
            guard !facts.isEmpty else { return }
            try visit(LineageChartInput(of: facts, lineage: lineage, scope: scope, catalog: sales.catalog))
        }
    }

    /// The customers of an app and environment, since when each is known, and what they paid.
    func customerCharts(
        in scope: AppScope,
        within tolerance: ReadStaleness = ReadStaleness(),
        now: Date
    ) async throws -> CustomerCharts {
        var payments: [String: ChartTotals.Payments] = [:]
        try await forEachLife(in: scope, within: tolerance) {
            payments[$0.payer, default: ChartTotals.Payments()].add($0)
        }
        var charts = CustomerCharts(asOf: now)
        var last: CustomerID?
        repeat {
            let after = last
            let page = try await database.read(within: tolerance) {
                try $0.firstInstants(in: scope, through: .max, after: after, limit: 5000)
            }
            for (customer, instant) in page {
                let own = payments[customer.rawValue] ?? ChartTotals.Payments()
                charts.add(knownSince: ReportingZone.pacific.day(of: instant), own)
            }
            last = page.count == 5000 ? page.last?.customer : nil
        } while last != nil
        return charts
    }
}
