// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import HTML

/// What customers have brought since they came, by the month of their first payment, one currency at a time.
struct LifetimeValueView: Sendable {
    let cohorts: [CohortCharts.Cohort]?
    let values: [CustomerValueCharts.Value]?
    let customers: CustomerCharts?
    let summary: ChartSummary?
    /// The currency that the address names.
    let wanted: String?
    let picker: ChartPartPicker

    private static let address = "/console/charts/lifetime-value"

    func page(in f: PageContext) -> Page {
        var page = Page(f("Lifetime value"), place: .charts, content(f))
        page.crumbs = [Link(f.name(of: .charts), f.path(to: "/console/charts"))]
        return page
    }

    private func content(_ f: PageContext) -> HTML {
        guard let cohorts, let values, let customers, let summary else {
            let text = f("There are too many purchases for a page: ask GET /v1/charts/cohorts.")
            return "<p class=\"notice info\">\(text)</p>"
        }
        let sizes = summary.lifetimeRevenue.sorted {
            (-$0.value.magnitude.value, $0.key) < (-$1.value.magnitude.value, $1.key)
        }
        // Which currency brings most cannot be said without rates: the one of most cohorts is shown first.
        let counts = Dictionary(cohorts.flatMap { $0.revenue.keys.map { ($0, 1) } }, uniquingKeysWith: +)
        let currencies = sizes.map(\.key).sorted { (-(counts[$0] ?? 0), $0) < (-(counts[$1] ?? 0), $1) }
        guard let currency = currencies.first(where: { $0.rawValue == wanted?.uppercased() }) ?? currencies.first else {
            return "\(picker.form(Self.address, [], f))<p class=\"soft\">\(f("No one paid yet."))</p>"
        }
        let total = summary.lifetimeRevenue[currency] ?? 0
        // Those who paid in other currencies paid nothing in this one.
        let payers = summary.lifetimePayersByCurrency[currency] ?? 0
        let mean = ChartNumber.mean(total, over: payers, currency)
        return """
            \(picker.form(Self.address, [("cur", currency.rawValue)], f))
            \(f.currencyChips(currencies, currency, Self.address, picker.items))
            <ul class="numbers">
            <li><div class="number"><b>\(f.text(mean))</b><span>\(f("LTV per paying customer, to date"))</span></div></li>
            <li><div class="number"><b>\(f.rounded(.money(total, currency)))</b><span>\(f("Paid so far, less what went back"))</span></div></li>
            <li><div class="number"><b>\(f.number(payers))</b><span>\(f("Customers who ever paid in this currency"))</span></div></li>
            </ul>
            \(horizons(
                "horizons",
                f("LTV per paying customer, by the month of the first payment"),
                f("First paid"),
                values.filter { $0.currency == currency }.map {
                    Row(month: $0.month, count: $0.payers, total: $0.total, horizons: $0.horizons)
                },
                currency,
                f
            ))
            \(picker.chosen == .all ? known(customers, currency, f) : nil)
            \(card(cohorts, currency, f))
            """
    }

    /// What all customers are worth: who paid nothing belongs to no product and no storefront.
    private func known(_ customers: CustomerCharts, _ currency: Currency, _ f: PageContext) -> HTML {
        horizons(
            "known",
            f("LTV per customer, by the month in which the customer became known"),
            f("First known"),
            customers.values.filter { $0.currency == currency }.map {
                Row(month: $0.month, count: $0.customers, total: $0.total, horizons: $0.horizons)
            },
            currency,
            f
        )
    }

    /// The customers of a month.
    private struct Row {
        var month: CivilDay
        var count: Int
        var total: BoundedSum
        var horizons: [CustomerValueCharts.Horizon]
    }

    /// What customers paid in their first days, by month.
    private func horizons(
        _ id: String,
        _ title: String,
        _ head: String,
        _ values: [Row],
        _ currency: Currency,
        _ f: PageContext
    ) -> HTML {
        let days = values.first?.horizons.map(\.days) ?? []
        func mean(_ value: Row, _ index: Int) -> ChartNumber {
            .mean(value.horizons[index].total, over: value.horizons[index].payers, currency)
        }
        let names = days.map { f("\($0) days") }
        let toDate = values.map { ChartNumber.mean($0.total, over: $0.count, currency) }
        let axis = MonthAxis(values.map(\.month))
        var chart = Chart(
            title,
            .line,
            axis: head,
            unit: currency.rawValue,
            labels: axis.labels,
            series: names.enumerated().map { index, name in
                .init(name: name, values: axis.spread(values.map { mean($0, index).height }))
            } + [.init(name: f("To date"), values: axis.spread(toDate.map(\.height)), style: .previous)]
        )
        chart.digits = PageContext.digits(currency.rawValue)
        chart.symbol = f.symbol(of: currency.rawValue)
        let rows = values.indices.map { place -> [HTML] in
            let value = values[place]
            let cells = days.indices.map { index -> HTML in
                let number = HTML(f.text(mean(value, index)))
                let some = value.horizons[index].payers
                guard some > 0, some < value.count else { return number }
                return "<span title=\"\(f("\(some) of \(value.count)"))\">\(number) *</span>"
            }
            return [HTML(f.monthText(value.month.description)), HTML(f.number(value.count))] + cells
                + [HTML(f.text(toDate[place]))]
        }
        let table = Components.table(
            title,
            [head, f("Customers")] + names + [f("To date")],
            rows,
            numeric: Set(1...(days.count + 2)),
            empty: f("Nothing was paid in this currency, or all of it went back.")
        )
        let text = f("Only customers for whom all these days are over count; * where these are not all of the month.")
        let canvas = chart.isEmpty ? .empty : chart.canvas
        return Components.section(title, id: id, "\(canvas)\n\(table)<p class=\"soft\">\(text)</p>")
    }

    private func card(_ cohorts: [CohortCharts.Cohort], _ currency: Currency, _ f: PageContext) -> HTML {
        let means = cohorts.map {
            ChartNumber.mean($0.revenue[currency] ?? 0, over: $0.payers[currency] ?? 0, currency)
        }
        let sums = cohorts.map { ChartNumber.money($0.revenue[currency] ?? 0, currency) }
        let title = f("Paid so far per subscription, by cohort")
        let axis = MonthAxis(cohorts.map(\.month))
        var chart = Chart(
            title,
            .bar,
            axis: f("First paid"),
            unit: currency.rawValue,
            labels: axis.labels,
            series: [.init(name: f("per subscription"), values: axis.spread(means.map(\.height)))]
        )
        chart.digits = PageContext.digits(currency.rawValue)
        chart.symbol = f.symbol(of: currency.rawValue)
        let rows = cohorts.indices.map { index -> [HTML] in
            [
                HTML(f.monthText(cohorts[index].month.description)),
                HTML(f.number(cohorts[index].payers[currency] ?? 0)),
                HTML(f.rounded(sums[index])), HTML(f.text(means[index])),
            ]
        }
        let table = Components.table(
            title,
            [
                f("First paid"), f("Paying subscriptions"), f("Paid so far"),
                f("Per subscription"),
            ],
            rows,
            numeric: [1, 2, 3],
            empty: f("No one paid for a subscription yet.")
        )
        return Components.section(title, id: "cohorts", "\(chart.isEmpty ? .empty : chart.canvas)\n\(table)")
    }
}

/// The months from the first to the last of some, none left out.
private struct MonthAxis {
    /// The months' places on the axis.
    private let places: [Int]
    let labels: [String]

    /// - Parameter months: First days of months, in their order.
    init(_ months: [CivilDay]) {
        guard let first = months.first, let last = months.last else {
            (places, labels) = ([], [])
            return
        }
        var all: [CivilDay] = []
        while let next = all.isEmpty ? first : all.last?.adding(months: 1), next <= last { all.append(next) }
        let found = Dictionary(all.enumerated().map { ($1, $0) }) { first, _ in first }
        places = months.compactMap { found[$0] }
        labels = all.map { String($0.description.prefix(7)) }
    }

    /// Values of the months, and nothing for the months between.
    func spread(_ values: [Double?]) -> [Double?] {
        var all: [Double?] = Array(repeating: nil, count: labels.count)
        for (place, value) in zip(places, values) { all[place] = value }
        return all
    }
}
