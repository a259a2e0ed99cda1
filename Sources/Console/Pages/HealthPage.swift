// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials
import HTML

/// What is watched.
package struct HealthPage: Sendable {
    /// A way to one of Apple's services.
    package struct AppleServiceRow: Sendable {
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

    /// A fault that somebody was notified of, or would have been.
    package struct Alert: Sendable {
        /// Its rule, as the runbook names it.
        package var rule: String
        /// What is wrong.
        package var text: String
        /// Whether somebody must come now.
        package var isCritical: Bool
        /// Since when.
        package var since: Date?
        /// What was measured.
        package var value: String?
        /// From where on it is a fault.
        package var limit: String
        /// Until when no one is notified.
        package var silencedUntil: Date?

        /// Makes an alert.
        package init(
            rule: String,
            text: String,
            isCritical: Bool,
            since: Date?,
            value: String?,
            limit: String,
            silencedUntil: Date?
        ) {
            self.rule = rule
            self.text = text
            self.isCritical = isCritical
            self.since = since
            self.value = value
            self.limit = limit
            self.silencedUntil = silencedUntil
        }
    }

    /// What is raised now.
    package var alerts: [Alert]
    /// How many rules are watched.
    package var rules: Int
    /// What waits, and how much of it.
    package var readings: [(name: String, value: String, tone: StatusTone)]
    /// The ways to Apple.
    package var ways: [AppleServiceRow]
    /// The charts.
    package var charts: [Chart]
    /// Failed purchases that apps reported: code, product, how often, the last text.
    package var failures: [(code: String, product: String?, count: Int, text: String?)]

    /// Makes the page.
    package init(
        alerts: [Alert],
        rules: Int,
        readings: [(name: String, value: String, tone: StatusTone)],
        ways: [AppleServiceRow],
        charts: [Chart],
        failures: [(code: String, product: String?, count: Int, text: String?)]
    ) {
        self.alerts = alerts
        self.rules = rules
        self.readings = readings
        self.ways = ways
        self.charts = charts
        self.failures = failures
    }

    /// The page.
    package func page(in f: PageContext) -> Page {
        let cards = readings.map { reading in
            "<li><div class=\"number tone-\(reading.tone.rawValue)\"><b>\(reading.value)</b><span>\(reading.name)</span></div></li>\n"
                as HTML
        }
        let links = ways.map { way -> [HTML] in
            let state =
                way.isReachable
                ? Components.badge(f("reachable", "可达"), .good) : Components.badge(f("not reached", "不可达"), .bad)
            let key: HTML
            switch way.isKeyAccepted {
            case .some(true): key = Components.badge(f("accepted", "已接受"), .good)
            case .some(false): key = Components.badge(f("refused", "被拒"), .bad)
            case nil: key = "–"
            }
            let skew = way.skew.map { f.number($0) + f(" s", " 秒") } ?? "–"
            return [HTML(f.way(way.name)), state, key, f.time(way.at), HTML(skew)]
        }
        let linkTable = Components.table(
            f("Apple services", "Apple 服务"),
            [
                f("Service", "服务"), f("Connection", "连接"), f("Our key", "密钥"), f("Last response", "最近响应"),
                f("Clock skew", "时钟偏差"),
            ],
            links,
            empty: f("Apple was not asked yet.", "尚未询问 Apple。")
        )
        let failureTable = Components.table(
            f("Failed purchases", "失败的购买"),
            [f("Code", "代码"), f("Product", "商品"), f("How often", "次数"), f("Last text", "最近文本")],
            failures.map { [Components.code($0.code), "\($0.product)", "\($0.count)", "\($0.text)"] },
            empty: f("No app reported a failure.", "没有应用报告失败。")
        )
        return Page(
            f.name(of: .health),
            place: .health,
            """
            <p class="answer">\(verdict(f))</p>
            <ul class="numbers">\(cards)</ul>
            \(Components.section(f("Alerts", "告警"), id: "alerts", refreshes: true, alertTable(f)))
            \(Components.section(f("Apple services", "Apple 服务"), id: "links", linkTable))
            <div class="charts">\(charts.map { $0.html(in: f) })</div>
            \(Components.section(f("Failed purchases of the last 30 days", "最近 30 天失败的购买"), id: "failures", failureTable))
            """
        )
    }

    /// What is wrong, in a sentence.
    private func verdict(_ f: PageContext) -> HTML {
        let active = alerts.filter { $0.silencedUntil == nil }
        let unreachable = ways.filter { !$0.isReachable }.map { f.way($0.name) }
        if !unreachable.isEmpty {
            let names = unreachable.joined(separator: ", ")
            let text = f("Apple does not answer: \(names).", "Apple 无响应：\(names)。")
            return "\(Components.badge(f("look", "需要查看"), .warning)) \(text)"
        }
        guard let first = active.first(where: \.isCritical) ?? active.first else {
            return
                "\(Components.badge(f("well", "正常"), .good)) \(f("Customers are served. Nothing to do.", "用户服务正常，无需处理。"))"
        }
        let tone: StatusTone = first.isCritical ? .bad : .warning
        let rest = active.count - 1
        let more = rest > 0 ? f(" And \(rest) more.", "另有 \(rest) 条告警。") : ""
        let label = first.isCritical ? f("critical", "严重") : f("look", "需要查看")
        return "\(Components.badge(label, tone)) \(first.text)\(more)"
    }

    private func silenceForm(_ alert: Alert, _ f: PageContext) -> HTML? {
        guard f.may(.support), alert.silencedUntil == nil else { return nil }
        return ActionForm(
            action: "silence-alert",
            title: f("Silence", "静默"),
            fields: [
                .hidden("rule", alert.rule), .hidden("scope", f.scope.value),
                .choice(
                    name: "minutes",
                    label: f("For", "时长"),
                    options: [
                        ("60", f("1 hour", "1 小时")), ("480", f("8 hours", "8 小时")), ("1440", f("1 day", "1 天")),
                    ]
                ),
                .text(name: "note", label: f("Reason", "原因")),
            ]
        ).html(in: f)
    }

    private func alertTable(_ f: PageContext) -> HTML {
        let rows = alerts.map { alert -> [HTML] in
            let severity =
                alert.isCritical
                ? Components.badge(f("critical", "严重"), .bad) : Components.badge(f("warning", "警告"), .warning)
            let silence = alert.silencedUntil.map { end in
                "<div class=\"soft\">\(f("silent until", "静默至")) \(f.time(end))</div>" as HTML
            }
            return [
                f.time(alert.since), severity, "\(alert.text)<div>\(Components.code(alert.rule))</div>\(silence)",
                HTML(alert.value ?? "–"), HTML(alert.limit), silenceForm(alert, f) ?? .empty,
            ]
        }
        return Components.table(
            f("Alerts", "告警"),
            [
                f("Start", "开始时间"), f("Severity", "级别"), f("What", "内容"), f("Value", "当前值"), f("Threshold", "阈值"),
                f("Action", "操作"),
            ],
            rows,
            empty: f("No alert is firing; \(rules) rules are evaluated.", "没有告警；共评估 \(rules) 条规则。")
        )
    }
}

extension PageContext {
    /// A way to one of Apple's services, by its name and environment.
    fileprivate func way(_ name: String) -> String {
        let parts = name.split(separator: " ").map(String.init)
        guard let service = parts.first, let place = parts.last, parts.count == 2 else { return name }
        switch service {
        case "connect": return "App Store Connect"
        case "server-api": return "App Store Server API · \(environment(place))"
        case "verify-receipt": return "verifyReceipt"
        default: return name
        }
    }
}
