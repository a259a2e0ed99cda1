// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import HTML

/// The five numbers above a chart: each leads to its own.
extension ChartView {
    static let headCharts: [ConsoleChart] = [.mrr, .revenue, .active, .churn, .newTrials]

    func numbers(_ f: PageContext) -> HTML? {
        guard let cells = data.cells, !data.buckets.isEmpty else { return nil }
        let earlier = data.compared.flatMap { compared in data.earlier.map { (buckets: compared, cells: $0) } }
        let plain = query.changing { $0.segment = nil }
        let cards = Self.headCharts.map { other -> HTML in
            let currencies = cells.currencies(of: other.measures)
            let wanted = query.currency.map(Currency.init(rawValue:))
            let currency =
                other.isMoney ? wanted.flatMap { currencies.contains($0) ? $0 : nil } ?? currencies.first : nil
            let result = ChartResult(other, plain, data.buckets, cells, earlier: earlier, currency: currency)
            var view = ChartView(chart: other, query: query.changing { $0.bucket = nil }, data: data)
            // The share of a month, and not that of one day.
            if case .churn = other.formula { view.wholeRange = monthResult(other, plain, currency) }
            return view.number(
                result,
                others: other.isMoney ? max(0, currencies.count - 1) : 0,
                isCurrent: other == chart,
                f
            )
        }
        return "<ul class=\"numbers numbers-scroll\">\(cards)</ul>"
    }

    private static let daysOfChurn = 30

    /// A ratio over the last 30 days as one bucket, or over all days where there are fewer.
    private func monthResult(_ chart: ConsoleChart, _ query: ChartQuery, _ currency: Currency?) -> ChartResult? {
        func whole(_ buckets: [ChartBucket]) -> ChartBucket? {
            guard let first = buckets.first, let last = buckets.last else { return nil }
            let start = max(first.first, last.last.adding(days: 1 - Self.daysOfChurn))
            return ChartBucket(first: start, last: last.last, resolution: query.resolution)
        }
        guard let cells = data.cells, let own = whole(data.buckets) else { return nil }
        let earlier = data.compared.flatMap(whole).flatMap { bucket in
            data.earlier.map { (buckets: [bucket], cells: $0) }
        }
        return ChartResult(chart, query, [own], cells, earlier: earlier, currency: currency)
    }

    private func shortName(_ f: PageContext) -> String {
        guard chart != .mrr else { return "MRR" }
        guard case .churn = chart.formula, let bucket = wholeRange?.buckets.first else { return f.name(of: chart) }
        let days = bucket.last.daysSince1970 - bucket.first.daysSince1970 + 1
        return f.name(of: chart) + (days == 1 ? f(", 1 day") : f(", \(days) days"))
    }

    /// A number card: name, value, change, line; a link to the chart.
    func number(_ result: ChartResult, others: Int, isCurrent: Bool, _ f: PageContext) -> HTML {
        let shown = wholeRange ?? result
        guard let line = result.whole, let sum = shown.whole, let pair = summary(of: sum, shown) else { return .empty }
        let current: HTML = isCurrent ? " aria-current=\"page\"" : .empty
        let change = pair.before.flatMap {
            ChartChange(now: pair.now, before: $0, isBetterWhenLower: chart.isBetterWhenLower).html(in: f)
        }
        let more: HTML? = others > 0 ? " <span>\(f("+ \(others) currencies"))</span>" : nil
        return """
            <li><a class="number" href="\(path(query, f))"\(current)><b>\(f.rounded(pair.now))</b><span>\(shortName(f))</span>
            <small>\(change)\(more)</small>\(SparkLine(line.values.map(\.height)).html)</a></li>

            """
    }
}
