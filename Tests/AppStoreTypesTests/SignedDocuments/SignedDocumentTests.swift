// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import Testing

@Suite struct SignedDocumentTests {
    @Test func `a transaction with every field survives`() throws {
        let payload = try expectSurvival(of: Samples.transaction, as: TransactionPayload.self)
        #expect(payload.transactionId == "2000000000000002")
        #expect(payload.purchaseDate.millisecondsSince1970 == 1_760_000_000_123)
        #expect(payload.price == 9990)
        #expect(payload.advancedCommerceInfo?.items?.first?.sku == "SKU-1")
        #expect(payload.advancedCommerceInfo?.items?.first?.refunds?.first?.refundType == .prorated)
        #expect(payload.commitmentInfo?.totalBillingPeriods == 12)
        #expect(payload.multiSeatInfo?.invitationManagement == .developer)
        #expect(payload.additionalTransactionReason == .seatAddition)
        #expect(payload.revokedSeats == 2)
        #expect(payload.bundle?.subscriptionGroupID == "21000009")
        #expect(payload.advancedCommerceInfo?.items?.first?.seatPriceTiers?.last?.price == 1490)
        #expect(payload.advancedCommerceInfo?.items?.first?.partners?.first?.name == "Studio")
        #expect(payload.documentBundleID == "com.example.app")
        #expect(payload.documentEnvironment == .sandbox)
        #expect(payload.effectiveDate == payload.signedDate)
        #expect(payload.documentAppAppleID == nil)
    }

    @Test func `a renewal info with every field survives`() throws {
        let payload = try expectSurvival(of: Samples.renewalInfo, as: RenewalInfoPayload.self)
        #expect(payload.eligibleWinBackOfferIds == ["best", "second"])
        #expect(payload.advancedCommerceInfo?.items?.first?.priceIncreaseInfo?.status == .pending)
        #expect(payload.commitmentInfo?.commitmentAutoRenewStatus == .on)
        #expect(payload.multiSeatInfo?.renewalPriceTiers?.map(\.quantity) == [5, 1])
        #expect(payload.renewalQuantity == 6 && payload.willUnbundle == true)
        #expect(payload.bundle?.originalTransactionID == "2000000000000008")
        #expect(payload.documentBundleID == nil)
        #expect(payload.effectiveDate == payload.signedDate)
    }

    @Test func `an app transaction with every field survives`() throws {
        let payload = try expectSurvival(of: Samples.appTransaction, as: AppTransactionPayload.self)
        #expect(payload.documentAppAppleID == AppAppleID(rawValue: 1_234_567_890))
        #expect(payload.effectiveDate == payload.receiptCreationDate)
        #expect(payload.originalPlatform == .visionOS && payload.storeType == .consumer)
    }

    @Test func `values Apple has not invented yet are kept`() throws {
        let json = Samples.transaction
            .replacingOccurrences(of: "\"Sandbox\"", with: "\"Moonbase\"")
            .replacingOccurrences(of: "\"offerType\":2", with: "\"offerType\":77")
            .replacingOccurrences(of: "\"REFUND_PRORATED\"", with: "\"REFUND_LATER\"")
        let payload = try expectSurvival(of: json, as: TransactionPayload.self)
        #expect(payload.environment == "Moonbase")
        #expect(payload.offerType == OfferType(rawValue: 77))
        #expect(payload.revocationType == "REFUND_LATER")
    }

    @Test func `fractional milliseconds from Xcode are read`() throws {
        let json = """
            {"transactionId":"0","originalTransactionId":"0","bundleId":"com.example.app","productId":"p",\
            "purchaseDate":1697679936049.7297,"originalPurchaseDate":1697679936049.7297,"quantity":1,\
            "type":"Consumable","inAppOwnershipType":"PURCHASED","signedDate":1697679936711.0747,"environment":"Xcode",\
            "deviceVerification":"x","deviceVerificationNonce":"48c8b92d-ce0d-4229-bedf-e61b4f9cfc92"}
            """
        let payload = try AppStoreJSON.decode(TransactionPayload.self, from: Data(json.utf8))
        #expect(payload.purchaseDate.millisecondsSince1970 == 1_697_679_936_050)
        #expect(payload.environment == .xcode)
    }

    @Test(arguments: ["transactionId", "bundleId", "productId", "purchaseDate", "signedDate", "environment"])
    func `a transaction without a field it must have is refused by the field's name`(field: String) throws {
        var members = try #require(
            try JSONSerialization.jsonObject(with: Data(Samples.transaction.utf8)) as? [String: Any]
        )
        members[field] = nil
        let bytes = try JSONSerialization.data(withJSONObject: members)
        let error = #expect(throws: DecodingError.self) {
            try AppStoreJSON.decode(TransactionPayload.self, from: bytes)
        }
        #expect(String(describing: error).contains(field))
    }

    @Test func `equal values give equal bytes`() throws {
        let payload = try AppStoreJSON.decode(TransactionPayload.self, from: Data(Samples.transaction.utf8))
        #expect(try AppStoreJSON.encode(payload) == AppStoreJSON.encode(payload))
        #expect(try !String(decoding: AppStoreJSON.encode(payload), as: UTF8.self).contains("null"))
    }
}
