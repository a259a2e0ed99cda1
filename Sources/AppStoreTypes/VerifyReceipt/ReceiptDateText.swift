// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials

/// The texts of an instant in receipts: in Greenwich and on the Pacific coast.
package enum ReceiptDateText {
    /// The instant as `yyyy-MM-dd HH:mm:ss Etc/GMT`.
    package static func gmt(_ date: Date) -> String {
        text(seconds(date)) + " Etc/GMT"
    }

    /// The instant as `yyyy-MM-dd HH:mm:ss America/Los_Angeles`, with daylight saving.
    package static func pacific(_ date: Date) -> String {
        let seconds = seconds(date)
        return text(seconds + (isDaylightSaving(seconds) ? -7 : -8) * 3600) + " America/Los_Angeles"
    }

    /// Reads a text in Greenwich time, or nothing when it is none.
    package static func date(gmt text: String) -> Date? {
        let parts = text.split(separator: " ")
        guard parts.count >= 2, parts.count == 2 || parts[2] == "Etc/GMT" else { return nil }
        let day = parts[0].split(separator: "-").compactMap { Int64($0) }
        let time = parts[1].split(separator: ":").compactMap { Int64($0) }
        guard day.count == 3, time.count == 3, (1...9999).contains(day[0]), (1...12).contains(day[1]),
            (1...31).contains(day[2]), (0...23).contains(time[0]), (0...59).contains(time[1]),
            (0...60).contains(time[2])
        else { return nil }
        let days = days(year: day[0], month: day[1], day: day[2])
        return Date(timeIntervalSince1970: Double(days * 86_400 + time[0] * 3600 + time[1] * 60 + time[2]))
    }

    /// The days since 1970 of a date of the Gregorian calendar.
    static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
        // The year begins in March here, so that the leap day is its last.
        let year = month <= 2 ? year - 1 : year
        let era = floored(year, by: 400)
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// The date of the Gregorian calendar that many days after 1970 began.
    static func civil(days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let era = floored(shifted, by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    private static func seconds(_ date: Date) -> Int64 {
        // Four-digit years only: what a receipt may hold.
        let clamped = min(max(date.timeIntervalSince1970, -62_135_596_800), 253_402_300_799)
        return Int64(clamped.rounded(.down))
    }

    private static func text(_ seconds: Int64) -> String {
        let days = floored(seconds, by: 86_400)
        let rest = seconds - days * 86_400
        let (year, month, day) = civil(days: days)
        let date = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
        return "\(date) \(padded(rest / 3600, 2)):\(padded(rest / 60 % 60, 2)):\(padded(rest % 60, 2))"
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    private static func floored(_ value: Int64, by divisor: Int64) -> Int64 {
        value >= 0 ? value / divisor : (value - divisor + 1) / divisor
    }

    /// Whether the Pacific coast saves daylight: at two o'clock of a Sunday it begins and ends.
    private static func isDaylightSaving(_ seconds: Int64) -> Bool {
        let year = civil(days: floored(seconds, by: 86_400)).year
        let begin =
            year >= 2007
            ? sunday(onOrAfter: days(year: year, month: 3, day: 8))
            : sunday(onOrAfter: days(year: year, month: 4, day: year >= 1987 ? 1 : 24))
        let end =
            year >= 2007
            ? sunday(onOrAfter: days(year: year, month: 11, day: 1))
            : sunday(onOrAfter: days(year: year, month: 10, day: 25))
        return seconds >= begin * 86_400 + 10 * 3600 && seconds < end * 86_400 + 9 * 3600
    }

    private static func sunday(onOrAfter days: Int64) -> Int64 {
        // 1970-01-04 was a Sunday.
        let weekday = (days - 3) - floored(days - 3, by: 7) * 7
        return weekday == 0 ? days : days + 7 - weekday
    }
}
