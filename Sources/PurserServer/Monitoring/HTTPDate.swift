// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import FoundationEssentials

/// The instant of a `Date` field, such as `Sun, 22 Nov 2026 03:44:59 GMT`.
///
/// <https://www.rfc-editor.org/rfc/rfc9110#name-date-time-formats>
package struct HTTPDate: Hashable, Sendable {
    /// The instant.
    package var instant: Date

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Reads the text of the field; nothing when it is none.
    package init?(_ text: String) {
        let parts = text.split { $0 == " " || $0 == "," || $0 == ":" }
        guard parts.count == 8, parts[7] == "GMT", let month = Self.months.firstIndex(of: String(parts[2])) else {
            return nil
        }
        let numbers = [parts[1], parts[3], parts[4], parts[5], parts[6]].compactMap { Int($0) }
        guard numbers.count == 5, (1...31).contains(numbers[0]), (1970...9999).contains(numbers[1]),
            (0...23).contains(numbers[2]), (0...59).contains(numbers[3]), (0...60).contains(numbers[4])
        else { return nil }
        let days = Self.days(year: numbers[1], month: month + 1, day: numbers[0])
        let seconds = numbers[2] * 3600 + numbers[3] * 60 + numbers[4]
        instant = Date(timeIntervalSince1970: TimeInterval(days * 86_400 + seconds))
    }

    /// The days from 1970 to a day of the Gregorian calendar.
    private static func days(year: Int, month: Int, day: Int) -> Int {
        // Years that begin in March have the leap day at their end.
        let year = month <= 2 ? year - 1 : year
        let century = year / 400
        let ofEra = year - century * 400
        let ofYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return century * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
    }
}
