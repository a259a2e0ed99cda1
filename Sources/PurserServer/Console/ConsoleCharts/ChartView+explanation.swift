// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import HTML

/// Why a number is what it is: the arithmetic, whether it adds up, and the call of the API that says the same.
extension ChartView {
    /// A line of the arithmetic.
    struct Term {
        var name: String
        var number: ChartNumber
    }

    func explanation(_ result: ChartResult, hasLink: Bool, _ f: PageContext) -> HTML {
        let index = selected(in: result)
        guard result.buckets.indices.contains(index), let cells = data.cells else { return .empty }
        let bucket = result.buckets[index]
        guard let number = result.whole?.values[index] else { return parts(of: bucket, at: index, result, hasLink, f) }
        var (terms, rest) = terms(of: bucket, number, cells, result, f)
        if data.conversion != nil, let left = rest, left != 0, left.magnitude <= UInt64(cells.count) {
            // Each row was rounded when it was converted.
            let sum = BoundedSum(left).magnitude
            let name = (left < 0 ? "− " : "+ ") + f("Rounding of the conversion")
            terms.append(Term(name: name, number: result.currency.map { .money(sum, $0) } ?? .count(sum)))
            rest = 0
        }
        let rows = (terms + [Term(name: "= " + wholeName(f), number: number)]).map { term in
            "<tr><th scope=\"row\">\(term.name)</th><td>\(f.text(term.number))</td></tr>\n" as HTML
        }
        let mark: HTML =
            switch rest {
            case .some(0): Components.badge(f("adds up"), .good)
            case .some: Components.badge(f("does not add up"), .warning)
            case nil: .empty
            }
        return card(bucket, mark, headline: number, rows, hasLink, f)
    }

    /// The lines of a chart that has no whole.
    private func parts(
        of bucket: ChartBucket,
        at index: Int,
        _ result: ChartResult,
        _ hasLink: Bool,
        _ f: PageContext
    ) -> HTML {
        let rows = result.lines.map { line -> HTML in
            let counts: HTML? =
                if case .share(let part, let whole) = line.values[index], whole.value != 0 {
                    "<br>\(Components.soft(f("\(f.text(.count(part))) of \(f.text(.count(whole)))")))"
                } else {
                    nil
                }
            return
                "<tr><th scope=\"row\">\(name(of: line, f))</th><td>\(f.text(line.values[index]))\(counts)</td></tr>\n"
        }
        return card(bucket, nil, headline: nil, rows, hasLink, f)
    }

    private func card(
        _ bucket: ChartBucket,
        _ mark: HTML?,
        headline: ChartNumber?,
        _ rows: [HTML],
        _ hasLink: Bool,
        _ f: PageContext
    ) -> HTML {
        let why: HTML? =
            hasLink && !chart.evidence.isEmpty
            ? "<p><a class=\"btn wide\" href=\"\(path(query, suffix: "/why", f))\">\(f("Show the purchases"))</a></p>"
            : nil
        let running = bucket.isRunning ? " · " + f("so far") : ""
        let day =
            bucket.first == bucket.last
            ? f.dayText(bucket.first.description)
            : "\(f.dayText(bucket.first.description)) – \(f.dayText(bucket.last.description))"
        let number = headline.map { "<p class=\"headline\">\(f.rounded($0))</p>" as HTML }
        let reports = f.path(to: "/console/reconciliation")
        let comparison: HTML? =
            chart.isInReports
            ? "<p class=\"soft\"><a class=\"apart\" href=\"\(reports)\">\(f("Compare with Apple's reports"))</a></p>"
            : nil
        return """
            <section class="card-like" id="why" aria-labelledby="why-title">
            <div class="card-head"><h2 id="why-title">\(f("Why this number"))</h2>\(mark)</div>
            <p class="soft">\(day)\(running)</p>
            \(number)
            <table class="\(headline == nil ? "sum parts" : "sum" as HTML)"><caption class="visually-hidden">\(f("Arithmetic"))</caption><tbody>\(rows)</tbody></table>
            \(why)
            \(call(bucket, f))
            \(comparison)
            </section>

            """
    }

    /// What a number is made of, and what is left between the sum of that and the number; nothing where no sum is meant.
    private func terms(
        of bucket: ChartBucket,
        _ number: ChartNumber,
        _ cells: ChartCells,
        _ result: ChartResult,
        _ f: PageContext
    ) -> (terms: [Term], rest: Int64?) {
        let filter = query.filter(result.amounts, cells.grouping)
        func flow(_ measure: ChartMeasure) -> BoundedSum { cells.flows(of: measure, in: [bucket], filter)[""]?[0] ?? 0 }
        func typed(_ sum: BoundedSum) -> ChartNumber { result.currency.map { .money(sum, $0) } ?? .count(sum) }
        switch (chart.formula, number) {
        case (.state(.monthlyRevenue, let factor), .money(let whole, _)):
            return movement(
                .monthlyRevenue,
                [
                    (.monthlyRevenueNew, 1), (.monthlyRevenueReactivated, 1), (.monthlyRevenueExpansion, 1),
                    (.monthlyRevenueContraction, -1), (.monthlyRevenueChurned, -1),
                ],
                times: factor,
                bucket,
                whole,
                cells,
                filter,
                typed,
                f
            )
        case (.state(.active, _), .count(let whole)):
            return movement(
                .active,
                [(.new, 1), (.reactivated, 1), (.churned, -1)],
                times: 1,
                bucket,
                whole,
                cells,
                filter,
                typed,
                f
            )
        case (.state(.activeTrial, _), .count(let whole)):
            return movement(
                .activeTrial,
                [(.trialsEntered, 1), (.trialsPaid, -1), (.trialsLost, -1)],
                times: 1,
                bucket,
                whole,
                cells,
                filter,
                typed,
                f
            )
        case (.state(let measure, _), .count(let whole)), (.state(let measure, _), .money(let whole, _)):
            let parts = cells.states(of: measure, in: [bucket], by: .product, filter).mapValues { $0[0] ?? 0 }
            return products(parts, whole, typed, f)
        case (.flow(let measure), .count(let whole)), (.flow(let measure), .money(let whole, _)):
            let parts = cells.flows(of: measure, in: [bucket], by: .product, filter).mapValues { $0[0] ?? 0 }
            return products(parts, whole, typed, f)
        case (.parts(let parts, _), .count(let whole)), (.parts(let parts, _), .money(let whole, _)):
            var sum = BoundedSum()
            let terms = parts.map { measure, sign -> Term in
                let value = flow(measure) * BoundedSum(sign)
                sum = sum + value
                return Term(name: (sign < 0 ? "− " : "+ ") + f.name(of: measure), number: typed(value.magnitude))
            }
            return (terms, (whole - sum).value)
        case (.states(let measures), .count(let whole)):
            let terms = measures.map { measure -> (Term, BoundedSum) in
                let value = cells.states(of: measure, in: [bucket], filter)[""]?[0] ?? 0
                return (Term(name: f.name(of: measure), number: typed(value)), value)
            }
            return (terms.map(\.0), (whole - terms.reduce(BoundedSum()) { $0 + $1.1 }).value)
        case (.flows(let measures), .count(let whole)):
            let parts = measures.first.map { cells.flows(of: $0, in: [bucket], by: .product, filter) } ?? [:]
            return products(parts.mapValues { $0[0] ?? 0 }, whole, typed, f)
        case (.share(let part, let whole), .share(let parts, let wholes)),
            (.churn(let part, let whole), .share(let parts, let wholes)):
            let currency = chart.isMoney ? filter.currency : nil
            func own(_ sum: BoundedSum) -> ChartNumber { currency.map { .money(sum, $0) } ?? .count(sum) }
            return (
                [
                    Term(name: f.name(of: part), number: own(parts)),
                    Term(name: "÷ " + f.name(of: whole), number: own(wholes)),
                ], nil
            )
        case (.summary, .share(let part, let whole)):
            return (
                [
                    Term(name: f("Converted trials"), number: .count(part)),
                    Term(name: "÷ " + f("Ended trials"), number: .count(whole)),
                ],
                nil
            )
        case (.failures, .count(let whole)):
            let own = result.lines.filter { $0.kind != .whole }
            guard let index = result.buckets.firstIndex(of: bucket) else { return ([], nil) }
            let values = own.map { line -> BoundedSum in
                if case .count(let sum) = line.values[index] { sum } else { 0 }
            }
            let terms = zip(own, values).filter { $0.1 != 0 }.map { Term(name: name(of: $0, f), number: .count($1)) }
            return (terms, (whole - values.reduce(BoundedSum(), +)).value)
        case (.summary, .mean(let sum, let count, let currency)):
            return (
                [
                    Term(name: f("Revenue"), number: .money(sum, currency)),
                    Term(name: "÷ " + f("Paying customers"), number: .count(BoundedSum(Int64(count)))),
                ],
                nil
            )
        default: return ([], nil)
        }
    }

    /// A state from the one before: what came, less what went.
    private func movement(
        _ state: ChartMeasure,
        _ parts: [(ChartMeasure, Int64)],
        times factor: Int64,
        _ bucket: ChartBucket,
        _ whole: BoundedSum,
        _ cells: ChartCells,
        _ filter: ChartCells.Filter,
        _ typed: (BoundedSum) -> ChartNumber,
        _ f: PageContext
    ) -> (terms: [Term], rest: Int64?) {
        let before = (cells.statesBefore(of: state, [bucket], filter)[""]?[0] ?? 0) * BoundedSum(factor)
        var sum = before
        let yesterday = f.dayText(bucket.first.adding(days: -1).description)
        var terms = [Term(name: f("At the end of \(yesterday)"), number: typed(before))]
        for (measure, sign) in parts {
            let value = (cells.flows(of: measure, in: [bucket], filter)[""]?[0] ?? 0) * BoundedSum(factor)
            sum = sum + value * BoundedSum(sign)
            terms.append(Term(name: (sign < 0 ? "− " : "+ ") + f.name(of: measure), number: typed(value)))
        }
        let rest = whole - sum
        // Within a filter a subscription also comes and goes by a change of its plan or offer, which is neither.
        let isFiltered =
            !filter.products.isEmpty || !filter.storefronts.isEmpty || !filter.offers.isEmpty
            || !filter.stores.isEmpty
        if isFiltered, rest.value != 0 {
            let sign = rest.value < 0 ? "− " : "+ "
            terms.append(Term(name: sign + f("Changes of plan or offer"), number: typed(rest.magnitude)))
            return (terms, 0)
        }
        return (terms, rest.value)
    }

    /// A sum by its products.
    private func products(
        _ parts: [String: BoundedSum],
        _ whole: BoundedSum,
        _ typed: (BoundedSum) -> ChartNumber,
        _ f: PageContext
    ) -> (terms: [Term], rest: Int64?) {
        let sorted = parts.filter { $0.value != 0 }
            .sorted { (-$0.value.magnitude.value, $0.key) < (-$1.value.magnitude.value, $1.key) }
        let sum = sorted.reduce(BoundedSum()) { $0 + $1.value }
        var terms = sorted.prefix(9).map { Term(name: $0.key, number: typed($0.value)) }
        let others = sorted.dropFirst(9)
        if !others.isEmpty {
            let rest = others.reduce(BoundedSum()) { $0 + $1.value }
            terms.append(Term(name: f("Other"), number: typed(rest)))
        }
        return (terms, (whole - sum).value)
    }

    /// The call of the API that answers the same.
    private func call(_ bucket: ChartBucket, _ f: PageContext) -> HTML {
        let address: String
        if case .failures = chart.formula {
            let start = ReportingZone.pacific.start(of: bucket.first).millisecondsSince1970
            let end = ReportingZone.pacific.start(of: bucket.last.adding(days: 1)).millisecondsSince1970 - 1
            let column = query.segment.flatMap { PurchaseFailureCounts.Part(rawValue: $0.rawValue) } ?? .code
            address = "/v1/purchase-failures?from=\(start)&until=\(end)&groupBy=\(column.rawValue)"
        } else if case .customers = chart.formula {
            address = "/v1/charts/customers?from=\(bucket.first)&until=\(bucket.last)"
        } else if case .visits = chart.formula {
            address =
                "/v1/charts/active-customers?from=\(bucket.first)&until=\(bucket.last)&resolution=\(bucket.resolution)"
        } else if case .summary = chart.formula {
            let known = query.dimension.flatMap { [.product, .storefront, .offer].contains($0) ? $0 : nil }
            let group = chart == .trialConversion ? known.map { "&groupBy=" + $0.rawValue } ?? "" : ""
            address = "/v1/charts/summary?from=\(bucket.first)&until=\(bucket.last)\(group)"
        } else {
            let measures = chart.measures.map(\.rawValue).joined(separator: ",")
            address = "/v1/charts?from=\(bucket.first)&until=\(bucket.last)&groupBy=day,product&measure=\(measures)"
        }
        let environment = "&environment=" + f.scope.environment
        return """
            <details class="chart-table"><summary>\(f("By the API"))</summary>
            <pre>curl -H "Authorization: Bearer $PURSER_KEY" "$PURSER_URL\(address)\(environment)"</pre></details>
            """
    }

    /// The segments under the chart: each with its share, change and line.
    func segments(_ result: ChartResult, _ f: PageContext) -> HTML? {
        let lines = result.lines.filter { $0.kind != .whole && $0.kind != .net }
        guard !lines.isEmpty else { return nil }
        // A ratio of nothing has no height, and its segments are listed all the same.
        let all =
            result.whole.map { summary(of: $0, result)?.now.height ?? 0 }
            ?? lines.reduce(0) { $0 + (summary(of: $1, result)?.now.height ?? 0) }
        let rows = (lines + [result.whole].compactMap(\.self)).enumerated().compactMap { index, line -> [HTML]? in
            guard let pair = summary(of: line, result) else { return nil }
            let change = pair.before.flatMap {
                ChartChange(now: pair.now, before: $0, isBetterWhenLower: chart.isBetterWhenLower).html(in: f)
            }
            let share = pair.now.height.map { all == 0 ? "–" : f.percent($0 / all * 100) } ?? "–"
            let isTotal = line.kind == .whole || line.kind == .net
            let key: HTML = isTotal ? .empty : "<i class=\"key key-\(color(of: line, at: index))\"></i>"
            let name =
                isTotal
                ? f("Total")
                : name(of: line, f)
            return [
                isTotal ? "<b>\(name)</b>" : "\(key)\(link(line, name, f))", HTML(f.rounded(pair.now)),
            ] + (chart.hasShares ? [HTML(share)] : []) + [
                change ?? "–",
                SparkLine(line.values.map(\.height)).html ?? "–",
            ]
        }
        let title = query.segment == nil ? f("Parts") : f.name(of: query.segment)
        let table = Components.table(
            title,
            [
                query.segment == nil ? f("Part") : f.column(query.segment), wholeName(f),
            ] + (chart.hasShares ? [f("Share")] : []) + [f.name(of: query.comparison), f("Trend")],
            rows,
            numeric: chart.hasShares ? [1, 2, 3] : [1, 2],
            empty: ""
        )
        let note: HTML? =
            query.segment != nil && !chart.isStackable && !chart.isShare
            ? "<p class=\"soft\">\(f("A customer who pays for several of them counts in each."))</p>" : nil
        return Components.section(title, id: "segments", "\(table)\(note)")
    }

    /// A segment leads to the chart of itself alone.
    private func link(_ line: ChartResult.Line, _ name: String, _ f: PageContext) -> HTML {
        guard let dimension = query.dimension, case .segment(let value) = line.kind, !value.isEmpty else {
            return HTML(name)
        }
        let own = query.changing { query in
            switch dimension {
            case .storefront: query.storefronts = [value]
            case .offer: query.offers = [value]
            case .store: query.stores = [value]
            case .group: query.groups = [value]
            case .region: query.regions = [value]
            case .period: query.periods = [value]
            case .kind: query.kinds = [value]
            case .product, .day: query.products = [value]
            }
            query.segment = nil
        }
        return Link(name, path(own, f)).html
    }
}
