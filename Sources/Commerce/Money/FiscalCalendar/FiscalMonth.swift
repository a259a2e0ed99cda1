// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A month of Apple's fiscal year: four or five weeks, Sunday to Saturday.
///
/// The year ends on the last Saturday of September. A quarter's months have 5, 4 and 4 weeks; a year of 53 weeks gives
/// its extra week to the third month of the first quarter, December. Requirement E6.
public struct FiscalMonth: Hashable, Sendable {
    /// The fiscal year, named after the calendar year in which it ends.
    public let fiscalYear: Int

    /// The month's place in the fiscal year: 1 is October, 12 September.
    public let number: Int

    /// Makes a month, or nothing when the number is not 1 to 12.
    public init?(fiscalYear: Int, number: Int) {
        guard (1...12).contains(number) else { return nil }
        self.fiscalYear = fiscalYear
        self.number = number
    }

    /// Makes the fiscal month named after a calendar month, such as November 2026.
    public init?(year: Int, month: Int) {
        guard (1...12).contains(month) else { return nil }
        self.init(fiscalYear: month >= 10 ? year + 1 : year, number: month >= 10 ? month - 9 : month + 3)
    }

    /// The first year in which the App Store sold anything.
    public static let firstYear = 2008

    /// Reads `2026-11`, the fiscal month named after a calendar month.
    ///
    /// Nothing from a year before there was an App Store, nor from one whose days no one may ask about.
    public init?(_ text: String) {
        guard let day = CivilDay(text + "-01"), day.components.year >= Self.firstYear,
            CivilDay.supportedRange.contains(day)
        else { return nil }
        self.init(year: day.components.year, month: day.components.month)
    }

    /// Finds the fiscal month that a day belongs to.
    public init(containing day: CivilDay) {
        let year = day.components.year
        let fiscalYear = day > Self.lastDay(ofFiscalYear: year) ? year + 1 : year
        let weeks = (day.daysSince1970 - Self.firstDay(ofFiscalYear: fiscalYear).daysSince1970) / 7
        var passed = 0
        var number = 1
        while number < 12 {
            passed += Self.weeks(inMonth: number, ofFiscalYear: fiscalYear)
            if weeks < passed { break }
            number += 1
        }
        self.fiscalYear = fiscalYear
        self.number = number
    }

    /// The calendar month after which it is named: 1 to 12.
    public var calendarMonth: Int { number <= 3 ? number + 9 : number - 3 }

    /// The calendar year after which it is named.
    public var calendarYear: Int { number <= 3 ? fiscalYear - 1 : fiscalYear }

    /// How many weeks it has: 4 or 5.
    public var weeks: Int { Self.weeks(inMonth: number, ofFiscalYear: fiscalYear) }

    /// Its first day, a Sunday.
    public var firstDay: CivilDay {
        let before = (1..<number).reduce(0) { $0 + Self.weeks(inMonth: $1, ofFiscalYear: fiscalYear) }
        return Self.firstDay(ofFiscalYear: fiscalYear).adding(days: before * 7)
    }

    /// Its last day, a Saturday.
    public var lastDay: CivilDay { firstDay.adding(days: weeks * 7 - 1) }

    /// When Apple pays for it: 33 days after its last day, a Thursday.
    ///
    /// Apple may pay earlier, around the end of the year for instance.
    public var paymentDay: CivilDay { lastDay.adding(days: 33) }

    /// The month after this one.
    public var next: FiscalMonth { FiscalMonth(containing: lastDay.adding(days: 1)) }

    private static func lastDay(ofFiscalYear year: Int) -> CivilDay {
        let end = CivilDay(daysSince1970: 0).adding(months: (year - 1970) * 12 + 9).adding(days: -1)
        return end.adding(days: -((end.weekday + 1) % 7))
    }

    private static func firstDay(ofFiscalYear year: Int) -> CivilDay {
        lastDay(ofFiscalYear: year - 1).adding(days: 1)
    }

    private static func weeks(inMonth number: Int, ofFiscalYear year: Int) -> Int {
        if number % 3 == 1 { return 5 }
        let length = lastDay(ofFiscalYear: year).daysSince1970 - lastDay(ofFiscalYear: year - 1).daysSince1970
        return number == 3 && length == 53 * 7 ? 5 : 4
    }
}

extension FiscalMonth: Comparable {
    /// Orders months in time.
    public static func < (left: FiscalMonth, right: FiscalMonth) -> Bool {
        (left.fiscalYear, left.number) < (right.fiscalYear, right.number)
    }
}

extension FiscalMonth: CustomStringConvertible {
    /// The calendar month after which it is named, such as 2026-11.
    public var description: String {
        let year = String(calendarYear)
        return String(repeating: "0", count: max(0, 4 - year.count)) + year + (calendarMonth < 10 ? "-0" : "-")
            + "\(calendarMonth)"
    }
}
