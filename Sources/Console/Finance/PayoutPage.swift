// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import HTML

/// What Apple should pay for a fiscal month, and when, by currency.
package struct PayoutPage: Sendable {
    /// The amounts of a currency, in milliunits.
    package struct Amount: Sendable {
        /// The currency.
        package var currency: String
        /// What customers paid, less refunds.
        package var revenue: Int64
        /// Tax.
        package var tax: Int64
        /// Apple's share.
        package var commission: Int64
        /// What is left.
        package var proceeds: Int64
        /// What Apple's financial report has, when it is here.
        package var reported: Int64?

        /// Makes a value.
        package init(
            currency: String,
            revenue: Int64,
            tax: Int64,
            commission: Int64,
            proceeds: Int64,
            reported: Int64?
        ) {
            self.currency = currency
            self.revenue = revenue
            self.tax = tax
            self.commission = commission
            self.proceeds = proceeds
            self.reported = reported
        }
    }

    /// The fiscal month.
    package var month: String
    /// The months around it.
    package var neighbors: (previous: String, next: String?)
    /// Its days.
    package var days: (first: String, last: String)
    /// When Apple pays.
    package var payment: String
    /// The amounts; nothing where there are too many purchases for a page.
    package var amounts: [Amount]?
    /// Whether the month's last day is over.
    package var isOver = false
    /// The month as it was closed.
    package var closing: Closing?
    /// The closing that is in progress.
    package var closingJob: JobSummary?
    /// The closed months, the newest first.
    package var closedMonths: [Closing] = []

    /// Makes the page.
    package init(
        month: String,
        neighbors: (previous: String, next: String?),
        days: (first: String, last: String),
        payment: String,
        amounts: [Amount]?
    ) {
        self.month = month
        self.neighbors = neighbors
        self.days = days
        self.payment = payment
        self.amounts = amounts
    }

    /// The page.
    package func page(in f: PageContext) -> Page {
        func address(_ month: String) -> String { f.path(to: "/console/payouts", [("month", month)]) }
        var page = Page(
            f.name(of: .payouts),
            place: .payouts,
            """
            <div class="bar"><a class="btn" href="\(address(neighbors.previous))">‹ \(neighbors.previous)</a>
            \(neighbors.next.map { "<a class=\"btn\" href=\"\(address($0))\">\($0) ›</a>" as HTML })</div>
            \(Components.facts([
                (f("Fiscal month"), HTML(month)),
                (f("Days", meaning: "dates"), HTML("\(f.dayText(days.first)) – \(f.dayText(days.last))")),
                (f("Apple pays on"), HTML(f.dayText(payment))),
                (f("Status"), status(f)),
            ]))
            \(table(f))
            \(closingSection(f))
            \(closedList(f))
            <p class="soft">\(f("Proceeds come from our facts, with tax and commission of each payment's day. Apple pays what its financial report says.")) \(Link(f("Chart of proceeds"), f.path(to: "/console/charts/proceeds", [("last", "12m"), ("res", "month")])).html)</p>
            """
        )
        page.actions = "<a class=\"btn\" href=\"\(f.path(to: "/console/payouts.csv", [("month", month)]))\">CSV</a>"
        return page
    }

    private func status(_ f: PageContext) -> HTML {
        if closing != nil { return Components.badge(f("closed"), .good) }
        let isReported = amounts?.contains { $0.reported != nil } ?? false
        return isReported
            ? Components.badge(f("reported"), .good) : Components.badge(f("estimated"), .info)
    }

    private func table(_ f: PageContext) -> HTML {
        guard let amounts else {
            let text = f("There are too many purchases for a page: ask GET /v1/payouts/\(month).")
            return "<p class=\"notice info\">\(text)</p>"
        }
        let rows = amounts.map { amount -> [HTML] in
            func money(_ value: Int64) -> HTML { HTML(f.rounded(value, amount.currency)) }
            let difference = amount.reported.map { $0 - amount.proceeds }
            return [
                HTML(amount.currency), money(amount.revenue), money(amount.tax), money(amount.commission),
                "<b>\(f.rounded(amount.proceeds, amount.currency))</b>", amount.reported.map(money) ?? "–",
                difference.map { $0 == 0 ? Components.badge(f("match"), .good) : money($0) } ?? "–",
            ]
        }
        let table = Components.table(
            f("By currency"),
            [
                f("Currency"), f("Revenue"), f("Tax"), f("Commission"), f("Proceeds"),
                f("Apple's report"), f("Difference"),
            ],
            rows,
            numeric: [1, 2, 3, 4, 5, 6],
            empty: f("Nothing was sold in this month.")
        )
        return Components.section(f("By currency"), id: "amounts", table)
    }
}
