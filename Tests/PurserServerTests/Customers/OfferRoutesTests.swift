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
            "id": "coffee.club.monthly", "type": "Auto-Renewable Subscription", "subscriptionGroupIdentifier": "club",
            "level": 2,
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
        #expect(try await shop.send(.put, "/v1/catalog/products/coffee.club.monthly", product).status == 200)
        return (shop, key)
    }

    @Test func `a new customer may have the trial, a subscriber the promotional offer`() async throws {
        let (shop, key) = try await shop()
        let path = "/v1/customers/anna/offers/coffee.club.monthly"
        let new: OfferList = try await shop.send(.get, path).json()
        #expect(new.offers.map(\.isEligible) == [true, false])
        #expect(new.introductoryPrice?.milliunits == 0)
        let refused = try await shop.send(.post, path + "/signature", ["offer": "half"])
        #expect(refused.code == "offer-not-allowed")
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

    /// A customer's token, as the team's backend gets one.
    private func token(_ customer: String, _ shop: TestShop) async throws -> String {
        let made: CustomerTokenBody = try await shop.send(.post, "/v1/customers/\(customer)/tokens").json()
        return made.token
    }

    private func offer(_ product: String, _ offer: String) -> JSONValue {
        ["productId": .string(product), "offer": .string(offer)]
    }

    @Test func `a publishable key signs no offer, whatever the app's settings say`() async throws {
        let (shop, _) = try await shop()
        let body = offer("coffee.club.monthly", "half")
        #expect(try await shop.send(.post, "/v1/offers/signatures", body, key: shop.publishableKey).status == 403)
        let path = "/v1/customers/anna/offers/coffee.club.monthly/signature"
        #expect(try await shop.send(.post, path, ["offer": "half"], key: shop.publishableKey).status == 403)
    }

    @Test func `an offer that the catalog does not have is signed for no one`() async throws {
        let (shop, _) = try await shop()
        let anna = try await token("anna", shop)
        _ = try await shop.verify(.purchase(), customer: "anna")
        for key in [shop.secretKey, anna] {
            let invented = try await shop.send(.post, "/v1/offers/signatures", offer("any.thing", "made.up"), key: key)
            #expect(invented.code == "unknown-product")
            let other = try await shop.send(
                .post,
                "/v1/offers/signatures",
                offer("coffee.club.monthly", "made.up"),
                key: key
            )
            #expect(other.code == "offer-not-allowed")
        }
        #expect(
            try await shop.send(.post, "/v1/offers/signatures", offer("coffee.club.monthly", "half"), key: anna).status
                == 200
        )
    }

    @Test func `an offer of another kind is not signed as a promotional one`() async throws {
        let (shop, _) = try await shop()
        let winBack: JSONValue = [
            "id": "coffee.club.monthly", "type": "Auto-Renewable Subscription", "subscriptionGroupIdentifier": "club",
            "level": 2,
            "period": "P1M", "entitlements": ["club"],
            "offers": [
                [
                    "type": 4, "id": "back", "discount": "FREE_TRIAL", "period": "P1M", "periodCount": 1,
                    "eligibility": [], "isStackable": false,
                ]
            ],
        ]
        #expect(try await shop.send(.put, "/v1/catalog/products/coffee.club.monthly", winBack).status == 200)
        _ = try await shop.verify(.purchase(), customer: "anna")
        let anna = try await token("anna", shop)
        let old = try await shop.send(
            .post,
            "/v1/offers/signatures",
            offer("coffee.club.monthly", "back"),
            key: anna
        )
        #expect(old.code == "offer-not-allowed")
        let path = "/v1/customers/anna/offers/coffee.club.monthly/signature"
        #expect(try await shop.send(.post, path, ["offer": "back"], key: anna).code == "offer-not-allowed")
    }

    @Test func `both routes refuse a customer who is not eligible, and a token of somebody else`() async throws {
        let (shop, _) = try await shop()
        let (anna, ben) = (try await token("anna", shop), try await token("ben", shop))
        _ = try await shop.verify(.purchase(), customer: "anna")
        let body = offer("coffee.club.monthly", "half")
        #expect(try await shop.send(.post, "/v1/offers/signatures", body, key: ben).code == "offer-not-allowed")
        let named = body.with("customer", "anna")
        #expect(try await shop.send(.post, "/v1/offers/signatures", named, key: ben).status == 403)
        #expect(try await shop.send(.post, "/v1/offers/signatures", named, key: anna).status == 200)
        #expect(
            try await shop.send(.post, "/v1/offers/signatures", body.with("customer", "ben")).code
                == "offer-not-allowed"
        )
        let path = "/v1/customers/anna/offers/coffee.club.monthly/signature"
        #expect(try await shop.send(.post, path, ["offer": "half"], key: ben).status == 403)
    }

    @Test func `with a customer token an offer is signed for the customer's own transaction only`() async throws {
        let (shop, _) = try await shop()
        var own = TransactionPayload.purchase()
        own.appTransactionId = "7001"
        _ = try await shop.verify(own, customer: "anna")
        _ = try await shop.verify(.purchase(TestShop.grinder, id: "2000"), customer: "ben")
        let anna = try await token("anna", shop)
        let path = "/v1/customers/anna/offers/coffee.club.monthly/signature"
        func sign(_ transaction: String, _ key: String) async throws -> InProcessClient.Response {
            try await shop.send(.post, path, ["offer": "half", "transactionId": .string(transaction)], key: key)
        }
        for foreign in ["2000", "424242"] {
            let refused = try await sign(foreign, anna)
            #expect(refused.code == "offer-not-allowed", "\(foreign): \(refused.text)")
        }
        for known in ["1000", "7001"] { #expect(try await sign(known, anna).status == 200) }
        #expect(try await sign("2000", shop.secretKey).status == 200)
    }

    @Test func `the token of an order names whose eligibility counts`() async throws {
        let (shop, _) = try await shop()
        let (anna, ben) = (try await token("anna", shop), try await token("ben", shop))
        _ = try await shop.verify(.purchase(), customer: "anna")
        let bens = try await shop.order(TestShop.monthly, customer: "ben")
        let account = try #require(bens.appAccountToken).description
        let body = offer("coffee.club.monthly", "half").with("appAccountToken", .string(account))
        #expect(try await shop.send(.post, "/v1/offers/signatures", body).code == "offer-not-allowed")
        #expect(try await shop.send(.post, "/v1/offers/signatures", body, key: anna).code == "token-mismatch")
        #expect(try await shop.send(.post, "/v1/offers/signatures", body, key: ben).code == "offer-not-allowed")
    }
}
