// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// Ratios from stored sums: ten days from day 20,000 on, seen on the day after them.
@Suite struct StoredSummaryTests {
    private static let first: Int32 = 20_000
    private static let today: Int32 = 20_010

    typealias Sum = (measure: ChartMeasure, currency: Currency?, detail: Int32, value: Int64)

    private static var empty: ChartSummary {
        let days = CivilDay(daysSince1970: Int(first))...CivilDay(daysSince1970: Int(today) - 1)
        return ChartSummary(days: days, asOf: ReportingZone.pacific.start(of: CivilDay(daysSince1970: Int(today))))
    }

    private static func summary(_ sums: [Sum]) -> ChartSummary {
        var summary = empty
        for sum in sums {
            let key = ChartRow.Key(currency: sum.currency, measure: sum.measure)
            summary.add(key, ChartTotals.Place(day: 20_003, detail: sum.detail), ExactSum(sum.value))
        }
        return summary
    }

    @Test func `a summary of nothing has no payers`() {
        let summary = Self.empty
        #expect(summary.payers == 0 && summary.lifetimePayers == 0 && summary.newPayers == 0)
        #expect(summary.payersByCurrency.isEmpty && summary.revenue.isEmpty && summary.trials.isEmpty)
    }

    @Test func `money, payments and refunds of the days are added up`() {
        let summary = Self.summary([
            (.revenue, "USD", 0, 500), (.revenue, "USD", 0, 70), (.revenue, "EUR", 0, 11), (.revenue, nil, 0, 9),
            (.payments, nil, 0, 3), (.payments, nil, 0, 4), (.refunds, nil, 0, 2), (.refunds, nil, 0, 6),
        ])
        #expect(summary.revenue == ["USD": 570, "EUR": 11])
        #expect(summary.payments == 7 && summary.refunds == 8)
    }

    @Test func `a payer counts once, and is new without an earlier payment`() {
        let summary = Self.summary([
            // The first payments of two, of whom one paid again in the days; three had paid on the day before them.
            (.payers, nil, 0, 2), (.payers, nil, Self.first, 1), (.payers, nil, Self.first - 1, 3),
            (.payers, nil, Self.first + 1, 1), (.payers, "USD", 0, 5), (.payers, "USD", Self.first - 9, 7),
        ])
        #expect(summary.newPayers == 2 && summary.payers == 5)
        #expect(summary.payersByCurrency == ["USD": 12])
    }

    @Test func `trials count when they are over, by what was tried`() {
        var summary = Self.empty
        let sums: [(ChartMeasure, StorefrontCountryCode, Int32, Int64)] = [
            (.trialsEnded, "USA", Self.today, 8), (.trialsEnded, "USA", Self.today - 3, 16),
            (.trialsEnded, "USA", Self.today + 1, 100), (.trialsConverted, "USA", Self.today, 4),
            (.trialsConverted, "USA", Self.today - 1, 1), (.trialsConverted, "USA", Self.today + 1, 100),
            (.trialsEnded, "", Self.today, 2), (.trialsConverted, "", Self.today, 1),
        ]
        for (measure, storefront, detail, value) in sums {
            let key = ChartRow.Key(
                product: "club",
                storefront: storefront,
                offer: "week",
                store: "huawei",
                measure: measure
            )
            summary.add(key, ChartTotals.Place(day: 20_003, detail: detail), ExactSum(value))
        }
        #expect(summary.endedTrials == 26 && summary.convertedTrials == 6)
        var (american, unknown) = (TrialCount(), TrialCount())
        (american.ended, american.converted) = (24, 5)
        (unknown.ended, unknown.converted) = (2, 1)
        func key(_ storefront: StorefrontCountryCode?) -> TrialKey {
            TrialKey(product: "club", storefront: storefront, offer: "week", store: "huawei")
        }
        #expect(summary.trials == [key("USA"): american, key(nil): unknown])
    }

    @Test func `what customers brought since they came counts each at the first payment`() {
        var lifetime = Self.empty
        for (measure, currency, detail, value) in [
            (.revenue, "USD", 0, 500), (.revenue, "USD", 0, 70), (.revenue, nil, 0, 9), (.payers, nil, 0, 3),
            (.payers, nil, 1, 100), (.payers, nil, 19_000, 50), (.payers, "USD", 0, 4), (.payers, "USD", 0, 2),
            (.payments, nil, 0, 8),
        ] as [Sum] {
            let key = ChartRow.Key(currency: currency, measure: measure)
            lifetime.addLifetime(key, ChartTotals.Place(day: 19_500, detail: detail), ExactSum(value))
        }
        var summary = Self.summary([(.revenue, "EUR", 0, 1)])
        summary.setLifetime(lifetime)
        #expect(summary.lifetimeRevenue == ["USD": 570] && summary.revenue == ["EUR": 1])
        #expect(summary.lifetimePayers == 3 && summary.lifetimePayersByCurrency == ["USD": 6])
        #expect(summary.payments == 0 && summary.payers == 0)
    }
}
