// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// Reads what was sold out of the stored facts, purchase by purchase.
struct SalesReader: Sendable {
    let database: any Database
    let scope: AppScope
    let catalog: Catalog
    /// How old what is read may be.
    var tolerance = ReadStaleness()

    /// How many purchases are read at once.
    private static let step = 300

    /// Hands over the facts of each purchase, in the order of their identifiers.
    func forEachLineage(
        _ body: (OriginalTransactionID, [Fact]) throws -> Void
    ) async throws {
        try await forEachStoredLineage { lineage, stored in try body(lineage, stored.map(\.fact)) }
    }

    /// Hands over the facts of each purchase with the dates on which they came, in the order of the purchases' identifiers.
    func forEachStoredLineage(
        _ body: (OriginalTransactionID, ArraySlice<StoredFact>) throws -> Void
    ) async throws {
        _ = try await forEachStoredLineage(after: nil, atMost: .max, body)
    }

    /// Hands over the facts of some purchases, in the order of the purchases' identifiers.
    ///
    /// - Parameters:
    ///   - first: The purchase after which they begin; `nil` for the first one.
    ///   - limit: How many purchases are read at most.
    ///   - body: Takes a purchase and its facts.
    /// - Returns: The last purchase where there may be more; otherwise, `nil`.
    /// - Throws: `DatabaseError`, or what the body throws.
    func forEachStoredLineage(
        after first: OriginalTransactionID?,
        atMost limit: Int,
        _ body: (OriginalTransactionID, ArraySlice<StoredFact>) throws -> Void
    ) async throws -> OriginalTransactionID? {
        var last = first
        var count = 0
        while count < limit {
            try Task.checkCancellation()
            let after = last
            let step = min(Self.step, limit - count)
            let facts = try await database.read(within: tolerance) { reader -> [StoredFact]? in
                let page = try reader.lineages(in: scope, after: after, limit: step)
                guard let first = page.first, let end = page.last else { return nil }
                return try reader.facts(ofLineages: first...end, in: scope)
            }
            guard let facts else { return nil }
            var start = facts.startIndex
            while start < facts.endIndex, let lineage = facts[start].fact.lineage {
                let end = facts[start...].firstIndex { $0.fact.lineage != lineage } ?? facts.endIndex
                try body(lineage, facts[start..<end])
                ProgressReporter.current?.add(1)
                count += 1
                start = end
            }
            last = facts.last?.fact.lineage
            if last == nil { return nil }
        }
        return last
    }

    /// What was sold and what went back between two instants.
    func sales(in range: Range<Date>) async throws -> [RecordedSale] {
        var sales: [RecordedSale] = []
        try await forEachLineage { lineage, facts in
            let moves = LineageSales.sales(of: facts, lineage: lineage, scope: scope, catalog: catalog)
            sales += moves.filter { range.contains($0.instant) }
        }
        return sales
    }
}

/// Makes the readers of apps' sales.
struct SalesReaders: Sendable {
    let apps: Apps
    let catalog: CatalogCache
    let clock: @Sendable () -> Date
    let database: any Database

    /// An app's sales, from the stored facts.
    func salesReader(of scope: AppScope) async throws -> SalesReader {
        let catalog = try await self.catalog.catalog(of: scope.bundleID, now: clock())
        return SalesReader(database: database, scope: scope, catalog: catalog.rules)
    }
}
