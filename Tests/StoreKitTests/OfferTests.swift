// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation
import StoreKit
import StoreKitTest
import Testing

@Suite(.storeKit) struct OfferTests {
    private static let keyID = "7E57KEY0"
    private let key: PrivateKey
    private let session: SKTestSession

    /// A session whose configuration holds a key for promotional offers.
    init() throws {
        key = try PrivateKey.generate(.p256)
        var file = try StoreKitFile(contents: Data(contentsOf: Shop.file))
        file.subscriptionOffersKeyPair = .init(id: Self.keyID, privateKey: try key.pem)
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).storekit")
        try file.contents().write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        session = try SKTestSession(contentsOf: url)
    }

    private func lapsed() async throws {
        try await Shop.buy(Shop.silver)
        try session.expireSubscription(productIdentifier: Shop.silver)
    }

    private func signature(offer: String, product: String) throws -> Product.SubscriptionOffer.Signature {
        let signer = try PromotionalOfferSigner(bundleID: "com.example.app", keyID: Self.keyID, key: key)
        let offer = PromotionalOffer(
            productID: ProductID(rawValue: product),
            offerID: OfferID(rawValue: offer),
            customer: .anyone
        )
        let signed = try signer.sign(offer, nonce: UUID(), asOf: Date())
        return .init(
            keyID: signed.keyIdentifier,
            nonce: signed.nonce,
            timestamp: Int(signed.timestamp),
            signature: try #require(Data(base64Encoded: signed.signature))
        )
    }

    @Test func `a promotional offer with the server's signature is granted`() async throws {
        try await lapsed()
        let signature = try signature(offer: "loyal", product: Shop.silver)
        let bought = try await Shop.buy(
            Shop.silver,
            options: [.promotionalOffer(offerID: "loyal", signature: signature)]
        )
        #expect(bought.offer?.type == .promotional)
        #expect(bought.offer?.id == "loyal")
        #expect(bought.offer?.paymentMode == .payAsYouGo)
        #expect(bought.price == Decimal(string: "2.49"))
    }

    @Test func `a signature for another product is refused`() async throws {
        try await lapsed()
        let signature = try signature(offer: "loyal", product: Shop.gold)
        await #expect(throws: Product.PurchaseError.invalidOfferSignature) {
            try await Shop.buy(
                Shop.silver,
                options: [.promotionalOffer(offerID: "loyal", signature: signature)]
            )
        }
    }

    @Test func `an offer that the product does not have is refused`() async throws {
        try await lapsed()
        let signature = try signature(offer: "other", product: Shop.silver)
        await #expect(throws: Product.PurchaseError.invalidOfferIdentifier) {
            try await Shop.buy(
                Shop.silver,
                options: [.promotionalOffer(offerID: "other", signature: signature)]
            )
        }
    }

    @Test func `a new customer may not have a promotional offer`() async throws {
        let signature = try signature(offer: "loyal", product: Shop.silver)
        await #expect(throws: Product.PurchaseError.ineligibleForOffer) {
            try await Shop.buy(
                Shop.silver,
                options: [.promotionalOffer(offerID: "loyal", signature: signature)]
            )
        }
    }

    @Test func `an offer without its signature's parts is refused`() async throws {
        try await lapsed()
        await #expect(throws: Product.PurchaseError.missingOfferParameters) {
            try await Shop.buy(
                Shop.silver,
                options: [
                    .promotionalOffer(offerID: "loyal", keyID: "", nonce: UUID(), signature: Data(), timestamp: 0)
                ]
            )
        }
    }

    @Test func `a customer who left may have a win-back offer`() async throws {
        session.timeRate = .monthlyRenewalEveryThirtySeconds
        try await Shop.buy(Shop.silver)
        try StoreKitSimulator.advance(by: 95)
        let id = try #require(session.allTransactions().last?.identifier)
        try session.disableAutoRenewForTransaction(identifier: id)
        try StoreKitSimulator.advance(by: 60)
        let status = try #require(try await Product.SubscriptionInfo.status(for: Shop.club).first)
        #expect(status.state == .expired)
        #expect(try status.renewalInfo.payloadValue.eligibleWinBackOfferIDs == ["back"])
        let silver = try await Shop.product(Shop.silver)
        let offer = try #require(silver.subscription?.winBackOffers.first)
        let bought = try await Shop.buy(Shop.silver, options: [.winBackOffer(offer)])
        #expect(bought.offer?.type == .winBack)
        #expect(bought.price == Decimal(string: "0.99"))
    }

    @Test func `a JWS signature becomes the two options that Apple's StoreKit makes of it`() {
        let options = Product.PurchaseOption.promotionalOffer("loyal", compactJWS: "a.b.c")
        #expect(
            options == [
                .custom(key: "adHocOfferId", value: "loyal"), .custom(key: "adHocSignature", value: "YS5iLmM="),
            ]
        )
        let eligibility = Product.PurchaseOption.introductoryOfferEligibility(compactJWS: "a.b.c")
        #expect(eligibility == .custom(key: "introOfferEligibilityParam", value: "a.b.c"))
    }
}
