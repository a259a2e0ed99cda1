// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce
import Testing

/// The bytes of stored sums: what is stored once has to be read by every later version.
@Suite struct ChartSumsTests {
    typealias Place = ChartTotals.Place

    /// A form, then for each sum its distance in days, its part of the day and its number: doubled, negative ones odd.
    static let bytes: [([Place: ExactSum], [UInt8])] = [
        ([:], [1]), ([Place(day: 1, detail: 2): ExactSum(3)], [1, 2, 4, 6]),
        ([Place(day: 1, detail: 0): ExactSum(1), Place(day: 4, detail: 0): ExactSum(2)], [1, 2, 0, 2, 6, 0, 4]),
        ([Place(day: 0, detail: 2): ExactSum(1), Place(day: 0, detail: 1): ExactSum(2)], [1, 0, 2, 4, 0, 4, 2]),
        // The last numbers of one byte, and the first ones of two.
        ([Place(day: 63, detail: -64): ExactSum(-64)], [1, 126, 127, 127]),
        ([Place(day: 64, detail: -65): ExactSum(64)], [1, 128, 1, 129, 1, 128, 1]),
        // Beyond 64 bits, a sum's upper half follows its lower one.
        ([Place(day: 1, detail: 0): ExactSum(high: 1, low: 3)], [2, 2, 0, 6, 2]),
        ([Place(day: 1, detail: 0): ExactSum(high: -1, low: 5)], [2, 2, 0, 10, 1]),
        ([Place(day: 1, detail: 0): ExactSum(high: 0, low: .max)], [2, 2, 0, 1, 0]),
    ]

    @Test(arguments: bytes)
    func `sums are written in the order of their places, small numbers in one byte`(
        sums: [Place: ExactSum],
        bytes: [UInt8]
    ) {
        #expect(ChartSums.bytes(of: sums) == bytes)
        #expect(Self.read(bytes) == sums)
    }

    @Test(arguments: [0, 1, -1, 63, 64, -64, -65, 8191, 8192, -8192, -8193, .max, .min] as [Int64])
    func `every number of 64 bits is read as it was written`(number: Int64) {
        let sums = [Place(day: 7, detail: 9): ExactSum(high: 1, low: UInt64(bitPattern: number))]
        #expect(Self.read(ChartSums.bytes(of: sums)) == sums)
        let highs = [Place(day: 7, detail: 9): ExactSum(high: number, low: 5)]
        #expect(Self.read(ChartSums.bytes(of: highs)) == highs)
    }

    @Test func `a sum beyond 64 bits that was cut is not read`() {
        let bytes = ChartSums.bytes(of: [Place(day: 20_000, detail: 300): ExactSum(.max) + ExactSum(.max)])
        #expect(bytes.first == 2 && Self.read(bytes) != nil)
        for count in 2..<bytes.count { #expect(Self.read(Array(bytes.prefix(count))) == nil) }
    }

    @Test func `a number of more than ten bytes is not read`() {
        let ten = Array(repeating: UInt8(128), count: 9) + [0]
        #expect(Self.read([1] + ten + [0, 2]) == [Place(day: 0, detail: 0): ExactSum(1)])
        #expect(Self.read([1, 128] + ten + [0, 2]) == nil)
    }

    @Test(arguments: [(0, 0), (31, 0), (32, 1), (63, 1), (64, 2), (-1, -1), (-32, -1), (-33, -2), (20_000, 625)])
    func `thirty-two days are stored together`(day: Int32, block: Int32) {
        #expect(Place(day: day).block == block)
    }

    @Test func `places are in the order of days, then of their parts`() {
        let places = [Place(day: 1, detail: 5), Place(day: 2), Place(day: 2, detail: 1)]
        for (index, place) in places.enumerated() {
            for (other, second) in places.enumerated() { #expect((place < second) == (index < other)) }
        }
        #expect(Place(day: 2).detail == 0)
    }

    private static func read(_ bytes: [UInt8]) -> [Place: ExactSum]? {
        var sums: [Place: ExactSum] = [:]
        return ChartSums.forEach(in: bytes) { sums[$0] = $1 } ? sums : nil
    }
}
