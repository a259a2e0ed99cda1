// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import HTTPService
import Persistence

/// Business figures and the comparison with Apple's reports.
struct ChartPages: Sendable {
    let actions: ConsoleActions
    let pages: ConsoleFrame
    let sales: SalesReaders
    let database: any Database
    let work: ConsoleWork

    var routes: [ConsoleRoute] {
        [
            ConsoleRoute(.get, "/charts", .viewer, handler: renderCharts),
            ConsoleRoute(.get, "/reconciliation", .viewer, handler: renderReconciliation),
            actions.perform("charts", .support, computeCharts),
        ]
    }

    /// What is kept of the business's figures.
    struct Charts: Codable {
        var rows: [Row]
        var summary: ChartSummaryBody

        struct Row: Codable {
            var day: String?
            var product: String?
            var currency: String?
            var measure: String
            var value: Int64
        }
    }

    func computeCharts(_ call: ConsoleRequest, _ visitor: SignedInUser) async throws -> String {
        let scope = try pages.scope(call.form["scope"])
        _ = try await startChartJob(scope, actor: visitor.actor, now: call.now)
        return visitor.session.language("It has begun; the bar shows how far it is.", "已开始，进度条显示进展。")
    }

    private func startChartJob(_ scope: AppScope, actor: String, now: Date) async throws -> OneOffJob {
        try await work.begin(.charts, scope, actor: actor) { [self] meter in
            meter.expect(try await database.read { try $0.lineageCount(in: scope) })
            let today = ReportingZone.pacific.day(of: now)
            let days = today.adding(days: -29)...today
            var daily = sales.charts(of: days, by: [.day], app: scope.bundleID)
            var products = sales.charts(of: days, by: [.product], app: scope.bundleID)
            var summary = ChartSummary(days: days, asOf: now)
            try await sales.forEachLife(in: scope) { life in
                daily.add(life)
                products.add(life)
                summary.add(life)
            }
            let result = Charts(
                rows: (daily.rows + products.rows).map { row in
                    Charts.Row(
                        day: row.key.day?.description,
                        product: row.key.product?.rawValue,
                        currency: row.key.currency?.rawValue,
                        measure: row.key.measure.rawValue,
                        value: row.value
                    )
                },
                summary: ChartSummaryBody(summary)
            )
            return (nil, try JSONValue.encoding(result))
        }
    }

    /// Shows the figures computed last; figures that are older than an hour are computed again beside it.
    private func renderCharts(_ call: ConsoleRequest) async throws -> HTTPResponse {
        let frame = try await pages.frame(call)
        let visitor = try call.signedIn
        let scope = pages.scope(of: visitor)
        var (running, done) = try await work.jobs(.charts, scope)
        let age = done.map { pages.sessionClock().timeIntervalSince($0.touched) } ?? .infinity
        if running == nil, age > 3600 {
            // Somebody else may begin it at the same moment; then theirs is shown.
            let begun = try? await startChartJob(scope, actor: visitor.actor, now: call.now)
            running = begun.map(work.summary)
        }
        let results: Charts? = try done?.result.map { try ServiceJSON.decode(from: ServiceJSON.encode($0)) }
        let page = ChartsPage(
            charts: results.map { charts($0, frame) } ?? [],
            summary: results.map { Self.summary($0.summary, frame) } ?? [],
            computed: done?.began,
            job: running
        )
        return pages.show(page.page(in: frame), in: frame)
    }

    private static func summary(_ summary: ChartSummaryBody, _ f: PageContext) -> [(name: String, value: String)] {
        let revenue = summary.revenue.map {
            (($0.isClamped ?? false) ? "≥ " : "") + f.money($0.milliunits, $0.currency.rawValue)
        }
        .joined(separator: " · ")
        return [
            (f("payments in 30 days", "30 天付款"), f.number(summary.payments)),
            (f("payers", "付费用户"), f.number(summary.payers)),
            (f("refund rate", "退款率"), f.share(summary.refunds, of: summary.payments)),
            (f("trials that paid", "试用转付费"), f.share(summary.convertedTrials, of: summary.endedTrials)),
            (f("revenue", "收入"), revenue.isEmpty ? "–" : revenue),
        ]
    }

    private func charts(_ results: Charts, _ f: PageContext) -> [Chart] {
        let daily = results.rows.filter { $0.day != nil }
        let days = Set(daily.compactMap(\.day)).sorted()
        func series(_ name: String, _ measure: ChartMeasure, currency: String? = nil) -> Chart.Series {
            let rows = daily.filter { $0.measure == measure.rawValue && (currency == nil || $0.currency == currency) }
            let byDay = Dictionary(grouping: rows) { $0.day ?? "" }.mapValues { rows in
                rows.reduce(BoundedSum()) { $0 + BoundedSum($1.value) }.value
            }
            let divisor: Double = currency == nil ? 1 : 1000
            return Chart.Series(name: name, values: days.map { Double(byDay[$0] ?? 0) / divisor })
        }
        let currencies = Set(daily.filter { $0.measure == "revenue" }.compactMap(\.currency)).sorted()
        let products = Dictionary(grouping: results.rows.filter { $0.product != nil && $0.measure == "payments" }) {
            $0.product ?? ""
        }
        let names = products.keys.sorted()
        return [
            Chart(
                f("Revenue by day", "每日收入"),
                .bar,
                // Different currencies have no sum.
                isStacked: currencies.count == 1,
                labels: days,
                series: currencies.map { series($0, .revenue, currency: $0) }
            ),
            Chart(
                f("Subscribers", "订阅者"),
                .line,
                labels: days,
                series: [series(f("paying", "付费"), .activePaid), series(f("in a trial", "试用"), .activeTrial)]
            ),
            Chart(
                f("New, lost and refunded", "新增、流失与退款"),
                .bar,
                labels: days,
                series: [
                    series(f("new", "新增"), .new), series(f("lost", "流失"), .churned),
                    series(f("refunds", "退款"), .refunds),
                ]
            ),
            Chart(
                f("Payments by product", "各商品付款"),
                .bar,
                axis: f("Product", "商品"),
                labels: names,
                series: [
                    Chart.Series(
                        name: f("payments", "付款"),
                        values: names.map { name in
                            Double((products[name] ?? []).reduce(BoundedSum()) { $0 + BoundedSum($1.value) }.value)
                        }
                    )
                ]
            ),
        ]
    }

    private func renderReconciliation(_ call: ConsoleRequest) async throws -> HTTPResponse {
        let frame = try await pages.frame(call)
        let scope = pages.scope(of: try call.signedIn)
        let (running, done) = try await work.jobs(.reconciliation, scope)
        let body: ReconciliationBody? = try done?.result.map { try ServiceJSON.decode(from: ServiceJSON.encode($0)) }
        let yesterday = ReportingZone.pacific.day(of: call.now).adding(days: -1)
        let page = ReconciliationPage(
            from: body?.from ?? yesterday.description,
            until: body?.until ?? yesterday.description,
            result: body.map { ReconciliationPage.Result($0, in: scope) },
            computed: done?.began,
            job: running
        )
        return pages.show(page.page(in: frame), in: frame)
    }
}

extension ReconciliationPage.Result {
    fileprivate init(_ body: ReconciliationBody, in scope: AppScope) {
        func sale(_ sale: ReconciliationBody.Sale) -> ReconciliationPage.Sale {
            ReconciliationPage.Sale(
                transaction: sale.transaction.rawValue,
                path: ConsolePaths.path(of: LineageKey(scope: scope, lineage: sale.originalTransaction)),
                cause: sale.cause,
                amount: sale.amount,
                instant: sale.at
            )
        }
        func row(_ row: ReconciliationBody.Row) -> String { "\(row.report)/\(row.row)" }
        self.init(
            from: body.from,
            until: body.until,
            matched: body.matched,
            totals: body.totals.map { total in
                (
                    currency: total.currency.rawValue, ours: total.ours, reported: total.reported,
                    unexplained: total.unexplained
                )
            },
            unexplained: body.unexplained.map { item in
                ReconciliationPage.Difference(
                    product: item.product.rawValue,
                    storefront: item.storefront.rawValue,
                    day: item.day,
                    finding: item.finding,
                    amount: item.difference,
                    currency: item.currency.rawValue,
                    sales: item.suspects.map(sale),
                    rows: item.rows.map(row)
                )
            },
            explained: body.explained.map { item in
                ReconciliationPage.Difference(
                    product: item.sale?.product.rawValue ?? "",
                    storefront: item.sale?.storefront.rawValue ?? "",
                    day: item.sale?.day ?? item.row?.day ?? "",
                    finding: item.explanation,
                    amount: item.difference,
                    currency: (item.sale?.currency ?? item.row?.currency)?.rawValue ?? "",
                    sales: [item.sale].compactMap(\.self).map(sale),
                    rows: [item.row].compactMap(\.self).map(row)
                )
            }
        )
    }
}
