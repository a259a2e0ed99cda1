// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

/// The figures of some days, by day, product, storefront, offer and store: every chart of these days adds them up.
struct ChartCells: Sendable {
    let days: ClosedRange<CivilDay>
    let rows: [ChartRow]
    /// When they were computed, by the service's clock.
    let computed: Date

    typealias Filter = ChartRowFilter

    /// Sums by segment and bucket; the empty segment where nothing is taken apart.
    typealias Sums = [String: [Int: BoundedSum]]

    /// What happened in each bucket.
    func flows(
        of measure: ChartMeasure,
        in buckets: [ChartBucket],
        by segment: ChartRow.Dimension? = nil,
        _ filter: Filter
    ) -> Sums {
        sums(of: measure, by: segment, filter) { day in
            Self.index(of: day, in: buckets)
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
        return sums(of: measure, by: segment, filter) { ends[$0] }
    }

    /// What stands the day before each bucket begins.
    func statesBefore(of measure: ChartMeasure, _ buckets: [ChartBucket], _ filter: Filter) -> Sums {
        let before = Dictionary(buckets.enumerated().map { ($1.first.adding(days: -1), $0) }) { first, _ in first }
        return sums(of: measure, by: nil, filter) { before[$0] }
    }

    private func sums(
        of measure: ChartMeasure,
        by segment: ChartRow.Dimension?,
        _ filter: Filter,
        _ bucket: (CivilDay) -> Int?
    ) -> Sums {
        var sums: Sums = [:]
        for row in rows where row.key.measure == measure && filter.accepts(row.key) {
            guard let day = row.key.day, let index = bucket(day) else { continue }
            sums[Self.name(row.key, segment), default: [:]][index, default: 0] += row.value
        }
        return sums
    }

    static func name(_ key: ChartRow.Key, _ segment: ChartRow.Dimension?) -> String {
        switch segment {
        case .product: key.product?.rawValue ?? ""
        case .storefront: key.storefront?.rawValue ?? ""
        case .offer: key.offer ?? ""
        case .store: key.store?.rawValue ?? ""
        case .day, nil: ""
        }
    }

    /// The bucket of a day, by halves.
    private static func index(of day: CivilDay, in buckets: [ChartBucket]) -> Int? {
        var (low, high) = (0, buckets.count)
        while low < high {
            let middle = (low + high) / 2
            if buckets[middle].last < day { low = middle + 1 } else { high = middle }
        }
        return low < buckets.count && buckets[low].first <= day ? low : nil
    }

    /// The currencies of some figures; first the one in which most was sold, so that all charts begin with the same one.
    func currencies(of measures: [ChartMeasure]) -> [Currency] {
        var counts: [Currency: (sales: Int, own: Int)] = [:]
        for row in rows {
            guard let currency = row.key.currency else { continue }
            if row.key.measure == .revenue { counts[currency, default: (0, 0)].sales += 1 }
            if measures.contains(row.key.measure) { counts[currency, default: (0, 0)].own += 1 }
        }
        return counts.filter { $0.value.own > 0 }
            .sorted { (-$0.value.sales, -$0.value.own, $0.key) < (-$1.value.sales, -$1.value.own, $1.key) }
            .map(\.key)
    }

    /// The products, storefronts, offers and stores that can be chosen.
    func values(of dimension: ChartRow.Dimension) -> [String] {
        Set(rows.map { Self.name($0.key, dimension) }).subtracting([""]).sorted()
    }
}
