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
            title: f("Compare with Apple's reports"),
            fields: [
                .hidden("scope", f.scope.value),
                .date(name: "from", label: f("First day"), value: from, isRequired: true),
                .date(name: "until", label: f("Last day"), value: until, isRequired: true),
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
        let head = f("\(result.from) to \(result.until)")
        let chart = Chart(
            f("Unexplained by currency"),
            .bar,
            axis: f("Currency"),
            labels: result.totals.map(\.currency),
            series: [.init(name: f("unexplained"), values: result.totals.map { Double($0.unexplained) / 1000 })]
        )
        let totals = Components.table(
            f("Totals"),
            [f("Currency"), f("Ours"), f("Apple's"), f("Unexplained")],
            result.totals.map { total in
                [
                    HTML(total.currency), HTML(f.rounded(total.ours, total.currency)),
                    HTML(f.rounded(total.reported, total.currency)),
                    HTML(f.rounded(total.unexplained, total.currency)),
                ]
            },
            empty: f("Nothing was sold.")
        )
        return """
            <p>\(head) · \(f("agreeing sales")): \(result.matched) · \(computed.map { f.time($0) })</p>
            \(Components.section(f("Without a reason"), id: "unexplained", differences(result.unexplained, f, f("Everything has its reason."))))
            \(Components.section(f("Totals"), id: "totals", totals))
            \(chart.html(in: f))
            \(Components.section(f("With a reason"), id: "explained", differences(result.explained, f, f("None."))))
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
            f("Differences"),
            [
                f("Day"), f("Product"), f("Storefront"), f("Finding"), f("Amount"),
                f("Transactions"), f("Report row"),
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
        case "extra": self("ours, not in Apple's report")
        case "missing": self("in Apple's report, not ours")
        case "price-mismatch": self("another price")
        default: name
        }
    }
}
