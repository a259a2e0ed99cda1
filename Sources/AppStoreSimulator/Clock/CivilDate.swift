// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
package import FoundationEssentials

/// A day of the proleptic Gregorian calendar, and the arithmetic that renewals need.
///
/// Written out because renewal dates are computed hundreds of thousands of times per second.
package struct CivilDate: Hashable, Comparable, Sendable {
    package var year: Int
    package var month: Int
    package var day: Int

    package init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// The day that lies this many days after 1 January 1970.
    package init(daysSince1970: Int) {
        // Days are counted in eras of 400 years that begin on 1 March, so that the leap day comes last.
        let shifted = daysSince1970 + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    package var daysSince1970: Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// The number of days of a month.
    package static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
        default: 31
        }
    }

    /// The day some months later that falls on the given day of the month, or on the month's last day before it.
    package func adding(months: Int, onDay anchor: Int) -> CivilDate {
        let total = year * 12 + (month - 1) + months
        let newYear = total >= 0 ? total / 12 : (total - 11) / 12
        let newMonth = total - newYear * 12 + 1
        let last = CivilDate.days(inMonth: newMonth, of: newYear)
        return CivilDate(year: newYear, month: newMonth, day: min(anchor, last))
    }

    package static func < (left: CivilDate, right: CivilDate) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}

extension Date {
    /// The day in UTC and the milliseconds since it began.
    package var civil: (day: CivilDate, milliseconds: Int64) {
        let total = millisecondsSince1970
        let days = total >= 0 ? total / 86_400_000 : (total - 86_399_999) / 86_400_000
        return (CivilDate(daysSince1970: Int(days)), total - days * 86_400_000)
    }

    /// The instant in UTC on a day, some milliseconds after it began.
    package init(_ day: CivilDate, milliseconds: Int64 = 0) {
        let total = Int64(day.daysSince1970) * 86_400_000 + milliseconds
        self.init(timeIntervalSince1970: Double(total) / 1000)
    }

    /// The instant some calendar months later in UTC, on the anchor day where the month has one.
    package func adding(months: Int, onDay anchor: Int) -> Date {
        let (day, milliseconds) = civil
        return Date(day.adding(months: months, onDay: anchor), milliseconds: milliseconds)
    }
}
