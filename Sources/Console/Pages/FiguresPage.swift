// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials
import HTML

/// The business in figures, as they were computed last.
package struct FiguresPage: Sendable {
    /// The charts.
    package var charts: [Chart]
    /// The parts of the summary.
    package var summary: [(name: String, value: String)]
    /// When they were computed.
    package var computed: Date?
    /// The work that computes them now.
    package var job: JobFigure?

    /// Makes the page.
    package init(charts: [Chart], summary: [(name: String, value: String)], computed: Date?, job: JobFigure?) {
        self.charts = charts
        self.summary = summary
        self.computed = computed
        self.job = job
    }

    /// The page.
    package func page(in f: Frame) -> Page {
        let cards = summary.map {
            "<li><div class=\"number\"><b>\($0.value)</b><span>\($0.name)</span></div></li>\n" as HTML
        }
        let state: HTML =
            computed.map { "<p class=\"soft\">\(f("Computed", "计算于")) \(f.time($0))</p>" }
            ?? "<p class=\"soft\">\(f("Not computed yet.", "尚未计算。"))</p>"
        let again = ActForm(
            act: "figures",
            title: f("Compute anew", "重新计算"),
            fields: [.hidden("scope", f.scope.value)],
            confirmation: f("Yes, compute the last 30 days.", "是，计算最近 30 天。")
        )
        return Page(
            f.name(of: .figures),
            place: .figures,
            """
            <div id="figures" data-refresh>
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

/// What is watched.
package struct MonitorsPage: Sendable {
    /// A way to one of Apple's services.
    package struct Way: Sendable {
        /// Its name.
        package var name: String
        /// Whether it was open.
        package var isReachable: Bool
        /// Whether our key was taken.
        package var isKeyAccepted: Bool?
        /// When that was seen.
        package var at: Date
        /// How far our clock is ahead, in seconds.
        package var skew: Int?

        /// Makes a way.
        package init(name: String, isReachable: Bool, isKeyAccepted: Bool?, at: Date, skew: Int?) {
            self.name = name
            self.isReachable = isReachable
            self.isKeyAccepted = isKeyAccepted
            self.at = at
            self.skew = skew
        }
    }

    /// What waits, and how much of it.
    package var readings: [(name: String, value: String, tone: Tone)]
    /// The ways to Apple.
    package var ways: [Way]
    /// The charts.
    package var charts: [Chart]
    /// Failed purchases that apps reported: code, product, how often, the last text.
    package var failures: [(code: String, product: String?, count: Int, text: String?)]

    /// Makes the page.
    package init(
        readings: [(name: String, value: String, tone: Tone)],
        ways: [Way],
        charts: [Chart],
        failures: [(code: String, product: String?, count: Int, text: String?)]
    ) {
        self.readings = readings
        self.ways = ways
        self.charts = charts
        self.failures = failures
    }

    /// The page.
    package func page(in f: Frame) -> Page {
        let cards = readings.map { reading in
            "<li><div class=\"number tone-\(reading.tone.rawValue)\"><b>\(reading.value)</b><span>\(reading.name)</span></div></li>\n"
                as HTML
        }
        let links = ways.map { way -> [HTML] in
            let state =
                way.isReachable ? Parts.badge(f("open", "可达"), .good) : Parts.badge(f("not reached", "不可达"), .bad)
            let key: HTML
            switch way.isKeyAccepted {
            case .some(true): key = Parts.badge(f("accepted", "已接受"), .good)
            case .some(false): key = Parts.badge(f("refused", "被拒"), .bad)
            case nil: key = "–"
            }
            return [HTML(way.name), state, key, f.time(way.at), HTML(way.skew.map { "\($0) s" } ?? "–")]
        }
        let linkTable = Parts.table(
            f("Ways to Apple", "到 Apple 的链路"),
            [f("Service", "服务"), f("Way", "链路"), f("Our key", "密钥"), f("Seen", "时间"), f("Clock", "时钟差")],
            links,
            empty: f("Apple was not asked yet.", "尚未询问 Apple。")
        )
        let failureTable = Parts.table(
            f("Failed purchases", "失败的购买"),
            [f("Code", "代码"), f("Product", "商品"), f("How often", "次数"), f("Last text", "最近文本")],
            failures.map { [Parts.code($0.code), "\($0.product)", "\($0.count)", "\($0.text)"] },
            empty: f("No app reported a failure.", "没有应用报告失败。")
        )
        return Page(
            f.name(of: .monitors),
            place: .monitors,
            """
            <ul class="numbers">\(cards)</ul>
            \(Parts.section(f("Ways to Apple", "到 Apple 的链路"), id: "links", linkTable))
            <div class="charts">\(charts.map { $0.html(in: f) })</div>
            \(Parts.section(f("Failed purchases of the last 30 days", "最近 30 天失败的购买"), id: "failures", failureTable))
            """
        )
    }
}
