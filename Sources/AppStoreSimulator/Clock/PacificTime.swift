// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
package import FoundationEssentials

/// The time in Cupertino, by which Apple's receipts and reports count.
///
/// The rules of daylight saving are those of the United States since 1987; written out, because a minimal Linux
/// installation has no time zone data.
package enum PacificTime {
    /// Seconds to add to an instant's UTC reading: eight hours less, seven in summer.
    package static func offset(at date: Date) -> Int {
        isDaylightSaving(at: date) ? -7 * 3600 : -8 * 3600
    }

    /// The day on which an instant falls.
    package static func day(of date: Date) -> CivilDate {
        date.addingTimeInterval(Double(offset(at: date))).civil.day
    }

    /// The instant at which a day begins.
    package static func start(of day: CivilDate) -> Date {
        // Midnight is never inside the hour that a change skips or repeats.
        let guess = Date(day).addingTimeInterval(8 * 3600)
        return Date(day).addingTimeInterval(-Double(offset(at: guess)))
    }

    private static func isDaylightSaving(at date: Date) -> Bool {
        let year = date.civil.day.year
        // Before 2007 from the first Sunday of April to the last of October, since then from the second of March to
        // the first of November; both at two in the morning.
        let begins = year >= 2007 ? sunday(2, of: 3, year) : sunday(1, of: 4, year)
        let ends = year >= 2007 ? sunday(1, of: 11, year) : lastSunday(of: 10, year)
        return date >= Date(begins).addingTimeInterval(10 * 3600) && date < Date(ends).addingTimeInterval(9 * 3600)
    }

    private static func sunday(_ number: Int, of month: Int, _ year: Int) -> CivilDate {
        let first = CivilDate(year: year, month: month, day: 1)
        return CivilDate(year: year, month: month, day: 1 + (7 - first.weekday) % 7 + (number - 1) * 7)
    }

    private static func lastSunday(of month: Int, _ year: Int) -> CivilDate {
        let last = CivilDate(year: year, month: month, day: CivilDate.days(inMonth: month, of: year))
        return CivilDate(daysSince1970: last.daysSince1970 - last.weekday)
    }
}

extension CivilDate {
    /// The day of the week: 0 is Sunday.
    package var weekday: Int {
        let shifted = (daysSince1970 + 4) % 7
        return shifted < 0 ? shifted + 7 : shifted
    }

    /// The day some days later.
    package func adding(days: Int) -> CivilDate {
        CivilDate(daysSince1970: daysSince1970 + days)
    }
}
