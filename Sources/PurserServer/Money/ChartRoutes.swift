// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence

/// Business figures, cohorts and settlements.
struct ChartFeature: Sendable {
    let reports: ReportReader
    let sales: SalesReaders

    var routes: [Route] {
        [getCharts, getChartSummary, readCohorts, getCustomerValues, getCustomerCharts, readEvidence, getPayout]
    }

    static let range: [Route.Parameter] = [
        .environment, .init(name: "from", schema: .day, summary: "The first Pacific day.", isRequired: true),
        .init(name: "until", schema: .day, summary: "The last Pacific day (default: the first)."),
    ]

    /// As of when documents count.
    static let knownAt = Route.Parameter(
        name: "knownAt",
        schema: .instant,
        summary: "Only the documents that Purser had received by this time (default: all)."
    )

    /// The store whose purchases count.
    static let store = Route.Parameter(
        name: "store",
        schema: .oneOf(Store.all.map(\.rawValue)),
        summary: "Only purchases of this store, such as app-store (default: all stores)."
    )

    private var getCharts: Route {
        Route(
            method: .get,
            path: "/v1/charts",
            name: "getCharts",
            summary:
                "Returns revenue, proceeds, subscribers, trials, renewals and MRR by day, product, storefront, offer and store.",
            group: .money,
            access: .backend,
            query: Self.range + [
                .init(
                    name: "groupBy",
                    schema: .pattern("^(\(Self.dimensionNames))(,(\(Self.dimensionNames)))*$"),
                    summary:
                        "Dimensions with commas between: day, product, group, kind, period, storefront, region, offer, store; day if absent."
                ),
                Self.store, Self.knownAt,
                .init(
                    name: "measure",
                    schema: .string(upTo: 1000),
                    summary: "Only these measures, separated by commas."
                ),
                .init(
                    name: "format",
                    schema: .oneOf(["json", "csv", "jsonl"]),
                    summary: "The format (default: json)."
                ),
            ],
            answers: [.table(ChartRowList.self, "The rows, in the order of the columns.")],
            acceptsCacheControl: true
        ) { [self] call in
            let days = try call.days()
            let scope = try call.scope()
            let dimensions = try Self.dimensions(call.text("groupBy"))
            var results = sales.charts(of: days, by: dimensions.stored, app: scope.bundleID)
            let measures = call.text("measure").map { Set($0.split(separator: ",").map(String.init)) }
            let (store, instant) = (call.store, try call.instant("knownAt"))
            try await sales.forEachLife(in: scope, of: store, within: call.tolerance, knownAt: instant) {
                results.add($0)
            }
            var rows = results.rows.filter { measures?.contains($0.key.measure.rawValue) ?? true }
            if dimensions != dimensions.stored {
                let catalog = try await sales.salesReader(of: scope).catalog
                rows = ChartRow.regrouped(rows, by: dimensions, ChartGrouping(catalog))
            }
            return try Self.export(rows, as: call.text("format"))
        }
    }

    private static let dimensionNames = ChartRow.Dimension.allCases.map(\.rawValue).joined(separator: "|")

    private static func dimensions(_ text: String?) throws -> Set<ChartRow.Dimension> {
        let names = (text ?? "day").split(separator: ",").map(String.init)
        let dimensions = names.compactMap(ChartRow.Dimension.init(rawValue:))
        guard dimensions.count == names.count else {
            throw ServiceProblem.invalid(
                "groupBy",
                "some of day, product, group, kind, period, storefront, region, offer, store, with commas between"
            )
        }
        return Set(dimensions)
    }

    /// The parameters that narrow a chart to one part.
    private static func parts(_ dimensions: [ChartRow.Dimension]) -> [Route.Parameter] {
        dimensions.map { dimension in
            let summary =
                switch dimension {
                case .product: "Only what is paid for this product; of cohorts, subscriptions that began with it."
                case .storefront: "Only what is paid in this storefront; of cohorts, subscriptions that began in it."
                default: "Only subscriptions that began with this offer: its name, or its kind when it has none."
                }
            return .init(name: dimension.rawValue, schema: .string(upTo: 200), summary: summary)
        }
    }

    /// The part that a request asks for.
    ///
    /// - Throws: A `ServiceProblem` when it asks for several.
    private static func part(_ call: RequestContext) throws -> ChartPart {
        let parts = ["product", "storefront", "offer"].compactMap { name in
            call.text(name).flatMap { ChartPart(text: "\(name):\($0)") }
        }
        guard parts.count <= 1 else {
            throw ServiceProblem.invalid(
                parts.last?.dimension?.rawValue ?? "",
                "one of product, storefront and offer alone"
            )
        }
        return parts.first ?? .all
    }

    private static func export(_ rows: [ChartRow], as format: String?) throws -> HTTPResponse {
        switch format {
        case nil, "json": return try .json(ChartRowList(rows: rows.map(ChartRowList.Row.init)))
        case "csv":
            let bytes = Data(ChartRow.commaSeparated(rows).utf8)
            return HTTPResponse(headers: ["Content-Type": "text/csv; charset=utf-8"], body: .bytes(bytes))
        case "jsonl":
            let lines = try rows.map {
                try ServiceJSON.encode(ChartExportRow(row: ChartRowList.Row($0))) + Data("\n".utf8)
            }
            return HTTPResponse(headers: ["Content-Type": "application/jsonl"], body: .bytes(Data(lines.joined())))
        default: throw ServiceProblem.invalid("format", "json, csv or jsonl")
        }
    }

    private var getChartSummary: Route {
        Route(
            method: .get,
            path: "/v1/charts/summary",
            name: "getChartSummary",
            summary: "Returns the parts of refund rate, revenue per payer, trial conversion and lifetime value.",
            group: .money,
            access: .backend,
            query: Self.range + [
                Self.store
            ] + Self.parts([.product, .storefront]) + [
                .init(
                    name: "groupBy",
                    schema: .pattern("^(product|storefront|offer)(,(product|storefront|offer))*$"),
                    summary: "Also returns the trials by these dimensions: product, storefront, offer."
                )
            ],
            answers: [.json(ChartSummaryBody.self, "The parts of each figure.")],
            acceptsCacheControl: true
        ) { [self] call in
            let scope = try call.scope()
            var summary = ChartSummary(days: try call.days(), of: try Self.part(call), asOf: call.now)
            try await sales.forEachLife(in: scope, of: call.store, within: call.tolerance) { summary.add($0) }
            let columns = try call.text("groupBy").map { try Self.dimensions($0) }
            guard columns?.isSubset(of: [.product, .storefront, .offer]) ?? true else {
                throw ServiceProblem.invalid("groupBy", "some of product, storefront, offer, with commas between")
            }
            return try .json(ChartSummaryBody(summary, trialsBy: columns))
        }
    }

    private var readCohorts: Route {
        Route(
            method: .get,
            path: "/v1/charts/cohorts",
            name: "getCohorts",
            summary: "Returns retention and revenue by the month of the first payment.",
            group: .money,
            access: .backend,
            query: [
                .environment,
                .init(
                    name: "months",
                    schema: .integer(from: 1, to: 120),
                    summary: "The number of months (default: 12)."
                ),
                Self.store,
            ] + Self.parts([.product, .storefront, .offer]),
            answers: [.json(CohortList.self, "The cohorts, oldest first.")],
            acceptsCacheControl: true
        ) { [self] call in
            let scope = try call.scope()
            let months = Int(try call.integer("months", in: 1...120) ?? 12)
            var results = CohortCharts(months: months, of: try Self.part(call), asOf: call.now)
            try await sales.forEachLife(in: scope, of: call.store, within: call.tolerance) { results.add($0) }
            return try .json(CohortList(cohorts: results.cohorts.map(CohortList.Cohort.init)))
        }
    }

    private var getCustomerValues: Route {
        Route(
            method: .get,
            path: "/v1/charts/customer-values",
            name: "getCustomerValues",
            summary: "Returns what customers paid since their first payment, by its month and currency.",
            group: .money,
            access: .backend,
            query: [.environment, Self.store] + Self.parts([.product, .storefront]),
            answers: [.json(CustomerValueList.self, "The values, by currency and month.")],
            acceptsCacheControl: true
        ) { [self] call in
            let scope = try call.scope()
            var results = CustomerValueCharts(of: try Self.part(call), asOf: call.now)
            try await sales.forEachLife(in: scope, of: call.store, within: call.tolerance) { results.add($0) }
            return try .json(CustomerValueList(values: results.values.map(CustomerValueList.Value.init)))
        }
    }

    private var getCustomerCharts: Route {
        Route(
            method: .get,
            path: "/v1/charts/customers",
            name: "getCustomerCharts",
            summary:
                "Returns the customers who became known on each day, how many of them paid, and what they are worth.",
            group: .money,
            access: .backend,
            query: Self.range,
            answers: [.json(CustomerChartBody.self, "The days, and the values by currency and month.")],
            acceptsCacheControl: true
        ) { [self] call in
            let charts = try await sales.customerCharts(in: try call.scope(), within: call.tolerance, now: call.now)
            return try .json(CustomerChartBody(charts, days: try call.days()))
        }
    }

    private var getPayout: Route {
        Route(
            method: .get,
            path: "/v1/payouts/{month}",
            name: "getPayout",
            summary: "Returns the expected payout of a fiscal month such as 2026-11, by currency, and its date.",
            group: .money,
            access: .backend,
            query: [.environment],
            answers: [.json(PayoutBody.self, "The month, the payment day and the amounts.")]
        ) { [self] call in
            guard let month = FiscalMonth(try call.path("month")) else {
                throw ServiceProblem.invalid("month", "a fiscal month like 2026-11")
            }
            return try .json(try await payout(of: month, in: try call.scope()))
        }
    }

    /// What a fiscal month should bring, from our facts and, when it is there, from Apple's financial report.
    ///
    /// With an instant, only the documents that had come by then count.
    func payout(of month: FiscalMonth, in scope: AppScope, knownAt instant: Date? = nil) async throws -> PayoutBody {
        var results = sales.charts(of: month.firstDay...month.lastDay, by: [], app: scope.bundleID)
        // Apple pays for what Apple sold.
        try await sales.forEachLife(in: scope, of: .appStore, knownAt: instant) { results.add($0) }
        return try await payout(of: month, in: scope, rows: results.rows)
    }

    /// What a fiscal month should bring, from the rows of the App Store's sales in it.
    func payout(of month: FiscalMonth, in scope: AppScope, rows: [ChartRow]) async throws -> PayoutBody {
        let days = month.firstDay...month.lastDay
        var amounts: [Currency: PayoutBody.Amount] = [:]
        func change(_ currency: Currency, _ body: (inout PayoutBody.Amount) -> Void) {
            body(&amounts[currency, default: .init(currency: currency)])
        }
        for row in rows {
            guard let currency = row.key.currency else { continue }
            if row.isClamped { change(currency) { $0.isClamped = true } }
            switch row.key.measure {
            case .revenue: change(currency) { $0.revenue = row.value }
            case .proceeds: change(currency) { $0.proceeds = row.value }
            case .tax: change(currency) { $0.tax = row.value }
            case .commission: change(currency) { $0.commission = row.value }
            default: break
            }
        }
        let reports = try await self.reports.currentReports(.financial, of: days, app: scope.bundleID)
        var products = try await self.reports.reportedProducts(scope)
        if !reports.isEmpty { _ = try await self.reports.dailySales(in: days, of: scope.bundleID, products: &products) }
        for report in reports {
            for (_, record) in try await self.reports.records(of: report) {
                let row = FinancialReportRow(record: record)
                let product = products.product(
                    sku: row.vendorIdentifier ?? row.isrcIsbn,
                    appleIdentifier: row.appleIdentifier
                )
                let isPurchase =
                    row.productTypeIdentifier.map { ReportProductType(rawValue: $0).isInAppPurchase } ?? true
                // A vendor's report holds the sales of all its apps, and the apps themselves.
                guard product != nil, isPurchase, let currency = row.partnerShareCurrency,
                    let share = record.text("Extended Partner Share").flatMap({ Money.milliunits(decimal: $0) })
                else { continue }
                change(Currency(rawValue: currency)) { amount in
                    let sum = BoundedSum(amount.reported ?? 0) + BoundedSum(share)
                    amount.reported = sum.value
                    if sum.isClamped { amount.isClamped = true }
                }
            }
        }
        return PayoutBody(
            month: month.description,
            from: month.firstDay.description,
            until: month.lastDay.description,
            payment: month.paymentDay.description,
            amounts: amounts.values.sorted { $0.currency < $1.currency }
        )
    }
}

extension RequestContext {
    /// The store that the caller wants to see alone.
    var store: Store? { text("store").map(Store.init(rawValue:)) }
}

struct PayoutBody: Codable, Sendable, SchemaDescribed {
    struct Amount: Codable, Hashable, Sendable {
        var currency: Currency
        var revenue: Int64 = 0
        var tax: Int64 = 0
        var commission: Int64 = 0
        /// What our facts make of it.
        var proceeds: Int64 = 0
        /// What Apple's financial report says, when it is there.
        var reported: Int64?
        /// Whether an amount is only the end of what can be counted; absent when all are whole.
        var isClamped: Bool?
    }

    var month: String
    var from: String
    var until: String
    var payment: String
    var amounts: [Amount]

    static let schemaName = "Payout"
    static let schema = Schema.object([
        "month": .string, "from": .string, "until": .string, "payment": .string,
        "amounts": Amount.list,
    ])
}
