// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials
import HTTPService

/// The `Date` field of answers: the simulator's own time, so that whoever compares clocks sees one store.
///
/// <https://www.rfc-editor.org/rfc/rfc9110#name-date-time-formats>
enum DateField {
    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// A router's answers with the date of a clock.
    static func dated(
        _ router: Router,
        now: @escaping @Sendable () -> Date
    ) -> @Sendable (HTTPRequest) async -> HTTPResponse {
        { request in
            var response = await router.respond(to: request)
            response.headers["Date"] = text(of: now())
            return response
        }
    }

    /// An instant as the field spells it.
    static func text(of instant: Date) -> String {
        let seconds = Int(instant.timeIntervalSince1970.rounded(.down))
        let day = Int((Double(seconds) / 86_400).rounded(.down))
        let second = seconds - day * 86_400
        // Days are counted in years that begin in March, so that the leap day is the last one.
        let shifted = day + 719_468
        let era = Int((Double(shifted) / 146_097).rounded(.down))
        let ofEra = shifted - era * 146_097
        let year = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * year + year / 4 - year / 100)
        let month = (5 * ofYear + 2) / 153
        let ofMonth = ofYear - (153 * month + 2) / 5 + 1
        let civilMonth = month < 10 ? month + 2 : month - 10
        let civilYear = year + era * 400 + (civilMonth < 2 ? 1 : 0)
        let weekday = days[((day % 7) + 7) % 7]
        let time = [second / 3600, second / 60 % 60, second % 60].map { padded($0, 2) }.joined(separator: ":")
        return "\(weekday), \(padded(ofMonth, 2)) \(months[civilMonth]) \(padded(civilYear, 4)) \(time) GMT"
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
