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
            // The share of all days, and not that of one.
            if case .churn = other.formula { view.wholeRange = rangeResult(other, plain, currency) }
            return view.number(
                result,
                others: other.isMoney ? max(0, currencies.count - 1) : 0,
                isCurrent: other == chart,
                f
            )
        }
        return "<ul class=\"numbers numbers-scroll\">\(cards)</ul>"
    }

    /// A ratio over all days as one bucket.
    private func rangeResult(_ chart: ConsoleChart, _ query: ChartQuery, _ currency: Currency?) -> ChartResult? {
        func whole(_ buckets: [ChartBucket]) -> ChartBucket? {
            guard let first = buckets.first, let last = buckets.last else { return nil }
            return ChartBucket(first: first.first, last: last.last, resolution: query.resolution)
        }
        guard let cells = data.cells, let own = whole(data.buckets) else { return nil }
        let earlier = data.compared.flatMap(whole).flatMap { bucket in
            data.earlier.map { (buckets: [bucket], cells: $0) }
        }
        return ChartResult(chart, query, [own], cells, earlier: earlier, currency: currency)
    }

    /// A number card: name, value, change, line; a link to the chart.
    func number(_ result: ChartResult, others: Int, isCurrent: Bool, _ f: PageContext) -> HTML {
        let shown = wholeRange ?? result
        guard let line = result.whole, let sum = shown.whole, let pair = summary(of: sum, shown) else { return .empty }
        let current: HTML = isCurrent ? " aria-current=\"page\"" : .empty
        let change = pair.before.flatMap {
            ChartChange(now: pair.now, before: $0, isBetterWhenLower: chart.isBetterWhenLower).html(in: f)
        }
        let more: HTML? = others > 0 ? " <span>\(f("+ \(others) currencies", "另有 \(others) 个币种"))</span>" : nil
        return """
            <li><a class="number" href="\(path(query, f))"\(current)><b>\(f.rounded(pair.now))</b><span>\(chart == .mrr ? "MRR" : f.name(of: chart))</span>
            <small>\(change)\(more)</small>\(SparkLine(line.values.map(\.height)).html)</a></li>

            """
    }
}
