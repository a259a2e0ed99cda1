// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import HTML

/// The exchange rates with which charts convert amounts.
package struct RatesPage: Sendable {
    /// The rates of a day.
    package struct Day: Sendable {
        /// The day.
        package var day: String
        /// Currencies with their rates.
        package var rates: [(currency: String, rate: String)]
        /// Where they come from.
        package var source: String?

        /// Makes a value.
        package init(day: String, rates: [(currency: String, rate: String)], source: String?) {
            self.day = day
            self.rates = rates
            self.source = source
        }
    }

    /// The days, the newest first.
    package var days: [Day]
    /// The day that the form begins with.
    package var today: String

    /// Makes the page.
    package init(days: [Day], today: String) {
        self.days = days
        self.today = today
    }

    /// The page.
    package func page(in f: PageContext) -> Page {
        let rows = days.map { day -> [HTML] in
            let list = day.rates.map { "\($0.currency) \($0.rate)" }.joined(separator: " · ")
            return [Components.whole(f.dayText(day.day)), HTML(list), HTML(day.source ?? "–")]
        }
        let table = Components.table(
            f("Exchange rates", "汇率"),
            [f("Day", "日期"), f("Units for one of a common currency", "一单位共同货币可兑换的数量"), f("Source", "来源")],
            rows,
            empty: f(
                "No rates yet. Add a day's rates, and charts show amounts of all currencies in one.",
                "还没有汇率。添加某日的汇率后，图表可将各币种金额合并显示。"
            )
        )
        let form = ActionForm(
            action: "set-exchange-rates",
            title: f("Set a day's rates", "设置某日汇率"),
            fields: [
                .hidden("scope", f.scope.value),
                .date(name: "day", label: f("Day", "日期"), value: today, isRequired: true),
                .text(
                    name: "rates",
                    label: f("Rates, such as USD:1,EUR:0.861,CNY:7.18", "汇率，例如 USD:1,EUR:0.861,CNY:7.18")
                ),
                .text(name: "source", label: f("Source", "来源"), isRequired: false),
            ],
            confirmation: f("Confirm: charts convert with these rates.", "确认：图表将使用这些汇率换算。")
        )
        let lead = f(
            "Amounts are stored in the currency paid. Charts convert with the rates of their last day, or of the nearest day before.",
            "金额按付款币种存储。图表使用末日或此前最近一日的汇率换算。"
        )
        return Page(
            f.name(of: .rates),
            place: .rates,
            """
            <p class="soft">\(lead)</p>
            \(f.may(.admin) ? form.html(in: f) : nil)
            \(Components.section(f.name(of: .rates), id: "rates", table))
            """
        )
    }
}
