// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// What a price change does to the monthly revenue of the subscriptions that renew at the new price.
@Suite struct PriceEffectTests {
    /// A renewal that differs from the month before it, which cost 4.99 dollars.
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// The change of the monthly revenue; `nil` where the renewal is not at another price.
        var effect: Int64?
        var change: @Sendable (inout Transaction) -> Void
    }

    static let cases: [Case] = [
        Case(testDescription: "a higher price", effect: 1000) { $0.price?.milliunits = 5990 },
        Case(testDescription: "a lower price", effect: -1) { $0.price?.milliunits = 4989 },
        Case(testDescription: "the same price", effect: nil) { _ in },
        Case(testDescription: "no price", effect: nil) { $0.price = nil },
        Case(testDescription: "free of charge", effect: nil) { $0.price?.milliunits = 0 },
        Case(testDescription: "an offer", effect: nil) {
            $0.price?.milliunits = 990
            $0.offer = Offer(type: .promotional, id: "spring", discount: .payAsYouGo)
        },
        Case(testDescription: "another product", effect: nil) {
            $0.productID = "pro"
            $0.price?.milliunits = 9990
        },
        Case(testDescription: "another storefront", effect: nil) {
            $0.storefront = "CAN"
            $0.price?.milliunits = 6990
        },
        Case(testDescription: "another currency", effect: nil) { $0.price = Money(milliunits: 5990, currency: "CAD") },
        Case(testDescription: "more seats", effect: nil) { $0.quantity = 2 },
        Case(testDescription: "another billing plan", effect: nil) {
            $0.price?.milliunits = 3990
            $0.billingPlan = .monthly
        },
        Case(testDescription: "a purchase by the customer", effect: nil) {
            $0.price?.milliunits = 5990
            $0.reason = .purchase
        },
    ]

    private static func life(
        before: (inout Transaction) -> Void = { _ in },
        refundedOn refund: Date? = nil,
        _ change: (inout Transaction) -> Void
    ) -> LineageChartInput {
        var purchases = PurchaseHistory()
        func sold(_ transaction: inout Transaction) {
            transaction.price = Money(milliunits: 4990, currency: "USD")
            transaction.storefront = "USA"
        }
        let first = purchases.transaction(from: .utc("2026-01-10 09:00:00"), to: .utc("2026-02-10 09:00:00")) {
            sold(&$0)
            before(&$0)
        }
        purchases.transaction(from: .utc("2026-02-10 09:00:00"), to: .utc("2026-03-10 09:00:00")) {
            $0.reason = .renewal
            sold(&$0)
            change(&$0)
        }
        if let refund { purchases.refund(first, on: refund, type: .refundProrated) }
        return LineageChartInput(of: purchases.facts, lineage: "1", scope: .app, catalog: .reader)
    }

    private static func rows(
        _ lives: [LineageChartInput],
        _ first: String = "2026-01-01",
        _ last: String = "2026-12-31",
        by dimensions: Set<ChartRow.Dimension> = [.day]
    ) throws -> [ChartRow] {
        let days = try #require(CivilDay(first))...(try #require(CivilDay(last)))
        var charts = BusinessCharts(days: days, by: dimensions, terms: try .shipped())
        for life in lives { charts.add(life) }
        return charts.rows.filter { [.priceEffect, .priceRenewals].contains($0.key.measure) }
    }

    @Test(arguments: cases)
    func `only a renewal of the same product at another price has an effect`(example: Case) throws {
        let rows = try Self.rows([Self.life(example.change)])
        let day = try #require(CivilDay("2026-02-10"))
        let expected = example.effect.map { effect in
            [
                ChartRow(key: .init(day: day, measure: .priceRenewals), value: 1),
                ChartRow(key: .init(day: day, currency: "USD", measure: .priceEffect), value: effect),
            ]
        }
        #expect(rows == expected ?? [])
    }

    @Test func `the end of an offer, and a period that was refunded, is not a price change`() throws {
        let offered = Self.life {
            $0.offer = Offer(type: .introductory, discount: .payAsYouGo)
        } _: {
            $0.price?.milliunits = 9990
        }
        let refunded = Self.life(refundedOn: .utc("2026-01-20")) { $0.price?.milliunits = 9990 }
        #expect(try Self.rows([offered, refunded]).isEmpty)
    }

    @Test func `the effect on a yearly price is a twelfth of the difference, on the day of the renewal alone`() throws {
        var purchases = PurchaseHistory()
        for (start, end, price) in [
            ("2025-01-10 08:00:00", "2026-01-10 08:00:00", 60_000),
            ("2026-01-10 08:00:00", "2027-01-10 08:00:00", 84_000),
        ] as [(String, String, Int64)] {
            purchases.transaction(nil, "yearly", from: .utc(start), to: .utc(end)) {
                $0.price = Money(milliunits: price, currency: "USD")
                $0.reason = .renewal
            }
        }
        let life = LineageChartInput(of: purchases.facts, lineage: "1", scope: .app, catalog: .reader)
        #expect(try Self.rows([life], "2026-01-10", "2026-01-10").map(\.value) == [1, 2000])
        for day in ["2026-01-09", "2026-01-11"] { #expect(try Self.rows([life], day, day).isEmpty) }
    }

    @Test func `the products and storefronts of the effect add up to the whole`() throws {
        let american = Self.life { $0.price?.milliunits = 5990 }
        let german = Self.life {
            $0.storefront = "DEU"
        } _: {
            $0.storefront = "DEU"
            $0.price?.milliunits = 4490
        }
        let whole = try Self.rows([american, german], by: []).filter { $0.key.measure == .priceEffect }
        let parts = try Self.rows([american, german], by: [.product, .storefront])
            .filter { $0.key.measure == .priceEffect }
        #expect(whole.map(\.value) == [500])
        #expect(parts.map(\.key.storefront) == ["DEU", "USA"] && parts.map(\.value) == [-500, 1000])
    }

    /// Revenue also expands and contracts with plans, offers and seats: the effect of prices is a part of both.
    @Test func `where only a price changes on a day, its effect is the expansion less the contraction`() throws {
        let year = try ShopYear(seed: 307, customers: 40, actionsPerYear: 40)
        var compared = 0
        for (lineage, facts) in year.facts where !year.sandbox.contains(lineage) {
            let life = LineageChartInput(of: facts, lineage: lineage, scope: .app, catalog: ShopYear.catalog)
            for effect in try Self.rows([life]) + Self.rows([life], "2025-01-02", "2025-12-31")
            where effect.key.measure == .priceEffect {
                let day = try #require(effect.key.day)
                var charts = BusinessCharts(days: day...day, by: [.day], terms: try .shipped())
                charts.add(life)
                let moves = Dictionary(uniqueKeysWithValues: charts.rows.map { ($0.key.measure, $0.value) })
                let others: [ChartMeasure] = [
                    .monthlyRevenueNew, .monthlyRevenueReactivated, .monthlyRevenueChurned, .renewalsChanged,
                    .offersStarted,
                ]
                let begun = life.periods.filter { ReportingZone.pacific.day(of: $0.startDate) == day }
                guard begun.count == 1, others.allSatisfy({ moves[$0] == nil }) else { continue }
                let change = (moves[.monthlyRevenueExpansion] ?? 0) - (moves[.monthlyRevenueContraction] ?? 0)
                #expect(change == effect.value, "\(lineage) on \(day)")
                compared += 1
            }
        }
        #expect(compared > 0)
    }
}
