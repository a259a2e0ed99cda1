// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import HTML
import HTTPService
import Persistence

/// The charts of the business: each a page whose address says all that it shows.
struct ChartPages: Sendable {
    let pages: ConsoleFrame
    let source: ChartSource

    var routes: [ConsoleRoute] {
        [
            ConsoleRoute(.get, "/charts", .viewer) { try await render(.mrr, $0) },
            ConsoleRoute(.get, "/charts/retention", .viewer, handler: renderRetention),
            ConsoleRoute(.get, "/charts/retention/csv", .viewer, handler: exportRetention),
            ConsoleRoute(.get, "/charts/cohorts", .viewer, handler: renderCohorts),
            ConsoleRoute(.get, "/charts/cohorts/csv", .viewer, handler: exportCohorts),
            ConsoleRoute(.get, "/charts/lifetime-value", .viewer, handler: renderLifetimeValue),
            ConsoleRoute(.get, "/charts/{chart}", .viewer) { try await render(try chart($0), $0) },
            ConsoleRoute(.get, "/charts/{chart}/csv", .viewer, handler: export),
        ]
    }

    func chart(_ call: ConsoleRequest) throws -> ConsoleChart {
        let name = try call.path("chart")
        guard let chart = ConsoleChart(rawValue: name) else {
            throw ServiceProblem(.notFound, "There is no chart \(name). Choose one of the list of charts.")
        }
        return chart
    }

    private func render(_ chart: ConsoleChart, _ call: ConsoleRequest) async throws -> HTTPResponse {
        let frame = try await pages.frame(call)
        let query = ChartQuery(call.request.query, of: chart, today: ReportingZone.pacific.day(of: call.now))
        return pages.show(try await view(chart, query, call).page(in: frame), in: frame)
    }

    /// A chart, looked at in a way.
    func view(_ chart: ConsoleChart, _ query: ChartQuery, _ call: ConsoleRequest) async throws -> ChartView {
        ChartView(chart: chart, query: query, data: try await data(chart, query, call))
    }

    /// What a chart and the numbers above it need.
    struct Data: Sendable {
        var buckets: [ChartBucket]
        var compared: [ChartBucket]?
        var cells: ChartCells?
        var earlier: ChartCells?
        var currencies: [Currency] = []
        /// How amounts of all currencies became one; nothing where one currency is shown as it was paid.
        var conversion: ChartConversion?
        /// The currencies to which amounts can be converted.
        var targets: [String] = []
        /// A result for each currency that is shown; one without a currency for counts.
        var results: [ChartResult] = []
        var job: JobSummary?
        /// The dated notes of the days, and what happened on them.
        var notes: [ListedAnnotation] = []
        /// Whether there are too many purchases for a chart that is computed on the page.
        var isTooLarge = false
    }

    func data(_ chart: ConsoleChart, _ query: ChartQuery, _ call: ConsoleRequest) async throws -> Data {
        let scope = try pages.scope(of: call)
        let today = ReportingZone.pacific.day(of: call.now)
        let buckets = ChartBucket.all(of: query.days, by: query.resolution, today: today)
        var data = Data(buckets: buckets, compared: query.compared(buckets))
        data.notes = try await source.database.read {
            try $0.listedAnnotations(on: query.days, in: scope, now: call.now)
        }
        let measures = chart.pageMeasures
        let grouping = ChartGrouping(try await source.sales.salesReader(of: scope).catalog)
        guard let first = buckets.first?.first.adding(days: -1), let last = buckets.last?.last else { return data }
        if let compared = data.compared, let start = compared.first?.first.adding(days: -1),
            let end = compared.last?.last
        {
            if end.adding(days: 1) >= first {
                let both = try await source.cells(of: min(start, first)...last, measures, in: scope, call)
                (data.cells, data.earlier, data.job) = (both.cells, both.cells, both.job)
            } else {
                let now = try await source.cells(of: first...last, measures, in: scope, call)
                (data.cells, data.job) = (now.cells, now.job)
                if data.job == nil {
                    let before = try await source.cells(of: start...end, measures, in: scope, call)
                    (data.earlier, data.job) = (before.cells, before.job)
                }
            }
        } else {
            let now = try await source.cells(of: first...last, measures, in: scope, call)
            (data.cells, data.job) = (now.cells, now.job)
        }
        guard data.cells != nil else { return data }
        data.cells?.grouping = grouping
        data.earlier?.grouping = grouping
        try await convert(&data, chart, query, scope)
        guard let cells = data.cells else { return data }
        try await addResults(chart, query, call, scope, cells, to: &data)
        return data
    }

    /// Makes one currency of several, where the team stored rates and one currency alone is not asked for.
    private func convert(
        _ data: inout Data,
        _ chart: ConsoleChart,
        _ query: ChartQuery,
        _ scope: AppScope
    ) async throws {
        guard let cells = data.cells else { return }
        let measures = chart.measures.isEmpty ? [ChartMeasure.revenue] : chart.measures
        data.currencies = cells.currencies(of: measures)
        let all = cells.currencies(of: [.revenue, .monthlyRevenue])
        let stored = try await source.database.read { try $0.exchangeRates(of: scope.bundleID) }
        guard !stored.isEmpty, query.currency == nil, !query.showsEachCurrency,
            let target = query.converted ?? (all.count > 1 ? all.first?.rawValue : nil),
            var conversion = try ChartConversion(
                to: Currency(rawValue: target),
                on: query.days.upperBound,
                from: stored
            )
        else {
            data.targets = stored.last?.currencies ?? []
            return
        }
        data.targets = conversion.currencies
        guard conversion.currencies.contains(target) else { return }
        data.cells = conversion.convert(cells)
        data.earlier = data.earlier.map { conversion.convert($0) }
        data.conversion = conversion
    }

    private func addResults(
        _ chart: ConsoleChart,
        _ query: ChartQuery,
        _ call: ConsoleRequest,
        _ scope: AppScope,
        _ cells: ChartCells,
        to data: inout Data
    ) async throws {
        let shown: [Currency?]
        if !chart.isMoney {
            shown = [nil]
        } else if query.showsEachCurrency {
            shown = data.currencies.prefix(8).map(Optional.some)
        } else if let conversion = data.conversion {
            shown = [conversion.target]
        } else if let wanted = query.currency.map(Currency.init(rawValue:)) {
            shown = [wanted]
        } else {
            shown = [data.currencies.first]
        }
        if case .summary = chart.formula {
            var parts: [ChartPart]? = [.all]
            if chart != .trialConversion, let dimension = query.dimension {
                parts = try await source.topParts(
                    by: dimension,
                    of: query.days,
                    limit: ChartResult.maximumSegments,
                    in: scope,
                    call
                ).map { $0 + [.all] }
            }
            guard let parts, let summaries = try await source.summaries(of: data.buckets, parts, in: scope, call) else {
                data.isTooLarge = true
                return
            }
            var earlier: [[ChartSummary]]?
            if let compared = data.compared {
                earlier = try await source.summaries(of: compared, parts, in: scope, call)
            }
            data.results = shown.map {
                ChartResult(
                    chart,
                    query,
                    data.buckets,
                    parts.enumerated().map { ($1, summaries[$0], earlier?[$0]) },
                    grouping: cells.grouping,
                    currency: $0,
                    conversion: data.conversion
                )
            }
            return
        }
        if case .customers = chart.formula {
            guard let customers = try await source.customers(in: scope, call) else {
                data.isTooLarge = true
                return
            }
            guard let dimension = query.dimension else {
                data.results = [ChartResult(chart, data.buckets, customers, earlier: data.compared)]
                return
            }
            func counts(_ buckets: [ChartBucket]) -> ChartCells.Sums {
                customers.newCustomers(in: buckets) { storefront in
                    cells.grouping.name(of: ChartRow.Key(storefront: storefront, measure: .customersNew), dimension)
                }
            }
            data.results = [
                ChartResult(
                    counts: counts(data.buckets),
                    data.buckets,
                    earlier: data.compared.map { ($0, counts($0)) },
                    isSegmented: true
                )
            ]
            return
        }
        if case .visits = chart.formula {
            let feature = ActiveCustomerFeature(database: source.database)
            func counts(_ buckets: [ChartBucket]) async throws -> ChartCells.Sums {
                let found = try await feature.counts(of: buckets, in: scope, within: call.tolerance)
                return found.reduce(into: [:]) { sums, one in
                    let key = ChartRow.Key(storefront: one.key, measure: .customersActive)
                    let name = query.dimension.map { cells.grouping.name(of: key, $0) } ?? ""
                    sums[name, default: [:]].merge(one.value, uniquingKeysWith: +)
                }
            }
            var earlier: (buckets: [ChartBucket], counts: ChartCells.Sums)?
            if let compared = data.compared { earlier = (compared, try await counts(compared)) }
            data.results = [
                ChartResult(
                    counts: try await counts(data.buckets),
                    data.buckets,
                    earlier: earlier,
                    isSegmented: query.segment != nil
                )
            ]
            return
        }
        if case .failures = chart.formula {
            let source = FailureCharts(database: source.database)
            let counts = try await source.counts(data.buckets, query, cells.grouping, of: scope.bundleID)
            guard let counts else {
                data.isTooLarge = true
                return
            }
            var earlier: (buckets: [ChartBucket], counts: ChartCells.Sums)?
            if let compared = data.compared,
                let before = try await source.counts(compared, query, cells.grouping, of: scope.bundleID)
            {
                earlier = (compared, before)
            }
            data.results = [ChartResult(counts: counts, data.buckets, earlier: earlier)]
            return
        }
        let before = data.compared.flatMap { compared in data.earlier.map { (buckets: compared, cells: $0) } }
        data.results = shown.map {
            ChartResult(chart, query, data.buckets, cells, earlier: before, currency: $0)
        }
    }

    /// The same numbers as a table for other programs; its columns never change, and new ones come last.
    private func export(_ call: ConsoleRequest) async throws -> HTTPResponse {
        let chart = try chart(call)
        let query = ChartQuery(call.request.query, of: chart, today: ReportingZone.pacific.day(of: call.now))
        let data = try await data(chart, query, call)
        guard data.cells != nil, !data.isTooLarge else {
            throw ServiceProblem(.overloaded, "The chart is being computed. Try again when its page shows it.")
        }
        var rows: [[String]] = []
        for result in data.results {
            for line in result.lines {
                let name: String =
                    switch line.kind {
                    case .whole: ""
                    case .segment(let name): name
                    case .other: "other"
                    case .part(let measure): measure.rawValue
                    case .net: "net"
                    case .within(let days): String(days)
                    }
                for (index, bucket) in result.buckets.enumerated() {
                    rows.append(
                        [bucket.first.description, bucket.last.description, name, result.currency?.rawValue ?? ""]
                            + line.values[index].cells + [line.previous?[index].cells.first ?? ""]
                            + [data.conversion?.rates.day ?? ""]
                    )
                }
            }
        }
        return ConsoleExport.csv(
            [
                "first_day", "last_day", "segment", "currency", "value", "numerator", "denominator",
                "compared_value", "rates_of",
            ],
            rows,
            name: chart.rawValue
        )
    }
}
