// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A day of the Gregorian calendar, without a time or a place.
public struct CivilDate: Hashable, Sendable, Codable {
    /// The year.
    public let year: Int

    /// The month, from 1.
    public let month: Int

    /// The day of the month, from 1.
    public let day: Int

    /// Makes a day; a day past its month's end becomes the month's last, as subscriptions renew.
    public init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = min(max(month, 1), 12)
        self.day = min(max(day, 1), Self.daysIn(month: self.month, of: year))
    }

    /// Makes the day that is so many days after 1 January 1970.
    public init(daysSince1970 days: Int) {
        // Counted from 1 March of year 0, so that a leap day is the last of its year.
        let shifted = days + 719_468
        let (era, dayOfEra) = shifted.floorDivided(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// How many days it is after 1 January 1970.
    public var daysSince1970: Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = shiftedYear.floorDivided(by: 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// The day of the week, 0 for Sunday.
    public var weekday: Int { CivilDay(daysSince1970: daysSince1970).weekday }

    /// Whether the year has a leap day.
    public static func isLeap(_ year: Int) -> Bool {
        year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    }

    /// How many days a month has.
    public static func daysIn(month: Int, of year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The day so many months later, or the month's last day when the month is too short.
    ///
    /// - Parameters:
    ///   - months: How many; may be negative.
    ///   - anchorDay: The day of the month to aim for; this day's own when absent.
    /// - Returns: The day.
    public func adding(months: Int, anchorDay: Int? = nil) -> CivilDate {
        let (year, place) = (year * 12 + (month - 1) + months).floorDivided(by: 12)
        return CivilDate(year: year, month: place + 1, day: anchorDay ?? day)
    }

    /// The day so many days later.
    public func adding(days: Int) -> CivilDate {
        CivilDate(daysSince1970: daysSince1970 + days)
    }
}

extension CivilDate: Comparable {
    /// Orders days as the calendar does.
    public static func < (left: CivilDate, right: CivilDate) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}

extension CivilDate: CustomStringConvertible {
    /// The day as ISO 8601 writes it.
    public var description: String {
        func padded(_ number: Int, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }
}
