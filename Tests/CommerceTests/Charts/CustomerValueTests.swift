// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// What customers are worth, on January 31; a Pacific day in winter begins at eight in the morning in UTC.
@Suite struct CustomerValueTests {
    private static let now = Date.utc("2026-01-31 20:00:00")

    private static func place(_ day: String, _ detail: Int32) throws -> ChartTotals.Place {
        ChartTotals.Place(day: Int32(try #require(CivilDay(day)).daysSince1970), detail: detail)
    }

    // MARK: - By the day on which customers became known

    typealias Known = (measure: ChartMeasure, day: String, detail: Int32, currency: Currency?, value: Int64)

    private static func customers(_ sums: [Known]) throws -> CustomerCharts {
        var charts = CustomerCharts(asOf: now)
        for sum in sums {
            let key = ChartRow.Key(currency: sum.currency, measure: sum.measure)
            charts.add(key, try place(sum.day, sum.detail), ExactSum(sum.value))
        }
        return charts
    }

    @Test func `customers who became known today count`() throws {
        let charts = try Self.customers([
            (.customersNew, "2026-01-31", 0, nil, 4), (.customersNew, "2026-01-31", 0, nil, 3),
            (.customersNew, "2026-02-01", 0, nil, 9), (.customersPaid, "2026-01-31", 7, nil, 2),
            (.customersPaid, "2026-01-31", 7, nil, 1),
        ])
        #expect(charts.days.values.map(\.customers) == [7] && charts.days.values.map(\.paid) == [[7: 3]])
    }

    @Test func `values are by month and currency, and a horizon counts when its days are over`() throws {
        let values = try Self.customers([
            (.customersNew, "2025-12-31", 0, nil, 2), (.customersNew, "2026-01-24", 0, nil, 3),
            (.customersNew, "2026-01-25", 0, nil, 5), (.knownCustomerValue, "2025-12-31", 0, "USD", 100),
            (.knownCustomerValue, "2025-12-31", 7, "USD", 90), (.knownCustomerValue, "2025-12-31", 30, "USD", 95),
            (.knownCustomerValue, "2026-01-24", 0, "USD", 40), (.knownCustomerValue, "2026-01-24", 7, "USD", 30),
            (.knownCustomerValue, "2026-01-25", 0, "USD", 7), (.knownCustomerValue, "2026-01-25", 7, "USD", 6),
            (.knownCustomerValue, "2026-01-24", 0, "EUR", 1),
        ]).values
        let texts = values.map { value in
            ["\(value.currency) \(value.month)", "\(value.customers) \(value.total)"]
                + value.horizons.map { "\($0.days) \($0.payers) \($0.total)" }
        }
        #expect(
            texts == [
                ["EUR 2025-12-01", "2 0", "7 2 0", "30 2 0", "90 0 0", "365 0 0"],
                ["EUR 2026-01-01", "8 1", "7 3 0", "30 0 0", "90 0 0", "365 0 0"],
                ["USD 2025-12-01", "2 100", "7 2 90", "30 2 95", "90 0 0", "365 0 0"],
                ["USD 2026-01-01", "8 47", "7 3 30", "30 0 0", "90 0 0", "365 0 0"],
            ]
        )
    }

    @Test func `a currency of which all went back has no values`() throws {
        let values = try Self.customers([
            (.customersNew, "2026-01-24", 0, nil, 2), (.knownCustomerValue, "2026-01-24", 0, "USD", 5),
            (.knownCustomerValue, "2026-01-24", 0, "USD", -5), (.knownCustomerValue, "2026-01-24", 0, "EUR", 3),
            (.knownCustomerValue, "2026-01-24", 0, "EUR", -2), (.knownCustomerValue, "2026-01-24", 0, nil, 8),
        ]).values
        #expect(values.map(\.currency) == ["EUR"] && values.map(\.total) == [1])
    }

    // MARK: - By the day of the first payment

    @Test func `payers of today count, and a horizon counts when its days are over`() throws {
        var charts = CustomerValueCharts(asOf: Self.now)
        for (measure, day, detail, currency, value) in [
            (.payers, "2025-12-31", 0, "USD", 2), (.payers, "2026-01-24", 0, "USD", 3),
            (.payers, "2026-01-25", 0, "USD", 5), (.payers, "2026-01-31", 0, "USD", 7),
            (.payers, "2026-02-01", 0, "USD", 100), (.payers, "2026-01-25", 20_000, "USD", 100),
            (.payers, "2026-01-25", 0, nil, 100), (.customerValue, "2026-01-24", 0, "USD", 40),
            (.customerValue, "2026-01-24", 7, "USD", 30), (.customerValue, "2026-01-25", 0, "USD", 50),
            (.customerValue, "2026-01-25", 7, "USD", 45), (.customerValue, "2026-01-31", 0, "USD", 6),
            (.payers, "2026-01-01", 0, "EUR", 1), (.customerValue, "2026-01-01", 30, "EUR", 9),
        ] as [Known] {
            charts.add(
                ChartRow.Key(currency: currency, measure: measure),
                try Self.place(day, detail),
                ExactSum(value)
            )
        }
        let texts = charts.values.map { value in
            ["\(value.currency) \(value.month)", "\(value.payers) \(value.total)"]
                + value.horizons.map { "\($0.days) \($0.payers) \($0.total)" }
        }
        #expect(
            texts == [
                ["EUR 2026-01-01", "1 0", "7 1 0", "30 1 9", "90 0 0", "365 0 0"],
                ["USD 2025-12-01", "2 0", "7 2 0", "30 2 0", "90 0 0", "365 0 0"],
                ["USD 2026-01-01", "15 96", "7 3 30", "30 0 0", "90 0 0", "365 0 0"],
            ]
        )
    }
}
