// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce
import Foundation
import Testing

@Suite struct CivilDayTests {
    @Test func `every day of four centuries comes back from its components`() throws {
        var day = try #require(CivilDay(year: 1800, month: 1, day: 1))
        let end = try #require(CivilDay(year: 2200, month: 1, day: 1))
        while day < end {
            let (year, month, dayOfMonth) = day.components
            #expect(CivilDay(year: year, month: month, day: dayOfMonth) == day)
            day = day.adding(days: 1)
        }
    }

    @Test(arguments: [("1970-01-01", 4), ("2024-02-29", 4), ("2026-11-21", 6), ("1969-12-31", 3)])
    func `a day knows its weekday`(text: String, weekday: Int) throws {
        #expect(try #require(CivilDay(text)).weekday == weekday)
    }

    @Test(arguments: [
        "2023-02-29", "2023-13-01", "2023-00-10", "23-1-1", "2023-04-31", "", "2023-04-31-1", "2023-+1-01",
        "2023-04-30-", "-2023-04-30", "2023--04-30",
    ])
    func `what is not a day is refused`(text: String) {
        #expect(CivilDay(text) == nil)
    }

    @Test(arguments: [
        ("2023-01-31", 1, "2023-02-28"), ("2024-01-31", 1, "2024-02-29"), ("2023-01-31", 2, "2023-03-31"),
        ("2023-12-15", 1, "2024-01-15"), ("2024-02-29", 12, "2025-02-28"), ("2023-01-15", -1, "2022-12-15"),
        ("2023-03-31", -13, "2022-02-28"),
    ])
    func `a month later is the same day or the month's last`(from: String, months: Int, to: String) throws {
        #expect(try #require(CivilDay(from)).adding(months: months).description == to)
    }

    @Test func `Pacific days agree with the time-zone database over twenty years`() throws {
        let zone = try #require(TimeZone(identifier: "America/Los_Angeles"))
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        for hour in stride(from: 0, to: 20 * 366 * 24, by: 1) {
            let instant = Date(timeIntervalSince1970: 1_199_145_600 + Double(hour) * 3600 - 1)
            #expect(ReportingZone.pacific.offset(at: instant) == zone.secondsFromGMT(for: instant))
        }
        let day = try #require(CivilDay("2024-03-10"))
        #expect(ReportingZone.pacific.start(of: day).timeIntervalSince1970 == 1_710_057_600)
        #expect(ReportingZone.pacific.start(of: day.adding(days: 1)).timeIntervalSince1970 == 1_710_140_400)
    }

    @Test func `an instant before 1970 falls on the day before`() {
        #expect(ReportingZone.utc.day(of: Date(timeIntervalSince1970: -0.5)).description == "1969-12-31")
    }
}
