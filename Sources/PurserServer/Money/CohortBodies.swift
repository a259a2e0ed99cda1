// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce

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
        var storefronts: [Located]
    }

    struct Located: Codable, Sendable {
        var storefront: StorefrontCountryCode
        var customers: Int
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
                "storefronts": .array(of: .object(["storefront": .string, "customers": .integer]))
                    .described("By the storefront of the first payment; those who paid nothing are in none."),
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
                paid: CustomerCharts.conversionDays.map { Paid(within: $0, customers: own.paid[$0] ?? 0) },
                storefronts: own.storefronts.filter { $0.value != 0 }.sorted { $0.key < $1.key }
                    .map { Located(storefront: $0.key, customers: $0.value) }
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
