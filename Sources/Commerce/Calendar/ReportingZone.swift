// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
public import FoundationEssentials

/// A zone in which days are counted: UTC, or Pacific time, in which Apple reports.
public enum ReportingZone: String, Hashable, Sendable, Codable {
    /// Coordinated universal time.
    case utc

    /// Pacific time with the daylight rule of the United States since 2007.
    case pacific

    /// The day on which an instant falls in this zone.
    public func day(of instant: Date) -> CivilDay {
        let seconds = Self.seconds(instant) + offset(at: instant)
        return CivilDay(daysSince1970: Self.quotient(seconds, 86_400))
    }

    /// The instant at which a day begins in this zone.
    public func start(of day: CivilDay) -> Date {
        let midnight = day.daysSince1970 * 86_400
        guard self == .pacific else { return Date(timeIntervalSince1970: Double(midnight)) }
        // Daylight time changes at two in the morning, so midnight is never skipped or doubled.
        let standard = Date(timeIntervalSince1970: Double(midnight + 8 * 3600))
        let daylight = Date(timeIntervalSince1970: Double(midnight + 7 * 3600))
        return offset(at: daylight) == -7 * 3600 ? daylight : standard
    }

    /// Seconds to add to universal time at an instant.
    public func offset(at instant: Date) -> Int {
        guard self == .pacific else { return 0 }
        let seconds = Self.seconds(instant)
        let year = CivilDay(daysSince1970: Self.quotient(seconds - 8 * 3600, 86_400)).components.year
        // Second Sunday of March, two o'clock standard time; first Sunday of November, two o'clock daylight time.
        let begins = Self.sunday(2, month: 3, year: year).daysSince1970 * 86_400 + 10 * 3600
        let ends = Self.sunday(1, month: 11, year: year).daysSince1970 * 86_400 + 9 * 3600
        return seconds >= begins && seconds < ends ? -7 * 3600 : -8 * 3600
    }

    private static func seconds(_ instant: Date) -> Int {
        quotient(Int(instant.millisecondsSince1970), 1000)
    }

    private static func quotient(_ number: Int, _ divisor: Int) -> Int {
        number >= 0 ? number / divisor : (number - divisor + 1) / divisor
    }

    private static func sunday(_ ordinal: Int, month: Int, year: Int) -> CivilDay {
        let first = CivilDay(daysSince1970: 0).replacing(year: year, month: month)
        return first.adding(days: (7 - first.weekday) % 7 + 7 * (ordinal - 1))
    }
}

extension CivilDay {
    /// The first day of a month.
    fileprivate func replacing(year: Int, month: Int) -> CivilDay {
        adding(months: (year - 1970) * 12 + month - 1)
    }
}
