// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation

/// A small generator of random numbers that gives the same numbers for the same seed.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed &+ 0x9E37_79B9_7F4A_7C15
    }

    mutating func next() -> UInt64 {
        state = state &+ 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// How many random lives the tests play.
enum Seeds {
    /// The wanted number, which `PURSER_SEEDS` states; `make mutants` plays one.
    static let wanted = ProcessInfo.processInfo.environment["PURSER_SEEDS"].flatMap(Int.init)

    /// The places of some prepared lives, or of the first ones where fewer are wanted.
    static func places(atMost count: Int) -> Range<Int> { 0..<min(count, max(1, wanted ?? count)) }
}

extension FactDigest {
    /// A digest that differs for different texts; the tests need no real hash.
    static func of(_ text: String) -> FactDigest {
        var bytes: [UInt8] = []
        for lane in 0..<4 {
            var hash: UInt64 = 0xCBF2_9CE4_8422_2325 &+ UInt64(lane) &* 0x9E37_79B9_7F4A_7C15
            for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            bytes += (0..<8).map { UInt8(truncatingIfNeeded: hash >> UInt64(56 - $0 * 8)) }
        }
        guard let digest = FactDigest(bytes) else { fatalError("A digest is 32 bytes.") }
        return digest
    }
}

extension AppScope {
    static let app = AppScope(bundleID: "com.example.reader", environment: .production)
}

extension Date {
    /// An instant in UTC, written as in "2024-02-20" or "2024-02-20 07:30:00".
    static func utc(_ text: String) -> Date {
        let numbers = text.split { !$0.isNumber }.compactMap { Int($0) }
        var year = numbers[0]
        let month = numbers[1]
        if month <= 2 { year -= 1 }
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + numbers[2] - 1
        let days = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
        let clock = numbers.dropFirst(3) + [0, 0, 0]
        let seconds = Array(clock.prefix(3))
        return Date(
            timeIntervalSince1970: Double(days * 86_400 + seconds[0] * 3_600 + seconds[1] * 60 + seconds[2])
        )
    }
}
