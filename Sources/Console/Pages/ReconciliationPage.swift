// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials
import HTML

/// Our books beside Apple's reports, and the way from a difference to its transaction.
package struct ReconciliationPage: Sendable {
    /// A sale of ours.
    package struct Sale: Sendable {
        /// The transaction.
        package var transaction: String
        /// The purchase's page.
        package var path: String
        /// What it was: a purchase, a renewal, a refund.
        package var cause: String
        /// How much, in milliunits.
        package var amount: Int64
        /// The instant.
        package var instant: Date

        /// Makes a sale.
        package init(transaction: String, path: String, cause: String, amount: Int64, instant: Date) {
            self.transaction = transaction
            self.path = path
            self.cause = cause
            self.amount = amount
            self.instant = instant
        }
    }

    /// A difference: explained, or not.
    package struct Difference: Sendable {
        /// The product.
        package var product: String
        /// The storefront.
        package var storefront: String
        /// The day.
        package var day: String
        /// What was found, or what explains it.
        package var finding: String
        /// How much, in milliunits.
        package var amount: Int64
        /// The currency.
        package var currency: String
        /// The sales it may be about.
        package var sales: [Sale]
        /// Rows of the report: its number and the row's.
        package var rows: [String]

        /// Makes a difference.
        package init(
            product: String,
            storefront: String,
            day: String,
            finding: String,
            amount: Int64,
            currency: String,
            sales: [Sale],
            rows: [String]
        ) {
            self.product = product
            self.storefront = storefront
            self.day = day
            self.finding = finding
            self.amount = amount
            self.currency = currency
            self.sales = sales
            self.rows = rows
        }
    }

    /// What a comparison found.
    package struct Result: Sendable {
        /// The first day.
        package var from: String
        /// The last day.
        package var until: String
        /// How many sales agree.
        package var matched: Int
        /// Money by currency: ours, reported, unexplained.
        package var totals: [(currency: String, ours: Int64, reported: Int64, unexplained: Int64)]
        /// What has no reason.
        package var unexplained: [Difference]
        /// What has one.
        package var explained: [Difference]

        /// Makes a result.
        package init(
            from: String,
            until: String,
            matched: Int,
            totals: [(currency: String, ours: Int64, reported: Int64, unexplained: Int64)],
            unexplained: [Difference],
            explained: [Difference]
        ) {
            self.from = from
            self.until = until
            self.matched = matched
            self.totals = totals
            self.unexplained = unexplained
            self.explained = explained
        }
    }

    /// The first day that is asked about.
    package var from: String
    /// The last.
    package var until: String
    /// The last result.
    package var result: Result?
    /// When it was computed.
    package var computed: Date?
    /// The work that compares now.
    package var job: JobSummary?

    /// Makes the page.
    package init(from: String, until: String, result: Result?, computed: Date?, job: JobSummary?) {
        self.from = from
        self.until = until
        self.result = result
        self.computed = computed
        self.job = job
    }

    /// The page.
    package func page(in f: PageContext) -> Page {
        let compare = ActionForm(
            action: "reconcile",
            title: f("Compare with Apple's reports", "与 Apple 报告比对"),
            fields: [
                .hidden("scope", f.scope.value),
                .date(name: "from", label: f("First day", "起始日"), value: from, isRequired: true),
                .date(name: "until", label: f("Last day", "结束日"), value: until, isRequired: true),
            ],
            isOpen: result == nil
        )
        return Page(
            f.name(of: .reconciliation),
            place: .reconciliation,
            """
            <div id="reconciliation" data-refresh>
            \(job.map { $0.bar(in: f) })
            \(result.map { shown($0, f) })
            </div>
            \(f.may(.support) ? compare.html(in: f) : nil)
            """
        )
    }

    private func shown(_ result: Result, _ f: PageContext) -> HTML {
        let head = f("\(result.from) to \(result.until)", "\(result.from) 至 \(result.until)")
        let chart = Chart(
            f("Unexplained by currency", "各币种未解释差额"),
            .bar,
            axis: f("Currency", "币种"),
            labels: result.totals.map(\.currency),
            series: [.init(name: f("unexplained", "未解释"), values: result.totals.map { Double($0.unexplained) / 1000 })]
        )
        let totals = Components.table(
            f("Totals", "合计"),
            [f("Currency", "币种"), f("Ours", "我方"), f("Apple's", "Apple"), f("Unexplained", "未解释")],
            result.totals.map { total in
                [
                    HTML(total.currency), HTML(f.rounded(total.ours, total.currency)),
                    HTML(f.rounded(total.reported, total.currency)),
                    HTML(f.rounded(total.unexplained, total.currency)),
                ]
            },
            empty: f("Nothing was sold.", "没有销售。")
        )
        return """
            <p>\(head) · \(f("agreeing sales", "一致")): \(result.matched) · \(computed.map { f.time($0) })</p>
            \(Components.section(f("Without a reason", "未解释的差异"), id: "unexplained", differences(result.unexplained, f, f("Everything has its reason.", "所有差异均有解释。"))))
            \(Components.section(f("Totals", "合计"), id: "totals", totals))
            \(chart.html(in: f))
            \(Components.section(f("With a reason", "已解释的差异"), id: "explained", differences(result.explained, f, f("None.", "无。"))))
            """
    }

    private func differences(_ list: [Difference], _ f: PageContext, _ empty: String) -> HTML {
        let rows = list.map { item -> [HTML] in
            let sales = item.sales.prefix(50).map { sale in
                "<div>\(Link(sale.transaction, sale.path).html) <span class=\"soft\">\(f.money(sale.amount, item.currency)) · \(f.time(sale.instant))</span></div>"
                    as HTML
            }
            return [
                Components.whole(item.day), HTML(item.product), HTML(item.storefront), HTML(f.finding(item.finding)),
                Components.whole(f.money(item.amount, item.currency)), sales.isEmpty ? "–" : sales.joined(),
                HTML(item.rows.prefix(10).joined(separator: ", ")),
            ]
        }
        return Components.table(
            f("Differences", "差异"),
            [
                f("Day", "日期"), f("Product", "商品"), f("Storefront", "地区"), f("Finding", "发现"), f("Amount", "金额"),
                f("Transactions", "交易"), f("Report row", "报告行"),
            ],
            rows,
            empty: empty
        )
    }
}

extension PageContext {
    /// What a comparison found, or what explains it.
    func finding(_ name: String) -> String {
        switch name {
        case "extra": self("ours, not in Apple's report", "我方有，Apple 报告没有")
        case "missing": self("in Apple's report, not ours", "Apple 报告有，我方没有")
        case "price-mismatch": self("another price", "价格不同")
        default: name
        }
    }
}
