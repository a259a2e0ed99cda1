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

    /// The line that stands for the whole chart.
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
        let filter = ChartCells.Filter(
            products: Set(query.products),
            storefronts: Set(query.storefronts),
            offers: Set(query.offers),
            stores: Set(query.stores),
            currency: chart.isMoney ? currency : nil
        )
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
        switch chart.formula {
        case .state(let measure, let factor):
            func sums(_ cells: ChartCells, _ buckets: [ChartBucket], _ segment: ChartRow.Dimension?) -> ChartCells.Sums
            {
                cells.states(of: measure, in: buckets, by: segment, filter)
                    .mapValues { $0.mapValues { $0 * BoundedSum(factor) } }
            }
            lines = Self.lines(query.segment, buckets, cells, earlier, sums, values)
        case .flow(let measure):
            func sums(_ cells: ChartCells, _ buckets: [ChartBucket], _ segment: ChartRow.Dimension?) -> ChartCells.Sums
            {
                cells.flows(of: measure, in: buckets, by: segment, filter)
            }
            lines = Self.lines(query.segment, buckets, cells, earlier, sums, values)
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
        case .share(let part, let whole):
            func shares(_ cells: ChartCells, _ buckets: [ChartBucket]) -> [ChartNumber] {
                let (parts, wholes) = (
                    cells.flows(of: part, in: buckets, filter)[""], cells.flows(of: whole, in: buckets, filter)[""]
                )
                return buckets.indices.map { .share(part: parts?[$0] ?? 0, whole: wholes?[$0] ?? 0) }
            }
            lines = [
                Line(
                    kind: .whole,
                    values: shares(cells, buckets),
                    previous: earlier.map { shares($0.cells, $0.buckets) }
                )
            ]
        case .churn(let part, let whole):
            func shares(_ cells: ChartCells, _ buckets: [ChartBucket]) -> [ChartNumber] {
                let (parts, wholes) = (
                    cells.flows(of: part, in: buckets, filter)[""], cells.statesBefore(of: whole, buckets, filter)[""]
                )
                return buckets.indices.map { .share(part: parts?[$0] ?? 0, whole: wholes?[$0] ?? 0) }
            }
            lines = [
                Line(
                    kind: .whole,
                    values: shares(cells, buckets),
                    previous: earlier.map { shares($0.cells, $0.buckets) }
                )
            ]
        case .summary: lines = []
        }
    }

    /// The charts whose buckets are summaries of their own.
    init(
        _ chart: ConsoleChart,
        _ buckets: [ChartBucket],
        _ summaries: [ChartSummary],
        earlier: [ChartSummary]?,
        currency: Currency?,
        conversion: ChartConversion? = nil
    ) {
        self.buckets = buckets
        self.currency = chart.isMoney ? currency : nil
        amounts = self.currency
        func numbers(_ summaries: [ChartSummary]) -> [ChartNumber] {
            summaries.map { summary in
                guard chart == .revenuePerPayer else {
                    return .share(
                        part: BoundedSum(Int64(summary.convertedTrials)),
                        whole: BoundedSum(Int64(summary.endedTrials))
                    )
                }
                let currency = currency ?? "USD"
                if var conversion {
                    return .mean(conversion.convert(summary.revenue), over: summary.payers, currency)
                }
                return .mean(summary.revenue[currency] ?? 0, over: summary.payers, currency)
            }
        }
        lines = [Line(kind: .whole, values: numbers(summaries), previous: earlier.map(numbers))]
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
