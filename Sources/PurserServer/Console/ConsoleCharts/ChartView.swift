// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import HTML

/// A chart's page: what can be chosen, five numbers, the chart, why its number is so, and its segments.
struct ChartView: Sendable {
    let chart: ConsoleChart
    let query: ChartQuery
    let data: ChartPages.Data
    /// The ratio of all days, for a number card.
    var wholeRange: ChartResult?

    func page(in f: PageContext) -> Page {
        var page = Page(f.name(of: chart), place: .charts, content(f))
        page.crumbs = [Link(f.name(of: .charts), f.path(to: "/console/charts"))]
        page.badges = picker(f)
        page.actions = """
            <button type="button" class="btn" data-copy="" data-copied="\(f("Copied"))" data-with-script>\(f("Copy link"))</button>
            <a class="btn" href="\(path(query, suffix: "/csv", f))">CSV</a>
            """
        return page
    }

    /// The numbers and the chart alone, for the first page.
    func digest(in f: PageContext) -> HTML {
        let cards = data.results.prefix(1).filter { !$0.lines.isEmpty }.map { card($0, isAlone: false, f) }
        return
            "\(data.job.map { job($0, f) })\(numbers(f))\(data.cells == nil ? [] : cards)\(annotations(f, isReadOnly: true))"
    }

    /// The address of a chart, looked at in a way.
    func path(_ query: ChartQuery, of chart: ConsoleChart? = nil, suffix: String = "", _ f: PageContext) -> String {
        let chart = chart ?? self.chart
        // Another chart may not have what this one is taken apart by.
        let own = query.changing { if let segment = $0.segment, !chart.segments.contains(segment) { $0.segment = nil } }
        return f.path(to: "/console/charts/\(chart.rawValue)\(suffix)", own.items)
    }

    private func content(_ f: PageContext) -> HTML {
        """
        \(unread(f))
        \(tools(f))
        <div id="charts"\(data.job == nil ? "" : " data-refresh" as HTML)>
        \(data.job.map { job($0, f) })
        \(numbers(f))
        \(results(f))
        \(note(f))
        </div>
        \(annotations(f))
        """
    }

    private func unread(_ f: PageContext) -> HTML? {
        guard !query.unread.isEmpty else { return nil }
        let names = query.unread.joined(separator: ", ")
        return """
            <p class="notice info" role="status">\(f("Left out, because it could not be read: "))\(names)</p>
            """
    }

    func job(_ job: JobSummary, _ f: PageContext) -> HTML {
        Components.section(
            f("These days are being computed"),
            id: "computing",
            "\(job.bar(in: f))<p class=\"soft\">\(f("The page shows them when they are there."))</p>"
        )
    }

    private func results(_ f: PageContext) -> HTML {
        if data.isTooLarge {
            return Components.section(
                f.name(of: chart),
                """
                <p class="soft">\(f("There are too many purchases to compute this chart on a page. Choose longer buckets, or ask the API."))</p>
                """
            )
        }
        guard data.cells != nil else { return .empty }
        let shown = data.results.filter { !$0.lines.isEmpty }
        guard let only = shown.first, shown.count == 1 else {
            return "<div class=\"charts\">\(shown.map { card($0, isAlone: false, f) })</div>"
        }
        return """
            <div class="grid grid-chart">\(card(only, isAlone: true, f))\(explanation(only, hasLink: true, f))</div>
            \(segments(only, f))
            """
    }

    private func note(_ f: PageContext) -> HTML {
        let computed = data.cells.map { "\(f("Computed")) \(f.time($0.computed))\(f(". "))" as HTML }
        return """
            \(rates(f))
            \(chart.isAboutSubscribers ? "<p>\(Link(f("Subscriptions that will not renew"), f.path(to: "/console/not-renewing")).html)</p>" as HTML : nil)
            <p class="soft">\(computed)\(f("Days are Pacific days, as in Apple's reports. Figures come from stored documents; late documents correct the past."))</p>
            """
    }

    /// The rates with which amounts were converted, and what has none.
    private func rates(_ f: PageContext) -> HTML? {
        guard let conversion = data.conversion else { return nil }
        let day = f.dayText(conversion.rates.day)
        let source = conversion.rates.source.map { " (\($0))" } ?? ""
        let target = conversion.target.rawValue
        let without = conversion.missing.map(\.rawValue).sorted().joined(separator: ", ")
        let missing: HTML? =
            without.isEmpty
            ? nil
            : """
            <p class="notice info">\(f("Left out, because there is no rate: "))\(without).
            \(Link(f("Set rates"), f.path(to: "/console/exchange-rates")).html)</p>
            """
        let items = conversion.rates.rates.split(separator: ",").map { item in
            "<li>\(String(item).replacing(":", with: " "))</li>" as HTML
        }
        return """
            \(missing)<details class="chart-table"><summary>\(f("Converted to \(target) with the rates of \(day)\(source)"))</summary>
            <ul class="soft columns">\(items)</ul></details>
            """
    }

    // MARK: The chart

    private func card(_ result: ChartResult, isAlone: Bool, _ f: PageContext) -> HTML {
        let drawing = drawing(result, f)
        let title =
            isAlone
            ? drawing.title : [drawing.title, result.currency?.rawValue].compactMap(\.self).joined(separator: " · ")
        let name = "chart-" + (result.currency?.rawValue ?? "all")
        let body: HTML
        if drawing.isEmpty {
            body = "<p class=\"soft\">\(f("Nothing in these days."))</p>"
        } else if query.showsTable {
            body = drawing.table(in: f)
        } else {
            body = """
                \(drawing.canvas)
                <details class="chart-table"><summary>\(f("As a table"))</summary>\(drawing.table(in: f))</details>
                """
        }
        let views: HTML = isAlone ? viewChoice(f) : .empty
        return """
            <section class="card-like" id="\(name)" aria-labelledby="\(name)-title">
            <div class="card-head"><div><h2 id="\(name)-title">\(title)</h2><span class="soft">\(f.definition(of: chart))</span></div>\(views)</div>
            \(headline(result, f))
            \(body)
            </section>

            """
    }

    private func viewChoice(_ f: PageContext) -> HTML {
        func choice(_ isTable: Bool, _ name: String) -> HTML {
            let current: HTML = query.showsTable == isTable ? " aria-current=\"true\"" : .empty
            return "<a href=\"\(path(query.changing { $0.showsTable = isTable }, f))\"\(current)>\(name)</a>"
        }
        return "<div class=\"segments\">\(choice(false, f("Chart")))\(choice(true, f("Table")))</div>"
    }

    /// The number that stands for the days: what stands at the end, the sum of what happened, the ratio of all days.
    private func headline(_ result: ChartResult, _ f: PageContext) -> HTML? {
        guard let line = result.whole, let pair = summary(of: line, result) else { return nil }
        let change = pair.before.flatMap {
            ChartChange(now: pair.now, before: $0, isBetterWhenLower: chart.isBetterWhenLower).html(in: f)
        }
        let least = data.conversion?.missing.isEmpty == false && chart.isMoney ? "≥ " : ""
        return """
            <p class="headline">\(least)\(f.rounded(pair.now)) \(change) <span class="soft">\(pair.when(f))</span></p>
            """
    }

    /// A line's number for all days, and what it is compared with.
    struct Summary {
        var now: ChartNumber
        var before: ChartNumber?
        var isState: Bool
        var days: ClosedRange<CivilDay>

        func when(_ f: PageContext) -> String {
            isState
                ? f("at the end of \(f.dayText(days.upperBound.description))")
                : f("\(f.dayText(days.lowerBound.description)) to \(f.dayText(days.upperBound.description))")
        }
    }

    func summary(of line: ChartResult.Line, _ result: ChartResult) -> Summary? {
        guard let first = result.buckets.first, let last = result.buckets.last else { return nil }
        switch chart.formula {
        case .state, .states:
            guard let now = line.values.last else { return nil }
            return Summary(now: now, before: line.previous?.last, isState: true, days: first.first...last.last)
        // A customer who paid in two buckets is one payer, so only ratios of what began in the buckets are added up.
        case .churn, .visits,
            .summary where chart != .trialConversion:
            let index = selected(in: result)
            let bucket = result.buckets[index]
            return Summary(
                now: line.values[index],
                before: line.previous?[index],
                isState: false,
                days: bucket.first...bucket.last
            )
        case .flow, .flows, .parts, .share, .summary, .customers, .failures:
            guard let now = line.values.dropFirst().reduce(line.values.first, { ($0 ?? $1) + $1 }) else { return nil }
            return Summary(
                now: now,
                before: line.previous.flatMap { $0.dropFirst().reduce($0.first) { ($0 ?? $1) + $1 } },
                isState: false,
                days: first.first...last.last
            )
        }
    }

    /// The bucket that is explained: the one that the address names, or the last that is over.
    func selected(in result: ChartResult) -> Int {
        result.buckets.firstIndex { $0.label == query.bucket }
            ?? result.buckets.lastIndex { !$0.isRunning } ?? max(0, result.buckets.count - 1)
    }

    /// What products and storefronts belong to.
    var grouping: ChartGrouping { data.cells?.grouping ?? ChartGrouping() }

    /// What people call a line.
    func name(of line: ChartResult.Line, _ f: PageContext) -> String {
        f.name(of: line.kind, in: chart, by: query.segment, grouping)
    }

    /// What people call the number that is the whole chart.
    func wholeName(_ f: PageContext) -> String { f.name(of: .whole, in: chart, by: query.segment, grouping) }

    private func drawing(_ result: ChartResult, _ f: PageContext) -> Chart {
        let isSegmented = result.lines.contains { if case .segment = $0.kind { true } else { false } }
        var series: [Chart.Series] = []
        for line in result.lines where !(isSegmented && line.kind == .whole) {
            let style: Chart.Series.Style = line.kind == .net ? .net : .plain
            series.append(
                Chart.Series(
                    name: name(of: line, f),
                    values: line.values.map(\.height),
                    texts: line.values.map(f.rounded),
                    color: color(of: line, at: series.count),
                    style: style
                )
            )
        }
        if !chart.isMovement, let before = result.whole?.previous {
            series.append(
                Chart.Series(
                    name: f("Compared with"),
                    values: before.map(\.height),
                    texts: before.map(f.rounded),
                    style: .previous
                )
            )
        }
        let isBar = chart.isDrawnAsBars
        var title = wholeName(f)
        if isSegmented { title += " · " + name(of: query.segment, f) }
        var drawing = Chart(
            title,
            isBar ? .bar : .line,
            isStacked: chart.isStackable,
            axis: f.name(of: query.resolution),
            unit: chart.isShare ? "%" : result.currency?.rawValue,
            labels: result.buckets.map(\.label),
            series: series
        )
        drawing.digits = result.currency.map { PageContext.digits($0.rawValue) } ?? 0
        drawing.symbol = result.currency.map { f.symbol(of: $0.rawValue) }
        drawing.marks = marks
        drawing.isLastRunning = result.buckets.last?.isRunning ?? false
        drawing.days = result.buckets.last.map { last in
            (result.buckets.map(\.first.description), last.last.description)
        }
        // The bucket's label ends the address.
        drawing.explanation = path(query.changing { $0.bucket = nil }, f) + "&bucket="
        return drawing
    }

    func color(of line: ChartResult.Line, at index: Int) -> Int {
        switch line.kind {
        case .part(.new), .part(.monthlyRevenueNew), .part(.proceeds), .part(.trialsEntered), .part(.billingFailed): 1
        case .part(.reactivated), .part(.monthlyRevenueReactivated), .part(.trialsPaid), .part(.recoveredInGrace): 3
        case .part(.monthlyRevenueExpansion), .part(.tax), .part(.recoveredInRetry): 6
        case .part(.monthlyRevenueContraction), .part(.commission): 2
        case .part(.churned), .part(.monthlyRevenueChurned), .part(.trialsLost), .part(.billingLost): 4
        case .other: 8
        default: index % 7 + 1
        }
    }
}

extension ConsoleChart {
    /// Whether it shows what moved a state, up and down.
    var isMovement: Bool { [.mrrMovement, .movement, .trialsMovement, .billingRecovery].contains(self) }

    /// Whether its lines are parts of one whole: not what comes and goes, ratios, or questions and their answers.
    var hasShares: Bool {
        switch formula {
        case .flows: false
        // A customer may pay for several products.
        case .summary: false
        default: !isMovement && !isShare
        }
    }

    /// Whether its segments can be put on top of each other: not ratios, means, or customers who are in several.
    var isStackable: Bool {
        if case .summary = formula { false } else { !isShare }
    }

    /// Whether Apple's reports say something of it: they count sales and subscriptions, neither customers nor failures.
    var isInReports: Bool {
        let others: Set<ConsoleChart> = [
            .newCustomers, .activeCustomers, .conversion, .payingCustomers, .newPayingCustomers, .refundRequests,
            .purchaseFailures,
        ]
        return !others.contains(self)
    }

    /// Whether it depends on who renews.
    var isAboutSubscribers: Bool { Group.subscriptions.charts.contains(self) || [.mrr, .mrrMovement].contains(self) }

    /// Whether its buckets are drawn as bars: what happens in them is added up.
    var isDrawnAsBars: Bool {
        switch formula {
        case .flow, .flows, .parts, .failures, .visits: true
        case .customers: self == .newCustomers
        case .state, .states, .share, .churn, .summary: false
        }
    }
}
