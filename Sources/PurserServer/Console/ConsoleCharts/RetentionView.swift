// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce
import Console
import HTML

/// Retention as a heat map: a row for each month of first payments, a column for each month since.
struct RetentionView: Sendable {
    /// What the cells show.
    enum Mode: String, CaseIterable, Sendable {
        case share, count
    }

    /// The cohorts; nothing where there are too many purchases for a page.
    let cohorts: [CohortCharts.Cohort]?
    let mode: Mode
    let picker: ChartPartPicker

    /// The address of the page.
    private static let address = "/console/charts/retention"

    func page(in f: PageContext) -> Page {
        var page = Page(f("Subscription retention"), place: .retention, content(f))
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
        let modes = Mode.allCases.map { other -> HTML in
            let current: HTML = other == mode ? " aria-current=\"true\"" : .empty
            let name = other == .share ? "%" : f("Subscriptions", meaning: "count")
            return
                "<a href=\"\(f.path(to: Self.address, [("mode", other.rawValue)] + picker.items))\"\(current)>\(name)</a>"
        }
        let body: HTML =
            cohorts.isEmpty
            ? "<p class=\"soft\">\(f("No one paid for a subscription yet."))</p>" : map(cohorts, f)
        return """
            \(picker.form(Self.address, [("mode", mode.rawValue)], f))
            <section class="card-like" id="retention" aria-labelledby="retention-title">
            <div class="card-head"><div><h2 id="retention-title">\(f("By the month of the first payment"))</h2>
            <span class="soft">\(f("M1 is one month after each subscription's own first payment; only those old enough count."))</span></div><div class="segments">\(modes)</div></div>
            \(body)
            <p class="soft">\(f("Dotted: a part of the cohort is not that old yet."))</p>
            </section>
            """
    }

    private func map(_ cohorts: [CohortCharts.Cohort], _ f: PageContext) -> HTML {
        let width = cohorts.map(\.eligible.count).max() ?? 0
        let heads = (0...width).map { "<th scope=\"col\">M\($0)</th>" as HTML }
        let rows = cohorts.map { cohort -> HTML in
            let cells = (0...width).map { index in
                index == 0
                    ? cell(cohort.size, of: cohort.size, whole: cohort.size, f)
                    : index <= cohort.eligible.count
                        ? cell(cohort.retained[index - 1], of: cohort.eligible[index - 1], whole: cohort.size, f)
                        : "<td></td>"
            }
            return """
                <tr><th scope="row">\(f.monthText(cohort.month.description))</th><th>\(f.number(cohort.size))</th>\(cells)</tr>

                """
        }
        return """
            <div class="scroll" tabindex="0" role="group" aria-label="\(f("Retention"))">
            <table class="heat"><caption class="visually-hidden">\(f("Retention by cohort and month"))</caption>
            <thead><tr><th scope="col">\(f("First paid"))</th><th scope="col">\(f("Size"))</th>\(heads)</tr></thead>
            <tbody>\(rows)\(all(cohorts, width, f))</tbody></table></div>
            """
    }

    /// All cohorts together: only those that are old enough as a whole, weighted by their size.
    private func all(_ cohorts: [CohortCharts.Cohort], _ width: Int, _ f: PageContext) -> HTML {
        let size = cohorts.reduce(0) { $0 + $1.size }
        let cells = (0...width).map { index -> HTML in
            guard index > 0 else { return cell(size, of: size, whole: size, f) }
            let old = cohorts.filter { index <= $0.eligible.count && $0.eligible[index - 1] == $0.size }
            let eligible = old.reduce(0) { $0 + $1.size }
            let retained = old.reduce(0) { $0 + $1.retained[index - 1] }
            return eligible == 0 ? "<td></td>" : cell(retained, of: eligible, whole: eligible, f)
        }
        return "<tr><th scope=\"row\">\(f("All"))</th><th>\(f.number(size))</th>\(cells)</tr>\n"
    }

    private func cell(_ retained: Int, of eligible: Int, whole: Int, _ f: PageContext) -> HTML {
        guard eligible > 0 else { return "<td></td>" }
        let share = (retained * 1000 / eligible + 5) / 10
        let shade = retained == eligible ? 20 : min(19, retained * 20 / eligible)
        let text = mode == .share ? String(share) : f.number(retained)
        let title = f("\(retained) of \(eligible)")
        let part: HTML = eligible < whole ? " part" : .empty
        return "<td class=\"h\(shade)\(part)\" title=\"\(title)\">\(text)</td>"
    }
}
