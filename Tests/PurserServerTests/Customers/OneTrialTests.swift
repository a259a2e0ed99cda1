// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulatorServer
import AppStoreTypes
import Commerce
import Foundation
import HTTPService
import Testing

@testable import PurserServer

/// An introductory offer is an Apple Account's once, however many of the app's accounts the person makes.
@Suite struct OneTrialTests {
    private func signature(
        _ shop: SimulatedShop,
        _ customer: String,
        _ transaction: String
    ) async throws -> InProcessClient.Response {
        try await shop.ask(
            .post,
            "/v1/customers/\(customer)/offers/club/signature",
            ["transactionId": .string(transaction)]
        )
    }

    /// A shop in which one Apple Account had its trial for the first app account, and let it lapse.
    private func lapsed(shows: Bool = true) async throws -> (shop: SimulatedShop, transaction: String) {
        let shop = try await SimulatedShop()
        try await shop.replaceCatalog()
        let paid = try await shop.control(.post, "/purchases", ["customer": "apple", "product": "club"])
        let transaction = try #require(paid["transactionId"]?.string)
        #expect(paid["transaction"]?["offerDiscountType"]?.string == "FREE_TRIAL")
        if shows {
            let signed = try #require(paid["signedTransactionInfo"])
            let shown = try await shop.ask(
                .post,
                "/v1/transactions",
                ["customer": "first", "signedTransaction": signed]
            )
            #expect(shown.status == 200)
        }
        _ = try await shop.control(.put, "/customers/apple/subscriptions/club/renewal", ["on": false])
        _ = try await shop.control(.post, "/clock/advance", ["by": "P40D"])
        await shop.appStore.runUntilIdle()
        return (shop, transaction)
    }

    @Test func `after a trial that lapsed, a new app account on the same Apple Account gets none`() async throws {
        let (shop, transaction) = try await lapsed()
        for customer in ["second", "third"] {
            let signed: OfferSignature = try await signature(shop, customer, transaction).json()
            #expect(!signed.isEligible && signed.ground == .alreadyIntroduced)
            let paid = try await shop.control(
                .post,
                "/purchases",
                ["customer": "apple", "product": "club", "introductoryEligibilityJWS": .string(signed.jws)]
            )
            #expect(paid["transaction"]?["offerType"] == nil)
            #expect(paid["transaction"]?["price"] == .integer(4990))
            _ = try await shop.control(.put, "/customers/apple/subscriptions/club/renewal", ["on": false])
            _ = try await shop.control(.post, "/clock/advance", ["by": "P40D"])
        }
    }

    @Test func `a trial that this server never received counts, because Apple is asked`() async throws {
        let shop = try await SimulatedShop()
        try await shop.replaceCatalog()
        let coins = try await shop.control(.post, "/purchases", ["customer": "apple", "product": "coins"])
        let transaction = try #require(coins["transactionId"]?.string)
        let new: OfferSignature = try await signature(shop, "first", transaction).json()
        #expect(new.isEligible && new.ground == .neverIntroduced)
        _ = try await shop.control(.post, "/purchases", ["customer": "apple", "product": "club"])
        // The coins are of the same Apple Account; nothing that this server stores ties them to the club.
        let known: OfferSignature = try await signature(shop, "second", transaction).json()
        #expect(!known.isEligible && known.ground == .alreadyIntroduced)
    }

    @Test func `an Apple Account that bought nothing is known by its app transaction`() async throws {
        let shop = try await SimulatedShop()
        try await shop.replaceCatalog()
        _ = try await shop.control(.post, "/customers", ["id": "fresh"])
        let device: JSONValue = try await shop.controls.send(.get, "/simulator/v1/devices/fresh").json()
        let download = try #require(device["signedAppTransactionInfo"]?.string)
        var text = String(download.split(separator: ".")[1]).replacing("-", with: "+").replacing("_", with: "/")
        while text.count % 4 != 0 { text += "=" }
        let fields: JSONValue = try ServiceJSON.decode(from: try #require(Data(base64Encoded: text)))
        let id = try #require(fields["appTransactionId"]?.string)
        let signed: OfferSignature = try await signature(shop, "fresh", id).json()
        #expect(signed.isEligible)
    }

    @Test func `a transaction that no one knows is refused with the reason`() async throws {
        let shop = try await SimulatedShop()
        try await shop.replaceCatalog()
        let refused = try await signature(shop, "first", "123456789")
        #expect(refused.code == "offer-not-allowed")
        #expect(refused.text.contains("Apple Account"))
    }

    @Test func `while Apple cannot be asked nothing is signed that the store does not decide`() async throws {
        let (shop, transaction) = try await lapsed()
        let coins = try await shop.control(.post, "/purchases", ["customer": "apple", "product": "coins"])
        shop.wire.serve(Router(), at: "http://app-store")
        let other = try await signature(shop, "second", try #require(coins["transactionId"]?.string))
        #expect(other.status.rawValue >= 400)
        let known: OfferSignature = try await signature(shop, "second", transaction).json()
        #expect(!known.isEligible)
    }
}
