// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import Gzip
import Testing

@Suite struct GzipTests {
    @Test(arguments: [0, 1, 100, 65_535, 65_536, 300_000])
    func `what is packed comes back`(count: Int) throws {
        var generator = SystemRandomNumberGenerator()
        let noise = Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) })
        let calm = Data(repeating: 0x41, count: count)
        for bytes in [noise, calm] {
            let packed = try Gzip.compress(bytes)
            #expect(Gzip.isGzip(packed))
            #expect(try Gzip.decompress(packed, maximumBytes: count) == bytes)
        }
    }

    @Test func `the same bytes pack to the same bytes`() throws {
        let bytes = Data("the same, the same, the same".utf8)
        #expect(try Gzip.compress(bytes) == Gzip.compress(bytes))
        #expect(try Gzip.compress(bytes, level: 99) == Gzip.compress(bytes, level: 9))
    }

    @Test func `a file of the command line is read`() throws {
        // printf purser | gzip -n9
        let packed = Data([
            0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x2B, 0x28, 0x2D, 0x2A, 0x4E, 0x2D, 0x02, 0x00,
            0x31, 0xF2, 0xD2, 0xBA, 0x06, 0x00, 0x00, 0x00,
        ])
        #expect(try String(decoding: Gzip.decompress(packed, maximumBytes: 100), as: UTF8.self) == "purser")
    }

    @Test func `several members are one file, and zeros may follow`() throws {
        let file = try Gzip.compress(Data("one ".utf8)) + Gzip.compress(Data("two".utf8)) + Data(count: 7)
        #expect(try Gzip.decompress(file, maximumBytes: 7) == Data("one two".utf8))
    }

    @Test func `a bomb is refused at the limit`() throws {
        let packed = try Gzip.compress(Data(count: 10_000_000))
        #expect(packed.count < 20_000)
        let error = #expect(throws: GzipError.self) { try Gzip.decompress(packed, maximumBytes: 9_999_999) }
        #expect(error?.code == .tooLarge)
        let several = try Gzip.compress(Data(count: 60)) + Gzip.compress(Data(count: 60))
        #expect(throws: GzipError.self) { try Gzip.decompress(several, maximumBytes: 100) }
    }

    @Test func `every truncation is refused`() throws {
        let packed = try Gzip.compress(Data("a report with a few words in it".utf8))
        for length in 0..<packed.count {
            #expect(throws: GzipError.self) { try Gzip.decompress(packed.prefix(length), maximumBytes: 1000) }
        }
    }

    @Test func `no flipped bit gives other bytes`() throws {
        let bytes = Data("a report with a few words in it".utf8)
        let packed = try Gzip.compress(bytes)
        for bit in 0..<packed.count * 8 {
            var flipped = packed
            flipped[bit / 8] ^= 1 << (bit % 8)
            let unpacked = try? Gzip.decompress(flipped, maximumBytes: 1000)
            #expect(unpacked == nil || unpacked == bytes)
        }
    }

    @Test(arguments: ["", "plain text", "\u{1F}"])
    func `what is not a gzip file is refused`(text: String) {
        #expect(!Gzip.isGzip(Data(text.utf8)))
        let error = #expect(throws: GzipError.self) { try Gzip.decompress(Data(text.utf8), maximumBytes: 1000) }
        #expect(error.map { !$0.message.isEmpty } == true)
    }
}
