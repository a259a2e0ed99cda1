// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import HTML

/// What cohorts pay, month by month: a row for each month of first payments, a column for each calendar month since.
struct CohortRevenueView: Sendable {
    /// What the cells show.
    enum Mode: String, CaseIterable, Sendable {
        /// What was paid in the month.
        case revenue
        /// What was paid up to the month.
        case cumulative
        /// What was paid up to the month, for each subscription that paid.
        case average
        /// What was paid in the month, of what was paid in the first one.
        case share
    }

    /// The cohorts; nothing where there are too many purchases for a page.
    let cohorts: [CohortCharts.Cohort]?
    /// How many months after their own are followed.
    let months: Int
    let mode: Mode
    /// The currency that the address names.
    let wanted: String?
    let picker: ChartPartPicker

    /// The address of the page.
    static let address = "/console/charts/cohorts"

    func page(in f: PageContext) -> Page {
        var page = Page(f("Cohort explorer"), place: .charts, content(f))
        page.crumbs = [Link(f.name(of: .charts), f.path(to: "/console/charts"))]
        page.actions = """
            <button type="button" class="btn" data-copy="" data-copied="\(f("Copied"))" data-with-script>\(f("Copy link"))</button>
            <a class="btn" href="\(f.path(to: Self.address + "/csv", picker.items))">CSV</a>
            """
        return page
    }

    private func content(_ f: PageContext) -> HTML {
        guard let cohorts else {
            let text = f("There are too many purchases for a page: ask GET /v1/charts/cohorts.")
            return "<p class=\"notice info\">\(text)</p>"
        }
        let currencies = CohortCharts.currencies(of: cohorts)
        guard let currency = currencies.first(where: { $0.rawValue == wanted?.uppercased() }) ?? currencies.first else {
            return
                "\(picker.form(Self.address, [("mode", mode.rawValue)], f))<p class=\"soft\">\(f("No one paid for a subscription yet."))</p>"
        }
        let modes = Mode.allCases.map { other -> HTML in
            let current: HTML = other == mode ? " aria-current=\"true\"" : .empty
            let path = f.path(to: Self.address, [("mode", other.rawValue), ("cur", currency.rawValue)] + picker.items)
            return "<a href=\"\(path)\"\(current)>\(name(of: other, f))</a>"
        }
        return """
            \(picker.form(Self.address, [("mode", mode.rawValue), ("cur", currency.rawValue)], f))
            \(f.currencyChips(currencies, currency, Self.address, [("mode", mode.rawValue)] + picker.items))
            <section class="card-like" id="cohorts" aria-labelledby="cohorts-title">
            <div class="card-head"><div><h2 id="cohorts-title">\(f("By the month of the first payment")) · \(currency.rawValue)</h2>
            <span class="soft">\(definition(f))</span></div><div class="segments">\(modes)</div></div>
            \(map(cohorts.filter { $0.byMonth[currency] != nil }, currency, f))
            <p class="soft">\(f("Dotted: the month is not over yet."))</p>
            </section>
            """
    }

    private func name(of mode: Mode, _ f: PageContext) -> String {
        switch mode {
        case .revenue: f("Revenue")
        case .cumulative: f("Cumulative")
        case .average: f("Per subscription")
        case .share: "%"
        }
    }

    private func definition(_ f: PageContext) -> String {
        switch mode {
        case .revenue: f("M1 is the calendar month after the cohort's own; payments less refunds.")
        case .cumulative: f("Payments less refunds, from the cohort's own month up to each month.")
        case .average: f("Payments less refunds up to each month ÷ the subscriptions that paid in this currency.")
        case .share: f("Payments less refunds of the month ÷ those of the cohort's own month.")
        }
    }

    /// The numbers of a cohort, one for each month.
    private func numbers(_ cohort: CohortCharts.Cohort, _ currency: Currency) -> [ChartNumber] {
        let sums = cohort.byMonth[currency] ?? []
        var total = BoundedSum()
        return sums.map { sum in
            total += sum
            return switch mode {
            case .revenue: .money(sum, currency)
            case .cumulative: .money(total, currency)
            case .average: .mean(total, over: cohort.payers[currency] ?? 0, currency)
            case .share: .share(part: sum, whole: sums.first ?? 0)
            }
        }
    }

    private func map(_ cohorts: [CohortCharts.Cohort], _ currency: Currency, _ f: PageContext) -> HTML {
        let all = cohorts.map { numbers($0, currency) }
        let width = (all.map(\.count).max() ?? 1) - 1
        let maximum = mode == .share ? 100 : all.joined().compactMap(\.height).max() ?? 0
        let heads = (0...max(0, width)).map { "<th scope=\"col\">M\($0)</th>" as HTML }
        let rows = zip(cohorts, all).map { cohort, numbers -> HTML in
            let cells = (0...max(0, width)).map { index -> HTML in
                guard numbers.indices.contains(index), let height = numbers[index].height else { return "<td></td>" }
                let shade = maximum > 0 ? min(20, max(0, Int(height / maximum * 20))) : 0
                // A cohort that is followed to its end has more months than that.
                let isRunning = index == numbers.count - 1 && index < months
                let part: HTML = isRunning ? " part" : .empty
                return "<td class=\"h\(shade)\(part)\">\(f.rounded(numbers[index]))</td>"
            }
            return """
                <tr><th scope="row">\(f.monthText(cohort.month.description))</th><th>\(f.number(cohort.payers[currency] ?? 0))</th>\(cells)</tr>

                """
        }
        return """
            <div class="scroll" tabindex="0" role="group" aria-label="\(f("Cohorts"))">
            <table class="heat"><caption class="visually-hidden">\(f("Revenue by cohort and month"))</caption>
            <thead><tr><th scope="col">\(f("First paid"))</th><th scope="col">\(f("Paying subscriptions"))</th>\(heads)</tr></thead>
            <tbody>\(rows)</tbody></table></div>
            """
    }
}

extension CohortCharts {
    /// The currencies in which cohorts paid; that of most cohorts first, since which one brings most cannot be said
    /// without rates.
    static func currencies(of cohorts: [Cohort]) -> [Currency] {
        let counts = Dictionary(cohorts.flatMap { $0.revenue.keys.map { ($0, 1) } }, uniquingKeysWith: +)
        return counts.sorted { (-$0.value, $0.key) < (-$1.value, $1.key) }.map(\.key)
    }
}

extension PageContext {
    /// A choice of currencies, each a link; nothing where there is one.
    func currencyChips(
        _ currencies: [Currency],
        _ shown: Currency,
        _ address: String,
        _ items: [(name: String, value: String?)] = []
    ) -> HTML {
        guard currencies.count > 1 else { return .empty }
        let choices = currencies.prefix(40).map { other -> HTML in
            let current: HTML = other == shown ? " aria-current=\"true\"" : .empty
            let path = path(to: address, items + [("cur", other.rawValue)])
            return "<a class=\"chip\" href=\"\(path)\"\(current)>\(other.rawValue)</a>\n"
        }
        return "<p class=\"chips\">\(choices)</p>"
    }
}
