// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import Testing

/// The fast way to read Apple's usual form says what the ordinary decoder says, or nothing.
@Suite struct FastJSONTests {
    private static let transaction =
        #"{"transactionId":"2000000123456789","originalTransactionId":"2000000012345678","#
        + #""webOrderLineItemId":"2000000987654321","bundleId":"com.example.app","productId":"com.example.monthly","#
        + #""subscriptionGroupIdentifier":"21234567","purchaseDate":1789990000123,"originalPurchaseDate":1769990000000,"#
        + #""expiresDate":1792582000999,"quantity":1,"type":"Auto-Renewable Subscription","#
        + #""appAccountToken":"7e3fb20b-4cdb-47cc-936d-99d65f608138","inAppOwnershipType":"PURCHASED","#
        + #""signedDate":1790000000001,"revocationReason":0,"revocationDate":1790000000000,"isUpgraded":true,"#
        + #""offerType":1,"offerDiscountType":"FREE_TRIAL","offerPeriod":"P1M","environment":"Sandbox","#
        + #""transactionReason":"RENEWAL","storefront":"USA","storefrontId":"143441","price":9990,"currency":"USD","#
        + #""appTransactionId":"704346128331203434"}"#
    private static let renewalInfo =
        #"{"originalTransactionId":"2000000012345678","autoRenewProductId":"monthly","#
        + #""productId":"monthly","autoRenewStatus":1,"isInBillingRetryPeriod":false,"renewalPrice":9990,"#
        + #""currency":"USD","signedDate":1790000000000,"environment":"Sandbox","#
        + #""recentSubscriptionStartDate":1769990000000,"renewalDate":1792582000000}"#
    private static let notification =
        #"{"notificationType":"DID_RENEW","subtype":"BILLING_RECOVERY","#
        + #""notificationUUID":"002e14d5-51f5-4503-b5a8-c3a1af68eb20","data":{"appAppleId":1234567890,"#
        + #""bundleId":"com.example.app","bundleVersion":"1.2.3","environment":"Sandbox","#
        + #""signedTransactionInfo":"a.b.c","signedRenewalInfo":"d.e.f","status":1},"version":"2.0","#
        + #""signedDate":1790000000000}"#

    private func read<Payload: FastJSONDecodable>(_ json: some Sequence<UInt8>, as type: Payload.Type) -> Payload? {
        Array(json).withUnsafeBytes { Payload(canonicalForm: $0) }
    }

    @Test func `the usual form is read as the ordinary decoder reads it`() throws {
        let (one, two, three) = (Self.transaction, Self.renewalInfo, Self.notification)
        #expect(
            try read(one.utf8, as: TransactionPayload.self)
                == AppStoreJSON.decode(TransactionPayload.self, from: Data(one.utf8))
        )
        #expect(
            try read(two.utf8, as: RenewalInfoPayload.self)
                == AppStoreJSON.decode(RenewalInfoPayload.self, from: Data(two.utf8))
        )
        #expect(
            try read(three.utf8, as: NotificationPayload.self)
                == AppStoreJSON.decode(NotificationPayload.self, from: Data(three.utf8))
        )
    }

    @Test func `members may come in any order`() throws {
        let payload = try TransactionPayload.decode(Data(Self.transaction.utf8))
        #expect(read(try AppStoreJSON.encode(payload), as: TransactionPayload.self) == payload)
    }

    @Test(arguments: [
        (#""quantity":1"#, #""quantity": 1"#), (#""quantity":1"#, #""quantity":01"#),
        (#""quantity":1"#, #""quantity":1.0"#),
        (#""quantity":1"#, #""quantity":"1""#), (#""quantity":1"#, #""quantity":1,"quantity":1"#),
        (#""quantity":1"#, #""quantity":1,"newMember":1"#), (#""quantity":1"#, #""quantity":1e0"#),
        (#""quantity":1"#, #""quantity":-1"#), (#""quantity":1"#, #""quantity":99999999999999999999"#),
        (#""USA""#, #""U\u0053A""#), (#""USA""#, #""ÜSA""#), (#""USA""#, "null"), (#""USA""#, "[]"), (#""USA""#, "{}"),
        (#""isUpgraded":true"#, #""isUpgraded":True"#), ("}", "} "), ("}", ",}"), ("{", " {"), ("{", "{{"),
        (#""quantity":1,"#, ""), (#""7e3fb20b-"#, #""7e3fb20b"#), ("com.example.app", "com.example.app\u{7}"),
    ])
    func `any other form is left to the ordinary decoder`(part: String, other: String) {
        let json = Self.transaction.replacing(part, with: other)
        #expect(json != Self.transaction)
        #expect(read(json.utf8, as: TransactionPayload.self) == nil)
        let ordinary = try? AppStoreJSON.decode(TransactionPayload.self, from: Data(json.utf8))
        let either = try? TransactionPayload.decode(Data(json.utf8))
        #expect(ordinary == either)
    }

    @Test func `changed bytes are never read otherwise than by the ordinary decoder`() {
        var generator = SeededGenerator(seed: 20_261_121)
        for number in 0..<4000 {
            var bytes = Array([Self.transaction, Self.notification][number % 2].utf8)
            for _ in 0...Int.random(in: 0...2, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(Array("\"{}:,0tn\\ ".utf8).randomElement(using: &generator) ?? 0, at: place)
                default: bytes.swapAt(place, Int.random(in: 0..<bytes.count, using: &generator))
                }
            }
            let data = Data(bytes)
            if number % 2 == 0, let fast = read(bytes, as: TransactionPayload.self) {
                #expect(fast == (try? AppStoreJSON.decode(TransactionPayload.self, from: data)), "case \(number)")
            } else if let fast = read(bytes, as: NotificationPayload.self) {
                #expect(fast == (try? AppStoreJSON.decode(NotificationPayload.self, from: data)), "case \(number)")
            }
        }
    }

    @Test func `nothing at all is not a usual form`() {
        for json in ["", "{", "}", "{}", "{\"", "[]", "{\"transactionId\"", "{\"transactionId\":"] {
            #expect(read(json.utf8, as: TransactionPayload.self) == nil)
        }
    }
}
