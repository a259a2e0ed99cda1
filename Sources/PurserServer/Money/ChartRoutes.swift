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
                Self.store,
                .init(
                    name: "groupBy",
                    schema: .pattern("^(product|storefront|offer)(,(product|storefront|offer))*$"),
                    summary: "Also returns the trials by these dimensions: product, storefront, offer."
                ),
            ],
            answers: [.json(ChartSummaryBody.self, "The parts of each figure.")],
            acceptsCacheControl: true
        ) { [self] call in
            let scope = try call.scope()
            var summary = ChartSummary(days: try call.days(), asOf: call.now)
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
            ],
            answers: [.json(CohortList.self, "The cohorts, oldest first.")],
            acceptsCacheControl: true
        ) { [self] call in
            let scope = try call.scope()
            var results = CohortCharts(months: Int(try call.integer("months", in: 1...120) ?? 12), asOf: call.now)
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
            query: [.environment, Self.store],
            answers: [.json(CustomerValueList.self, "The values, by currency and month.")],
            acceptsCacheControl: true
        ) { [self] call in
            let scope = try call.scope()
            var results = CustomerValueCharts(asOf: call.now)
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

struct ChartRowList: Codable, Sendable, SchemaDescribed {
    struct Row: Codable, Sendable {
        var day: String?
        var product: ProductID?
        var storefront: StorefrontCountryCode?
        var offer: String?
        var store: Store?
        var group: String?
        var region: String?
        var period: String?
        var kind: String?
        var currency: Currency?
        var measure: String
        var value: Int64
        /// Whether the value is only the end of what can be counted; absent when it is the whole.
        var isClamped: Bool?

        init(_ row: ChartRow) {
            day = row.key.day?.description
            product = row.key.product
            storefront = row.key.storefront
            offer = row.key.offer
            store = row.key.store
            group = row.key.group
            region = row.key.region
            period = row.key.period
            kind = row.key.kind
            currency = row.key.currency
            measure = row.key.measure.rawValue
            value = row.value
            isClamped = row.isClamped ? true : nil
        }
    }

    var rows: [Row]

    static let schemaName = "ChartRows"
    static let schema = Schema.object([
        "rows": .array(
            of: .object(
                ["measure": .string, "value": .integer],
                optional: [
                    "day": .string, "product": .string, "storefront": .string, "offer": .string, "store": .string,
                    "currency": .string, "isClamped": .isClamped,
                    "group": .string.described("The subscription group; empty where the catalog has none."),
                    "region": .oneOf(ChartRegion.allCases.map(\.rawValue) + [""]),
                    "period": .string.described("The length of the subscription period, such as P1M."),
                    "kind": .string.described("The kind of product, such as Consumable."),
                ]
            )
        )
    ])
}

/// A row of the typed export: every line has every column, null where it does not apply, as tables of fixed columns
/// want it.
private struct ChartExportRow: Encodable {
    enum Column: String, CodingKey {
        case day, product, storefront, offer, currency, measure, value, isClamped, store, group, region, period, kind
    }

    var row: ChartRowList.Row

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Column.self)
        try container.encode(row.day, forKey: .day)
        try container.encode(row.product, forKey: .product)
        try container.encode(row.storefront, forKey: .storefront)
        try container.encode(row.offer, forKey: .offer)
        try container.encode(row.currency, forKey: .currency)
        try container.encode(row.measure, forKey: .measure)
        try container.encode(row.value, forKey: .value)
        try container.encode(row.isClamped ?? false, forKey: .isClamped)
        try container.encode(row.store, forKey: .store)
        try container.encode(row.group, forKey: .group)
        try container.encode(row.region, forKey: .region)
        try container.encode(row.period, forKey: .period)
        try container.encode(row.kind, forKey: .kind)
    }
}

struct ChartValue: Codable, Hashable, Sendable {
    var currency: Currency
    var milliunits: Int64
    /// Whether the amount is only the end of what can be counted; absent when it is the whole.
    var isClamped: Bool?

    static let schema = Schema.object(
        ["currency": .string, "milliunits": .integer],
        optional: ["isClamped": .isClamped]
    )

    static func list(_ amounts: [Currency: BoundedSum]) -> [ChartValue] {
        amounts.sorted { $0.key < $1.key }.map { currency, sum in
            ChartValue(currency: currency, milliunits: sum.value, isClamped: sum.isClamped ? true : nil)
        }
    }
}

/// What was paid in a currency, and how many paid it.
struct PaidValue: Codable, Hashable, Sendable {
    var currency: Currency
    var milliunits: Int64
    var payers: Int
    /// Of a cohort: what was paid in each calendar month, less what went back.
    var byMonth: [Int64]?
    /// Whether the amount is only the end of what can be counted; absent when it is the whole.
    var isClamped: Bool?

    static let schema = Schema.object(
        [
            "currency": .string, "milliunits": .integer,
            "payers": .integer.described("Those who paid in this currency."),
        ],
        optional: [
            "byMonth": .array(of: .integer).described("Of a cohort: the amount of each calendar month, its own first."),
            "isClamped": .isClamped,
        ]
    )

    static func list(
        _ amounts: [Currency: BoundedSum],
        payers: [Currency: Int],
        byMonth: [Currency: [BoundedSum]]? = nil
    ) -> [PaidValue] {
        Set(amounts.keys).union(payers.keys).sorted().map { currency in
            let sum = amounts[currency] ?? 0
            return PaidValue(
                currency: currency,
                milliunits: sum.value,
                payers: payers[currency] ?? 0,
                byMonth: byMonth.map { $0[currency]?.map(\.value) ?? [] },
                isClamped: sum.isClamped ? true : nil
            )
        }
    }
}

struct ChartSummaryBody: Codable, Sendable, SchemaDescribed {
    var payments: Int
    var refunds: Int
    var payers: Int
    var newPayers: Int
    var revenue: [PaidValue]
    var endedTrials: Int
    var convertedTrials: Int
    var lifetimePayers: Int
    var lifetimeRevenue: [PaidValue]
    /// The trials by what was asked for.
    var trials: [Trials]?

    struct Trials: Codable, Sendable {
        var product: ProductID?
        var storefront: StorefrontCountryCode?
        var offer: String?
        var endedTrials: Int
        var convertedTrials: Int
    }

    static let schemaName = "ChartSummary"
    static let schema = Schema.object(
        [
            "payments": .integer, "refunds": .integer, "payers": .integer,
            "newPayers": .integer.described("Customers whose first payment is on one of the days."),
            "revenue": .array(of: PaidValue.schema), "endedTrials": .integer, "convertedTrials": .integer,
            "lifetimePayers": .integer,
            "lifetimeRevenue": .array(of: PaidValue.schema),
        ],
        optional: [
            "trials": .array(
                of: .object(
                    ["endedTrials": .integer, "convertedTrials": .integer],
                    optional: ["product": .string, "storefront": .string, "offer": .string]
                )
            ).described("The ended trials by the dimensions of `groupBy`.")
        ]
    )

    init(_ summary: ChartSummary, trialsBy columns: Set<ChartRow.Dimension>? = nil) {
        payments = summary.payments
        refunds = summary.refunds
        payers = summary.payers
        newPayers = summary.newPayers
        revenue = PaidValue.list(summary.revenue, payers: summary.payersByCurrency)
        endedTrials = summary.endedTrials
        convertedTrials = summary.convertedTrials
        lifetimePayers = summary.lifetimePayers
        lifetimeRevenue = PaidValue.list(summary.lifetimeRevenue, payers: summary.lifetimePayersByCurrency)
        trials = columns.map { columns in
            var counts: [ChartRow.Key: TrialCount] = [:]
            for (trial, count) in summary.trials {
                var key = ChartRow.Key(trial)
                key.store = nil
                if !columns.contains(.product) { key.product = nil }
                if !columns.contains(.storefront) { key.storefront = nil }
                if !columns.contains(.offer) { key.offer = nil }
                counts[key, default: TrialCount()].ended += count.ended
                counts[key, default: TrialCount()].converted += count.converted
            }
            return counts.map { key, count in
                Trials(
                    product: key.product,
                    storefront: key.storefront,
                    offer: key.offer,
                    endedTrials: count.ended,
                    convertedTrials: count.converted
                )
            }
            .sorted {
                ($0.product?.rawValue ?? "", $0.storefront?.rawValue ?? "", $0.offer ?? "")
                    < ($1.product?.rawValue ?? "", $1.storefront?.rawValue ?? "", $1.offer ?? "")
            }
        }
    }
}

struct CohortList: Codable, Sendable, SchemaDescribed {
    struct Cohort: Codable, Sendable {
        var month: String
        var size: Int
        var eligible: [Int]
        var retained: [Int]
        var revenue: [PaidValue]

        init(_ cohort: CohortCharts.Cohort) {
            month = String(cohort.month.description.prefix(7))
            size = cohort.size
            eligible = cohort.eligible
            retained = cohort.retained
            revenue = PaidValue.list(cohort.revenue, payers: cohort.payers, byMonth: cohort.byMonth)
        }
    }

    var cohorts: [Cohort]

    static let schema = Schema.object([
        "cohorts": .array(
            of: .object([
                "month": .string, "size": .integer, "eligible": .array(of: .integer),
                "retained": .array(of: .integer), "revenue": .array(of: PaidValue.schema),
            ])
        )
    ])
}

struct CustomerValueList: Codable, Sendable, SchemaDescribed {
    struct Value: Codable, Sendable {
        struct Horizon: Codable, Sendable {
            var days: Int
            var payers: Int
            var milliunits: Int64
        }

        var currency: Currency
        var month: String
        var payers: Int
        var milliunits: Int64
        var horizons: [Horizon]

        init(_ value: CustomerValueCharts.Value) {
            currency = value.currency
            month = String(value.month.description.prefix(7))
            payers = value.payers
            milliunits = value.total.value
            horizons = value.horizons.map {
                Horizon(days: $0.days, payers: $0.payers, milliunits: $0.total.value)
            }
        }
    }

    var values: [Value]

    static let schemaName = "CustomerValues"
    static let schema = Schema.object([
        "values": .array(
            of: .object([
                "currency": .string, "month": .string, "payers": .integer, "milliunits": .integer,
                "horizons": .array(
                    of: .object(["days": .integer, "payers": .integer, "milliunits": .integer])
                ),
            ])
        )
    ])
}

struct CustomerChartBody: Codable, Sendable, SchemaDescribed {
    struct Day: Codable, Sendable {
        var day: String
        var customers: Int
        var paid: [Paid]
    }

    struct Paid: Codable, Sendable {
        var within: Int
        var customers: Int
    }

    struct Value: Codable, Sendable {
        var currency: Currency
        var month: String
        var customers: Int
        var milliunits: Int64
        var horizons: [Horizon]
    }

    struct Horizon: Codable, Sendable {
        var days: Int
        var customers: Int
        var milliunits: Int64
    }

    var days: [Day]
    var values: [Value]

    static let schemaName = "CustomerCharts"
    static let schema = Schema.object([
        "days": .array(
            of: .object([
                "day": .string, "customers": .integer,
                "paid": .array(
                    of: .object([
                        "within": .integer.described("The number of days, the day itself among them."),
                        "customers": .integer,
                    ])
                ),
            ])
        ),
        "values": .array(
            of: .object([
                "currency": .string, "month": .string, "customers": .integer, "milliunits": .integer,
                "horizons": .array(
                    of: .object(["days": .integer, "customers": .integer, "milliunits": .integer])
                ),
            ])
        ),
    ])

    init(_ charts: CustomerCharts, days range: ClosedRange<CivilDay>) {
        days = charts.days.filter { range.contains($0.key) }.sorted { $0.key < $1.key }.map { day, own in
            Day(
                day: day.description,
                customers: own.customers,
                paid: CustomerCharts.conversionDays.map { Paid(within: $0, customers: own.paid[$0] ?? 0) }
            )
        }
        values = charts.values.map { value in
            Value(
                currency: value.currency,
                month: String(value.month.description.prefix(7)),
                customers: value.customers,
                milliunits: value.total.value,
                horizons: value.horizons.map {
                    Horizon(days: $0.days, customers: $0.payers, milliunits: $0.total.value)
                }
            )
        }
    }
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
