// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce

/// What a chart shows: a number for each bucket of each line.
struct ChartResult: Sendable {
    /// A line, or the bars of one color.
    struct Line: Sendable {
        enum Kind: Hashable, Sendable {
            case whole
            case segment(String)
            /// What comes after the seven largest segments.
            case other
            case part(ChartMeasure)
            /// What all parts come to.
            case net
            /// What happened within so many days.
            case within(days: Int)
        }

        var kind: Kind
        var values: [ChartNumber]
        var previous: [ChartNumber]?
    }

    var buckets: [ChartBucket]
    var lines: [Line]
    var currency: Currency?
    /// The currency of the amounts that a ratio is made of.
    var amounts: Currency?
    var isStacked = false

    /// The line that is the whole chart; nothing where its lines only are beside each other.
    var whole: Line? { lines.first { $0.kind == .whole || $0.kind == .net } }
}

extension ChartResult {
    /// How many segments have a line of their own.
    static let maximumSegments = 7

    /// Adds up a chart's figures.
    ///
    /// - Parameters:
    ///   - chart: The chart.
    ///   - query: How it is looked at.
    ///   - buckets: The axis.
    ///   - cells: The figures of the axis's days and of the day before.
    ///   - earlier: What it is compared with.
    ///   - currency: The currency of amounts.
    init(
        _ chart: ConsoleChart,
        _ query: ChartQuery,
        _ buckets: [ChartBucket],
        _ cells: ChartCells,
        earlier: (buckets: [ChartBucket], cells: ChartCells)?,
        currency: Currency?
    ) {
        let filter = query.filter(chart.isMoney ? currency : nil, cells.grouping)
        let money = chart.isMoney && !chart.isShare ? currency : nil
        self.buckets = buckets
        self.currency = money
        amounts = chart.isMoney ? currency : nil
        func number(_ sum: BoundedSum?) -> ChartNumber {
            money.map { .money(sum ?? 0, $0) } ?? .count(sum ?? 0)
        }
        func values(_ sums: [Int: BoundedSum]?) -> [ChartNumber] {
            buckets.indices.map { number(sums?[$0]) }
        }
        func signed(_ sums: [Int: BoundedSum]?, _ sign: Int64) -> [Int: BoundedSum]? {
            sums?.mapValues { $0 * BoundedSum(sign) }
        }
        if query.dimension != nil, !chart.segmentedMeasures.isEmpty {
            let isState = if case .states = chart.formula { true } else { false }
            func sums(_ cells: ChartCells, _ buckets: [ChartBucket], _ segment: ChartRow.Dimension?) -> ChartCells.Sums
            {
                chart.segmentedMeasures.reduce(into: [:]) { sums, part in
                    let own =
                        isState
                        ? cells.states(of: part.measure, in: buckets, by: segment, filter)
                        : cells.flows(of: part.measure, in: buckets, by: segment, filter)
                    for (name, values) in own {
                        sums[name, default: [:]].merge(signed(values, part.sign) ?? [:], uniquingKeysWith: +)
                    }
                }
            }
            lines = Self.lines(query.dimension, buckets, cells, earlier, sums, values)
            return
        }
        switch chart.formula {
        case .state(let measure, let factor):
            func sums(_ cells: ChartCells, _ buckets: [ChartBucket], _ segment: ChartRow.Dimension?) -> ChartCells.Sums
            {
                cells.states(of: measure, in: buckets, by: segment, filter)
                    .mapValues { $0.mapValues { $0 * BoundedSum(factor) } }
            }
            lines = Self.lines(query.dimension, buckets, cells, earlier, sums, values)
        case .flow(let measure):
            func sums(_ cells: ChartCells, _ buckets: [ChartBucket], _ segment: ChartRow.Dimension?) -> ChartCells.Sums
            {
                cells.flows(of: measure, in: buckets, by: segment, filter)
            }
            lines = Self.lines(query.dimension, buckets, cells, earlier, sums, values)
        case .parts(let parts, let isStacked):
            self.isStacked = isStacked
            var net: [Int: BoundedSum] = [:]
            var before: [Int: BoundedSum] = [:]
            lines = parts.map { measure, sign in
                let own = signed(cells.flows(of: measure, in: buckets, filter)[""], sign)
                net.merge(own ?? [:], uniquingKeysWith: +)
                if let earlier {
                    let old = signed(earlier.cells.flows(of: measure, in: earlier.buckets, filter)[""], sign)
                    before.merge(old ?? [:], uniquingKeysWith: +)
                }
                return Line(kind: .part(measure), values: values(own))
            }
            lines.append(Line(kind: .net, values: values(net), previous: earlier.map { _ in values(before) }))
        case .states(let measures):
            isStacked = true
            lines = measures.map { measure in
                Line(kind: .part(measure), values: values(cells.states(of: measure, in: buckets, filter)[""]))
            }
        case .flows(let measures):
            lines = measures.map { measure in
                Line(kind: .part(measure), values: values(cells.flows(of: measure, in: buckets, filter)[""]))
            }
        case .share(let part, let whole), .churn(let part, let whole):
            let isOfStart = if case .churn = chart.formula { true } else { false }
            lines = Self.shares(
                query.dimension,
                buckets,
                cells,
                earlier,
                part: { $0.flows(of: part, in: $1, by: $2, filter) },
                whole: { cells, buckets, segment in
                    isOfStart
                        ? cells.statesBefore(of: whole, buckets, by: segment, filter)
                        : cells.flows(of: whole, in: buckets, by: segment, filter)
                }
            )
        case .summary, .customers, .visits, .failures: lines = []
        }
    }

    /// The summaries of all buckets of a part, and of those that it is compared with.
    typealias PartSummaries = (part: ChartPart, now: [ChartSummary], earlier: [ChartSummary]?)

    /// The charts whose buckets are summaries of their own.
    ///
    /// - Parameters:
    ///   - chart: The chart.
    ///   - query: How it is looked at.
    ///   - buckets: The axis.
    ///   - summaries: Those of each part that has a line, everything last.
    ///   - grouping: What products and storefronts belong to.
    ///   - currency: The currency of amounts.
    ///   - conversion: The conversion of all amounts to it.
    init(
        _ chart: ConsoleChart,
        _ query: ChartQuery,
        _ buckets: [ChartBucket],
        _ summaries: [PartSummaries],
        grouping: ChartGrouping,
        currency: Currency?,
        conversion: ChartConversion? = nil
    ) {
        self.buckets = buckets
        self.currency = chart.isMoney ? currency : nil
        amounts = self.currency
        switch chart {
        case .payingCustomers, .newPayingCustomers:
            func counts(_ summaries: [ChartSummary]) -> [ChartNumber] {
                summaries.map { .count(BoundedSum(Int64(chart == .payingCustomers ? $0.payers : $0.newPayers))) }
            }
            lines = summaries.map {
                Line(kind: Self.kind(of: $0.part), values: counts($0.now), previous: $0.earlier.map(counts))
            }
            return
        case .revenuePerPayer: break
        default:
            lines = summaries.last.map { Self.trialLines(query, $0.now, $0.earlier, grouping) } ?? []
            return
        }
        func numbers(_ summaries: [ChartSummary]) -> [ChartNumber] {
            summaries.map { summary in
                let currency = currency ?? "USD"
                if var conversion {
                    return .mean(conversion.convert(summary.revenue), over: summary.payers, currency)
                }
                let payers = summary.payersByCurrency[currency] ?? 0
                return .mean(summary.revenue[currency] ?? 0, over: payers, currency)
            }
        }
        lines = summaries.map {
            Line(kind: Self.kind(of: $0.part), values: numbers($0.now), previous: $0.earlier.map(numbers))
        }
    }

    private static func kind(of part: ChartPart) -> Line.Kind { part == .all ? .whole : .segment(part.name) }

    /// The customers who became known in each bucket, or how many of them paid within some days.
    init(
        _ chart: ConsoleChart,
        _ buckets: [ChartBucket],
        _ customers: CustomerCharts,
        earlier: [ChartBucket]?
    ) {
        self.buckets = buckets
        func days(_ bucket: ChartBucket) -> [(day: CivilDay, own: CustomerCharts.Day)] {
            (bucket.first.daysSince1970...bucket.last.daysSince1970).compactMap { number in
                let day = CivilDay(daysSince1970: number)
                return customers.days[day].map { (day, $0) }
            }
        }
        func counts(_ buckets: [ChartBucket]) -> [ChartNumber] {
            buckets.map { bucket in .count(BoundedSum(Int64(days(bucket).reduce(0) { $0 + $1.own.customers }))) }
        }
        // Only those count for whom the days are over.
        func shares(_ buckets: [ChartBucket], within count: Int) -> [ChartNumber] {
            buckets.map { bucket in
                let old = days(bucket).filter { customers.isOver(count, since: $0.day) }
                let part = old.reduce(0) { $0 + ($1.own.paid[count] ?? 0) }
                let whole = old.reduce(0) { $0 + $1.own.customers }
                return .share(part: BoundedSum(Int64(part)), whole: BoundedSum(Int64(whole)))
            }
        }
        guard chart == .conversion else {
            lines = [Line(kind: .whole, values: counts(buckets), previous: earlier.map(counts))]
            return
        }
        lines = CustomerCharts.conversionDays.map { count in
            Line(
                kind: .within(days: count),
                values: shares(buckets, within: count),
                previous: earlier.map { shares($0, within: count) }
            )
        }
    }

    /// Converted trials of those that ended, as a whole and for each segment.
    private static func trialLines(
        _ query: ChartQuery,
        _ summaries: [ChartSummary],
        _ earlier: [ChartSummary]?,
        _ grouping: ChartGrouping
    ) -> [Line] {
        let filter = query.filter(nil, grouping)
        let prefix = "segment "
        func counts(_ summary: ChartSummary) -> [String: TrialCount] {
            summary.trials.reduce(into: [:]) { counts, trial in
                let key = ChartRow.Key(trial.key)
                guard filter.accepts(key) else { return }
                // The whole has a name that no segment has.
                for place in [""] + (query.dimension.map { [prefix + grouping.name(of: key, $0)] } ?? []) {
                    counts[place, default: TrialCount()].ended += trial.value.ended
                    counts[place, default: TrialCount()].converted += trial.value.converted
                }
            }
        }
        let (now, before) = (summaries.map(counts), earlier.map { $0.map(counts) })
        func line(_ kind: Line.Kind, _ names: [String]) -> Line {
            func shares(_ counts: [[String: TrialCount]]) -> [ChartNumber] {
                counts.map { counts in
                    let own = names.compactMap { counts[$0] }
                    return .share(
                        part: BoundedSum(Int64(own.reduce(0) { $0 + $1.converted })),
                        whole: BoundedSum(Int64(own.reduce(0) { $0 + $1.ended }))
                    )
                }
            }
            return Line(kind: kind, values: shares(now), previous: before.map(shares))
        }
        let whole = line(.whole, [""])
        guard query.dimension != nil else { return [whole] }
        let sizes = now.reduce(into: [String: Int]()) { sizes, counts in
            for (name, count) in counts where !name.isEmpty { sizes[name, default: 0] += count.ended }
        }
        let names = sizes.sorted { (-$0.value, $0.key) < (-$1.value, $1.key) }.map(\.key)
        var lines = names.prefix(maximumSegments).map {
            line(.segment(String($0.dropFirst(prefix.count))), [$0])
        }
        let rest = Array(names.dropFirst(maximumSegments))
        if !rest.isEmpty { lines.append(line(.other, rest)) }
        return lines + [whole]
    }

    /// Sums of some figures, by buckets and segments.
    private typealias Sums = (ChartCells, [ChartBucket], ChartRow.Dimension?) -> ChartCells.Sums

    /// Parts of wholes, of all and of each segment; the largest wholes first.
    private static func shares(
        _ segment: ChartRow.Dimension?,
        _ buckets: [ChartBucket],
        _ cells: ChartCells,
        _ earlier: (buckets: [ChartBucket], cells: ChartCells)?,
        part: Sums,
        whole: Sums
    ) -> [Line] {
        func line(_ kind: Line.Kind, _ names: [String], _ sums: (now: Pair, before: Pair?)) -> Line {
            func shares(_ pair: Pair, _ count: Int) -> [ChartNumber] {
                (0..<count).map { index in
                    func sum(_ sums: ChartCells.Sums) -> BoundedSum {
                        names.reduce(BoundedSum()) { $0 + (sums[$1]?[index] ?? 0) }
                    }
                    return .share(part: sum(pair.parts), whole: sum(pair.wholes))
                }
            }
            return Line(
                kind: kind,
                values: shares(sums.now, buckets.count),
                previous: sums.before.map { shares($0, earlier?.buckets.count ?? 0) }
            )
        }
        typealias Pair = (parts: ChartCells.Sums, wholes: ChartCells.Sums)
        func pairs(_ segment: ChartRow.Dimension?) -> (now: Pair, before: Pair?) {
            (
                (part(cells, buckets, segment), whole(cells, buckets, segment)),
                earlier.map { (part($0.cells, $0.buckets, segment), whole($0.cells, $0.buckets, segment)) }
            )
        }
        let all = line(.whole, [""], pairs(nil))
        guard let segment else { return [all] }
        let sums = pairs(segment)
        var sizes = sums.now.wholes.mapValues { $0.values.reduce(BoundedSum()) { $0 + $1.magnitude }.value }
        // A segment may have parts of nothing: who came and went within the first bucket.
        for name in sums.now.parts.keys { sizes[name, default: 0] += 0 }
        let names = sizes.sorted { (-$0.value, $0.key) < (-$1.value, $1.key) }.map(\.key)
        var lines = names.prefix(maximumSegments).map { line(.segment($0), [$0], sums) }
        let rest = Array(names.dropFirst(maximumSegments))
        if !rest.isEmpty { lines.append(line(.other, rest, sums)) }
        return lines + [all]
    }

    private static func lines(
        _ segment: ChartRow.Dimension?,
        _ buckets: [ChartBucket],
        _ cells: ChartCells,
        _ earlier: (buckets: [ChartBucket], cells: ChartCells)?,
        _ sums: (ChartCells, [ChartBucket], ChartRow.Dimension?) -> ChartCells.Sums,
        _ values: ([Int: BoundedSum]?) -> [ChartNumber]
    ) -> [Line] {
        let all = sums(cells, buckets, nil)[""]
        let before = earlier.map { sums($0.cells, $0.buckets, nil)[""] }
        let whole = Line(kind: .whole, values: values(all), previous: before.map(values))
        guard let segment else { return [whole] }
        let parts = sums(cells, buckets, segment)
        let old = earlier.map { sums($0.cells, $0.buckets, segment) }
        let sizes = parts.mapValues { $0.values.reduce(BoundedSum()) { $0 + $1.magnitude }.value }
        let names = sizes.sorted { (-$0.value, $0.key) < (-$1.value, $1.key) }.map(\.key)
        var lines = names.prefix(maximumSegments).map { name in
            Line(kind: .segment(name), values: values(parts[name]), previous: old.map { values($0[name]) })
        }
        let rest = names.dropFirst(maximumSegments)
        if !rest.isEmpty {
            func merged(_ sums: ChartCells.Sums) -> [Int: BoundedSum] {
                rest.reduce(into: [:]) { $0.merge(sums[$1] ?? [:], uniquingKeysWith: +) }
            }
            lines.append(Line(kind: .other, values: values(merged(parts)), previous: old.map { values(merged($0)) }))
        }
        return lines + [whole]
    }
}

extension CustomerCharts {
    /// The customers who became known in each bucket, by the names of their storefronts; under an empty name, those who paid
    /// nothing.
    func newCustomers(
        in buckets: [ChartBucket],
        _ name: (StorefrontCountryCode) -> String
    ) -> ChartCells.Sums {
        var sums: ChartCells.Sums = [:]
        for (index, bucket) in buckets.enumerated() {
            for number in bucket.first.daysSince1970...bucket.last.daysSince1970 {
                guard let day = days[CivilDay(daysSince1970: number)] else { continue }
                var rest = BoundedSum(Int64(day.customers))
                for (storefront, count) in day.storefronts where count != 0 {
                    let count = BoundedSum(Int64(count))
                    sums[name(storefront), default: [:]][index, default: 0] += count
                    rest = rest - count
                }
                if rest != 0 { sums["", default: [:]][index, default: 0] += rest }
            }
        }
        return sums
    }
}

extension ChartRow.Key {
    /// What a trial was about, as rows of charts name it.
    init(_ trial: TrialKey) {
        self.init(
            product: trial.product,
            storefront: trial.storefront,
            offer: trial.offer,
            store: trial.store,
            measure: .trialsStarted
        )
    }
}
