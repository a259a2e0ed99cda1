// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import Testing

@Suite struct CalendarZoneTests {
    /// The last millisecond of winter and of summer, from 1987 on and under the law of 2007; the first and the last day of
    /// each week that the changes may fall on.
    static let changes = [
        ("1987-04-05 10:00:00", "1987-10-25 09:00:00"), ("2001-04-01 10:00:00", "2001-10-28 09:00:00"),
        ("2002-04-07 10:00:00", "2002-10-27 09:00:00"), ("2004-04-04 10:00:00", "2004-10-31 09:00:00"),
        ("2006-04-02 10:00:00", "2006-10-29 09:00:00"), ("2007-03-11 10:00:00", "2007-11-04 09:00:00"),
        ("2015-03-08 10:00:00", "2015-11-01 09:00:00"), ("2020-03-08 10:00:00", "2020-11-01 09:00:00"),
        ("2021-03-14 10:00:00", "2021-11-07 09:00:00"), ("2026-03-08 10:00:00", "2026-11-01 09:00:00"),
    ]

    @Test(arguments: changes)
    func `Pacific clocks change at two o'clock on the Sundays of the law`(spring: String, autumn: String) throws {
        let database = try #require(TimeZone(identifier: "America/Los_Angeles"))
        for (change, before, after) in [(Date.utc(spring), -8, -7), (Date.utc(autumn), -7, -8)] {
            for (instant, hours) in [(change - 0.001, before), (change, after)] {
                #expect(CalendarZone.pacific.offset(at: instant) == Int64(hours * 3_600_000))
                #expect(ReportingZone.pacific.offset(at: instant) == hours * 3600)
                #expect(database.secondsFromGMT(for: instant) == hours * 3600)
            }
        }
    }

    @Test(arguments: ["1988-01-01", "2007-01-01", "2008-01-01", "2024-07-01", "2037-12-31"])
    func `a wall clock's time in California reads back as its instant`(text: String) throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "America/Los_Angeles"))
        for hour in 0..<200 {
            let instant = Date.utc(text) + Double(hour) * 3600 + 0.25
            let (date, time) = CalendarZone.pacific.civil(instant)
            let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: instant)
            #expect(date == CivilDate(year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0))
            #expect(time == Int64((parts.hour ?? 0) * 60 + (parts.minute ?? 0)) * 60_000 + 250)
            #expect(CalendarZone.pacific.instant(date, millisecondOfDay: time) == instant)
            #expect(ReportingZone.pacific.day(of: instant).daysSince1970 == date.daysSince1970)
        }
    }

    @Test(arguments: [
        (CalendarZone.pacific, "2024-11-03 01:30", "2024-11-03 08:30:00"),
        (.pacific, "2024-11-03 02:00", "2024-11-03 10:00:00"), (.pacific, "2024-03-10 01:59", "2024-03-10 09:59:00"),
        (.pacific, "2024-03-10 02:30", "2024-03-10 10:30:00"), (.pacific, "2024-03-10 03:00", "2024-03-10 10:00:00"),
        (.utc, "2024-03-10 02:30", "2024-03-10 02:30:00"),
    ])
    func `a time that an autumn night repeats is its first, and one that spring skips falls an hour later`(
        zone: CalendarZone,
        wall: String,
        instant: String
    ) {
        let shown = Date.utc(wall + ":00")
        let day = CalendarZone.utc.civil(shown)
        #expect(zone.instant(day.date, millisecondOfDay: day.millisecondOfDay) == .utc(instant))
    }

    @Test func `a day beyond all time is the last instant that a zone can be added to`() {
        let day = CivilDate(year: 400_000_000, month: 1, day: 1)
        let latest = Date(millisecondsSince1970: .max - 8 * 3_600_000)
        #expect(CalendarZone.utc.instant(day) == latest)
        // It is a day in August.
        #expect(CalendarZone.pacific.instant(day).timeIntervalSince(latest) == 7 * 3600)
        for zone in [CalendarZone.utc, .pacific] {
            #expect(zone.civil(Date(timeIntervalSince1970: -1e300)).date.year < -290_000_000)
            #expect(zone.civil(Date(timeIntervalSince1970: 1e300)).date.year > 290_000_000)
        }
    }

    @Test(arguments: [
        (ReportingZone.utc, "2024-01-01 00:00:00", "2024-01-01"), (.utc, "2023-12-31 23:59:59", "2023-12-31"),
        (.pacific, "2024-01-01 07:59:59", "2023-12-31"), (.pacific, "2024-01-01 08:00:00", "2024-01-01"),
        (.pacific, "2024-07-01 06:59:59", "2024-06-30"), (.pacific, "2024-07-01 07:00:00", "2024-07-01"),
        (.pacific, "1969-12-31 07:59:59", "1969-12-30"), (.pacific, "1969-12-31 08:00:00", "1969-12-31"),
    ])
    func `a reporting day begins at its zone's midnight`(zone: ReportingZone, instant: String, day: String) throws {
        let day = try #require(CivilDay(day))
        #expect(zone.day(of: .utc(instant)) == day)
        #expect(zone.day(of: zone.start(of: day)) == day)
        #expect(zone.day(of: zone.start(of: day) - 0.001) == day.adding(days: -1))
    }

    @Test(arguments: [
        (0, 0, 0), (1000, 400, 600), (-1000, 400, -1400),
    ])
    func `milliseconds between instants are whole`(first: Int, second: Int, difference: Int64) {
        let (first, second) = (
            Date(millisecondsSince1970: Int64(first)), Date(millisecondsSince1970: Int64(second))
        )
        #expect(first.milliseconds(since: second) == difference)
        #expect(second.adding(milliseconds: difference) == first)
    }
}
