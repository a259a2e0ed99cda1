// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials
import Testing

@Suite struct JSONLimitsTests {
    private static let limits = JSONLimits(depth: 3, members: 4, values: 8, stringBytes: 10, numberBytes: 6)

    private func excess(_ text: String) -> JSONLimits.Excess? {
        Self.limits.excess(in: Array(text.utf8))
    }

    @Test(arguments: [
        "", "null", "{}", "[[[]]]", #"{"a":1,"b":2,"c":3,"d":4}"#, "[1,2,3,4,5,6]", #""0123456789""#, "-12.5",
        #"[123456]"#,
        #"{"a:,{[":"}]\"\\","b":"\\\\"}"#, #"["\\",":::::"]"#, #"["[[[[[[[[[["]"#,
        // What is not JSON is the decoder's to refuse.
        "}}}}]]]]", "tru", "{\"a\":", "1 2 3",
    ])
    func `a text within the limits passes`(text: String) {
        #expect(excess(text) == nil)
    }

    @Test(
        arguments: [
            ("[[[[", .depth, 4), (#"{"a":{"b":{"c":{"#, .depth, 4),
            (#"{"a":1,"b":2,"c":3,"d":4,"e":5}"#, .members, 5), ("[{:::}{::::}]", .members, 5),
            ("[1,2,3,4,5,6,7,8]", .values, 9), ("[][][][][][][][]", .values, 9),
            (#""01234567890""#, .stringBytes, 11), (#""0123456789\""#, .stringBytes, 12),
            (#""unclosed and long"#, .stringBytes, 17),
            (#""\"\"\"\"\"\"""#, .stringBytes, 12),
            ("1234567", .numberBytes, 7), ("[-1e99999]", .numberBytes, 7),
        ] as [(String, JSONLimits.Excess.Measure, Int)]
    )
    func `the first excess is named with its count`(text: String, measure: JSONLimits.Excess.Measure, count: Int) {
        let found = excess(text)
        #expect(found?.measure == measure)
        #expect(found?.count == count)
    }

    @Test func `an escaped quote ends no text, and an escaped backslash does not escape`() {
        #expect(excess(#"["\"", ":::::"]"#) == nil)
        #expect(excess(#"["\\", 1:2:3:4:5:6]"#)?.measure == .members)
        #expect(excess(#"["\\\"", ":::::"]"#) == nil)
    }

    @Test func `other encodings are refused, in which the bytes mean something else`() throws {
        for encoding: String.Encoding in [.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32, .utf32LittleEndian] {
            let bytes = try #require(#"{"a":1}"#.data(using: encoding))
            #expect(Self.limits.excess(in: bytes)?.measure == .encoding)
        }
    }

    @Test func `the check stops where the limit is exceeded, however long the text is`() {
        let members = (0..<170_000).map { #""m\#($0)":1"# }.joined(separator: ",")
        let found = JSONLimits(depth: 12, members: 256, values: 512).excess(in: Data("{\(members)}".utf8))
        #expect(found?.measure == .members)
        #expect((found?.position ?? .max) < 3000)
        #expect(found?.description == "it has at least 257 members. Send at most 256.")
    }

    @Test func `the counts are those of the values, whatever texts and spaces they have`() throws {
        var random = SeededRandom(state: 20_261_125)
        for _ in 0..<2000 {
            let value = Self.value(depth: 5, &random)
            let (values, members, depth) = Self.count(value)
            let encoder = JSONEncoder()
            encoder.outputFormatting = Bool.random(using: &random) ? [.prettyPrinted] : []
            let text = try encoder.encode(value)
            let exact = JSONLimits(depth: depth, members: members, values: values)
            #expect(exact.excess(in: text) == nil, "\(String(decoding: text, as: UTF8.self))")
            for limits in [
                JSONLimits(depth: depth - 1, members: members, values: values),
                JSONLimits(depth: depth, members: members - 1, values: values),
                JSONLimits(depth: depth, members: members, values: values - 1),
            ] where depth > 0 && members > 0 {
                #expect(limits.excess(in: text) != nil, "\(String(decoding: text, as: UTF8.self))")
            }
        }
    }

    private static func value(depth: Int, _ random: inout SeededRandom) -> JSONValue {
        let texts = ["", "a", "\"", "\\", "\\\"", "{[:,]}", ":\":", "é\n"]
        switch Int.random(in: depth > 0 ? 0...7 : 4...7, using: &random) {
        case 0, 1:
            return .array((0..<Int.random(in: 0...3, using: &random)).map { _ in value(depth: depth - 1, &random) })
        case 2, 3:
            let names = texts.shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random))
            return .object(names.reduce(into: [:]) { $0[$1] = value(depth: depth - 1, &random) })
        case 4: return .integer(.random(in: -1000...1000, using: &random))
        case 5: return .bool(.random(using: &random))
        case 6: return .null
        default: return .string(texts.randomElement(using: &random) ?? "")
        }
    }

    /// An empty list or object counts as two values: what is between its brackets is not looked at.
    private static func count(_ value: JSONValue) -> (values: Int, members: Int, depth: Int) {
        let children: [JSONValue]
        var members = 0
        switch value {
        case .array(let elements): children = elements
        case .object(let object): (children, members) = (Array(object.values), object.count)
        default: return (1, 0, 0)
        }
        let counts = children.map(count)
        return (
            1 + max(1, counts.reduce(0) { $0 + $1.values }), members + counts.reduce(0) { $0 + $1.members },
            1 + (counts.map(\.depth).max() ?? 0)
        )
    }

    private struct SeededRandom: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state ^ state >> 29) &* 0x9E37_79B9_7F4A_7C15
        }
    }
}
