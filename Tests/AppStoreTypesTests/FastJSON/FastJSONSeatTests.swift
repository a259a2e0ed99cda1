// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import Testing

/// Documents about seats and bundles are read by the fast reader too.
@Suite struct FastJSONSeatTests {
    private func isFast<Payload: FastJSONDecodable & Encodable & Equatable>(_ payload: Payload) throws -> Bool {
        let json = try AppStoreJSON.encode(payload)
        guard let fast = json.withUnsafeBytes({ Payload(canonicalForm: $0) }) else { return false }
        return fast == payload
    }

    @Test func `a transaction that was encoded with every new member is read fast`() throws {
        var payload = try AppStoreJSON.decode(TransactionPayload.self, from: Data(Samples.transaction.utf8))
        payload.commitmentInfo = nil
        payload.advancedCommerceInfo = nil
        #expect(try isFast(payload))
    }

    @Test func `a renewal info that was encoded with every new member is read fast`() throws {
        var payload = try AppStoreJSON.decode(RenewalInfoPayload.self, from: Data(Samples.renewalInfo.utf8))
        payload.commitmentInfo = nil
        payload.advancedCommerceInfo = nil
        #expect(try isFast(payload))
    }

    @Test func `an app transaction and a notification of unclaimed seats are read fast`() throws {
        #expect(try isFast(AppStoreJSON.decode(AppTransactionPayload.self, from: Data(Samples.appTransaction.utf8))))
        let claims = [SeatClaimID(rawValue: UUID()), SeatClaimID(rawValue: UUID())]
        let notification = NotificationPayload(
            notificationType: .unclaimSeats,
            notificationUUID: NotificationUUID(rawValue: UUID()),
            signedDate: Date(millisecondsSince1970: 1_797_782_400_000),
            unclaimInfo: UnclaimInfo(
                unclaimSeatIds: claims,
                environment: .sandbox,
                appAppleId: AppAppleID(rawValue: 5),
                bundleId: "com.example.app",
                originalTransactionId: "1"
            )
        )
        #expect(try isFast(notification))
    }

    @Test(arguments: [
        "[]", "[{}]", "[{\"price\":1}]", "[{\"price\":1,\"quantity\":2},]", "[{\"price\":1,\"quantity\":2}", "[1]",
        "[,]",
        "[{\"price\":1,\"quantity\":2}{\"price\":1,\"quantity\":2}]", "[[{\"price\":1,\"quantity\":2}]]", "{}", "[}",
        "null",
        "[{\"price\":1,\"quantity\":2} ,{\"price\":3,\"quantity\":4}]", "[{\"price\":1,\"new\":2}]", "\"[]\"",
        "[{\"price\":-1}]",
        "[{\"price\":1,\"quantity\":2},{\"price\":3,\"quantity\":4}]",
    ])
    func `a list of tiers in any form is read as the ordinary decoder reads it`(tiers: String) {
        let json = """
            {"originalTransactionId":"1","productId":"p","signedDate":1760000001000,\
            "multiSeatInfo":{"renewalPriceTiers":\(tiers)}}
            """
        let ordinary = try? AppStoreJSON.decode(RenewalInfoPayload.self, from: Data(json.utf8))
        let either = try? RenewalInfoPayload.decode(Data(json.utf8))
        #expect(ordinary == either)
    }
}
