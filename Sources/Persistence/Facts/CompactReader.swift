// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

/// Reads what ``CompactWriter`` wrote.
struct CompactReader {
    private let bytes: [UInt8]
    private var place: Int
    private var marks: UInt64

    /// Begins after the two bytes that say in which form and about what.
    init(_ bytes: [UInt8]) throws {
        self.bytes = bytes
        place = 2
        marks = 0
        marks = try number()
    }

    /// Reads records from a place on; each begins with ``begin()``.
    init(_ bytes: [UInt8], from place: Int) {
        self.bytes = bytes
        self.place = place
        marks = 0
    }

    /// Begins the next record.
    mutating func begin() throws { marks = try number() }

    /// How many bytes are left.
    var remaining: Int { bytes.count - place }

    /// Whether all was read.
    var isAtEnd: Bool { place == bytes.count }

    mutating func mark() -> Bool {
        defer { marks >>= 1 }
        return marks & 1 == 1
    }

    mutating func optional<Value>(_ read: (inout CompactReader) throws -> Value) throws -> Value? {
        mark() ? try read(&self) : nil
    }

    mutating func number() throws -> UInt64 {
        var number: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 70, by: 7) {
            let byte = try self.byte()
            number |= UInt64(byte & 127) << shift
            if byte < 128 { return number }
        }
        throw CompactContent.unreadable
    }

    mutating func integer() throws -> Int64 {
        let number = try number()
        return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
    }

    mutating func int() throws -> Int {
        Int(try integer())
    }

    mutating func instant() throws -> Date {
        Date(millisecondsSince1970: try integer())
    }

    mutating func instant(after other: Date?) throws -> Date {
        Date(millisecondsSince1970: try integer() &+ (other?.millisecondsSince1970 ?? 0))
    }

    mutating func digest() throws -> FactDigest {
        guard let digest = FactDigest(try read(32)) else { throw CompactContent.unreadable }
        return digest
    }

    mutating func counted() throws -> [UInt8] {
        guard let count = Int(exactly: try number()) else { throw CompactContent.unreadable }
        return [UInt8](try read(count))
    }

    mutating func uuid() throws -> UUID {
        let b = try self.read(16)
        let i = b.startIndex
        return UUID(
            uuid: (
                b[i], b[i + 1], b[i + 2], b[i + 3], b[i + 4], b[i + 5], b[i + 6], b[i + 7], b[i + 8], b[i + 9],
                b[i + 10],
                b[i + 11], b[i + 12], b[i + 13], b[i + 14], b[i + 15]
            )
        )
    }

    mutating func text<Value: WireString>() throws -> Value { Value(rawValue: try string()) }

    mutating func code<Value: WireInteger>() throws -> Value { Value(rawValue: try int()) }

    mutating func string() throws -> String {
        switch try byte() {
        case let place where place < CompactTexts.decimal:
            guard place < CompactTexts.known.count else { throw CompactContent.unreadable }
            return CompactTexts.known[Int(place)]
        case CompactTexts.decimal: return String(try number())
        case CompactTexts.long:
            guard let count = Int(exactly: try number()) else { throw CompactContent.unreadable }
            return String(decoding: try self.read(count), as: UTF8.self)
        case let short where short >= CompactTexts.shortest:
            return String(decoding: try self.read(Int(short - CompactTexts.shortest)), as: UTF8.self)
        default: throw CompactContent.unreadable
        }
    }

    mutating func money() throws -> Money {
        Money(milliunits: try integer(), currency: try text())
    }

    private mutating func byte() throws -> UInt8 {
        guard place < bytes.count else { throw CompactContent.unreadable }
        defer { place += 1 }
        return bytes[place]
    }

    private mutating func read(_ count: Int) throws -> ArraySlice<UInt8> {
        guard count <= bytes.count - place else { throw CompactContent.unreadable }
        defer { place += count }
        return bytes[place..<(place + count)]
    }
}
