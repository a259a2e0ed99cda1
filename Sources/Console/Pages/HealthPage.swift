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

    /// The last round of each kind of recovery.
    package var recoveries: [Recovery] = []
    /// The recovery that is in progress.
    package var recoveryJob: JobSummary?

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
                ? Components.badge(f("reachable"), .good) : Components.badge(f("not reached"), .bad)
            let key: HTML
            switch way.isKeyAccepted {
            case .some(true): key = Components.badge(f("accepted"), .good)
            case .some(false): key = Components.badge(f("refused"), .bad)
            case nil: key = "–"
            }
            let skew = way.skew.map { f.number($0) + f(" s") } ?? "–"
            return [HTML(f.way(way.name)), state, key, f.time(way.at), HTML(skew)]
        }
        let linkTable = Components.table(
            f("Apple services"),
            [
                f("Service"), f("Connection"), f("Our key"), f("Last response"),
                f("Clock skew"),
            ],
            links,
            empty: f("Apple was not asked yet.")
        )
        let failureTable = Components.table(
            f("Failed purchases"),
            [f("Code"), f("Product"), f("How often"), f("Last text")],
            failures.map { [Components.code($0.code), "\($0.product)", "\($0.count)", "\($0.text)"] },
            empty: f("No app reported a failure.")
        )
        return Page(
            f.name(of: .health),
            place: .health,
            """
            <p class="answer">\(verdict(f))</p>
            <ul class="numbers">\(cards)</ul>
            \(Components.section(f("Alerts"), id: "alerts", refreshes: true, alertTable(f)))
            \(Components.section(f("Apple services"), id: "links", linkTable))
            \(recovery(f))
            <div class="charts">\(charts.map { $0.html(in: f) })</div>
            \(Components.section(f("Failed purchases of the last 30 days"), id: "failures", failureTable))
            """
        )
    }

    /// What is wrong, in a sentence.
    private func verdict(_ f: PageContext) -> HTML {
        let active = alerts.filter { $0.silencedUntil == nil }
        let unreachable = ways.filter { !$0.isReachable }.map { f.way($0.name) }
        if !unreachable.isEmpty {
            let names = unreachable.joined(separator: ", ")
            let text = f("Apple does not answer: \(names).")
            return "\(Components.badge(f("look"), .warning)) \(text)"
        }
        guard let first = active.first(where: \.isCritical) ?? active.first else {
            return
                "\(Components.badge(f("well"), .good)) \(f("Customers are served. Nothing to do."))"
        }
        let tone: StatusTone = first.isCritical ? .bad : .warning
        let rest = active.count - 1
        let more = rest > 0 ? f(" And \(rest) more.") : ""
        let label = first.isCritical ? f("critical") : f("look")
        return "\(Components.badge(label, tone)) \(first.text)\(more)"
    }

    private func silenceForm(_ alert: Alert, _ f: PageContext) -> HTML? {
        guard f.may(.support), alert.silencedUntil == nil else { return nil }
        return ActionForm(
            action: "silence-alert",
            title: f("Silence"),
            fields: [
                .hidden("rule", alert.rule), .hidden("scope", f.scope.value),
                .choice(
                    name: "minutes",
                    label: f("For"),
                    options: [
                        ("60", f("1 hour")), ("480", f("8 hours")), ("1440", f("1 day")),
                    ]
                ),
                .text(name: "note", label: f("Reason")),
            ]
        ).html(in: f)
    }

    private func alertTable(_ f: PageContext) -> HTML {
        let rows = alerts.map { alert -> [HTML] in
            let severity =
                alert.isCritical
                ? Components.badge(f("critical"), .bad) : Components.badge(f("warning"), .warning)
            let silence = alert.silencedUntil.map { end in
                "<div class=\"soft\">\(f("silent until")) \(f.time(end))</div>" as HTML
            }
            return [
                f.time(alert.since), severity, "\(alert.text)<div>\(Components.code(alert.rule))</div>\(silence)",
                HTML(alert.value ?? "–"), HTML(alert.limit), silenceForm(alert, f) ?? .empty,
            ]
        }
        return Components.table(
            f("Alerts"),
            [
                f("Start"), f("Severity"), f("What", meaning: "subject"), f("Value", meaning: "measured"),
                f("Threshold"),
                f("Action"),
            ],
            rows,
            empty: f("No alert is firing; \(rules) rules are evaluated.")
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
