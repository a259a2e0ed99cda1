// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

/// Reads dates as providers write them.
enum ProviderDate {
    /// Reads ISO 8601, such as 2026-11-27T05:00:00Z, with a fraction or an offset.
    static func read(_ text: String) -> Date? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes.count <= 40, bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: " "),
            let day = CivilDay(String(text.prefix(10))),
            let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]), let second = number(bytes[17..<19]),
            bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"), hour < 24, minute < 60, second < 61
        else { return nil }
        var rest = bytes[19...]
        var milliseconds: Int64 = 0
        if rest.first == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
            let padded = Array(digits.prefix(3)) + Array(repeating: UInt8(ascii: "0"), count: max(0, 3 - digits.count))
            guard !digits.isEmpty, let fraction = number(padded[...]) else { return nil }
            milliseconds = fraction
            rest = rest.dropFirst(1 + digits.count)
        }
        guard let offset = offset(Array(rest)) else { return nil }
        let seconds = Int64(day.daysSince1970) * 86_400 + hour * 3600 + minute * 60 + second - offset
        return Date(millisecondsSince1970: seconds * 1000 + milliseconds)
    }

    /// Reads a number: seconds since 1970, or milliseconds when it is too large for those.
    static func read(_ number: Int64) -> Date? {
        let milliseconds = number.magnitude < 100_000_000_000 ? number * 1000 : number
        guard (-62_135_596_800_000...253_402_300_799_999).contains(milliseconds) else { return nil }
        return Date(millisecondsSince1970: milliseconds)
    }

    private static func offset(_ bytes: [UInt8]) -> Int64? {
        if bytes == [UInt8(ascii: "Z")] || bytes == [UInt8(ascii: "z")] { return 0 }
        guard let sign = bytes.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
        let digits = bytes.dropFirst().filter { $0 != UInt8(ascii: ":") }
        guard digits.count == 4, let hours = number(digits[0..<2]), let minutes = number(digits[2..<4]),
            hours < 24, minutes < 60
        else { return nil }
        let seconds = hours * 3600 + minutes * 60
        return sign == UInt8(ascii: "-") ? -seconds : seconds
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
        guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
    }
}
