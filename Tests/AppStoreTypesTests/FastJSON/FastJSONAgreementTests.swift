// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import Testing

/// The reader of the usual form and the general decoder must never disagree.
@Suite struct FastJSONAgreementTests {
    /// Decodes by both ways: the same value, or both refuse.
    private func compare<Payload: SignedDocument & Equatable>(
        _ bytes: Data,
        as type: Payload.Type,
        _ comment: Comment
    ) {
        let general = try? AppStoreJSON.decode(type, from: bytes)
        let chosen = try? Payload.decode(bytes)
        #expect(chosen == general, comment)
    }

    private func isCanonical<Payload: FastJSONDecodable>(_ json: String, as type: Payload.Type) -> Bool {
        Data(json.utf8).withUnsafeBytes { Payload(canonicalForm: $0) } != nil
    }

    private var plainTransaction: String {
        let json = Samples.transaction
        guard let cut = json.range(of: ",\"commitmentInfo\"") else { return json }
        return json[..<cut.lowerBound] + "}"
    }

    private var plainRenewalInfo: String {
        let json = Samples.renewalInfo
        guard let cut = json.range(of: ",\"commitmentInfo\"") else { return json }
        return json[..<cut.lowerBound] + "}"
    }

    private let notification = """
        {"notificationType":"SUBSCRIBED","subtype":"INITIAL_BUY","version":"2.0","signedDate":1760000001000,\
        "notificationUUID":"002E14D5-51f5-4503-b5a8-c3a1af68eb20","data":{"environment":"Production",\
        "appAppleId":41234,"bundleId":"com.example.app","bundleVersion":"7","signedTransactionInfo":"a.b.c",\
        "signedRenewalInfo":"d.e.f","status":1,"consumptionRequestReason":"LEGAL"}}
        """

    private let unclaim = """
        {"notificationType":"UNCLAIM_SEATS","notificationUUID":"002E14D5-51f5-4503-b5a8-c3a1af68eb20","version":"2.0",\
        "signedDate":1760000001000,"unclaimInfo":{"unclaimSeatIds":["9c6f0c2e-6d0c-4a6e-8f0e-2f1b5d3a7c11",\
        "41b07e52-3c55-4d1b-9a50-7a64f1c9d202"],"environment":"Sandbox","appAppleId":41234,\
        "bundleId":"com.example.app","originalTransactionId":"1"}}
        """

    private let realtime = """
        {"originalTransactionId":"1","appAppleId":41234,"productId":"com.example.month","userLocale":"en-US",\
        "requestIdentifier":"002E14D5-51f5-4503-b5a8-c3a1af68eb20","signedDate":1760000001000,"environment":"Sandbox"}
        """

    @Test func `common documents are read fast, and both ways agree`() {
        #expect(isCanonical(plainTransaction, as: TransactionPayload.self))
        #expect(isCanonical(plainRenewalInfo, as: RenewalInfoPayload.self))
        #expect(isCanonical(unclaim, as: NotificationPayload.self))
        #expect(isCanonical(notification, as: NotificationPayload.self))
        #expect(isCanonical(Samples.appTransaction, as: AppTransactionPayload.self))
        #expect(isCanonical(realtime, as: RealtimeRequestPayload.self))
        compare(Data(realtime.utf8), as: RealtimeRequestPayload.self, "realtime request")
        compare(Data(plainTransaction.utf8), as: TransactionPayload.self, "transaction")
        compare(Data(plainRenewalInfo.utf8), as: RenewalInfoPayload.self, "renewal info")
        compare(Data(Samples.appTransaction.utf8), as: AppTransactionPayload.self, "app transaction")
        compare(Data(notification.utf8), as: NotificationPayload.self, "notification")
        compare(Data(unclaim.utf8), as: NotificationPayload.self, "unclaimed seats")
    }

    @Test(arguments: [
        ("\"p\"", #""\u0070""#), ("1760000001000", "1760000001000.5"), ("1760000001000", "1.76e12"),
        ("\"USD\"", "7"), ("true", "1"), ("{\"transactionId\"", "{\"price\":1,\"transactionId\""),
        ("\"USA\"", "\"\u{1}\""), (":9990", ":12345678901234567890"), (":9990", ":09"), (":9990", ":-"),
        ("\"com.example.app\"", "null"), ("{\"trans", "\u{FEFF}{\"trans"), (",\"price\"", ",,\"price\""),
        ("\"productId\"", "\"product\u{212A}d\""),
    ])
    func `what is not usual is read alike`(part: String, odd: String) {
        let json = plainTransaction.replacingOccurrences(of: part, with: odd)
        compare(Data(json.utf8), as: TransactionPayload.self, "\(odd)")
    }

    @Test func `documents with Advanced Commerce are left to the general decoder`() throws {
        #expect(!isCanonical(Samples.transaction, as: TransactionPayload.self))
        let payload = try AppStoreJSON.decode(TransactionPayload.self, from: Data(Samples.transaction.utf8))
        #expect(payload.advancedCommerceInfo != nil)
    }

    @Test func `unknown members of any kind are passed over`() {
        let json = plainTransaction.dropLast() + #", "new" : [ {"a":[1,true,null,"x"],"b":{}} , [] ] , "é":0 }"#
        compare(Data(json.utf8), as: TransactionPayload.self, "unknown")
        let ascii = json.replacingOccurrences(of: "é", with: "e")
        compare(Data(ascii.utf8), as: TransactionPayload.self, "unknown")
    }

    @Test func `nesting without end is survived`() {
        let json = plainTransaction.dropLast() + ",\"new\":" + String(repeating: "[", count: 100_000)
        compare(Data(json.utf8), as: TransactionPayload.self, "deep")
    }

    @Test func `texts beyond ASCII are read, and broken ones are not`() {
        let text = plainTransaction.replacingOccurrences(of: "\"P3M\"", with: "\"漢字é\"")
        compare(Data(text.utf8), as: TransactionPayload.self, "text")
        var broken = Data(text.utf8)
        if let range = broken.range(of: Data("漢".utf8)) { broken[range.lowerBound] = 0xFF }
        compare(broken, as: TransactionPayload.self, "broken text")
    }

    @Test(arguments: [UInt64(1), 2, 3])
    func `every truncation and thousands of flipped bits give the same by both ways`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let documents = [
            plainTransaction, plainRenewalInfo, Samples.appTransaction, notification, unclaim, realtime,
        ]
        .map { Data($0.utf8) }
        for _ in 0..<600 {
            guard var bytes = documents.randomElement(using: &generator) else { continue }
            for _ in 0..<Int.random(in: 1...3, using: &generator) where !bytes.isEmpty {
                let index = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<5, using: &generator) {
                case 0: bytes = bytes.prefix(index)
                case 1: bytes.remove(at: index)
                case 2: bytes.insert("{}[],:\"\\ 0.eE-n".utf8.randomElement(using: &generator) ?? 0x20, at: index)
                default: bytes[index] ^= 1 << Int.random(in: 0..<8, using: &generator)
                }
                bytes = Data(bytes)
            }
            let comment = Comment(rawValue: "seed \(seed): \(String(decoding: bytes, as: UTF8.self))")
            compare(bytes, as: TransactionPayload.self, comment)
            compare(bytes, as: RenewalInfoPayload.self, comment)
            compare(bytes, as: AppTransactionPayload.self, comment)
            compare(bytes, as: NotificationPayload.self, comment)
            compare(bytes, as: RealtimeRequestPayload.self, comment)
        }
    }

    @Test(arguments: [UInt64(11), 12])
    func `random documents give the same by both ways`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<800 {
            let json = Self.randomTransaction(using: &generator)
            compare(Data(json.utf8), as: TransactionPayload.self, Comment(rawValue: "seed \(seed): \(json)"))
        }
    }

    /// A transaction with its members in any order, some left out, some with odd values.
    private static func randomTransaction(using generator: inout SeededGenerator) -> String {
        let texts = ["\"a\"", "\"\"", "\"漢\"", "\"com.example.app\"", "\"7e3fb204-2c5c-4d2e-9b3a-0d5a0c1f2e3d\""]
        let numbers = ["0", "-1", "1760000000123", "999999999999999999", "42"]
        let odd = ["null", "1.0", "1e3", "[]", "{}", "true", "\"\\n\"", "99999999999999999999", "[[{\"x\":[]}]]"]
        let required = [
            "transactionId", "originalTransactionId", "bundleId", "productId", "type", "inAppOwnershipType",
            "environment",
        ]
        let counts = ["purchaseDate", "originalPurchaseDate", "signedDate", "quantity"]
        let optional = ["currency", "storefront", "offerPeriod", "subscriptionGroupIdentifier", "unknownText"]
        let optionalCounts = ["price", "expiresDate", "revocationReason", "offerType", "revocationPercentage"]
        var members: [String] = []
        func add(_ names: [String], _ values: [String], always: Bool) {
            for name in names where always || Bool.random(using: &generator) {
                let isOdd = Int.random(in: 0..<60, using: &generator) == 0
                let value = (isOdd ? odd : values).randomElement(using: &generator) ?? "null"
                if !(isOdd && Bool.random(using: &generator)) { members.append("\"\(name)\":\(value)") }
            }
        }
        add(required, texts, always: true)
        add(counts, numbers, always: true)
        add(optional, texts, always: false)
        add(optionalCounts, numbers, always: false)
        add(["isUpgraded"], ["true", "false", "null"], always: false)
        add(["appAccountToken"], [texts[4], texts[4].uppercased()], always: false)
        members.shuffle(using: &generator)
        if Int.random(in: 0..<40, using: &generator) == 0, let twice = members.first { members.append(twice) }
        let space = [",", " ,", ",\n", ",\t "].randomElement(using: &generator) ?? ","
        return "{" + members.joined(separator: space) + "}"
    }
}
