// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce

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
struct ChartExportRow: Encodable {
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
