// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import Testing

/// The fast reading and writing of our own JSON against the ordinary one.
@Suite struct FastJSONCodingTests {
    /// A type with everything that can be in JSON.
    private struct Everything: Codable, Hashable {
        struct Inner: Codable, Hashable {
            var id: String
            var when: Date?
            var price: Int64?
        }

        enum Choice: String, Codable { case first, second }

        var id: String
        var inner: Inner
        var name: String?
        var list: [Inner]
        var numbers: [Int]
        var flags: [String: Bool]
        var choice: Choice
        var small: UInt8
        var large: UInt64
        var nested: [[Int64?]]
        var date: Date
        var token: UUID
        var any: JSONValue
        var fraction: Double?
    }

    private static func ordinary(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(date.millisecondsSince1970)
        }
        return try encoder.encode(value)
    }

    private static func ordinary<Value: Decodable>(_ type: Value.Type, _ bytes: Data) throws -> Value {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .millisecondsSince1970
        return try decoder.decode(type, from: bytes)
    }

    private static func random(_ generator: inout SystemRandomNumberGenerator) -> Everything {
        let texts = [
            "", "plain", "with space", "quote\"d", "back\\slash", "新しい", "line\nbreak", "slash/ed", "\u{7F}", "é",
            "a10",
            "a9", "A", "zebra",
        ]
        func text() -> String { texts.randomElement(using: &generator) ?? "" }
        func plain() -> String { Bool.random(using: &generator) ? text() : "plain" }
        func inner() -> Everything.Inner {
            let milliseconds = Int64.random(in: -1_000_000_000_000...4_000_000_000_000, using: &generator)
            return Everything.Inner(
                id: plain(),
                when: Bool.random(using: &generator) ? Date(millisecondsSince1970: milliseconds) : nil,
                price: Bool.random(using: &generator) ? Int64.random(in: .min ... .max, using: &generator) : nil
            )
        }
        return Everything(
            id: plain(),
            inner: inner(),
            name: Bool.random(using: &generator) ? plain() : nil,
            list: (0..<Int.random(in: 0...3, using: &generator)).map { _ in inner() },
            numbers: [0, -1, 7, 1_000_000],
            flags: Dictionary(
                uniqueKeysWithValues: Set([text(), text(), "a", "B"]).map { ($0, Bool.random(using: &generator)) }
            ),
            choice: .second,
            small: UInt8.random(in: 0...255, using: &generator),
            large: UInt64.random(in: 0...UInt64.max, using: &generator) >> UInt64.random(in: 0...60, using: &generator),
            nested: [[1, nil], [], [nil]],
            date: Date(millisecondsSince1970: Int64.random(in: 0...2_000_000_000_000, using: &generator)),
            token: UUID(),
            any: ["b": [1, true, nil ?? .null, "x"], "a": .object([:])],
            fraction: Int.random(in: 0..<8, using: &generator) == 0 ? 0.5 : nil
        )
    }

    @Test func `what is written fast is what the ordinary encoder writes, and reads back the same`() throws {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            let value = Self.random(&generator)
            let bytes = try AppStoreJSON.encode(value)
            #expect(bytes == (try Self.ordinary(value)))
            #expect(try AppStoreJSON.decode(Everything.self, from: bytes) == Self.ordinary(Everything.self, bytes))
        }
    }

    @Test(arguments: [
        #"{"id":"outer","inner":{"id":"inner"}}"#, #"{"inner":{"id":"inner"},"id":"outer"}"#,
        #"{"inner":{"other":1,"id":"inner"},"unknown":{"id":"wrong"},"id":"outer"}"#,
        #" { "id" : "outer" , "inner" : { "id" : "inner" } } "#,
        #"{"id":"\u006futer","inner":{"id":"inner"}}"#, #"{"id":"outer","inner":{"id":"inner","when":null}}"#,
        #"{"id":"outer","inner":{"id":"inner","price":1.0}}"#,
    ])
    func `a member is found in its own object whatever stands around it`(json: String) throws {
        struct Outer: Decodable, Hashable {
            struct Inner: Decodable, Hashable {
                var id: String
                var when: Date?
                var price: Int64?
            }

            var id: String
            var inner: Inner
        }
        let read = try AppStoreJSON.decode(Outer.self, from: Data(json.utf8))
        #expect(read == (try Self.ordinary(Outer.self, Data(json.utf8))))
        #expect(read.id == "outer" && read.inner.id == "inner")
    }

    private static func anything(_ depth: Int, _ generator: inout SystemRandomNumberGenerator) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &generator) {
        case 0: .null
        case 1: .bool(Bool.random(using: &generator))
        case 2: .integer(Int64.random(in: -999...999, using: &generator))
        case 3: .integer(Int64.random(in: .min ... .max, using: &generator))
        case 4: .string(["", "plain", "12", "true", "null", "é", "a\"b"].randomElement(using: &generator) ?? "")
        case 5: .string("7")
        case 6: .array((0..<Int.random(in: 0...4, using: &generator)).map { _ in anything(depth - 1, &generator) })
        default:
            .object(
                Dictionary(
                    uniqueKeysWithValues: (0..<Int.random(in: 0...4, using: &generator)).map { number in
                        ("m\(number)", anything(depth - 1, &generator))
                    }
                )
            )
        }
    }

    @Test func `any JSON is read to the same value by both`() throws {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            let value = JSONValue.object(["value": Self.anything(4, &generator)])
            let bytes = try Self.ordinary(value)
            #expect(try AppStoreJSON.decode(JSONValue.self, from: bytes) == value)
            #expect(try Self.ordinary(JSONValue.self, bytes) == value)
        }
    }

    @Test func `JSON with spaces and characters of any script is read to the same value by both`() throws {
        var generator = SystemRandomNumberGenerator()
        for number in 0..<1000 {
            let encoder = JSONEncoder()
            encoder.outputFormatting = number.isMultiple(of: 2) ? [.prettyPrinted] : [.prettyPrinted, .sortedKeys]
            let value = JSONValue.object(["月额": Self.anything(4, &generator), "name": "会员 · é 🎟"])
            let bytes = try encoder.encode(value)
            #expect(try AppStoreJSON.decode(JSONValue.self, from: bytes) == value)
            let spaced = Data("\r\n\t ".utf8) + bytes + Data(" \n".utf8)
            #expect(try AppStoreJSON.decode(JSONValue.self, from: spaced) == value)
        }
    }

    @Test func `changed bytes are read to the same value by both, or refused by both`() throws {
        var generator = SeededGenerator(seed: 20_261_123)
        let texts = [
            #"{"a": "会员", "b": [1, -2 , 3 ],"c":{ "d" : null,"é":true }, "f":false}"#,
            #"{"a":"plain","b":[1,-2,3],"c":{"d":null,"e":true},"f":"\u00e9"}"#,
            #"[ "x" ,{ "cafe\#u{301}":1 , "café":2} , "\#u{10FFFF}" ]"#,
        ]
        let odd = Array("\"{}[]:,0tn\\ \t\n\u{B}.e-".utf8)
        for number in 0..<6000 {
            var bytes = Array(texts[number % texts.count].utf8)
            for _ in 0...Int.random(in: 0...2, using: &generator) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<5, using: &generator) {
                case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(odd.randomElement(using: &generator) ?? 0, at: place)
                case 3: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                default: bytes.swapAt(place, Int.random(in: 0..<bytes.count, using: &generator))
                }
            }
            let data = Data(bytes)
            let (fast, plain) = (
                try? AppStoreJSON.decode(JSONValue.self, from: data), try? Self.ordinary(JSONValue.self, data)
            )
            #expect(fast == plain, "case \(number): \(String(decoding: bytes, as: UTF8.self))")
        }
    }

    @Test(arguments: [
        "", "{", #"{"a":1"#, #"{"a" 1}"#, "[1,2", #"{"a":01}"#, #"{"a":-}"#, #"{"a":tru}"#, "nulll",
        #"{"a":"x}"#, #"{"a":1}x"#, #"{"a":1e400}"#,
    ])
    func `what is not JSON is refused by both`(json: String) {
        #expect(throws: DecodingError.self) { try AppStoreJSON.decode([String: JSONValue].self, from: Data(json.utf8)) }
        #expect(throws: DecodingError.self) { try Self.ordinary([String: JSONValue].self, Data(json.utf8)) }
    }

    @Test func `of a member that stands twice the same one counts`() throws {
        let json = Data(#"{"a":1,"b":2,"a":3}"#.utf8)
        let (fast, plain) = (
            try AppStoreJSON.decode([String: Int].self, from: json), try Self.ordinary([String: Int].self, json)
        )
        #expect(fast == plain)
    }
}
