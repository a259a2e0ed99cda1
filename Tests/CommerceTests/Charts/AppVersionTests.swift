// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce
import Testing

@Suite struct AppVersionTests {
    static let orders = [
        ("1.9", "1.10"), ("2", "10"), ("1", "1.0.1"), ("0", "0.1"), ("0", "1"), ("1.2.3.4", "1.2.3.5"), ("1.1", "1.2b"),
        ("1.2 beta", "1.3"), ("2.0b3", "2.1"), ("4711", "4712"),
    ]

    @Test(arguments: orders)
    func `versions are ordered by their numbers`(lower: String, upper: String) throws {
        let (lower, upper) = (try #require(AppVersion(lower)), try #require(AppVersion(upper)))
        #expect(lower < upper && !(upper < lower))
    }

    static let equals = [
        ("2", "2.0"), ("2.0.0", "2.0"), ("0", "0.0"), ("1.2 beta", "1.2"), ("1.2.3.4.5", "1.2.3.4.6"), ("1.٢", "1"),
    ]

    @Test(arguments: equals)
    func `zeros at the end, a fifth number and what is not a number do not order versions`(
        one: String,
        other: String
    ) throws {
        let (one, other) = (try #require(AppVersion(one)), try #require(AppVersion(other)))
        #expect(!(one < other) && !(other < one))
    }

    static let texts: [(String, Bool)] = [
        ("1", true), ("1 (beta)", true), ("1~", true), ("", false), ("beta", false), (".1", false), ("v1", false),
        ("1\u{1F}", false), ("1\u{7F}", false), ("1\u{0}", false), ("1." + String(repeating: "0", count: 62), true),
        ("1." + String(repeating: "0", count: 63), false),
    ]

    @Test(arguments: texts)
    func `a version begins with a number, has no control characters and at most 64 bytes`(
        text: String,
        isVersion: Bool
    ) {
        #expect(AppVersion(text)?.text == (isVersion ? text : nil))
    }

    static let seen: [([(String, Int)], [String])] = [
        ([("1.0", 1), ("1.1", 2), ("2.0", 3)], ["1.0", "1.1", "2.0"]),
        // Seen in another order than listed, and old ones late.
        ([("1.2", 3), ("1.10", 5), ("1.0", 4), ("1.9", 9), ("2.0", 12), ("1.1", 2)], ["1.1", "1.2", "1.10", "2.0"]),
        // The same version, spelled another way.
        ([("2", 1), ("2.0", 2)], ["2"]), ([("2", 1), ("2.0", 1)], ["2"]),
        // Two at once.
        ([("2.1", 1), ("2.0", 1)], ["2.0", "2.1"]), ([], []),
    ]

    @Test(arguments: seen)
    func `a release is above every version that was seen before it`(seen: [(String, Int)], releases: [String]) throws {
        let versions = try seen.map { (version: try #require(AppVersion($0.0)), instant: $0.1) }
        let found = AppVersion.releases(among: versions)
        #expect(found.map(\.version.text) == releases)
        #expect(found.allSatisfy { one in seen.contains { $0 == (one.version.text, one.instant) } })
    }
}
