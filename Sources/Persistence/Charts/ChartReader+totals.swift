// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes
package import Commerce
package import FoundationEssentials

extension ChartReader {
    /// The stored sums of one measure, or of all.
    ///
    /// - Parameters:
    ///   - scope: The app and environment.
    ///   - generation: The number of the computation that they belong to.
    ///   - measure: The measure (default: all).
    /// - Returns: The sums.
    /// - Throws: `DatabaseError`.
    package func chartTotals(
        in scope: AppScope,
        _ generation: Int64,
        of measure: ChartMeasure? = nil
    ) throws -> ChartTotals {
        var totals = ChartTotals()
        try forEachChartSeries(in: scope, generation, of: measure) { key, bytes in
            let isWhole = ChartSums.forEach(in: bytes) { place, sum in totals.add(sum, key, place) }
            guard isWhole else { throw damagedTotals(key) }
        }
        return totals
    }

    /// Hands over the stored bytes of each series, those of 32 days at a time, in the order of the days.
    ///
    /// - Throws: `DatabaseError`, or what the body throws.
    package func forEachChartSeries(
        in scope: AppScope,
        _ generation: Int64,
        of measure: ChartMeasure? = nil,
        _ body: (ChartRow.Key, [UInt8]) throws -> Void
    ) throws {
        guard let number = try number(of: scope) else { return }
        let condition: Query = measure.map { "AND measure = \($0)" } ?? ""
        try forEach(
            """
            SELECT measure, product, storefront, offer, store, currency, body FROM chart_totals
            WHERE scope = \(number) AND generation = \(generation) \(condition)
            ORDER BY measure, product, storefront, offer, store, currency, block
            """
        ) { row in
            let measure = try row.next(ChartMeasure.self)
            let product = try row.next(ProductID.self)
            let storefront = try row.next(StorefrontCountryCode.self)
            let offer = try row.next(String.self)
            let store = try row.next(Store.self)
            let currency = try row.next(String.self)
            let key = ChartRow.Key(
                product: product,
                storefront: storefront,
                offer: offer,
                store: store,
                currency: currency.isEmpty ? nil : Currency(rawValue: currency),
                measure: measure
            )
            try body(key, try row.next())
        }
    }

    /// The purchases of a scope about which facts were recorded after a fact, at most so many facts of them.
    ///
    /// - Parameters:
    ///   - scope: The app and environment.
    ///   - first: The number of the fact after which they begin.
    ///   - last: The number of the last fact.
    ///   - limit: How many facts are read at most.
    /// - Returns: The purchases, and the number of the last fact that was read; `last` when there are no more.
    /// - Throws: `DatabaseError`.
    package func changedLineages(
        in scope: AppScope,
        after first: Int64,
        through last: Int64,
        limit: Int
    ) throws -> (lineages: [OriginalTransactionID], last: Int64) {
        guard let number = try number(of: scope) else { return ([], last) }
        let facts = try rows(
            """
            SELECT id, scope, lineage FROM facts WHERE id > \(first) AND id <= \(last) ORDER BY id LIMIT \(limit)
            """
        ) { (id: try $0.next(Int64.self), scope: try $0.next(Int64.self), lineage: try $0.next(String?.self)) }
        let lineages = Set(facts.lazy.filter { $0.scope == number }.compactMap(\.lineage))
        return (
            lineages.sorted().map(OriginalTransactionID.init(rawValue:)),
            facts.count < limit ? last : facts.last?.id ?? last
        )
    }

    /// The customers whom facts after one name, up to another one.
    ///
    /// - Throws: `DatabaseError`.
    package func customers(
        namedIn scope: AppScope,
        after first: Int64,
        through last: Int64
    ) throws -> [CustomerID] {
        guard let number = try number(of: scope) else { return [] }
        return try rows(
            """
            SELECT DISTINCT customer FROM facts
            WHERE id > \(first) AND id <= \(last) AND +scope = \(number) AND customer || '' IS NOT NULL
            """
        ) { try $0.next() }
    }

    /// When each customer was named for the first time, by the facts up to one of them; customers in their order.
    ///
    /// - Parameters:
    ///   - scope: The app and environment.
    ///   - last: The number of the last fact that counts.
    ///   - customer: The customer after whom the page begins.
    ///   - limit: How many at most.
    /// - Returns: The customers with the earliest instant of their facts.
    /// - Throws: `DatabaseError`.
    package func firstInstants(
        in scope: AppScope,
        through last: Int64,
        after customer: CustomerID? = nil,
        limit: Int
    ) throws -> [(customer: CustomerID, instant: Date)] {
        guard let number = try number(of: scope) else { return [] }
        let beginning: Query = customer.map { "AND customer > \($0)" } ?? ""
        return try rows(
            """
            SELECT customer, MIN(instant) FROM facts
            WHERE customer IS NOT NULL \(beginning) AND +scope = \(number) AND id <= \(last)
            GROUP BY customer ORDER BY customer LIMIT \(limit)
            """
        ) { (customer: try $0.next(), instant: try $0.next()) }
    }

    /// When a customer was named for the first time, by the facts up to one of them; `nil` without any.
    ///
    /// - Throws: `DatabaseError`.
    package func firstInstant(of customer: CustomerID, in scope: AppScope, through last: Int64) throws -> Date? {
        guard let number = try number(of: scope) else { return nil }
        return try first(
            "SELECT MIN(+instant) FROM facts WHERE customer = \(customer) AND scope = \(number) AND id <= \(last)"
        ) { try $0.next(Date?.self) } ?? nil
    }

    /// The purchases about which a command names a customer.
    ///
    /// - Throws: `DatabaseError`.
    package func lineages(naming customer: CustomerID, in scope: AppScope) throws -> [OriginalTransactionID] {
        guard let number = try number(of: scope) else { return [] }
        return try rows(
            """
            SELECT DISTINCT lineage || '' FROM facts
            WHERE customer = \(customer) AND scope = \(number) AND lineage IS NOT NULL
            """
        ) { try $0.next() }
    }

    fileprivate func damagedTotals(_ key: ChartRow.Key) -> DatabaseError {
        DatabaseError(
            code: .damaged,
            message: "the stored totals of '\(key.measure)' are damaged. Run 'purser rebuild --repair'"
        )
    }
}

extension ChartWriter {
    /// Adds sums to the stored ones.
    ///
    /// - Throws: `DatabaseError`.
    package func add(_ totals: ChartTotals, in scope: AppScope, _ generation: Int64) throws {
        let number = try ensureNumber(of: scope)
        for (key, sums) in totals.series {
            for (block, changes) in Dictionary(grouping: sums, by: \.key.block) {
                let place = row(key, block, number, generation)
                let stored = try first("SELECT body FROM chart_totals WHERE \(place.condition)") {
                    try $0.next([UInt8].self)
                }
                var merged = ChartTotals()
                if let stored {
                    guard ChartSums.forEach(in: stored, { merged.add($1, key, $0) }) else { throw damagedTotals(key) }
                }
                for (place, sum) in changes { merged.add(sum, key, place) }
                guard let result = merged.series[key] else {
                    try post("DELETE FROM chart_totals WHERE \(place.condition)")
                    continue
                }
                try post(
                    """
                    INSERT INTO chart_totals (\(Self.chartColumns)) VALUES \(place.values(ChartSums.bytes(of: result)))
                    ON CONFLICT (scope, generation, measure, product, storefront, offer, store, currency, block)
                    DO UPDATE SET body = excluded.body
                    """
                )
            }
        }
    }

    /// Stores sums where none of their computation are stored yet.
    ///
    /// - Throws: `DatabaseError`.
    package func insert(
        _ series: [(key: ChartRow.Key, sums: [ChartTotals.Place: ExactSum])],
        in scope: AppScope,
        _ generation: Int64
    ) throws {
        let number = try ensureNumber(of: scope)
        var rows: [Query] = []
        for (key, sums) in series {
            for (block, part) in Dictionary(grouping: sums, by: \.key.block) {
                let sums = Dictionary(uniqueKeysWithValues: part.map { ($0.key, $0.value) })
                rows.append(row(key, block, number, generation).values(ChartSums.bytes(of: sums)))
            }
        }
        for query in Query.inserting("INSERT INTO chart_totals (\(Self.chartColumns))", rows: rows) { try post(query) }
    }

    /// Removes the sums of every computation but one.
    ///
    /// - Throws: `DatabaseError`.
    package func removeChartTotals(in scope: AppScope, except generation: Int64) throws {
        guard let number = try number(of: scope) else { return }
        try execute("DELETE FROM chart_totals WHERE scope = \(number) AND generation <> \(generation)")
    }

    private static var chartColumns: Query {
        "scope, generation, measure, product, storefront, offer, store, currency, block, body"
    }

    private func row(_ key: ChartRow.Key, _ block: Int32, _ scope: Int64, _ generation: Int64) -> ChartTotalsRow {
        ChartTotalsRow(scope: scope, generation: generation, key: key, block: Int64(block))
    }
}

/// The key of a row of stored totals.
private struct ChartTotalsRow {
    let scope: Int64
    let generation: Int64
    let key: ChartRow.Key
    let block: Int64

    var condition: Query {
        """
        scope = \(scope) AND generation = \(generation) AND measure = \(key.measure)
            AND product = \(key.product?.rawValue ?? "") AND storefront = \(key.storefront?.rawValue ?? "")
            AND offer = \(key.offer ?? "") AND store = \(key.store?.rawValue ?? "")
            AND currency = \(key.currency?.rawValue ?? "") AND block = \(block)
        """
    }

    func values(_ body: [UInt8]) -> Query {
        """
        (\(scope), \(generation), \(key.measure), \(key.product?.rawValue ?? ""), \(key.storefront?.rawValue ?? ""),
        \(key.offer ?? ""), \(key.store?.rawValue ?? ""), \(key.currency?.rawValue ?? ""), \(block), \(body))
        """
    }
}
