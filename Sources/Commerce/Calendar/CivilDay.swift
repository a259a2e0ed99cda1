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
        let date = CivilDate(year: year, month: month, day: day)
        guard date.month == month, date.day == day else { return nil }
        self.init(date)
    }

    /// Reads `2026-11-21`, or nothing from any other text.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].count == 4, parts[1].count == 2, parts[2].count == 2 else { return nil }
        // A number's sign is not part of a day.
        guard text.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        guard let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]) else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// The year, month (1 to 12) and day of the month.
    public var components: (year: Int, month: Int, day: Int) {
        let date = CivilDate(daysSince1970: daysSince1970)
        return (date.year, date.month, date.day)
    }

    /// The day of the week: 0 is Sunday, 6 Saturday.
    public var weekday: Int {
        // 1 January 1970 was a Thursday.
        (daysSince1970 + 4).floorDivided(by: 7).remainder
    }

    /// The day so many days later, or earlier for a negative number.
    public func adding(days: Int) -> CivilDay {
        CivilDay(daysSince1970: daysSince1970 + days)
    }

    /// The same day of the month so many months later; the month's last day where it has no such day.
    public func adding(months: Int) -> CivilDay {
        CivilDay(CivilDate(daysSince1970: daysSince1970).adding(months: months))
    }

    private init(_ date: CivilDate) {
        self.init(daysSince1970: date.daysSince1970)
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
        CivilDate(daysSince1970: daysSince1970).description
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
                debugDescription: "'\(text)' is not a day like 2026-11-21"
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
