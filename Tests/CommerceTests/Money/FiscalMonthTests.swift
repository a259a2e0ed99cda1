// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce
import Testing

@Suite struct FiscalMonthTests {
    /// Days known from Apple's published fiscal calendars: month, first day, last day.
    static let published: [(String, String, String)] = [
        ("2020-10", "2020-09-27", "2020-10-31"),
        ("2021-09", "2021-08-29", "2021-09-25"),
        ("2022-09", "2022-08-28", "2022-09-24"),
        ("2022-12", "2022-11-27", "2022-12-31"),
        ("2023-01", "2023-01-01", "2023-02-04"),
        ("2023-09", "2023-09-03", "2023-09-30"),
        ("2023-10", "2023-10-01", "2023-11-04"),
        ("2024-04", "2024-03-31", "2024-05-04"),
        ("2024-07", "2024-06-30", "2024-08-03"),
        ("2024-09", "2024-09-01", "2024-09-28"),
    ]

    @Test(arguments: published)
    func `a fiscal month has the days of Apple's published calendar`(month: String, first: String, last: String) throws
    {
        let fiscal = try #require(FiscalMonth(month))
        #expect(fiscal.firstDay.description == first)
        #expect(fiscal.lastDay.description == last)
        #expect(fiscal.description == month)
    }

    @Test(arguments: [("2023-10", "2023-12-07"), ("2024-03", "2024-05-02")])
    func `Apple pays 33 days after a fiscal month ends`(month: String, payment: String) throws {
        let fiscal = try #require(FiscalMonth(month))
        #expect(fiscal.paymentDay.description == payment)
        #expect(fiscal.paymentDay.weekday == 4)
    }

    @Test(arguments: [2017, 2023])
    func `a year of 53 weeks gives its extra week to December`(year: Int) throws {
        let months = try (1...12).map { try #require(FiscalMonth(fiscalYear: year, number: $0)) }
        #expect(months.map(\.weeks) == [5, 4, 5, 5, 4, 4, 5, 4, 4, 5, 4, 4])
    }

    @Test func `every day of thirty years belongs to exactly one fiscal month`() throws {
        var day = try #require(CivilDay("2010-01-01"))
        let end = try #require(CivilDay("2040-01-01"))
        var month = FiscalMonth(containing: day)
        while day < end {
            let found = FiscalMonth(containing: day)
            #expect(found.firstDay <= day && day <= found.lastDay)
            #expect(found == month || (found == month.next && found.firstDay == day))
            month = found
            day = day.adding(days: 1)
        }
    }
}
