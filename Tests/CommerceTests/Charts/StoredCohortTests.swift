// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// Cohorts on February 10; a Pacific day in winter begins at eight in the morning in UTC.
@Suite struct StoredCohortTests {
    private static let now = Date.utc("2026-02-10 09:00:00")

    typealias Sum = (measure: ChartMeasure, day: String, detail: String?, value: Int64)

    private static func number(_ day: String) throws -> Int32 { Int32(try #require(CivilDay(day)).daysSince1970) }

    private static func charts(_ sums: [Sum], months: Int = 3) throws -> CohortCharts {
        var charts = CohortCharts(months: months, asOf: now)
        for sum in sums {
            let detail = try sum.detail.map { try Int32($0) ?? number($0) } ?? 0
            let key = ChartRow.Key(currency: "USD", measure: sum.measure)
            charts.add(key, ChartTotals.Place(day: try number(sum.day), detail: detail), ExactSum(sum.value))
        }
        return charts
    }

    @Test func `subscriptions of today count, those of tomorrow do not yet`() throws {
        let cohorts = try Self.charts([
            (.cohortSize, "2026-02-10", nil, 5), (.cohortSize, "2026-02-11", nil, 7),
            (.cohortSize, "2026-02-01", nil, 2),
        ]).cohorts
        #expect(cohorts.map(\.size) == [7] && cohorts.map { "\($0.month)" } == ["2026-02-01"])
        #expect(cohorts.map(\.eligible) == [[]])
    }

    @Test func `a month later is counted when its day is over`() throws {
        let cohorts = try Self.charts([
            (.cohortSize, "2026-01-09", nil, 8), (.cohortSize, "2026-01-10", nil, 4),
            (.cohortSize, "2025-12-31", nil, 2),
            (.cohortRetained, "2026-01-09", "1", 6), (.cohortRetained, "2026-01-10", "1", 3),
            (.cohortRetained, "2025-12-31", "1", 1),
        ]).cohorts
        #expect(cohorts.map(\.size) == [2, 12])
        #expect(cohorts.map(\.eligible) == [[2], [8]] && cohorts.map(\.retained) == [[1], [6]])
    }

    @Test func `months beyond those that are followed are left out`() throws {
        let cohort = try #require(
            Self.charts(
                [
                    (.cohortSize, "2025-10-09", nil, 8), (.cohortRetained, "2025-10-09", "1", 6),
                    (.cohortRetained, "2025-10-09", "2", 5), (.cohortRetained, "2025-10-09", "3", 4),
                ],
                months: 2
            ).cohorts.first
        )
        #expect(cohort.eligible == [8, 8] && cohort.retained == [6, 5])
    }

    @Test func `payers and revenue count up to today, by calendar months over the turn of the year`() throws {
        let cohort = try #require(
            Self.charts([
                (.cohortSize, "2025-12-20", nil, 9), (.cohortPayers, "2025-12-01", "2025-12-20", 4),
                (.cohortPayers, "2025-12-01", "2026-02-10", 2), (.cohortPayers, "2025-12-01", "2026-02-11", 100),
                (.cohortRevenue, "2025-12-01", "2025-12-20", 500), (.cohortRevenue, "2025-12-01", "2026-01-05", 60),
                (.cohortRevenue, "2025-12-01", "2026-02-10", 7), (.cohortRevenue, "2025-12-01", "2026-02-11", 1000),
                (.cohortRevenue, "2025-12-01", "2025-12-31", -100),
            ]).cohorts.first
        )
        #expect(cohort.size == 9 && cohort.payers == ["USD": 6] && cohort.revenue == ["USD": 467])
        #expect(cohort.byMonth == ["USD": [400, 60, 7]])
    }

    @Test func `a subscription's payers are those who paid anything by today`() throws {
        var purchases = PurchaseHistory()
        // Paid, free, paid today, and paid tomorrow, each in a currency of its own.
        for (start, end, price, currency) in [
            ("2025-12-10", "2026-01-10", 4990, "USD"), ("2026-01-10", "2026-02-10", 0, "EUR"),
            ("2026-02-10", "2026-02-11", 900, "JPY"), ("2026-02-11", "2026-03-11", 700, "CNY"),
        ] {
            purchases.transaction(from: .utc("\(start) 09:00:00"), to: .utc("\(end) 09:00:00")) {
                $0.price = Money(milliunits: Int64(price), currency: Currency(rawValue: currency))
            }
        }
        var charts = CohortCharts(months: 3, asOf: Self.now)
        charts.add(LineageChartInput(of: purchases.facts, lineage: "1", scope: .app, catalog: .reader))
        let cohort = try #require(charts.cohorts.first)
        #expect(cohort.payers == ["USD": 1, "JPY": 1])
        #expect(cohort.revenue.filter { $0.value != 0 } == ["USD": 4990, "JPY": 900])
        #expect(cohort.byMonth["USD"] == [4990, 0, 0] && cohort.byMonth["JPY"] == [0, 0, 900])
    }
}
