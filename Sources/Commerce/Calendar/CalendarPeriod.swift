// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// A length of calendar time: whole months and whole days, never a number of seconds.
///
/// A year is twelve months and a week is seven days.
public struct CalendarPeriod: Hashable, Sendable {
    /// Whole months.
    public var months: Int

    /// Whole days on top of them.
    public var days: Int

    /// Makes a period.
    public init(months: Int = 0, days: Int = 0) {
        self.months = months
        self.days = days
    }

    /// A week.
    public static let week = CalendarPeriod(days: 7)

    /// A month.
    public static let month = CalendarPeriod(months: 1)

    /// A year.
    public static let year = CalendarPeriod(months: 12)

    /// Reads a period in ISO 8601, such as P1M, P2W or P1Y6M; nothing from any other text.
    public init?(_ text: String) {
        guard text.first == "P", text.count > 2 else { return nil }
        var number: Int?
        var months = 0
        var days = 0
        for character in text.dropFirst() {
            if character.isASCII, let digit = character.wholeNumberValue {
                number = (number ?? 0) * 10 + digit
                guard let number, number < 1_000_000 else { return nil }
                continue
            }
            guard let count = number else { return nil }
            switch character {
            case "Y": months += count * 12
            case "M": months += count
            case "W": days += count * 7
            case "D": days += count
            default: return nil
            }
            number = nil
        }
        guard number == nil else { return nil }
        self.init(months: months, days: days)
    }

    /// This period so many times over, at most ten thousand years: a document may name any quantity.
    public func multiplied(by count: Int) -> CalendarPeriod {
        func bounded(_ number: Int, to most: Int64) -> Int {
            let product = BoundedSum(Int64(number)) * BoundedSum(Int64(count))
            return Int(min(max(product.value, -most), most))
        }
        return CalendarPeriod(months: bounded(months, to: 120_000), days: bounded(days, to: 3_652_425))
    }

    /// The length of an average month of the Gregorian calendar in milliseconds: 365.2425 days ÷ 12.
    public static let averageMonthMilliseconds: Int64 = 2_629_746_000

    /// The length in milliseconds when each month counts as an average month, and each day as 24 hours.
    ///
    /// Unlike ``end(from:in:anchorDay:)`` it does not depend on when the period begins. The Gregorian calendar repeats
    /// after 400 years of 146,097 days together, so an average year has 365.2425 days and an average month
    /// 2,629,746,000 milliseconds (30.436875 days). A length that does not fit is the largest or smallest that does.
    public var averageMilliseconds: Int64 {
        let inMonths = BoundedSum(Int64(months)) * BoundedSum(Self.averageMonthMilliseconds)
        let inDays = BoundedSum(Int64(days)) * BoundedSum(86_400_000)
        return (inMonths + inDays).value
    }

    /// Whether it has no length.
    public var isEmpty: Bool { months == 0 && days == 0 }

    /// The instant at which a period that begins at an instant ends.
    ///
    /// The wall clock's time is kept; a month that is too short ends on its last day.
    ///
    /// - Parameters:
    ///   - start: When it begins.
    ///   - zone: Where days are counted.
    ///   - anchorDay: The day of the month to aim for; the beginning's own when absent.
    /// - Returns: The end.
    public func end(from start: Date, in zone: CalendarZone = .utc, anchorDay: Int? = nil) -> Date {
        let (date, time) = zone.civil(start)
        var end = months == 0 ? date : date.adding(months: months, anchorDay: anchorDay)
        if days != 0 { end = end.adding(days: days) }
        return zone.instant(end, millisecondOfDay: time)
    }
}

extension CalendarPeriod: CustomStringConvertible {
    /// The period in ISO 8601, in the largest units that fit.
    public var description: String {
        var text = "P"
        if months % 12 == 0, months != 0 {
            text += "\(months / 12)Y"
        } else if months != 0 {
            text += "\(months)M"
        }
        if days % 7 == 0, days != 0, months == 0 {
            text += "\(days / 7)W"
        } else if days != 0 {
            text += "\(days)D"
        }
        return isEmpty ? "P0D" : text
    }
}

extension CalendarPeriod: Codable {
    /// Decodes a period from ISO 8601.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let period = CalendarPeriod(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "A period looks like P1M.")
        }
        self = period
    }

    /// Encodes the period in ISO 8601.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
