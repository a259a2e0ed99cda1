// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import FoundationEssentials

/// An ISO 8601 duration: calendar years and months, and exact weeks, days, hours, minutes and seconds.
struct TimeSpan: Hashable, Sendable {
    var months = 0
    var seconds = 0

    /// Ten thousand years: whoever counts further than the calendar reaches is mistaken.
    private static let maximumMonths = 120_000
    private static let maximumSeconds = 10_000 * 366 * 86_400

    /// Reads a text such as P1M, P1Y2M10DT2H30M or PT5S; nothing when it is none, or longer than ten thousand years.
    init?(_ text: String) {
        guard text.hasPrefix("P"), text.count > 1 else { return nil }
        var isTime = false
        var digits = ""
        for letter in text.dropFirst() {
            if letter == "T" {
                guard !isTime, digits.isEmpty else { return nil }
                isTime = true
            } else if letter.isASCII, letter.isNumber {
                digits.append(letter)
            } else {
                guard digits.count <= 12, let number = Int(digits), add(number, of: letter, isTime: isTime) else {
                    return nil
                }
                digits = ""
            }
        }
        guard digits.isEmpty, text.last != "T" else { return nil }
    }

    /// The instant that lies this far after another; a month that is too short ends on its last day.
    func added(to instant: Date) -> Date {
        let later = months == 0 ? instant : instant.adding(months: months, onDay: instant.civil.day.day)
        return later.addingTimeInterval(Double(seconds))
    }

    private mutating func add(_ number: Int, of unit: Character, isTime: Bool) -> Bool {
        switch (unit, isTime) {
        case ("Y", false): months += 12 * number
        case ("M", false): months += number
        case ("W", false): seconds += 604_800 * number
        case ("D", false): seconds += 86_400 * number
        case ("H", true): seconds += 3600 * number
        case ("M", true): seconds += 60 * number
        case ("S", true): seconds += number
        default: return false
        }
        return months <= Self.maximumMonths && seconds <= Self.maximumSeconds
    }
}
