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
            f("Exchange rates"),
            [f("Day"), f("Units for one of a common currency"), f("Source")],
            rows,
            empty: f("No rates yet. Add a day's rates, and charts show amounts of all currencies in one.")
        )
        let form = ActionForm(
            action: "set-exchange-rates",
            title: f("Set a day's rates"),
            fields: [
                .hidden("scope", f.scope.value),
                .date(name: "day", label: f("Day"), value: today, isRequired: true),
                .text(
                    name: "rates",
                    label: f("Rates, such as USD:1,EUR:0.861,CNY:7.18")
                ),
                .text(name: "source", label: f("Source"), isRequired: false),
            ],
            confirmation: f("Confirm: charts convert with these rates.")
        )
        let lead = f(
            "Amounts are stored in the currency paid. Charts convert with the rates of their last day, or of the nearest day before."
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
