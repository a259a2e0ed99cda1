// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// Calendar arithmetic; the dates of renewals are those of Apple's subscriptions.
@Suite struct CalendarTests {
    @Test(
        arguments: [
            ("2024-01-31", 1, "2024-02-29"), ("2023-01-31", 1, "2023-02-28"), ("2023-01-31", 2, "2023-03-31"),
            ("2024-02-29", 12, "2025-02-28"), ("2024-02-29", 48, "2028-02-29"), ("2024-03-31", 1, "2024-04-30"),
            ("2023-12-31", 2, "2024-02-29"), ("2024-08-31", 6, "2025-02-28"), ("1900-01-31", 1, "1900-02-28"),
            ("2000-01-31", 1, "2000-02-29"),
        ]
    )
    func `a month that is too short ends on its last day`(start: String, months: Int, end: String) {
        let period = CalendarPeriod(months: months)
        #expect(period.end(from: .utc(start)) == .utc(end))
    }

    @Test func `a renewal on a short month's last day goes back to the first day's`() {
        let schedule = RenewalSchedule(anchor: .utc("2023-01-31 08:15:00"), period: .month)
        #expect(schedule.renewalDate(1) == .utc("2023-02-28 08:15:00"))
        #expect(schedule.renewalDate(2) == .utc("2023-03-31 08:15:00"))
        #expect(schedule.renewalDate(3) == .utc("2023-04-30 08:15:00"))
        #expect(schedule.nextRenewal(after: .utc("2023-02-28 08:15:00")) == .utc("2023-03-31 08:15:00"))
        #expect(schedule.nextRenewal(after: .utc("2022-01-01")) == .utc("2023-02-28 08:15:00"))
        #expect(schedule.nextRenewal(after: .utc("2033-02-28 08:15:00")) == .utc("2033-03-31 08:15:00"))
    }

    @Test func `a yearly subscription of a leap day renews on 28 February`() {
        let schedule = RenewalSchedule(anchor: .utc("2024-02-29"), period: .year)
        #expect(schedule.renewalDate(1) == .utc("2025-02-28"))
        #expect(schedule.renewalDate(4) == .utc("2028-02-29"))
    }

    @Test func `Pacific days keep the wall clock's time over both changes`() {
        // In 2024 daylight saving began on 10 March and ended on 3 November, at two o'clock.
        let zone = CalendarZone.pacific
        #expect(CalendarPeriod.month.end(from: .utc("2024-02-20 20:00:00"), in: zone) == .utc("2024-03-20 19:00:00"))
        #expect(CalendarPeriod.month.end(from: .utc("2024-10-20 19:00:00"), in: zone) == .utc("2024-11-20 20:00:00"))
        #expect(zone.civil(.utc("2024-03-10 09:59:59")).date == CivilDate(year: 2024, month: 3, day: 10))
        #expect(zone.offset(at: .utc("2024-03-10 09:59:59")) == -8 * 3_600_000)
        #expect(zone.offset(at: .utc("2024-03-10 10:00:00")) == -7 * 3_600_000)
        #expect(zone.offset(at: .utc("2024-11-03 08:59:59")) == -7 * 3_600_000)
        #expect(zone.offset(at: .utc("2024-11-03 09:00:00")) == -8 * 3_600_000)
    }

    @Test func `the documents' Pacific times agree with their UTC times`() {
        // The pairs of dates in the second article's receipts.
        let pairs = [
            ("2018-07-15 08:25:37", CivilDate(year: 2018, month: 7, day: 15), 1, 25, 37),
            ("2018-01-20 00:03:00", CivilDate(year: 2018, month: 1, day: 19), 16, 3, 0),
            ("2018-01-31 03:23:11", CivilDate(year: 2018, month: 1, day: 30), 19, 23, 11),
            ("2020-07-28 06:00:53", CivilDate(year: 2020, month: 7, day: 27), 23, 0, 53),
        ]
        for (utc, day, hour, minute, second) in pairs {
            let (date, time) = CalendarZone.pacific.civil(.utc(utc))
            #expect(date == day)
            #expect(time == Int64(hour * 3_600_000 + minute * 60_000 + second * 1000))
            #expect(CalendarZone.pacific.instant(date, millisecondOfDay: time) == .utc(utc))
        }
    }

    @Test func `a time that the spring night skips falls an hour later`() {
        let day = CivilDate(year: 2024, month: 3, day: 10)
        #expect(CalendarZone.pacific.instant(day, millisecondOfDay: 2 * 3_600_000) == .utc("2024-03-10 10:00:00"))
    }

    @Test(
        arguments: [
            ("P1W", 0, 7), ("P1M", 1, 0), ("P2M", 2, 0), ("P3M", 3, 0), ("P6M", 6, 0), ("P1Y", 12, 0), ("P3D", 0, 3),
            ("P1Y6M", 18, 0), ("P2W", 0, 14), ("P9M", 9, 0),
        ]
    )
    func `Apple's periods read as ISO 8601`(text: String, months: Int, days: Int) {
        #expect(CalendarPeriod(text) == CalendarPeriod(months: months, days: days))
    }

    @Test(arguments: ["", "P", "P1", "1M", "PM", "P1X", "P-1M", "PT1H", "P99999999999999999999M", "P１M"])
    func `anything else is not a period`(text: String) {
        #expect(CalendarPeriod(text) == nil)
    }

    @Test func `days and dates agree over four centuries`() {
        var previous = CivilDate(daysSince1970: -80_000)
        for days in -79_999...80_000 {
            let date = CivilDate(daysSince1970: days)
            let isNext =
                date == CivilDate(year: previous.year, month: previous.month, day: previous.day).adding(days: 1)
            let follows = date.day == previous.day + 1 || date.day == 1
            if date.daysSince1970 != days || !isNext || !follows || date <= previous {
                Issue.record("day \(days) is \(date) after \(previous)")
                return
            }
            previous = date
        }
        #expect(CivilDate(daysSince1970: 0).description == "1970-01-01")
        #expect(CivilDate(daysSince1970: 0).weekday == 4)
    }
}
