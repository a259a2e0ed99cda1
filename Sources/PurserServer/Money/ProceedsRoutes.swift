// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService

/// What is left for the team.
struct ProceedsFeature: Sendable {
    let apps: Apps
    let sales: SalesReaders

    var routes: [Route] { [readProceeds] }

    private var readProceeds: Route {
        Route(
            method: .get,
            path: "/v1/proceeds",
            name: "getProceeds",
            summary:
                "Returns price, tax, commission and proceeds of each sale and refund, in its currency and converted.",
            group: .money,
            access: .backend,
            query: [
                .environment, .init(name: "from", schema: .day, summary: "The first Pacific day.", isRequired: true),
                .init(name: "until", schema: .day, summary: "The last Pacific day (default: the first)."),
                .init(name: "currency", schema: .string(upTo: 3), summary: "The currency to convert the proceeds to."),
                .init(
                    name: "rates",
                    schema: .pattern(#"^[A-Z]{3}:[0-9]+(\.[0-9]+)?(,[A-Z]{3}:[0-9]+(\.[0-9]+)?)*$"#, upTo: 4000),
                    summary:
                        "Units for one unit of a common currency, such as EUR:0.861,CNY:7.18,USD:1 (default: an example)."
                ),
                .init(
                    name: "limit",
                    schema: .integer(from: 1, to: 100_000),
                    summary: "The maximum number of elements (default: 10000)."
                ),
                .init(
                    name: "format",
                    schema: .oneOf(["json", "csv", "jsonl"]),
                    summary: "The format (default: json)."
                ),
            ],
            answers: [.table(ProceedsList.self, "The sales in order of time.")]
        ) { [self] call in
            let days = try call.days()
            let scope = try call.scope()
            let limit = Int(try call.integer("limit", in: 1...100_000) ?? 10_000)
            let instants =
                ReportingZone.pacific.start(
                    of: days.lowerBound
                )..<ReportingZone.pacific.start(of: days.upperBound.adding(days: 1))
            let sales = try await sales.salesReader(of: scope).sales(in: instants)
                .filter { $0.isSale && $0.amount != 0 }
                .sorted { ($0.instant, $0.transactionID) < ($1.instant, $1.transactionID) }
            let terms = apps.saleTerms(of: scope.bundleID)
            let request = call.text("currency").map { Currency(rawValue: $0) }
            let rates = try call.text("rates").map(Self.rates) ?? .example()
            let rows = sales.prefix(limit).compactMap { sale in
                terms.proceeds(of: sale).map { parts in
                    ProceedsList.Row(sale, parts, converted: request.flatMap { rates.convert(parts.proceeds, to: $0) })
                }
            }
            return try Self.export(rows, isWhole: sales.count <= limit, as: call.text("format"))
        }
    }

    private static func rates(_ text: String) throws -> ExchangeRates {
        do {
            return try ExchangeRates(list: text)
        } catch is PriceDataError {
            throw ServiceProblem.invalid("rates", "a list such as EUR:0.861,CNY:7.18,USD:1")
        }
    }

    private static func export(_ rows: [ProceedsList.Row], isWhole: Bool, as format: String?) throws -> HTTPResponse {
        switch format {
        case nil, "json": return try .json(ProceedsList(sales: rows, isWhole: isWhole))
        case "csv":
            let text = CSVWriter.table(ProceedsList.Row.columns, rows.map(\.cells))
            return HTTPResponse(headers: ["Content-Type": "text/csv; charset=utf-8"], body: .bytes(Data(text.utf8)))
        case "jsonl":
            let lines = try rows.map { try ServiceJSON.encode($0) + Data("\n".utf8) }
            return HTTPResponse(headers: ["Content-Type": "application/jsonl"], body: .bytes(Data(lines.joined())))
        default: throw ServiceProblem.invalid("format", "json, csv or jsonl")
        }
    }
}

/// Sales with what each of them leaves.
struct ProceedsList: Codable, Sendable, SchemaDescribed {
    struct Row: Codable, Hashable, Sendable {
        var transaction: TransactionID
        var cause: String
        var day: String
        var product: ProductID
        var storefront: StorefrontCountryCode
        var currency: Currency
        /// Below zero for a refund, as are the parts.
        var price: Int64
        var tax: Int64
        var commission: Int64
        var proceeds: Int64
        var rate: CommissionRate
        var paidServiceDays: Int
        var converted: Money?

        private enum CodingKeys: String, CodingKey {
            case cause, day, storefront, currency, price, tax, commission, proceeds, rate, paidServiceDays
            case converted
            case transaction = "transactionId"
            case product = "productId"
        }

        init(_ sale: RecordedSale, _ parts: Proceeds, converted: Money?) {
            transaction = sale.transactionID
            cause = sale.cause.rawValue
            day = sale.day.description
            product = sale.productID
            storefront = sale.country
            currency = sale.price.currency
            price = parts.customerPrice.milliunits
            tax = parts.tax.milliunits
            commission = parts.commission.milliunits
            proceeds = parts.proceeds.milliunits
            rate = parts.rate
            paidServiceDays = sale.paidServiceDays
            self.converted = converted
        }

        static let columns = [
            "transaction_id", "cause", "day", "product_id", "storefront", "currency", "price", "tax", "commission",
            "proceeds",
            "rate", "paid_service_days", "converted_currency", "converted",
        ]

        var cells: [String] {
            [
                transaction.rawValue, cause, day, product.rawValue, storefront.rawValue,
                currency.rawValue, String(price), String(tax), String(commission), String(proceeds), rate.rawValue,
                String(paidServiceDays), converted?.currency.rawValue ?? "",
                converted.map { String($0.milliunits) } ?? "",
            ]
        }
    }

    var sales: [Row]
    /// Whether these are all of the days' sales.
    var isWhole: Bool

    private enum CodingKeys: String, CodingKey {
        case sales
        case isWhole = "isComplete"
    }

    static let schema = Schema.object([
        "sales": .array(
            of: .object(
                [
                    "transactionId": .string, "cause": .string, "day": .day, "productId": .string,
                    "storefront": .string,
                    "currency": .string, "price": .integer.described("In milliunits; negative for a refund."),
                    "tax": .integer, "commission": .integer, "proceeds": .integer,
                    "rate": .oneOf(CommissionRate.allCases.map(\.rawValue)), "paidServiceDays": .integer,
                ],
                optional: ["converted": .of(MoneyBody.self)]
            )
        ), "isComplete": .boolean,
    ])
    static let schemaReferences: [any SchemaDescribed.Type] = [MoneyBody.self]
}
