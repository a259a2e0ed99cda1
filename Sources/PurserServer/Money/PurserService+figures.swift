// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

extension PurserService {
    /// Figures of some days with nothing in them yet, under the app's terms with Apple.
    func figures(
        of days: ClosedRange<CivilDay>,
        by columns: Set<FigureRow.Dimension>,
        app: BundleID
    ) throws -> BusinessFigures {
        BusinessFigures(
            days: days,
            by: columns,
            storefronts: try .shipped(),
            smallBusiness: self.app(app)?.isSmallBusiness ?? false
        )
    }

    /// Visits every purchase's life: interface, console and settlement all count the same.
    func forEachLife(in scope: AppScope, _ visit: (FigureLife) throws -> Void) async throws {
        let book = try await salesBook(of: scope)
        try await book.forEachLineage { lineage, facts in
            try visit(FigureLife(of: facts, lineage: lineage, scope: scope, catalog: book.catalog))
        }
    }
}
