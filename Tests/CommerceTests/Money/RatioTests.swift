// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Testing

@Suite struct RatioTests {
    @Test(arguments: [
        (RoundingRule.down, 2, -2), (.up, 3, -3), (.nearest, 3, -3), (.nearestEven, 2, -2),
    ])
    func `a half is rounded as the rule says`(rule: RoundingRule, positive: Int64, negative: Int64) throws {
        let half = try #require(Ratio(1, over: 2))
        #expect(half.applied(to: 5, rounding: rule) == positive)
        #expect(half.applied(to: -5, rounding: rule) == negative)
    }

    @Test func `a product in double width does not overflow`() throws {
        let ratio = try #require(Ratio(Int64.max - 1, over: Int64.max))
        #expect(ratio.applied(to: Int64.max, rounding: .down) == Int64.max - 1)
        #expect(try #require(Ratio(2, over: 1)).applied(to: Int64.max, rounding: .down) == nil)
        // The product is three times two to the power of 64.
        #expect(try #require(Ratio(1 << 62, over: 3)).applied(to: 12, rounding: .down) == nil)
        #expect(try #require(Ratio(1 << 62, over: 3)).applied(to: 6, rounding: .down) == nil)
        #expect(try #require(Ratio(1 << 62, over: 3)).applied(to: 3, rounding: .down) == 1 << 62)
    }

    @Test func `a thousandth of a percent is one of a hundred thousand`() {
        #expect(Ratio(thousandthsOfPercent: 1).description == "1/100000")
        #expect(Ratio(thousandthsOfPercent: 1).inverse?.description == "100000/1")
        #expect(Ratio.zero.inverse == nil && Ratio(thousandthsOfPercent: -1).inverse == nil)
    }

    @Test(arguments: [("7.1923", "71923/10000"), ("-0.5", "-1/2"), ("3", "3/1"), ("0.98", "49/50")])
    func `a decimal number is read exactly`(text: String, fraction: String) throws {
        #expect(try #require(Ratio(decimal: text)).description == fraction)
    }

    @Test(arguments: ["", ".", "1.", "x", "1.2.3", "１.5", "1e3", "99999999999999999999"])
    func `what is not a decimal number is refused`(text: String) {
        #expect(Ratio(decimal: text) == nil)
    }

    @Test(arguments: [("9.99", 9990), ("300", 300_000), ("0.001", 1)])
    func `a decimal amount becomes whole milliunits`(text: String, milliunits: Int64) {
        #expect(Money(decimal: text, currency: "USD")?.milliunits == milliunits)
        #expect(Money(decimal: "0.0001", currency: "USD") == nil)
    }

    @Test(arguments: ["0", "1", "-3", "0.5", "-0.05", "7.1923", "157.000000000001", "9223372036854775807"])
    func `a decimal number is written as it was read`(text: String) {
        #expect(Ratio(decimal: text)?.decimal == text)
    }

    @Test func `what no decimal number tells is not written as one`() {
        #expect(Ratio(1, over: 3)?.decimal == nil)
        #expect(Ratio(1, over: 10_000_000_000_000)?.decimal == nil)
        #expect(Ratio(Int64.min, over: 2)?.decimal == "-4611686018427387904")
    }
}
