// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence
import Synchronization

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
    func forEachLife(
        in scope: AppScope,
        of store: Store? = nil,
        within tolerance: ReadStaleness = ReadStaleness(),
        _ visit: (LineageChartInput) throws -> Void
    ) async throws {
        var sales = try await salesReader(of: scope)
        sales.tolerance = tolerance
        try await sales.forEachLineage { lineage, facts in
            guard store == nil || lineage.store == store else { return }
            try visit(LineageChartInput(of: facts, lineage: lineage, scope: scope, catalog: sales.catalog))
        }
    }
}
