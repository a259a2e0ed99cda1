// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
public import FoundationEssentials

/// Where a calendar day is counted: the two zones that Apple's documents use.
public enum CalendarZone: String, Hashable, Sendable, Codable, CaseIterable {
    /// Coordinated universal time.
    case utc = "UTC"

    /// Apple's own time in California, with its daylight saving since 1987.
    case pacific = "America/Los_Angeles"

    /// The day on which an instant falls, and how far into it.
    ///
    /// - Returns: The day, and the milliseconds that the clock on the wall shows since midnight.
    public func civil(_ instant: Date) -> (date: CivilDate, millisecondOfDay: Int64) {
        let (days, time) = daysSince1970(instant)
        return (CivilDate(daysSince1970: days), time)
    }

    /// The day on which an instant falls, as a number of days, and how far into it.
    func daysSince1970(_ instant: Date) -> (days: Int, millisecondOfDay: Int64) {
        let local = (BoundedSum(instant.millisecondsSince1970) + BoundedSum(offset(at: instant))).value
        let (days, time) = local.floorDivided(by: Self.day)
        return (Int(days), time)
    }

    /// The instant at which the clock on the wall shows a time of a day.
    ///
    /// A time that a spring night skips is read with the winter's offset, so it falls an hour later; one that an
    /// autumn night repeats is its first.
    ///
    /// - Parameters:
    ///   - date: The day.
    ///   - millisecondOfDay: The time since midnight that the clock shows.
    /// - Returns: The instant.
    public func instant(_ date: CivilDate, millisecondOfDay: Int64 = 0) -> Date {
        self.instant(daysSince1970: date.daysSince1970, millisecondOfDay: millisecondOfDay)
    }

    /// The instant at which the clock on the wall shows a time of a day.
    func instant(daysSince1970 days: Int, millisecondOfDay: Int64 = 0) -> Date {
        let midnight = BoundedSum(Int64(days)) * BoundedSum(Self.day)
        // Eight hours below the end, so that a zone's offset can be added.
        let local = min((midnight + BoundedSum(millisecondOfDay)).value, .max - 8 * Self.hour)
        guard self == .pacific else { return Date(millisecondsSince1970: local) }
        let summer = Date(millisecondsSince1970: local + 7 * Self.hour)
        if offset(at: summer) == -7 * Self.hour { return summer }
        return Date(millisecondsSince1970: local + 8 * Self.hour)
    }

    /// How far the clock on the wall is ahead of universal time, in milliseconds.
    public func offset(at instant: Date) -> Int64 {
        guard self == .pacific else { return 0 }
        let milliseconds = instant.millisecondsSince1970
        let year = CivilDate(daysSince1970: Int(milliseconds.floorDivided(by: Self.day).quotient)).year
        let (first, last) = Self.daylightSaving(of: year)
        // Both changes happen at two o'clock on the wall.
        let start = Self.instant(first, hour: 10)
        let end = Self.instant(last, hour: 9)
        return milliseconds >= start && milliseconds < end ? -7 * Self.hour : -8 * Self.hour
    }

    /// An hour of a day in universal time, or the last instant that can be counted: the last year has no end.
    private static func instant(_ date: CivilDate, hour: Int64) -> Int64 {
        (BoundedSum(Int64(date.daysSince1970)) * BoundedSum(day) + BoundedSum(hour * Self.hour)).value
    }

    /// The days on which daylight saving begins and ends.
    ///
    /// Since 2007 the second Sunday of March and the first of November, before that the first Sunday of April and
    /// the last of October.
    private static func daylightSaving(of year: Int) -> (CivilDate, CivilDate) {
        func sunday(onOrAfter date: CivilDate) -> CivilDate { date.adding(days: (7 - date.weekday) % 7) }
        if year >= 2007 {
            return (
                sunday(onOrAfter: CivilDate(year: year, month: 3, day: 8)),
                sunday(onOrAfter: CivilDate(year: year, month: 11, day: 1))
            )
        }
        return (
            sunday(onOrAfter: CivilDate(year: year, month: 4, day: 1)),
            sunday(onOrAfter: CivilDate(year: year, month: 10, day: 25))
        )
    }

    private static let hour: Int64 = 3_600_000
    private static let day: Int64 = 86_400_000
}
