// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials

/// An instant's calendar date and time of day in UTC, to the second.
struct CivilTime: Hashable, Sendable {
    var year: Int
    var month: Int
    var day: Int
    var hour: Int
    var minute: Int
    var second: Int

    /// Splits an instant; fractions of a second are dropped.
    ///
    /// Instants before the year 1 and after 9999 become the nearest within.
    init(_ date: Date) {
        let seconds = Int64(max(-62_135_596_800, min(253_402_300_799, date.timeIntervalSince1970.rounded(.down))))
        let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        let rest = Int(seconds - days * 86_400)
        // Counts from 1 March of year 0, so that the leap day is a year's last; eras have 400 years.
        let shifted = Int(days) + 719_468
        let era = shifted >= 0 ? shifted / 146_097 : (shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        hour = rest / 3600
        minute = rest / 60 % 60
        second = rest % 60
    }

    /// Takes the parts when they are a real date and time.
    init?(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        guard 1...9999 ~= year, 1...12 ~= month, 1...31 ~= day, 0...23 ~= hour, 0...59 ~= minute, 0...59 ~= second
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
        (self.hour, self.minute, self.second) = (hour, minute, second)
        // 31 April is not a day: it must survive the round trip.
        guard CivilTime(date) == self else { return nil }
    }

    /// Reads RFC 3339 in UTC, with or without a fraction of a second, which is dropped.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.last == UInt8(ascii: "Z") else { return nil }
        self.init(local: bytes.dropLast())
    }

    /// Reads RFC 3339 in UTC or with the distance to it, such as `+0100`, `-03:30`.
    ///
    /// Xcode writes the dates of its receipts in the Mac's time zone, and the distance without a colon.
    init?(withOffset text: String) {
        if let time = CivilTime(text) {
            self = time
            return
        }
        let bytes = Array(text.utf8)
        guard let sign = bytes.lastIndex(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }), sign > 10,
            let seconds = Self.offsetSeconds(bytes[(sign + 1)...]), let local = CivilTime(local: bytes[..<sign])
        else { return nil }
        let isEast = bytes[sign] == UInt8(ascii: "+")
        self.init(local.date.addingTimeInterval(isEast ? -seconds : seconds))
    }

    /// The seconds of a distance to UTC, `hhmm` or `hh:mm`.
    private static func offsetSeconds(_ bytes: ArraySlice<UInt8>) -> TimeInterval? {
        var digits = Array(bytes)
        if digits.count == 5, digits[2] == UInt8(ascii: ":") { digits.remove(at: 2) }
        guard digits.count == 4, let hours = number(digits[0..<2]), let minutes = number(digits[2..<4]),
            hours <= 23, minutes <= 59
        else { return nil }
        return TimeInterval(hours * 3600 + minutes * 60)
    }

    /// Reads a date and a time of day without a time zone, with or without a fraction of a second, which is dropped.
    private init?(local bytes: ArraySlice<UInt8>) {
        let bytes = Array(bytes)
        guard bytes.count >= 19, bytes[10] == UInt8(ascii: "T") else { return nil }
        for (index, mark) in [(4, "-"), (7, "-"), (13, ":"), (16, ":")] where bytes[index] != Array(mark.utf8)[0] {
            return nil
        }
        let fraction = bytes[19...]
        guard fraction.isEmpty || (fraction.first == UInt8(ascii: ".") && Self.number(fraction.dropFirst()) != nil),
            let year = Self.number(bytes[0..<4]), let month = Self.number(bytes[5..<7]),
            let day = Self.number(bytes[8..<10]), let hour = Self.number(bytes[11..<13]),
            let minute = Self.number(bytes[14..<16]), let second = Self.number(bytes[17..<19])
        else { return nil }
        self.init(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard 1...9 ~= digits.count, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// The instant.
    var date: Date {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = shiftedYear >= 0 ? shiftedYear / 400 : (shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let days = era * 146_097 + dayOfEra - 719_468
        return Date(timeIntervalSince1970: Double(days * 86_400 + hour * 3600 + minute * 60 + second))
    }

    /// Fourteen digits, as in ASN.1: 20260131235959.
    var digits: String {
        Self.pad(year, 4) + [month, day, hour, minute, second].map { Self.pad($0, 2) }.joined()
    }

    /// As RFC 3339 has it: 2026-01-31T23:59:59Z.
    var text: String {
        let date = [Self.pad(year, 4), Self.pad(month, 2), Self.pad(day, 2)].joined(separator: "-")
        let time = [hour, minute, second].map { Self.pad($0, 2) }.joined(separator: ":")
        return "\(date)T\(time)Z"
    }

    static func pad(_ number: Int, _ width: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
    }
}
