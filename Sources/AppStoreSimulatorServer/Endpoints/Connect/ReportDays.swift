// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import HTTPService

/// The Pacific days that a report covers.
struct ReportDays: Hashable, Sendable {
    let first: CivilDate
    let last: CivilDate

    /// Reads a frequency and a date; without one the newest day that has a report.
    ///
    /// - Throws: A ``ConnectError`` that names the parameter.
    init(frequency: String?, date: String?, today: CivilDate) throws {
        let newest = today.adding(days: -2)
        switch frequency {
        case "DAILY":
            last = try date.map(Self.day) ?? newest
            first = last
        case "WEEKLY":
            // Weeks end on a Sunday, and are named by it.
            last = try date.map(Self.day) ?? newest.adding(days: -newest.weekday)
            guard last.weekday == 0 else { throw ConnectError.parameter("filter[reportDate]") }
            first = last.adding(days: -6)
        case "MONTHLY":
            let numbers = try Self.numbers(date, count: 2) ?? [newest.year, newest.month]
            guard (1...12).contains(numbers[1]) else { throw ConnectError.parameter("filter[reportDate]") }
            first = CivilDate(year: numbers[0], month: numbers[1], day: 1)
            last = first.adding(months: 1, onDay: 1).adding(days: -1)
        case "YEARLY":
            let year = try Self.numbers(date, count: 1)?[0] ?? newest.year
            first = CivilDate(year: year, month: 1, day: 1)
            last = CivilDate(year: year, month: 12, day: 31)
        default:
            throw ConnectError.parameter("filter[frequency]")
        }
        guard last <= newest else { throw ConnectError.notAvailable }
    }

    private static func day(_ text: String) throws -> CivilDate {
        guard let numbers = try numbers(text, count: 3), (1...12).contains(numbers[1]),
            (1...CivilDate.days(inMonth: numbers[1], of: numbers[0])).contains(numbers[2])
        else { throw ConnectError.parameter("filter[reportDate]") }
        return CivilDate(year: numbers[0], month: numbers[1], day: numbers[2])
    }

    /// The numbers of a date such as 2026-01-31, 2026-01 or 2026.
    static func numbers(_ text: String?, count: Int) throws -> [Int]? {
        guard let text else { return nil }
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Int($0) }
        guard parts.count == count, numbers.count == count, parts[0].count == 4,
            parts.dropFirst().allSatisfy({ $0.count == 2 })
        else { throw ConnectError.parameter("filter[reportDate]") }
        return numbers
    }
}
