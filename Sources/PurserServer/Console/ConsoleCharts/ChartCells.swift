// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

/// The figures of some days, by day, product, storefront, offer and store: every chart of these days adds them up.
struct ChartCells: Sendable {
    /// The numbers of one measure and segment, in any order of the days.
    struct Series: Sendable {
        /// What they are about, without a day.
        var key: ChartRow.Key
        var cells: [Cell]
    }

    /// The number of one day.
    struct Cell: Sendable {
        /// The day, in days since 1970.
        var day: Int
        var value: BoundedSum
    }

    let days: ClosedRange<CivilDay>
    let series: [Series]
    /// When they were computed, by the service's clock.
    let computed: Date
    /// What products and storefronts belong to.
    var grouping = ChartGrouping()

    typealias Filter = ChartRowFilter

    /// Sums by segment and bucket; the empty segment where nothing is taken apart.
    typealias Sums = [String: [Int: BoundedSum]]

    /// How many numbers there are.
    var count: Int { series.reduce(0) { $0 + $1.cells.count } }

    /// What happened in each bucket.
    func flows(
        of measure: ChartMeasure,
        in buckets: [ChartBucket],
        by segment: ChartRow.Dimension? = nil,
        _ filter: Filter
    ) -> Sums {
        sums(of: measure, buckets.count, by: segment, filter) { day in
            ChartBucket.index(of: day, in: buckets)
        }
    }

    /// The state at each bucket's end.
    func states(
        of measure: ChartMeasure,
        in buckets: [ChartBucket],
        by segment: ChartRow.Dimension? = nil,
        _ filter: Filter
    ) -> Sums {
        let ends = Dictionary(buckets.enumerated().map { ($1.last, $0) }) { first, _ in first }
        return sums(of: measure, buckets.count, by: segment, filter) { ends[$0] }
    }

    /// What stands the day before each bucket begins.
    func statesBefore(
        of measure: ChartMeasure,
        _ buckets: [ChartBucket],
        by segment: ChartRow.Dimension? = nil,
        _ filter: Filter
    ) -> Sums {
        let before = Dictionary(buckets.enumerated().map { ($1.first.adding(days: -1), $0) }) { first, _ in first }
        return sums(of: measure, buckets.count, by: segment, filter) { before[$0] }
    }

    private func sums(
        of measure: ChartMeasure,
        _ count: Int,
        by segment: ChartRow.Dimension?,
        _ filter: Filter,
        _ bucket: (CivilDay) -> Int?
    ) -> Sums {
        let first = days.lowerBound.daysSince1970
        let buckets = (first...days.upperBound.daysSince1970).map { bucket(CivilDay(daysSince1970: $0)) }
        var sums: [String: [BoundedSum?]] = [:]
        for one in series where one.key.measure == measure && filter.accepts(one.key) {
            let name = segment.map { grouping.name(of: one.key, $0) } ?? ""
            var own = sums.removeValue(forKey: name) ?? Array(repeating: nil, count: count)
            for cell in one.cells {
                let place = cell.day - first
                guard buckets.indices.contains(place), let index = buckets[place] else { continue }
                own[index] = (own[index] ?? 0) + cell.value
            }
            sums[name] = own
        }
        return sums.compactMapValues { own in
            let found = own.enumerated().compactMap { index, sum in sum.map { (index, $0) } }
            return found.isEmpty ? nil : Dictionary(uniqueKeysWithValues: found)
        }
    }

    /// The currencies of some figures; first the one in which most was sold, so that all charts begin with the same one.
    func currencies(of measures: [ChartMeasure]) -> [Currency] {
        var counts: [Currency: (sales: Int, own: Int)] = [:]
        for one in series {
            guard let currency = one.key.currency else { continue }
            if one.key.measure == .revenue { counts[currency, default: (0, 0)].sales += one.cells.count }
            if measures.contains(one.key.measure) { counts[currency, default: (0, 0)].own += one.cells.count }
        }
        return counts.filter { $0.value.own > 0 }
            .sorted { (-$0.value.sales, -$0.value.own, $0.key) < (-$1.value.sales, -$1.value.own, $1.key) }
            .map(\.key)
    }

    /// The products, storefronts and so on that can be chosen.
    func values(of dimension: ChartRow.Dimension) -> [String] {
        Set(series.map { grouping.name(of: $0.key, dimension) }).subtracting([""]).sorted()
    }
}

extension ChartCells {
    /// Makes figures of rows with a day.
    init(days: ClosedRange<CivilDay>, rows: [ChartRow], computed: Date) {
        var found: [ChartRow.Key: [Cell]] = [:]
        for row in rows {
            guard let day = row.key.day else { continue }
            var key = row.key
            key.day = nil
            var value = BoundedSum(row.value)
            // A clamped number stays marked.
            if row.isClamped { value += BoundedSum(row.value.signum()) }
            found[key, default: []].append(Cell(day: day.daysSince1970, value: value))
        }
        self.init(days: days, series: found.map { Series(key: $0.key, cells: $0.value) }, computed: computed)
    }
}
