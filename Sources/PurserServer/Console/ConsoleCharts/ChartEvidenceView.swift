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
    var isTooLarge = false

    func page(in f: PageContext) -> Page {
        var page = Page(f("Why this number", "数字从何而来"), place: .charts, content(f))
        page.crumbs = [
            Link(f.name(of: .charts), f.path(to: "/console/charts")),
            Link(f.name(of: chart.chart), chart.path(chart.query, f)),
        ]
        let csv: HTML? =
            f.may(.support) && answer != nil ? "<a class=\"btn\" href=\"\(path(f, suffix: "/why.csv"))\">CSV</a>" : nil
        page.actions = """
            <button type="button" class="btn" data-copy="" data-copied="\(f("Copied", "已复制"))" data-with-script>\(f("Copy link", "复制链接"))</button>
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
            return "<p class=\"soft\">\(f("Nothing in these days.", "这些日期内没有数据。"))</p>"
        }
        return """
            <div class="grid grid-chart"><div>\(purchases(f))</div>
            <div>\(chart.explanation(result, hasLink: false, f))\(historyCard(f))\(reportCard(f))</div></div>
            """
    }

    // MARK: The purchases

    private func purchases(_ f: PageContext) -> HTML {
        guard let question, let answer else {
            let text = f(
                "There are too many purchases for a page. Choose shorter buckets, or ask GET /v1/charts/evidence.",
                "购买数量过多，无法在页面上显示。请选择更短的时间段，或使用 GET /v1/charts/evidence。"
            )
            return Components.section(f("Purchases", "购买"), id: "evidence", "<p class=\"soft\">\(text)</p>")
        }
        let total = total(answer.totals)
        let measure = f.name(of: question.measure)
        let lead = f(
            "\(f.number(answer.count)) purchases add up to \(f.text(total)).",
            "\(f.number(answer.count)) 笔购买合计 \(f.text(total))。"
        )
        return """
            <section class="card-like" id="evidence" aria-labelledby="evidence-title">
            <div class="card-head"><h2 id="evidence-title">\(f("Purchases behind it", "对应的购买")) · \(measure)</h2>\(mark(answer, f))</div>
            \(measures(question, f))
            <p class="soft">\(lead)</p>
            \(table(answer, f))
            \(pager(answer, f))
            </section>

            """
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
        let shown = sums[""]?[0] ?? 0
        let found: BoundedSum =
            switch total(answer.totals) {
            case .count(let sum), .money(let sum, _): sum
            case .share, .mean: BoundedSum()
            }
        // Each row of a converted chart was rounded to a milliunit.
        let tolerance = chart.data.conversion == nil ? 0 : Int64(cells.rows.count)
        return (shown - found).magnitude.value <= tolerance
            ? Components.badge(f("adds up", "核对一致"), .good)
            : Components.badge(f("does not add up", "不一致"), .warning)
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
                    : Components.soft(f("unknown", "未知")),
                "\(part.key.product?.rawValue)<br>\(Components.soft(place.joined(separator: " · ")))",
                HTML(f.text(number(BoundedSum(part.value), part.key.currency))),
                "<a href=\"\(purchase)\">\(Components.code(part.lineage.rawValue))</a>", evidence.joined(),
            ]
        }
        return Components.table(
            f("Purchases", "购买"),
            [
                f("Customer", "用户"), f("Product", "商品"), f("Adds", "贡献"), f("Purchase", "购买"),
                f("Signed documents", "签名文档"),
            ],
            rows,
            numeric: [2],
            empty: f("No purchase adds to this number.", "没有购买对应此数字。")
        )
    }

    private func pager(_ answer: ChartEvidenceReader.Answer, _ f: PageContext) -> HTML? {
        let first = question?.after == nil ? nil : Link(f("First page", "首页"), path(f)).html
        let next = answer.next.map { Link(f("Next", "下一页"), path(f, after: $0.rawValue)).html }
        guard first != nil || next != nil else { return nil }
        return "<p class=\"pager\">\(first)\(next)</p>"
    }

    // MARK: What it was

    private func historyCard(_ f: PageContext) -> HTML? {
        guard let history = answer?.history, let question else { return nil }
        let title = f("History", "历史")
        let day = f.dayText(question.days.upperBound.description)
        guard history.count > 0 else {
            let text = f(
                "No document that came after \(day) changed this number.",
                "\(day) 之后收到的文件没有改变此数字。"
            )
            return Components.section(title, id: "history", "<p class=\"soft\">\(text)</p>")
        }
        let then = f.rounded(total(history.totals))
        let lead = f(
            "At the end of \(day) this number was \(then). Late documents of \(f.number(history.count)) purchases changed it.",
            "\(day) 结束时此数字为 \(then)。\(f.number(history.count)) 笔购买的迟到文件改变了它。"
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
                    : Components.soft(f("unknown", "未知")),
                HTML(f.rounded(total(change.before))), HTML(f.rounded(total(change.now))), evidence.joined(),
            ]
        }
        let table = Components.table(
            title,
            [f("Customer", "用户"), f("Then", "当时"), f("Now", "现在"), f("Late documents", "迟到的文件")],
            rows,
            numeric: [1, 2],
            empty: ""
        )
        return Components.section(title, id: "history", "<p class=\"soft\">\(lead)</p>\(table)")
    }

    // MARK: Apple's side

    private func reportCard(_ f: PageContext) -> HTML? {
        guard let reports, let question else { return nil }
        let title = f("Apple's reports", "Apple 报告")
        guard let body = reports.body else {
            let text = f(
                "Not every one of these days has a sales report here. Apple publishes a day's report on the next day.",
                "这些日期尚未全部有销售报告。Apple 在次日发布每日报告。"
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
            ? Components.badge(body.explained.isEmpty ? f("matched", "一致") : f("explained", "已解释"), .good)
            : Components.badge(f("unexplained", "未解释"), .warning)
        let lead = f(
            "\(f.number(body.matched)) sales match; \(f.number(body.explained.count)) differences are explained, \(f.number(body.unexplained.count)) are not.",
            "\(f.number(body.matched)) 笔一致；\(f.number(body.explained.count)) 处差异已解释，\(f.number(body.unexplained.count)) 处未解释。"
        )
        let references = (body.unexplained.flatMap(\.rows) + body.explained.compactMap(\.row)).prefix(20).map { row in
            "<li>\(f("report", "报告")) \(row.report), \(f("row", "行")) \(row.row): \(row.units) × \(f.money(row.unitPrice, row.currency.rawValue))</li>"
                as HTML
        }
        let list: HTML = references.isEmpty ? .empty : "<ul class=\"soft\">\(references.joined())</ul>"
        let table = Components.table(
            title,
            [f("Currency", "币种"), f("Ours", "我方"), f("Apple's", "Apple"), f("Unexplained", "未解释")],
            rows,
            numeric: [1, 2, 3],
            empty: f("No sales in these days.", "这些日期没有销售。")
        )
        return """
            <section class="card-like" id="reports" aria-labelledby="reports-title">
            <div class="card-head"><h2 id="reports-title">\(title)</h2>\(badge)</div>
            <p class="soft">\(lead)</p>
            \(table)\(list)
            <p class="soft">\(Link(f("Open reconciliation", "打开对账"), f.path(to: "/console/reconciliation")).html)</p>
            </section>
            """
    }
}
