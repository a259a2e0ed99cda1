// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce
import FoundationEssentials
import Testing

@Suite struct FactDigestTests {
    private static let digits = "00090a0f101f7f8090a0a9b0c0d0e0f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff01"
    private static let bytes: [UInt8] = [
        0x00, 0x09, 0x0A, 0x0F, 0x10, 0x1F, 0x7F, 0x80, 0x90, 0xA0, 0xA9, 0xB0, 0xC0, 0xD0, 0xE0, 0xF0, 0xF1, 0xF2,
        0xF3,
        0xF4, 0xF5, 0xF6, 0xF7, 0xF8, 0xF9, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF, 0x01,
    ]

    @Test func `a digest has the same bytes however it is read`() throws {
        let digest = try #require(FactDigest(hexadecimal: Self.digits))
        #expect(digest.bytes == Self.bytes)
        #expect(digest.hexadecimal == Self.digits)
        #expect(FactDigest(hexadecimal: Self.digits.uppercased()) == digest)
        #expect(FactDigest(Self.bytes) == digest)
        // A collection that does not lie in one piece.
        #expect(FactDigest(Self.bytes.lazy.map { $0 }) == digest)
    }

    @Test(arguments: ["/", ":", "@", "G", "`", "g", " ", "é"])
    func `other characters than hexadecimal digits are refused`(character: String) {
        let text = Self.digits.dropLast(character.utf8.count) + character
        #expect(text.utf8.count == 64)
        #expect(FactDigest(hexadecimal: String(text)) == nil)
    }

    @Test(arguments: [31, 33])
    func `other numbers of bytes are refused`(count: Int) {
        #expect(FactDigest([UInt8](repeating: 1, count: count)) == nil)
        #expect(FactDigest(hexadecimal: String(repeating: "0", count: 2 * count)) == nil)
    }

    @Test(arguments: 0..<32)
    func `digests are in the order of their bytes`(place: Int) throws {
        var bytes = Self.bytes
        bytes[place] = 0x80
        let (left, right) = (try #require(FactDigest(Self.bytes)), try #require(FactDigest(bytes)))
        #expect((left < right) == Self.bytes.lexicographicallyPrecedes(bytes))
        #expect((right < left) == bytes.lexicographicallyPrecedes(Self.bytes))
        #expect(!(left < left))
    }

    @Test func `sort keys of other lengths and ranks are refused`() throws {
        let digest = try #require(FactDigest(Self.bytes))
        let signed = FactOrder(instant: .utc("2026-02-10"), rank: .signed, digest: digest)
        let command = FactOrder(instant: .utc("1969-02-10"), sequence: -7)
        for order in [signed, command] {
            let key = order.sortKey
            #expect(FactOrder(sortKey: key) == order)
            #expect(FactOrder(sortKey: Array(key.dropLast())) == nil && FactOrder(sortKey: key + [0]) == nil)
            #expect(FactOrder(sortKey: Array(key.prefix(10))) == nil && FactOrder(sortKey: Array(key.prefix(9))) == nil)
            for (place, value) in [(8, UInt8(11)), (9, 2)] {
                var other = key
                other[place] = value
                #expect(FactOrder(sortKey: other) == nil)
            }
        }
        #expect(signed.sortKey.count == 42 && command.sortKey.count == 18)
        #expect(Array(signed.sortKey[8..<10]) == [30, 0] && Array(command.sortKey[8..<10]) == [40, 1])
        #expect(command.sequence == -7 && signed.sequence == nil)
    }

    @Test func `commands are numbered from one, never before the last`() {
        var numbering = CommandNumbering()
        #expect(numbering.next(at: .utc("2026-02-10")) == FactOrder(instant: .utc("2026-02-10"), sequence: 1))
        #expect(numbering.next(at: .utc("2026-02-09")) == FactOrder(instant: .utc("2026-02-10"), sequence: 2))
        #expect(numbering.next(at: .utc("2026-02-11")) == FactOrder(instant: .utc("2026-02-11"), sequence: 3))
    }

    @Test func `ties of one instant are in the order of rank, digest and number`() throws {
        let now = Date.utc("2026-02-10")
        let (low, high) = (FactDigest.of("a"), FactDigest.of("b"))
        let digests = [low, high].sorted()
        let orders = [
            FactOrder(instant: now - 0.001, sequence: 9), FactOrder(instant: now, rank: .reported, digest: digests[1]),
            FactOrder(instant: now, rank: .answered, digest: digests[1]),
            FactOrder(instant: now, rank: .signed, digest: digests[0]),
            FactOrder(instant: now, rank: .signed, digest: digests[1]), FactOrder(instant: now, sequence: 1),
            FactOrder(instant: now, sequence: 2),
        ]
        for (left, right) in zip(orders, orders.dropFirst()) {
            #expect(left < right && !(right < left) && !(left < left))
            #expect(left.sortKey.lexicographicallyPrecedes(right.sortKey))
        }
        // A digest of our own rank comes before a number.
        #expect(FactOrder(instant: now, rank: .commanded, digest: digests[1]) < orders[5])
        #expect(!(orders[5] < FactOrder(instant: now, rank: .commanded, digest: digests[1])))
    }
}
