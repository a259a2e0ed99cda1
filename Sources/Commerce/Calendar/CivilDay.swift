// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A day of the Gregorian calendar, without a time zone.
///
/// Arithmetic is exact over all years; no time-zone database is asked.
public struct CivilDay: Hashable, Sendable {
    /// Days since 1 January 1970.
    public let daysSince1970: Int

    /// Makes a day from its count.
    public init(daysSince1970: Int) {
        self.daysSince1970 = daysSince1970
    }

    /// Makes a day, or nothing when the month has no such day.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...12).contains(month), (1...Self.length(ofMonth: month, year: year)).contains(day) else { return nil }
        self.init(daysSince1970: Self.count(year: year, month: month, day: day))
    }

    /// Reads `2026-11-21`, or nothing from any other text.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].count == 4, parts[1].count == 2, parts[2].count == 2 else { return nil }
        // A number's sign is no part of a day.
        guard text.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        guard let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]) else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// The year, month (1 to 12) and day of the month.
    public var components: (year: Int, month: Int, day: Int) {
        // Years begin in March here, so that a leap day ends one; 400 years are one era of 146,097 days.
        let shifted = daysSince1970 + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    /// The day of the week: 0 is Sunday, 6 Saturday.
    public var weekday: Int {
        let day = (daysSince1970 + 4) % 7
        return day < 0 ? day + 7 : day
    }

    /// The day so many days later, or earlier for a negative number.
    public func adding(days: Int) -> CivilDay {
        CivilDay(daysSince1970: daysSince1970 + days)
    }

    /// The same day of the month so many months later; the month's last day where it has no such day.
    public func adding(months: Int) -> CivilDay {
        let (year, month, day) = components
        let count = year * 12 + month - 1 + months
        let newYear = count >= 0 ? count / 12 : (count - 11) / 12
        let newMonth = count - newYear * 12 + 1
        let last = Self.length(ofMonth: newMonth, year: newYear)
        return CivilDay(daysSince1970: Self.count(year: newYear, month: newMonth, day: min(day, last)))
    }

    /// How many days a month has.
    public static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Whether a year has a 29 February.
    public static func isLeap(_ year: Int) -> Bool {
        year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    }

    private static func count(year: Int, month: Int, day: Int) -> Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}

extension CivilDay {
    /// The days that may be asked about.
    ///
    /// Whatever is looked at around them, months before and after, still has four digits for its year, so that the
    /// texts of days sort as the days do.
    package static let supportedRange = CivilDay(daysSince1970: -719_162)...CivilDay(daysSince1970: 2_932_531)
}

extension CivilDay: Comparable {
    /// Orders days in time.
    public static func < (left: CivilDay, right: CivilDay) -> Bool {
        left.daysSince1970 < right.daysSince1970
    }
}

extension CivilDay: CustomStringConvertible {
    /// The day as `2026-11-21`.
    public var description: String {
        let (year, month, day) = components
        return "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))"
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

extension CivilDay: Codable {
    /// Decodes `2026-11-21`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let day = CivilDay(text) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "'\(text)' is no day like 2026-11-21"
            )
        }
        self = day
    }

    /// Encodes the day as `2026-11-21`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
