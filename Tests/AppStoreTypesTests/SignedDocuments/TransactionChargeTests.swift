// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import Testing

@Suite struct TransactionChargeTests {
    private static func seats(_ tiers: (Int64?, Int?)...) -> TransactionMultiSeatInfo {
        TransactionMultiSeatInfo(priceTiers: tiers.map { MultiSeatPriceTier(price: $0.0, quantity: $0.1) })
    }

    @Test(arguments: [
        (InAppOwnershipType.purchased, true), (.familyShared, false), (.assigned, false), ("LENT", false),
        ("purchased", false), ("", false),
    ])
    func `only what the customer purchased is a sale`(ownership: InAppOwnershipType, isSale: Bool) {
        #expect(ownership.isSale == isSale)
    }

    @Test func `seats cost the sum of their tiers, not the average times their number`() {
        #expect(TransactionPayload.charge(of: Self.seats((7990, 3), (9990, 5)), price: 9240, quantity: 8) == 73_920)
        // The average of 57.94 over 6 seats is 9.65666: multiplied back it would be 57.942.
        #expect(TransactionPayload.charge(of: Self.seats((9990, 5), (7990, 1)), price: 9657, quantity: 6) == 57_940)
        let large = Self.seats((10_990, 10), (13_990, 20), (19_990, 20))
        #expect(TransactionPayload.charge(of: large, price: 15_790, quantity: 50) == 789_500)
        #expect(TransactionPayload.charge(of: Self.seats((0, 8)), price: 0, quantity: 8) == 0)
    }

    @Test func `without seats the price is the whole charge`() {
        #expect(TransactionPayload.charge(of: nil, price: 29_970, quantity: 3) == 29_970)
        #expect(TransactionPayload.charge(of: nil, price: nil, quantity: 3) == nil)
    }

    @Test func `seats without readable tiers cost their average times their number`() {
        let unreadable = [
            Self.seats(), Self.seats((9990, nil)), Self.seats((nil, 5), (7990, 3)), Self.seats((.max, 2)),
            Self.seats((.max, 1), (1, 1)), TransactionMultiSeatInfo(),
        ]
        for seats in unreadable {
            #expect(seats.charge == nil)
            #expect(TransactionPayload.charge(of: seats, price: 9240, quantity: 8) == 73_920)
        }
        #expect(TransactionPayload.charge(of: Self.seats(), price: .max, quantity: 2) == nil)
        #expect(TransactionPayload.charge(of: Self.seats(), price: nil, quantity: 2) == nil)
    }

    @Test(arguments: [
        (#""multiSeatInfo":{"revokedSeatQuantity":3}"#, 3), (#""revokedSeatQuantity":3"#, 3),
        (#""multiSeatInfo":{"revokedSeatQuantity":4},"revokedSeatQuantity":3"#, 4), (#""multiSeatInfo":{}"#, 0),
    ])
    func `refunded seats are counted wherever Apple writes them`(members: String, count: Int) throws {
        let json = """
            {"transactionId":"1","originalTransactionId":"1","bundleId":"b","productId":"p","purchaseDate":1,\
            "originalPurchaseDate":1,"quantity":8,"type":"Auto-Renewable Subscription",\
            "inAppOwnershipType":"PURCHASED","signedDate":1,"environment":"Sandbox",\(members)}
            """
        let payload = try expectSurvival(of: json, as: TransactionPayload.self)
        #expect(payload.revokedSeats == count)
    }

    @Test(arguments: ["bundleSubscriptionGroupIdentifier", "bundleSubscriptionGroupId"])
    func `a bundle's group is read in either spelling`(name: String) throws {
        let json = Samples.renewalInfo
            .replacingOccurrences(of: "\"bundleSubscriptionGroupIdentifier\":\"21000009\",", with: "")
            .replacingOccurrences(of: "bundleSubscriptionGroupId", with: name)
        let payload = try expectSurvival(of: json, as: RenewalInfoPayload.self)
        #expect(payload.bundle?.subscriptionGroupID == "21000009")
    }
}
