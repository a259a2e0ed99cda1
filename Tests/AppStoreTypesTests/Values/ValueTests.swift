// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import Testing

@Suite struct ValueTests {
    @Test(arguments: [
        ("0.99", 990), ("29.99", 29_990), ("300", 300_000), ("1.005", 1005), ("1.9900000", 1990), ("-0.5", -500),
        (".5", 500), ("5.", 5000), ("+2", 2000), ("0", 0),
    ])
    func `a decimal text is thousandths`(text: String, milliunits: Int64) {
        #expect(Money.milliunits(decimal: text) == milliunits)
    }

    @Test(arguments: ["", ".", "-", "1,99", "1.9.9", "1e3", "0.0001", "٣", " 1", "9223372036854775807", "1-"])
    func `what is not an amount in thousandths is nothing`(text: String) {
        #expect(Money.milliunits(decimal: text) == nil)
    }

    @Test func `an amount reads as people write it`() {
        #expect(Money(milliunits: 1990, currency: "USD").description == "1.99 USD")
        #expect(Money(milliunits: -5, currency: "TND").description == "-0.005 TND")
        #expect(Money(milliunits: .min, currency: "JPY").description.hasPrefix("-"))
    }

    @Test func `a period is a count of one unit`() {
        #expect(SubscriptionPeriod.threeDays.components?.count == 3)
        #expect(SubscriptionPeriod.year.components?.unit == .year)
        #expect(SubscriptionPeriod(18, .month) == "P18M")
        for text in ["", "P", "PM", "P0M", "P1M2D", "PT1H", "P-1M", "P٣M", "P99999999999999999999M"] {
            #expect(SubscriptionPeriod(rawValue: text).components == nil, "\(text)")
        }
    }

    @Test func `any JSON value survives`() throws {
        let json = #"{"a":[null,true,1,-2.25,"x",{}],"b":{"c":9007199254740993,"d":0.1}}"#
        let value = try AppStoreJSON.decode(JSONValue.self, from: Data(json.utf8))
        #expect(try String(decoding: AppStoreJSON.encode(value), as: UTF8.self) == json)
        #expect(value["b"]?["c"]?.integer == 9_007_199_254_740_993)
        #expect(value["a"]?.array?[1].bool == true)
        #expect(value["a"]?.array?[4].string == "x")
        #expect(value["a"]?["b"] == nil)
    }

    @Test func `an instant beyond any count is the nearest count`() throws {
        let dates = try AppStoreJSON.decode([Date].self, from: Data("[1e300,-1e300,1697679936049.7297]".utf8))
        #expect(dates.map(\.millisecondsSince1970) == [.max, .min, 1_697_679_936_050])
        #expect(try AppStoreJSON.encode(dates).count > 0)
    }

    @Test func `identifiers with UUIDs are read in any case and written in lower case`() throws {
        let upper = "B8C2F3A0-0000-4000-8000-00000000ABCD"
        let token = try #require(AppAccountToken(upper))
        #expect(token.description == upper.lowercased())
        let decoded = try AppStoreJSON.decode(AppAccountToken.self, from: Data("\"\(upper)\"".utf8))
        #expect(decoded == token)
        #expect(try AppStoreJSON.encode([decoded]) == Data("[\"\(upper.lowercased())\"]".utf8))
        #expect(AppAccountToken("not-a-uuid") == nil)
        #expect(NotificationUUID("not-a-uuid") == nil)
        #expect(NotificationUUID(upper)?.description == upper.lowercased())
    }

    @Test func `a log never holds a signed document`() {
        let signed: SignedPayload = "aaa.bbb.ccc"
        #expect("\(signed)" == "signed payload of 11 bytes")
    }

    @Test func `open values order by what Apple wrote`() {
        #expect(SubscriptionStatus.active < .revoked)
        #expect(ProductID("a") < ProductID("b"))
        #expect(SubscriptionStatus(rawValue: 9).description == "9")
        #expect(AppAppleID(rawValue: 42).description == "42")
    }
}
