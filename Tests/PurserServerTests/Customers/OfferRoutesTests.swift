// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Testing

@testable import PurserServer

@Suite struct OfferRoutesTests {
    private func shop() async throws -> (TestShop, PrivateKey) {
        let key = try PrivateKey.generate(.p256)
        let pem = try key.pem
        let shop = try await TestShop { configuration in
            configuration.apps[0].appStoreServerAPI = AppStoreCredentials(
                issuerID: "issuer",
                keyID: "KEY1234567",
                privateKeyPEM: pem
            )
        }
        let product: JSONValue = [
            "id": "coffee.club.monthly", "type": "Auto-Renewable Subscription", "groupID": "club", "level": 2,
            "period": "P1M", "entitlements": ["club"], "price": ["milliunits": 4990, "currency": "USD"],
            "introductoryOffer": [
                "type": 1, "discount": "FREE_TRIAL", "period": "P1W", "periodCount": 1, "eligibility": [],
                "isStackable": false,
            ],
            "offers": [
                [
                    "type": 2, "id": "half", "discount": "PAY_AS_YOU_GO", "period": "P1M", "periodCount": 3,
                    "eligibility": [], "isStackable": false, "price": ["milliunits": 2490, "currency": "USD"],
                ]
            ],
        ]
        #expect(try await shop.send(.put, "/v1/catalogue/products/coffee.club.monthly", product).status == 200)
        return (shop, key)
    }

    @Test func `a new customer may have the trial, a subscriber the promotional offer`() async throws {
        let (shop, key) = try await shop()
        let path = "/v1/customers/anna/offers/coffee.club.monthly"
        let new: OfferList = try await shop.send(.get, path).json()
        #expect(new.offers.map(\.isEligible) == [true, false])
        #expect(new.firstPrice?.milliunits == 0)
        let refused = try await shop.send(.post, path + "/signature", ["offer": "half"])
        #expect(refused.code == "offer-refused")
        var trial = TransactionPayload.purchase()
        trial.offerType = .introductory
        trial.offerDiscountType = .freeTrial
        _ = try await shop.verify(trial, customer: "anna")
        let known: OfferList = try await shop.send(.get, path).json()
        #expect(known.offers.map(\.isEligible) == [false, true])
        #expect(known.offers.map(\.ground) == [.alreadyIntroduced, .subscribesNow])
        let signed: OfferSignature = try await shop.send(
            .post,
            path + "/signature",
            ["offer": "half", "transactionId": "1000"]
        ).json()
        let request = try InAppRequest(verifying: signed.jws) { $0 == "KEY1234567" ? key.publicKey : nil }
        #expect(request.purpose == .promotionalOffer && request.offerID == "half" && request.transactionID == "1000")
        let intro: OfferSignature = try await shop.send(.post, path + "/signature", ["transactionId": "1000"]).json()
        let eligibility = try InAppRequest(verifying: intro.jws) { _ in key.publicKey }
        #expect(eligibility.allowsIntroductoryOffer == false)
    }
}
