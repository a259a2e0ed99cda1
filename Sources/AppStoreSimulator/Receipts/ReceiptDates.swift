// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
package import FoundationEssentials

/// An instant in the three ways in which verifyReceipt and version 1 notifications write it.
package struct ReceiptDates {
    package var date: Date

    /// In Greenwich, such as 2018-01-31 03:23:11 Etc/GMT.
    var greenwich: String { Self.text(date) + " Etc/GMT" }

    /// Milliseconds since 1970 as a text.
    var milliseconds: String { String(date.millisecondsSince1970) }

    /// In Cupertino, such as 2018-01-30 19:23:11 America/Los_Angeles.
    var pacific: String {
        Self.text(date.addingTimeInterval(Double(PacificTime.offset(at: date)))) + " America/Los_Angeles"
    }

    /// Writes an instant under a name and the two names derived from it.
    package static func write(_ date: Date?, _ name: String, into fields: inout [String: String]) {
        guard let date else { return }
        let dates = ReceiptDates(date: date)
        fields[name] = dates.greenwich
        fields[name + "_ms"] = dates.milliseconds
        fields[name + "_pst"] = dates.pacific
    }

    private static func text(_ date: Date) -> String {
        let (day, milliseconds) = date.civil
        let seconds = Int(milliseconds / 1000)
        let time = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { padded($0, 2) }.joined(separator: ":")
        return "\(padded(day.year, 4))-\(padded(day.month, 2))-\(padded(day.day, 2)) \(time)"
    }

    static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
