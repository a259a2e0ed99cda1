// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import HTTPService

/// How long subscribers stay and what they bring, by the month of their first payment.
extension ChartPages {
    /// How many months are followed.
    private static let months = 24

    private func cohorts(_ call: ConsoleRequest) async throws -> [CohortCharts.Cohort]? {
        try await source.cohorts(months: months(call), of: part(call), in: try pages.scope(of: call), call)
    }

    /// What the address narrows the page to; a page without offers is not narrowed to one.
    private func part(_ call: ConsoleRequest, offers: Bool = true) -> ChartPart {
        let part = call.request.query[ChartPartPicker.name].flatMap(ChartPart.init(text:)) ?? .all
        return !offers && part.dimension == .offer ? .all : part
    }

    /// The choice of a part.
    private func picker(_ call: ConsoleRequest, offers: Bool = true) async throws -> ChartPartPicker {
        let scope = try pages.scope(of: call)
        let parts = try await source.parts(in: scope, call) ?? []
        let reader = try await source.sales.salesReader(of: scope)
        return ChartPartPicker(
            parts: offers ? parts : parts.filter { $0.dimension != .offer },
            chosen: part(call, offers: offers),
            grouping: ChartGrouping(reader.catalog)
        )
    }

    private func months(_ call: ConsoleRequest) -> Int {
        min(max(call.request.query["months"].flatMap { Int($0) } ?? Self.months, 1), 60)
    }

    func renderCohorts(_ call: ConsoleRequest) async throws -> HTTPResponse {
        let frame = try await pages.frame(call)
        let view = CohortRevenueView(
            cohorts: try await cohorts(call),
            months: months(call),
            mode: call.request.query["mode"].flatMap(CohortRevenueView.Mode.init(rawValue:)) ?? .revenue,
            wanted: call.request.query["cur"],
            picker: try await picker(call)
        )
        return pages.show(view.page(in: frame), in: frame)
    }

    /// What cohorts paid as a table for other programs; its columns never change.
    func exportCohorts(_ call: ConsoleRequest) async throws -> HTTPResponse {
        guard let cohorts = try await cohorts(call) else {
            throw ServiceProblem(.overloaded, "There are too many purchases for a page. Use GET /v1/charts/cohorts.")
        }
        var rows: [[String]] = []
        for cohort in cohorts {
            for (currency, sums) in cohort.byMonth.sorted(by: { $0.key < $1.key }) {
                for (index, sum) in sums.enumerated() {
                    rows.append(
                        [
                            String(cohort.month.description.prefix(7)), currency.rawValue,
                            String(cohort.payers[currency] ?? 0), String(index),
                        ] + ChartNumber.money(sum, currency).cells.prefix(1)
                    )
                }
            }
        }
        return ConsoleExport.csv(["cohort", "currency", "payers", "month", "revenue"], rows, name: "cohorts")
    }

    func renderRetention(_ call: ConsoleRequest) async throws -> HTTPResponse {
        let frame = try await pages.frame(call)
        let mode = call.request.query["mode"].flatMap(RetentionView.Mode.init(rawValue:)) ?? .share
        let view = RetentionView(cohorts: try await cohorts(call), mode: mode, picker: try await picker(call))
        return pages.show(view.page(in: frame), in: frame)
    }

    func renderLifetimeValue(_ call: ConsoleRequest) async throws -> HTTPResponse {
        let frame = try await pages.frame(call)
        let today = ReportingZone.pacific.day(of: call.now)
        let bucket = ChartBucket(first: today, last: today, resolution: .day)
        let scope = try pages.scope(of: call)
        // A payment has no offer of its own, so values are of products and storefronts only.
        let part = part(call, offers: false)
        let view = LifetimeValueView(
            cohorts: try await source.cohorts(months: months(call), of: part, in: scope, call),
            values: try await source.customerValues(of: part, in: scope, call),
            customers: part == .all
                ? try await source.customers(in: scope, call) : CustomerCharts(asOf: call.now),
            summary: try await source.summaries(of: [bucket], [part], in: scope, call)?.first?.first,
            wanted: call.request.query["cur"],
            picker: try await picker(call, offers: false)
        )
        return pages.show(view.page(in: frame), in: frame)
    }

    /// Retention as a table for other programs; its columns never change.
    func exportRetention(_ call: ConsoleRequest) async throws -> HTTPResponse {
        guard let cohorts = try await cohorts(call) else {
            throw ServiceProblem(.overloaded, "There are too many purchases for a page. Use GET /v1/charts/cohorts.")
        }
        var rows: [[String]] = []
        for cohort in cohorts {
            let (month, size) = (String(cohort.month.description.prefix(7)), String(cohort.size))
            rows.append([month, "0", size, size, size])
            for (index, eligible) in cohort.eligible.enumerated() {
                rows.append([month, String(index + 1), size, String(eligible), String(cohort.retained[index])])
            }
        }
        return ConsoleExport.csv(["cohort", "month", "size", "eligible", "retained"], rows, name: "retention")
    }
}
