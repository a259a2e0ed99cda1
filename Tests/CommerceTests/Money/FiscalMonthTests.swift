// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce
import Testing

@Suite struct FiscalMonthTests {
    /// Days of Apple's fiscal calendars, as public pages repeat them: month, first day, last day.
    ///
    /// Fiscal 2021 and 2022: <https://sparrowcode.io/en/apple/fiscal-calendar/2021>, for Apple shows its own calendar only to
    /// those who signed in. The years' ends: Apple's annual reports, as below.
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

    @Test func `a fiscal month is of a year in which the App Store sold something`() {
        #expect(FiscalMonth("2008-01")?.description == "2008-01" && FiscalMonth("2007-12") == nil)
        #expect(FiscalMonth.firstYear == 2008)
    }

    @Test(arguments: published)
    func `a fiscal month has the days of Apple's published calendar`(month: String, first: String, last: String) throws
    {
        let fiscal = try #require(FiscalMonth(month))
        #expect(fiscal.firstDay.description == first)
        #expect(fiscal.lastDay.description == last)
        #expect(fiscal.description == month)
    }

    /// The last days of Apple's fiscal quarters as its quarterly and annual reports give them, a line for each fiscal year.
    ///
    /// Forms 10-Q and 10-K of Apple Inc. at the SEC, <https://www.sec.gov/cgi-bin/browse-edgar?action=getcompany&CIK=0000320193>;
    /// since 2009 the day is in their documents' names, such as aapl-20250927. Checked against them on 22 November 2026: the
    /// last day of each of these years and of the year before, the first quarters of the four years of 53 weeks, which have
    /// 14, and about a third of the other quarters.
    static let quarters: [(Int, [String])] = [
        (2006, ["2005-12-31", "2006-04-01", "2006-07-01", "2006-09-30"]),
        (2007, ["2006-12-30", "2007-03-31", "2007-06-30", "2007-09-29"]),
        (2008, ["2007-12-29", "2008-03-29", "2008-06-28", "2008-09-27"]),
        (2009, ["2008-12-27", "2009-03-28", "2009-06-27", "2009-09-26"]),
        (2010, ["2009-12-26", "2010-03-27", "2010-06-26", "2010-09-25"]),
        (2011, ["2010-12-25", "2011-03-26", "2011-06-25", "2011-09-24"]),
        (2012, ["2011-12-31", "2012-03-31", "2012-06-30", "2012-09-29"]),
        (2013, ["2012-12-29", "2013-03-30", "2013-06-29", "2013-09-28"]),
        (2014, ["2013-12-28", "2014-03-29", "2014-06-28", "2014-09-27"]),
        (2015, ["2014-12-27", "2015-03-28", "2015-06-27", "2015-09-26"]),
        (2016, ["2015-12-26", "2016-03-26", "2016-06-25", "2016-09-24"]),
        (2017, ["2016-12-31", "2017-04-01", "2017-07-01", "2017-09-30"]),
        (2018, ["2017-12-30", "2018-03-31", "2018-06-30", "2018-09-29"]),
        (2019, ["2018-12-29", "2019-03-30", "2019-06-29", "2019-09-28"]),
        (2020, ["2019-12-28", "2020-03-28", "2020-06-27", "2020-09-26"]),
        (2021, ["2020-12-26", "2021-03-27", "2021-06-26", "2021-09-25"]),
        (2022, ["2021-12-25", "2022-03-26", "2022-06-25", "2022-09-24"]),
        (2023, ["2022-12-31", "2023-04-01", "2023-07-01", "2023-09-30"]),
        (2024, ["2023-12-30", "2024-03-30", "2024-06-29", "2024-09-28"]),
        (2025, ["2024-12-28", "2025-03-29", "2025-06-28", "2025-09-27"]),
    ]

    @Test(arguments: quarters)
    func `a fiscal year's quarters end on the days of Apple's own reports`(year: Int, ends: [String]) throws {
        let months = try [3, 6, 9, 12].map { try #require(FiscalMonth(fiscalYear: year, number: $0)) }
        #expect(months.map(\.lastDay.description) == ends)
    }

    /// Twelve payments: what was sold from the first day to the second was paid on the third.
    ///
    /// <https://www.namiml.com/author/dan-burcaw?82db36fa_page=15>
    static let payments: [(String, String, String)] = [
        ("2023-08-06", "2023-09-02", "2023-10-05"), ("2023-09-03", "2023-09-30", "2023-11-02"),
        ("2023-10-01", "2023-11-04", "2023-12-07"), ("2023-11-05", "2023-12-02", "2024-01-04"),
        ("2023-12-03", "2023-12-30", "2024-02-01"), ("2023-12-31", "2024-02-03", "2024-03-07"),
        ("2024-02-04", "2024-03-02", "2024-04-04"), ("2024-03-03", "2024-03-30", "2024-05-02"),
        ("2024-03-31", "2024-05-04", "2024-06-06"), ("2024-05-05", "2024-06-01", "2024-07-04"),
        ("2024-06-02", "2024-06-29", "2024-08-01"), ("2024-06-30", "2024-08-03", "2024-09-05"),
    ]

    @Test(arguments: payments)
    func `Apple pays 33 days after a fiscal month ends`(first: String, last: String, payment: String) throws {
        let fiscal = FiscalMonth(containing: try #require(CivilDay(first)))
        #expect(fiscal.firstDay.description == first && fiscal.lastDay.description == last)
        #expect(fiscal.paymentDay.description == payment)
        #expect(fiscal.paymentDay.weekday == 4)
    }

    @Test(arguments: [2006, 2012, 2017, 2023])
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

    @Test(arguments: ["0000-01", "2007-12", "2026-13", "2026-1", "2026-+1", "+026-01", ""])
    func `what names no month of the App Store is refused`(text: String) {
        #expect(FiscalMonth(text) == nil)
    }
}
