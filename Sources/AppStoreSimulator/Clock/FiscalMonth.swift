// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A month of Apple's fiscal calendar: five weeks at the beginning of a quarter, otherwise four.
///
/// The year ends with the last Saturday of September. When it has 53 weeks, December has five.
public struct FiscalMonth: Hashable, Comparable, Sendable {
    /// The fiscal year, which began in the autumn before.
    public var year: Int

    /// The fiscal month: 1 is October.
    public var number: Int

    /// Makes a month, or nothing when the number is not 1 to 12.
    public init?(year: Int, number: Int) {
        guard (1...12).contains(number) else { return nil }
        self.year = year
        self.number = number
    }

    /// The month in which a day falls.
    package init(containing day: CivilDate) {
        year = day <= Self.lastDay(of: day.year) ? day.year : day.year + 1
        let week = (day.daysSince1970 - Self.firstDay(of: year).daysSince1970) / 7
        var passed = 0
        number = 12
        for (index, weeks) in Self.weeks(of: year).enumerated() {
            passed += weeks
            if week < passed {
                number = index + 1
                break
            }
        }
    }

    package var firstDay: CivilDate {
        Self.firstDay(of: year).adding(days: 7 * Self.weeks(of: year).prefix(number - 1).reduce(0, +))
    }

    package var lastDay: CivilDate {
        firstDay.adding(days: 7 * Self.weeks(of: year)[number - 1] - 1)
    }

    /// Whether a Pacific day's sales belong to the month.
    package func contains(_ day: CivilDate) -> Bool {
        firstDay <= day && day <= lastDay
    }

    /// Orders months by time.
    public static func < (left: FiscalMonth, right: FiscalMonth) -> Bool {
        (left.year, left.number) < (right.year, right.number)
    }

    private static func weeks(of year: Int) -> [Int] {
        let days = lastDay(of: year).daysSince1970 - lastDay(of: year - 1).daysSince1970
        var weeks = [5, 4, 4, 5, 4, 4, 5, 4, 4, 5, 4, 4]
        if days == 371 { weeks[2] = 5 }
        return weeks
    }

    private static func firstDay(of year: Int) -> CivilDate {
        lastDay(of: year - 1).adding(days: 1)
    }

    /// The last Saturday of September.
    private static func lastDay(of year: Int) -> CivilDate {
        let end = CivilDate(year: year, month: 9, day: 30)
        return end.adding(days: -((end.weekday + 1) % 7))
    }
}
