// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import HTML

/// The purchases behind a number of a chart, with their documents and what Apple reported.
struct ChartEvidenceView: Sendable {
    /// What Apple's daily sales reports say of the days.
    struct Reports: Sendable {
        /// Whether each of the days has a report.
        var isComplete: Bool
        var body: ReconciliationBody?
    }

    let chart: ChartView
    let question: ChartEvidenceReader.Question?
    let scope: AppScope
    var answer: ChartEvidenceReader.Answer?
    var documents: [TransactionID: String] = [:]
    var reports: Reports?

    func page(in f: PageContext) -> Page {
        var page = Page(f("Why this number"), place: .charts, content(f))
        page.crumbs = [
            Link(f.name(of: .charts), f.path(to: "/console/charts")),
            Link(f.name(of: chart.chart), chart.path(chart.query, f)),
        ]
        let csv: HTML? =
            f.may(.support) && answer != nil && answer?.read == nil
            ? "<a class=\"btn\" href=\"\(path(f, suffix: "/why.csv"))\">CSV</a>" : nil
        page.actions = """
            <button type="button" class="btn" data-copy="" data-copied="\(f("Copied"))" data-with-script>\(f("Copy link"))</button>
            \(csv)
            """
        return page
    }

    private func path(
        _ f: PageContext,
        suffix: String = "/why",
        measure: ChartMeasure? = nil,
        after: String? = nil
    ) -> String {
        let own: [(name: String, value: String?)] = [
            ("measure", (measure ?? question?.measure)?.rawValue), ("after", after),
        ]
        return f.path(to: "/console/charts/\(chart.chart.rawValue)\(suffix)", chart.query.items + own)
    }

    private func content(_ f: PageContext) -> HTML {
        if let job = chart.data.job { return chart.job(job, f) }
        guard let result = chart.data.results.first, question != nil else {
            return "<p class=\"soft\">\(f("Nothing in these days."))</p>"
        }
        return """
            <div class="grid grid-chart"><div>\(purchases(f))</div>
            <div>\(chart.explanation(result, hasLink: false, f))\(historyCard(f))\(reportCard(f))</div></div>
            """
    }

    // MARK: The purchases

    private func purchases(_ f: PageContext) -> HTML {
        guard let question, let answer else { return .empty }
        let measure = f.name(of: question.measure)
        let lead =
            answer.read.map { partialLead(answer, of: $0, f) }
            ?? f("\(f.number(answer.count)) purchases add up to \(f.text(total(answer.totals))).")
        return """
            <section class="card-like" id="evidence" aria-labelledby="evidence-title">
            <div class="card-head"><h2 id="evidence-title">\(f("Purchases behind it")) · \(measure)</h2>\(mark(answer, f))</div>
            \(measures(question, f))
            <p class="soft">\(lead)</p>
            \(table(answer, f))
            \(pager(answer, f))
            </section>

            """
    }

    /// What the purchases of the page are, where there are too many to read all.
    private func partialLead(_ answer: ChartEvidenceReader.Answer, of count: Int, _ f: PageContext) -> String {
        let found = f(
            "\(f.number(answer.count)) of the \(f.number(count)) purchases that this page read add to this number."
        )
        let all = shown.map { f("All purchases add up to \(f.text(self.total([$0.currency: $0.sum]))).") }
        return [found, all].compactMap(\.self).joined(separator: " ")
    }

    /// What all purchases come to; amounts of several currencies as the chart converts them.
    private func total(_ totals: [Currency?: BoundedSum]) -> ChartNumber {
        if var conversion = chart.data.conversion, chart.chart.isMoney {
            var amounts: [Currency: BoundedSum] = [:]
            for (currency, sum) in totals { if let currency { amounts[currency] = sum } }
            return .money(conversion.convert(amounts), conversion.target)
        }
        let sum = totals.values.reduce(BoundedSum()) { $0 + $1 }
        let isMoney = chart.chart.isMoney && !Self.counts.contains(question?.measure ?? .revenue)
        return number(sum, totals.keys.compactMap(\.self).first ?? (isMoney ? question?.filter.currency : nil))
    }

    /// The measures that count, also where a chart of money is made of them.
    private static let counts: Set<ChartMeasure> = [.payments, .refunds]

    private func number(_ sum: BoundedSum, _ currency: Currency?) -> ChartNumber {
        currency.map { .money(sum, $0) } ?? .count(sum)
    }

    /// Whether the purchases come to what the chart shows, which was computed from all purchases together.
    private func mark(_ answer: ChartEvidenceReader.Answer, _ f: PageContext) -> HTML? {
        // Of some purchases the sum says nothing.
        guard answer.read == nil, let shown, let cells = chart.data.cells else { return nil }
        let found: BoundedSum =
            switch total(answer.totals) {
            case .count(let sum), .money(let sum, _): sum
            case .share, .mean: BoundedSum()
            }
        // Each row of a converted chart was rounded to a milliunit.
        let tolerance = chart.data.conversion == nil ? 0 : Int64(cells.count)
        return (shown.sum - found).magnitude.value <= tolerance
            ? Components.badge(f("adds up"), .good)
            : Components.badge(f("does not add up"), .warning)
    }

    /// The number as the chart's figures give it; `nil` where they do not have its days.
    private var shown: (sum: BoundedSum, currency: Currency?)? {
        guard let question, let cells = chart.data.cells else { return nil }
        let bucket = ChartBucket(
            first: question.days.lowerBound,
            last: question.days.upperBound,
            resolution: chart.query.resolution
        )
        guard cells.days.contains(bucket.first), cells.days.contains(bucket.last) else { return nil }
        let isState = ChartEvidence.states.contains(question.measure)
        let sums =
            isState
            ? cells.states(of: question.measure, in: [bucket], question.filter)
            : cells.flows(of: question.measure, in: [bucket], question.filter)
        let isMoney = chart.chart.isMoney && !Self.counts.contains(question.measure)
        return (sums[""]?[0] ?? 0, isMoney ? chart.data.conversion?.target ?? question.filter.currency : nil)
    }

    private func measures(_ question: ChartEvidenceReader.Question, _ f: PageContext) -> HTML? {
        guard chart.chart.evidence.count > 1 else { return nil }
        let items = chart.chart.evidence.map { measure -> HTML in
            let current: HTML = measure == question.measure ? " aria-current=\"true\"" : .empty
            return "<a class=\"chip\" href=\"\(path(f, measure: measure))\"\(current)>\(f.name(of: measure))</a>\n"
        }
        return "<p class=\"chips\">\(items)</p>"
    }

    private func table(_ answer: ChartEvidenceReader.Answer, _ f: PageContext) -> HTML {
        let rows = answer.parts.map { part -> [HTML] in
            // A purchase without a known customer stands for itself.
            let isKnown = part.payer != part.lineage.rawValue
            let evidence = part.transactions.map { id -> HTML in
                let text = Components.code(id.rawValue)
                return documents[id].map { "<div><a href=\"\($0)\">\(text)</a></div>" } ?? "<div>\(text)</div>"
            }
            let purchase = f.path(
                to: "/console/purchases/\(HTML.escapeSegment(part.lineage.rawValue))",
                [("scope", f.scope.value)]
            )
            let place = [part.key.storefront?.rawValue, part.key.offer].compactMap(\.self).filter { !$0.isEmpty }
            return [
                isKnown
                    ? Link(part.payer, f.path(to: "/console/customers/" + HTML.escapeSegment(part.payer))).html
                    : Components.soft(f("unknown")),
                "\(part.key.product?.rawValue)<br>\(Components.soft(place.joined(separator: " · ")))",
                HTML(f.text(number(BoundedSum(part.value), part.key.currency))),
                "<a href=\"\(purchase)\">\(Components.code(part.lineage.rawValue))</a>", evidence.joined(),
            ]
        }
        return Components.table(
            f("Purchases"),
            [
                f("Customer"), f("Product"), f("Adds"), f("Purchase"),
                f("Signed documents"),
            ],
            rows,
            numeric: [2],
            empty: f("No purchase adds to this number.")
        )
    }

    private func pager(_ answer: ChartEvidenceReader.Answer, _ f: PageContext) -> HTML? {
        let first = question?.after == nil ? nil : Link(f("First page"), path(f)).html
        let next = answer.next.map { Link(f("Next"), path(f, after: $0.rawValue)).html }
        guard first != nil || next != nil else { return nil }
        return "<p class=\"pager\">\(first)\(next)</p>"
    }

    // MARK: What it was

    private func historyCard(_ f: PageContext) -> HTML? {
        guard let history = answer?.history, let question else { return nil }
        let title = f("History")
        let day = f.dayText(question.days.upperBound.description)
        guard history.count > 0 else {
            let text = f("No document that came after \(day) changed this number.")
            return Components.section(title, id: "history", "<p class=\"soft\">\(text)</p>")
        }
        let then = f.rounded(total(history.totals))
        let lead = f(
            "At the end of \(day) this number was \(then). Late documents of \(f.number(history.count)) purchases changed it."
        )
        let rows = history.changes.map { change -> [HTML] in
            let evidence = change.documents.map { document -> HTML in
                let path = ConsolePaths.path(ofDocument: document.key, in: scope)
                let name = Components.code(document.name)
                return "<div><a href=\"\(path)\">\(name)</a> \(f.time(document.received))</div>"
            }
            let isKnown = change.payer != change.lineage.rawValue
            return [
                isKnown
                    ? Link(change.payer, f.path(to: "/console/customers/" + HTML.escapeSegment(change.payer))).html
                    : Components.soft(f("unknown")),
                HTML(f.rounded(total(change.before))), HTML(f.rounded(total(change.now))), evidence.joined(),
            ]
        }
        let table = Components.table(
            title,
            [f("Customer"), f("Then"), f("Now"), f("Late documents")],
            rows,
            numeric: [1, 2],
            empty: ""
        )
        return Components.section(title, id: "history", "<p class=\"soft\">\(lead)</p>\(table)")
    }

    // MARK: Apple's side

    private func reportCard(_ f: PageContext) -> HTML? {
        guard let reports, let question else { return nil }
        let title = f("Apple's reports")
        guard let body = reports.body else {
            let text = f(
                "Not every one of these days has a sales report here. Apple publishes a day's report on the next day."
            )
            return Components.section(title, id: "reports", "<p class=\"soft\">\(text)</p>")
        }
        let currency = question.filter.currency
        let totals = body.totals.filter { currency == nil || $0.currency == currency }
        let rows = totals.map { total -> [HTML] in
            let name = total.currency.rawValue
            return [
                HTML(name), HTML(f.money(total.ours, name)), HTML(f.money(total.reported, name)),
                HTML(f.money(total.unexplained, name)),
            ]
        }
        let isMatched = body.unexplained.isEmpty
        let badge =
            isMatched
            ? Components.badge(body.explained.isEmpty ? f("matched") : f("explained"), .good)
            : Components.badge(f("unexplained"), .warning)
        let lead = f(
            "\(f.number(body.matched)) sales match; \(f.number(body.explained.count)) differences are explained, \(f.number(body.unexplained.count)) are not."
        )
        let references = (body.unexplained.flatMap(\.rows) + body.explained.compactMap(\.row)).prefix(20).map { row in
            "<li>\(f("report")) \(row.report), \(f("row")) \(row.row): \(row.units) × \(f.money(row.unitPrice, row.currency.rawValue))</li>"
                as HTML
        }
        let list: HTML = references.isEmpty ? .empty : "<ul class=\"soft\">\(references.joined())</ul>"
        let table = Components.table(
            title,
            [f("Currency"), f("Ours"), f("Apple's"), f("Unexplained")],
            rows,
            numeric: [1, 2, 3],
            empty: f("No sales in these days.")
        )
        return """
            <section class="card-like" id="reports" aria-labelledby="reports-title">
            <div class="card-head"><h2 id="reports-title">\(title)</h2>\(badge)</div>
            <p class="soft">\(lead)</p>
            \(table)\(list)
            <p class="soft">\(Link(f("Open reconciliation"), f.path(to: "/console/reconciliation")).html)</p>
            </section>
            """
    }
}
