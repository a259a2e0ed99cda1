// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A day in one of Apple's reports, in whichever spelling the report has.
public struct ReportDay: Hashable, Sendable {
    /// How Apple writes a day.
    public enum Spelling: Hashable, Sendable {
        /// Month, day and year with slashes, as sales and financial reports do.
        case american

        /// Year, month and day with hyphens, as subscription reports do.
        case iso
    }

    /// The year.
    public var year: Int

    /// The month, from 1.
    public var month: Int

    /// The day of the month, from 1.
    public var day: Int

    /// How it is written.
    public var spelling: Spelling

    /// Makes a day.
    public init(year: Int, month: Int, day: Int, spelling: Spelling) {
        self.year = year
        self.month = month
        self.day = day
        self.spelling = spelling
    }

    /// Reads a day in either spelling, or nothing when the text is none.
    public init?(_ text: String) {
        let slashed = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        let hyphened = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        if slashed.count == 3, let month = slashed[0], let day = slashed[1], let year = slashed[2] {
            self.init(year: year, month: month, day: day, spelling: .american)
        } else if hyphened.count == 3, let year = hyphened[0], let month = hyphened[1], let day = hyphened[2] {
            self.init(year: year, month: month, day: day, spelling: .iso)
        } else {
            return nil
        }
        guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
    }
}

extension ReportDay: Comparable {
    /// Orders days by time.
    public static func < (left: ReportDay, right: ReportDay) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}

extension ReportDay: CustomStringConvertible {
    /// The day in its spelling.
    public var description: String {
        switch spelling {
        case .american: "\(padded(month, 2))/\(padded(day, 2))/\(padded(year, 4))"
        case .iso: "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
        }
    }

    private func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
