// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService

/// What a chart's address asks for.
///
/// What cannot be read is left out and named on the page.
struct ChartQuery: Hashable, Sendable {
    /// What the chart is compared with.
    enum Comparison: String, Sendable, CaseIterable {
        case none, previous, year
    }

    /// Ranges that end today.
    enum Preset: String, Sendable, CaseIterable {
        case week = "7d"
        case month = "28d"
        case quarter = "90d"
        case year = "12m"
        case monthToDate = "mtd"
        case yearToDate = "ytd"
        case all

        func first(today: CivilDay) -> CivilDay {
            switch self {
            case .week: today.adding(days: -6)
            case .month: today.adding(days: -27)
            case .quarter: today.adding(days: -89)
            case .year: ChartResolution.month.start(of: today).adding(months: -11)
            case .monthToDate: ChartResolution.month.start(of: today)
            case .yearToDate: ChartResolution.year.start(of: today)
            case .all: today.adding(days: 1 - ChartQuery.maximumDays)
            }
        }
    }

    /// How many days a chart has at most: three years.
    static let maximumDays = 1096
    /// How many buckets are drawn at most.
    static let maximumBuckets = 400

    var days: ClosedRange<CivilDay>
    var preset: Preset?
    var resolution: ChartResolution
    var comparison: Comparison
    var segment: ChartSegment?
    var products: [String] = []
    var storefronts: [String] = []
    var offers: [String] = []
    var groups: [String] = []
    var kinds: [String] = []
    var periods: [String] = []
    var regions: [String] = []
    var stores: [String] = []
    var currency: String?
    /// The currency to which all amounts are converted.
    var converted: String?
    var showsEachCurrency = false
    var showsTable = false
    /// The bucket that is explained.
    var bucket: String?
    /// The parameters that could not be read.
    var unread: [String] = []

    private static let names: Set = [
        "app", "env", "from", "until", "last", "res", "vs", "by", "cur", "in", "view", "bucket", "measure", "after",
        "product", "group", "kind", "period", "storefront", "region", "offer", "store",
    ]

    init(_ query: HTTPQuery, of chart: ConsoleChart, today: CivilDay) {
        var unread: [String] = []
        func read<Value>(_ name: String, _ convert: (String) -> Value?) -> Value? {
            guard let text = query[name], !text.isEmpty else { return nil }
            let value = convert(text)
            if value == nil { unread.append(name) }
            return value
        }
        let from = read("from") { CivilDay($0) }
        let until = read("until") { CivilDay($0) }
        let last = read("last") { Preset(rawValue: $0) }
        let earliest = today.adding(days: 1 - Self.maximumDays)
        if from != nil || until != nil {
            let end = min(until ?? today, today)
            let bounded = max(end, earliest)
            days = min(max(from ?? bounded.adding(days: -27), earliest), bounded)...bounded
            if let from, from > end { unread.append("from") }
            preset = nil
        } else {
            let chosen = last ?? .quarter
            days = chosen.first(today: today)...today
            preset = chosen
        }
        let count = days.upperBound.daysSince1970 - days.lowerBound.daysSince1970 + 1
        let standard: ChartResolution = count > Self.maximumBuckets ? .month : count > 184 ? .week : .day
        resolution = read("res") { ChartResolution(rawValue: $0) } ?? standard
        if resolution == .day, count > Self.maximumBuckets { resolution = .week }
        comparison = read("vs") { Comparison(rawValue: $0) } ?? .previous
        segment =
            read("by") { text in
                let segment = chart.segments.first { $0.rawValue == text }
                return text == "none" ? .some(nil) : segment.map(Optional.some)
            } ?? nil
        func list(_ name: String) -> [String] {
            let values = query.values(name).flatMap { $0.split(separator: ",").map(String.init) }
            return values.filter { $0.utf8.count <= 200 }.prefix(50).map { $0 }
        }
        for (name, key) in Self.filters { self[keyPath: key] = list(name) }
        if let text = read("cur", { $0.utf8.count <= 8 ? $0 : nil }) {
            if text == "each" { showsEachCurrency = true } else { currency = text.uppercased() }
        }
        converted = read("in") { $0.utf8.count == 3 && $0.allSatisfy(\.isLetter) ? $0.uppercased() : nil }
        showsTable = query["view"] == "table"
        bucket = query["bucket"].flatMap { $0.utf8.count <= 20 ? $0 : nil }
        let unknown = Set(query.items.map(\.name)).subtracting(Self.names)
        self.unread = unread + unknown.sorted().prefix(10)
    }

    /// The address's parameters, without those that have their default.
    var items: [(name: String, value: String?)] {
        var items: [(name: String, value: String?)] = []
        if let preset {
            if preset != .quarter { items.append(("last", preset.rawValue)) }
        } else {
            items += [("from", days.lowerBound.description), ("until", days.upperBound.description)]
        }
        items.append(("res", resolution.rawValue))
        if comparison != .previous { items.append(("vs", comparison.rawValue)) }
        if let segment { items.append(("by", segment.rawValue)) }
        for (name, key) in Self.filters where !self[keyPath: key].isEmpty {
            items.append((name, self[keyPath: key].joined(separator: ",")))
        }
        if showsEachCurrency { items.append(("cur", "each")) } else if let currency { items.append(("cur", currency)) }
        if let converted { items.append(("in", converted)) }
        if showsTable { items.append(("view", "table")) }
        if let bucket { items.append(("bucket", bucket)) }
        return items
    }

    /// What figures must be of to count.
    func filter(_ currency: Currency?, _ grouping: ChartGrouping) -> ChartRowFilter {
        var filter = ChartRowFilter(
            products: Set(products),
            storefronts: Set(storefronts),
            offers: Set(offers),
            stores: Set(stores),
            currency: currency
        )
        for (names, dimension) in [(groups, ChartRow.Dimension.group), (periods, .period), (kinds, .kind)]
        where !names.isEmpty {
            filter.narrow(\.products, to: grouping.products(names, dimension))
        }
        if !regions.isEmpty {
            let storefronts = regions.compactMap(ChartRegion.init(rawValue:)).flatMap(\.storefronts).map(\.rawValue)
            filter.narrow(\.storefronts, to: Set(storefronts))
        }
        return filter
    }

    /// The filters that the address has, with their names there.
    static let filters: [(name: String, key: any WritableKeyPath<ChartQuery, [String]> & Sendable)] = [
        ("product", \.products), ("group", \.groups), ("kind", \.kinds), ("period", \.periods),
        ("storefront", \.storefronts), ("region", \.regions), ("offer", \.offers), ("store", \.stores),
    ]

    /// The same question with something changed.
    func changing(_ change: (inout ChartQuery) -> Void) -> ChartQuery {
        var query = self
        change(&query)
        return query
    }

    /// The days that the chart is compared with, and each bucket moved there.
    func compared(_ buckets: [ChartBucket]) -> [ChartBucket]? {
        guard let first = buckets.first, let last = buckets.last else { return nil }
        let length = last.last.daysSince1970 - first.first.daysSince1970 + 1
        func moved(_ day: CivilDay) -> CivilDay {
            switch (comparison, resolution) {
            case (.year, .fiscal): resolution.adding(-12, to: day)
            case (.year, _): day.adding(months: -12)
            case (_, .day), (_, .week): day.adding(days: -length)
            default: resolution.adding(-buckets.count, to: day)
            }
        }
        guard comparison != .none else { return nil }
        return buckets.map { bucket in
            ChartBucket(
                first: moved(bucket.first),
                // The day after the last moves, so that a whole month stays one.
                last: moved(bucket.last.adding(days: 1)).adding(days: -1),
                isRunning: bucket.isRunning,
                resolution: resolution
            )
        }
    }
}

extension ChartRow.Dimension {
    /// What charts can be taken apart by.
    static let segments: [ChartRow.Dimension] = [
        .product, .group, .kind, .period, .storefront, .region, .offer, .store,
    ]
}
