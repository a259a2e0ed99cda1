// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials
import HTML

/// The business in figures, as they were computed last.
package struct ChartsPage: Sendable {
    /// The charts.
    package var charts: [Chart]
    /// The parts of the summary.
    package var summary: [(name: String, value: String)]
    /// When they were computed.
    package var computed: Date?
    /// The work that computes them now.
    package var job: JobSummary?

    /// Makes the page.
    package init(charts: [Chart], summary: [(name: String, value: String)], computed: Date?, job: JobSummary?) {
        self.charts = charts
        self.summary = summary
        self.computed = computed
        self.job = job
    }

    /// The page.
    package func page(in f: PageContext) -> Page {
        let cards = summary.map {
            "<li><div class=\"number\"><b>\($0.value)</b><span>\($0.name)</span></div></li>\n" as HTML
        }
        let state: HTML =
            computed.map { "<p class=\"soft\">\(f("Computed", "计算于")) \(f.time($0))</p>" }
            ?? "<p class=\"soft\">\(f("Not computed yet.", "尚未计算。"))</p>"
        let again = ActionForm(
            action: "charts",
            title: f("Recompute", "重新计算"),
            fields: [.hidden("scope", f.scope.value)],
            confirmation: f("Confirm: compute the last 30 days.", "确认计算最近 30 天。")
        )
        return Page(
            f.name(of: .charts),
            place: .charts,
            """
            <div id="charts" data-refresh>
            \(state)
            \(job.map { $0.bar(in: f) })
            <ul class="numbers">\(cards)</ul>
            <div class="charts">\(charts.map { $0.html(in: f) })</div>
            </div>
            \(f.may(.support) ? again.html(in: f) : nil)
            """
        )
    }
}
