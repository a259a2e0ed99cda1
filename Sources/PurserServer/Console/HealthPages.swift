// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import HTTPService
import Persistence

/// What is watched.
struct HealthPages: Sendable {
    let actions: ConsoleActions
    let alerts: AlertFeature
    let counter: ConsoleCounter
    let metrics: MetricsRecorder
    let pages: ConsoleFrame
    let work: ConsoleWork
    let database: any Database
    let buckets: MetricsStore

    var routes: [ConsoleRoute] {
        [
            ConsoleRoute(.get, "/health", .viewer, handler: renderHealth),
            // Evaluation continues, and the reason is required, so the form has no tick.
            actions.perform("silence-alert", .support, isConfirmed: false, silence),
        ]
    }

    private func silence(_ call: ConsoleRequest, _ visitor: SignedInUser) async throws -> String {
        let rule = try call.field("rule", upTo: 200)
        let minutes = try call.number("minutes", in: 1...43_200)
        try await actions.perform(
            "silenceAlert",
            path: ["rule": rule],
            body: ["minutes": .integer(Int64(minutes)), "note": .string(try call.field("note"))],
            in: try pages.scope(call.form["scope"]),
            call,
            visitor
        )
        return visitor.session.language("\(rule) is silent for \(minutes) minutes.")
    }

    /// What is watched: what waits now, the ways to Apple, and the last day hour by hour.
    func renderHealth(_ call: ConsoleRequest) async throws -> HTTPResponse {
        let frame = try await pages.frame(call)
        let scope = try pages.scope(of: call)
        let now = call.now
        try await buckets.saveMetrics()
        let last = MetricsWindow.number(of: now, .hour)
        let month = NumberedName(now.addingTimeInterval(-30 * 86_400).millisecondsSince1970)
        let (records, failures) = try await database.read { reader in
            (
                try reader.records(in: MetricsWindow.Span.hour.records, after: NumberedName(last - 24), limit: 5000),
                try reader.records(in: PurchaseFailureReport.records[scope.bundleID], after: month, limit: 20_000)
            )
        }
        var hours: [Int64: MetricsBucket] = [:]
        for record in records {
            hours[record.name.number, default: MetricsBucket()].add(try record.value)
        }
        var counts = PurchaseFailureCounts(by: [.code, .product])
        for failure in failures { counts.add(try failure.value) }
        let alerts = try await alerts.alertList(now: now).alerts
        let rounds = try await database.read { try $0.values(in: RecoveryReport.records[scope]) }
        var page = HealthPage(
            alerts: alerts.filter(\.isFiring).map { alert in
                HealthPage.Alert(
                    rule: alert.rule,
                    text: alert.text[frame.language.rawValue] ?? alert.rule,
                    isCritical: alert.severity == AlertSeverity.critical.rawValue,
                    since: alert.since,
                    value: alert.value.map { Self.text($0, alert.formattedValue, like: alert, frame) },
                    limit: Self.text(alert.threshold, alert.formattedThreshold, like: alert, frame),
                    silencedUntil: alert.silencedUntil
                )
            },
            rules: alerts.count,
            readings: try await readings(in: scope, frame),
            ways: metrics.linkStates.sorted { $0.key < $1.key }.map { name, state in
                HealthPage.AppleServiceRow(
                    name: name.description,
                    isReachable: state.isReachable,
                    isKeyAccepted: state.isKeyAccepted,
                    at: state.at,
                    skew: state.clockSkew.map { Int($0.rounded()) }
                )
            },
            charts: Self.charts(hours, (last - 23)...last, scope.environment, frame),
            failures: counts.ranked.prefix(50).map {
                (code: $0.code ?? "", product: $0.product?.rawValue, count: $0.count, text: $0.lastText)
            }
        )
        page.recoveries = rounds.map { round in
            HealthPage.Recovery(
                kind: round.kind,
                until: round.until,
                checked: round.checked,
                missing: round.missing,
                failed: round.failed,
                interruption: round.stopped
            )
        }
        page.recoveryJob = try await work.jobs(.recovery, scope).running
        return pages.show(page.page(in: frame), in: frame)
    }

    /// Lengths of time in words; everything else as the interface writes it.
    private static func text(_ value: Double, _ text: String?, like alert: AlertBody, _ f: PageContext) -> String {
        let isTime = alert.formattedThreshold.hasSuffix(" s") && value.isFinite
        return isTime ? f.duration(value) : text ?? "–"
    }

    private func readings(
        in scope: AppScope,
        _ f: PageContext
    ) async throws -> [(name: String, value: String, tone: StatusTone)] {
        let counts = try await counter.counts(in: scope)
        let bytes = try await database.size()
        func reading(_ place: Page.NavigationItem, _ count: Int) -> (name: String, value: String, tone: StatusTone) {
            (f.matter(of: place), f.count(count), count == 0 ? .good : .warning)
        }
        return [
            reading(.undelivered, counts.undelivered), reading(.consumption, counts.consumption),
            reading(.webhooks, counts.webhooks),
            (f("Database"), f.size(bytes), .plain),
        ]
    }

    private static func charts(
        _ hours: [Int64: MetricsBucket],
        _ range: ClosedRange<Int64>,
        _ environment: Environment,
        _ f: PageContext
    ) -> [Chart] {
        let labels = range.map { hour in
            let text = Date(timeIntervalSince1970: TimeInterval(hour * 3600)).formatted(.iso8601)
            return String(text.dropFirst(11).prefix(5))
        }
        func series(_ name: String, _ keys: String...) -> Chart.Series {
            Chart.Series(
                name: name,
                values: range.map { hour in Double(keys.reduce(0) { $0 + (hours[hour]?[$1] ?? 0) }) }
            )
        }
        let operations: [(BusinessOperation, String)] = [
            (.productList, f("product list")), (.order, f("orders")),
            (.verification, f("verification")), (.notification, f("notifications")),
        ]
        return [
            Chart(
                f("Requests by hour"),
                .line,
                labels: labels,
                series: operations.map { operation, name in
                    let part = operation.rawValue
                    return series(name, "\(part) ok", "\(part) rejected", "\(part) failed")
                }
            ),
            Chart(
                f("Failures by hour"),
                .bar,
                isStacked: true,
                labels: labels,
                series: operations.map { series($1, "\($0.rawValue) failed") } + [
                    series(f("webhooks"), "webhook failed"),
                    series(f("purchases on devices"), "purchase failed"),
                ]
            ),
            Chart(
                f("Deliveries and refunds by hour"),
                .bar,
                labels: labels,
                series: [
                    series(f("delivered", meaning: "ledger entry"), "delivered \(environment)"),
                    series(f("revoked", meaning: "ledger entry"), "refunded \(environment)"),
                ]
            ),
        ]
    }
}
