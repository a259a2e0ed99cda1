// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

@Suite struct CustomerChartsTests {
    /// Noon of January 31 in the Pacific zone.
    private static let now = Date.utc("2026-01-31 20:00:00")

    private static func payments(_ amounts: [(String, Currency, Int64)]) throws -> ChartTotals.Payments {
        var payments = ChartTotals.Payments()
        for (day, currency, amount) in amounts {
            let day = try #require(CivilDay(day))
            payments.add(
                .init(sum: ExactSum(amount), isPayment: amount > 0),
                .init(day: Int32(day.daysSince1970), currency: currency)
            )
        }
        return payments
    }

    /// One who pays at once and again, one who pays late, one who never pays, one whose purchases were imported, and one who
    /// came a week ago.
    private static func charts() throws -> CustomerCharts {
        var charts = CustomerCharts(asOf: now)
        for (day, amounts) in [
            ("2026-01-01", [("2026-01-01", "USD", 1000), ("2026-01-08", "USD", 200), ("2026-01-09", "USD", -300)]),
            ("2026-01-01", [("2026-01-10", "EUR", 50)]), ("2026-01-01", []),
            ("2026-01-02", [("2025-06-01", "USD", 7)]), ("2026-01-24", [("2026-01-24", "USD", 10)]),
        ] as [(String, [(String, Currency, Int64)])] {
            charts.add(knownSince: try #require(CivilDay(day)), try payments(amounts))
        }
        return charts
    }

    @Test func `customers count on the day they became known, and as paying within so many days of it`() throws {
        let charts = try Self.charts()
        let days = charts.days.map { day, own in
            [day.description]
                + [own.customers, own.paid[7] ?? 0, own.paid[30] ?? 0, own.paid[90] ?? 0].map(String.init)
        }
        .sorted { $0[0] < $1[0] }
        #expect(
            days == [
                ["2026-01-01", "3", "1", "2", "2"], ["2026-01-02", "1", "1", "1", "1"],
                ["2026-01-24", "1", "1", "1", "1"],
            ]
        )
    }

    @Test func `days are over when the last of them is`() throws {
        let charts = CustomerCharts(asOf: Self.now)
        #expect(charts.isOver(7, since: try #require(CivilDay("2026-01-24"))))
        #expect(!charts.isOver(7, since: try #require(CivilDay("2026-01-25"))))
    }

    @Test func `what customers are worth is divided among all who became known in the month`() throws {
        let values = try Self.charts().values
        #expect(values.map(\.currency) == ["EUR", "USD"] && values.map(\.customers) == [5, 5])
        #expect(values.map(\.total.value) == [50, 917])
        let dollars = try #require(values.last).horizons
        #expect(dollars.map(\.days) == [7, 30, 90, 365])
        #expect(dollars.map(\.payers) == [5, 3, 0, 0])
        #expect(dollars.map(\.total.value) == [1017, 900, 0, 0])
    }

    @Test func `customers of the future count not yet`() throws {
        var charts = CustomerCharts(asOf: Self.now)
        charts.add(knownSince: try #require(CivilDay("2026-02-01")), ChartTotals.Payments())
        #expect(charts.days.isEmpty && charts.values.isEmpty)
    }
}
