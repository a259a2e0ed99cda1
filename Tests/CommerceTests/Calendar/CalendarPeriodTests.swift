// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import Testing

@Suite struct CalendarPeriodTests {
    @Test(arguments: [
        (0, 0, "P0D"), (12, 0, "P1Y"), (24, 0, "P2Y"), (1, 0, "P1M"), (18, 0, "P18M"), (0, 7, "P1W"), (0, 21, "P3W"),
        (0, 8, "P8D"), (0, 3, "P3D"), (1, 7, "P1M7D"), (12, 7, "P1Y7D"), (12, 3, "P1Y3D"),
    ])
    func `a period is written in the largest units that fit and reads as itself`(
        months: Int,
        days: Int,
        text: String
    ) throws {
        let period = CalendarPeriod(months: months, days: days)
        #expect(period.description == text)
        #expect(CalendarPeriod(text) == period)
        #expect(period.isEmpty == (text == "P0D"))
        #expect(try JSONDecoder().decode([CalendarPeriod].self, from: JSONEncoder().encode([period])) == [period])
    }

    @Test(arguments: [
        ("P999999D", CalendarPeriod?.some(CalendarPeriod(days: 999_999))), ("P1000000D", nil), ("P1M2", nil),
        ("P2M1M", CalendarPeriod(months: 3)), ("P10W", CalendarPeriod(days: 70)), ("P2Y", CalendarPeriod(months: 24)),
        ("X1M", nil), ("P1MM", nil), ("P", nil), ("PM", nil), ("P1", nil), ("P1D", CalendarPeriod(days: 1)),
    ])
    func `a period has at most six digits for each unit`(text: String, period: CalendarPeriod?) {
        #expect(CalendarPeriod(text) == period)
    }

    @Test(arguments: [
        (1, 0, 3, 3, 0), (1, 2, 5, 5, 10), (12, 0, 10_000, 120_000, 0), (12, 0, 10_001, 120_000, 0),
        (0, 1, 3_652_425, 0, 3_652_425), (0, 1, 3_652_426, 0, 3_652_425), (1, 1, -7, -7, -7),
        (1, 1, .max, 120_000, 3_652_425), (1, 1, .min, -120_000, -3_652_425), (1, 1, 0, 0, 0),
    ])
    func `a period many times over is at most ten thousand years`(
        months: Int,
        days: Int,
        count: Int,
        newMonths: Int,
        newDays: Int
    ) {
        let product = CalendarPeriod(months: months, days: days).multiplied(by: count)
        #expect(product == CalendarPeriod(months: newMonths, days: newDays))
    }

    @Test(arguments: [
        (1, 0, Int64(2_629_746_000)), (12, 0, 31_556_952_000), (0, 1, 86_400_000), (1, 1, 2_716_146_000),
        (-1, 0, -2_629_746_000), (4800, 0, 146_097 * 86_400_000), (.max, 0, .max), (.min, 0, .min), (0, .max, .max),
        (0, .min, .min), (3_507_324_295, 106_751_991_167, .max), (-3_507_324_295, -106_751_991_167, .min),
        (.max, -1, .max - 86_400_000),
        (0, 0, 0),
    ])
    func `an average month is a twelfth of 365 days and 97 four-hundredths`(
        months: Int,
        days: Int,
        milliseconds: Int64
    ) {
        #expect(CalendarPeriod(months: months, days: days).averageMilliseconds == milliseconds)
    }

    @Test(arguments: [
        (0, 0, "2024-01-31 07:30:00"), (1, 0, "2024-02-29 07:30:00"), (0, 1, "2024-02-01 07:30:00"),
        (1, 1, "2024-03-01 07:30:00"), (-2, 0, "2023-11-30 07:30:00"), (0, -31, "2023-12-31 07:30:00"),
    ])
    func `the months of a period pass before its days`(months: Int, days: Int, end: String) {
        let period = CalendarPeriod(months: months, days: days)
        #expect(period.end(from: .utc("2024-01-31 07:30:00")) == .utc(end))
    }

    @Test(arguments: [
        (CalendarPeriod.month, 31, "2024-03-31"), (.month, 30, "2024-03-30"), (.month, 15, "2024-03-15"),
        (CalendarPeriod(days: 1), 31, "2024-03-01"),
    ])
    func `a month aims for the day on which the subscription began`(
        period: CalendarPeriod,
        anchorDay: Int,
        end: String
    ) {
        #expect(period.end(from: .utc("2024-02-29"), anchorDay: anchorDay) == .utc(end))
    }

    /// A monthly and a weekly plan, far from their beginning and before it.
    @Test(arguments: [
        ("2024-01-31", 1, 0, "2024-01-30", "2024-02-29"), ("2024-01-31", 1, 0, "2024-02-28", "2024-02-29"),
        ("2024-01-31", 1, 0, "2024-02-29", "2024-03-31"), ("2024-01-31", 1, 0, "2123-12-31", "2124-01-31"),
        ("2024-01-31", 1, 0, "2124-01-30", "2124-01-31"), ("2024-01-31", 0, 7, "2024-02-06", "2024-02-07"),
        ("2024-01-31", 0, 7, "2024-02-07", "2024-02-14"), ("2024-01-31", 0, 7, "2020-01-01", "2024-02-07"),
        ("2024-02-29", 12, 0, "2027-12-31", "2028-02-29"), ("2024-02-29", 12, 0, "2028-02-29", "2029-02-28"),
        ("2024-01-31", 0, 1, "2024-02-06", "2024-02-07"), ("2024-01-31", 1, 1, "2024-03-02", "2024-04-02"),
        ("2024-01-01", 1, 1, "2124-01-01", "2124-01-07"),
    ])
    func `the next renewal is the first after an instant`(
        anchor: String,
        months: Int,
        days: Int,
        instant: String,
        next: String
    ) {
        let schedule = RenewalSchedule(anchor: .utc(anchor), period: CalendarPeriod(months: months, days: days))
        #expect(schedule.nextRenewal(after: .utc(instant)) == .utc(next))
    }

    @Test(arguments: [(0, 0), (-1, 0), (0, -1)])
    func `a subscription whose period has no length never renews`(months: Int, days: Int) {
        let period = CalendarPeriod(months: months, days: days)
        #expect(
            RenewalSchedule(anchor: .utc("2024-01-31"), period: period).nextRenewal(after: .utc("2024-02-01")) == nil
        )
    }
}
