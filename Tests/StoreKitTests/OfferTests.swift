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
        let key = try PrivateKey.generate(.p256)
        let pem = try key.pem
        self.key = key
        session = try Shop.session { $0.subscriptionOffersKeyPair = .init(id: Self.keyID, privateKey: pem) }
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

    /// A purchase's options with an offer that the app's server signed as a JWS, with another signature when given.
    private func options(
        offer: String,
        for product: String,
        signature: Data? = nil
    ) throws -> Set<Product.PurchaseOption> {
        let signer = try InAppRequestSigner(
            .init(issuerID: "issuer", keyID: Self.keyID, key: key, bundleID: "com.example.app")
        )
        var jws = try signer.promotionalOffer(
            productID: ProductID(rawValue: product),
            offerID: OfferID(rawValue: offer),
            transactionID: nil,
            nonce: UUID(),
            asOf: Date(timeIntervalSince1970: 1_750_000_000)
        )
        if let signature {
            let parts = jws.split(separator: ".").prefix(2) + [Base64URL.encode(Array(signature))[...]]
            jws = parts.joined(separator: ".")
        }
        return Set(Product.PurchaseOption.promotionalOffer(offer, compactJWS: jws))
    }

    @Test func `a promotional offer with the server's JWS is granted`() async throws {
        try await lapsed()
        let bought = try await Shop.buy(Shop.silver, options: options(offer: "loyal", for: Shop.silver))
        #expect(bought.offer?.id == "loyal")
        #expect(bought.price == Decimal(string: "2.49"))
    }

    @Test(arguments: [3, 64]) func `a JWS with another signature is refused with an unknown error`(
        length: Int
    ) async throws {
        try await lapsed()
        let options = try options(offer: "loyal", for: Shop.silver, signature: Data(repeating: 7, count: length))
        await #expect { try await Shop.buy(Shop.silver, options: options) } throws: { error in
            if case StoreKitError.unknown = error { true } else { false }
        }
    }

    @Test func `a JWS for another product is refused with an unknown error`() async throws {
        try await lapsed()
        let options = try options(offer: "loyal", for: Shop.gold)
        await #expect { try await Shop.buy(Shop.silver, options: options) } throws: { error in
            if case StoreKitError.unknown = error { true } else { false }
        }
    }

    @Test func `without a key in the configuration a signature only needs its form`() async throws {
        let session = try Shop.session()
        try await Shop.buy(Shop.silver)
        try session.expireSubscription(productIdentifier: Shop.silver)
        let garbage = try options(offer: "loyal", for: Shop.silver, signature: Data([1, 2, 3]))
        await #expect(throws: StoreKitError.self) { try await Shop.buy(Shop.silver, options: garbage) }
        let parts = Product.SubscriptionOffer.Signature(keyID: "K", nonce: UUID(), timestamp: 1, signature: Data([1]))
        await #expect(throws: Product.PurchaseError.invalidOfferSignature) {
            try await Shop.buy(Shop.silver, options: [.promotionalOffer(offerID: "loyal", signature: parts)])
        }
        let bought = try await Shop.buy(Shop.silver, options: options(offer: "loyal", for: Shop.silver))
        #expect(bought.offer?.id == "loyal")
    }

    @Test func `a wrong signature is accepted where signatures are not checked`() async throws {
        StoreKitSimulator.checksOfferSignatures = false
        defer { StoreKitSimulator.checksOfferSignatures = true }
        try await lapsed()
        let options = try options(offer: "loyal", for: Shop.silver, signature: Data([1, 2, 3]))
        #expect(try await Shop.buy(Shop.silver, options: options).offer?.id == "loyal")
    }

    @Test func `a customer whose subscription ended may have a win-back offer at once`() async throws {
        try await lapsed()
        let status = try #require(try await Product.SubscriptionInfo.status(for: Shop.club).first)
        #expect(try status.renewalInfo.payloadValue.eligibleWinBackOfferIDs == ["back"])
        let offer = try #require(try await Shop.product(Shop.silver).subscription?.winBackOffers.first)
        #expect(try await Shop.buy(Shop.silver, options: [.winBackOffer(offer)]).offer?.type == .winBack)
    }

    @Test func `the configuration file decides who may have a win-back offer`() async throws {
        let session = try Shop.session { file in
            for group in file.subscriptionGroups.indices {
                for index in file.subscriptionGroups[group].subscriptions.indices {
                    var offers = file.subscriptionGroups[group].subscriptions[index].winbackOffers ?? []
                    for offer in offers.indices { offers[offer].isEligible = false }
                    file.subscriptionGroups[group].subscriptions[index].winbackOffers = offers
                }
            }
        }
        try await Shop.buy(Shop.silver)
        try session.expireSubscription(productIdentifier: Shop.silver)
        let status = try #require(try await Product.SubscriptionInfo.status(for: Shop.club).first)
        #expect(try status.renewalInfo.payloadValue.eligibleWinBackOfferIDs.isEmpty)
        let offer = try #require(try await Shop.product(Shop.silver).subscription?.winBackOffers.first)
        await #expect(throws: Product.PurchaseError.ineligibleForOffer) {
            try await Shop.buy(Shop.silver, options: [.winBackOffer(offer)])
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

    private func eligibility(_ isAllowed: Bool, product: String) throws -> Product.PurchaseOption {
        let signer = try InAppRequestSigner(
            .init(issuerID: "issuer", keyID: Self.keyID, key: key, bundleID: "com.example.app")
        )
        let jws = try signer.introductoryOfferEligibility(
            productID: ProductID(rawValue: product),
            isAllowed: isAllowed,
            transactionID: "0",
            nonce: UUID(),
            asOf: Date(timeIntervalSince1970: 1_750_000_000)
        )
        return .introductoryOfferEligibility(compactJWS: jws)
    }

    @Test func `whom the app's server allows it has the introductory offer again`() async throws {
        try await lapsed()
        #expect(try await Shop.buy(Shop.silver).offer == nil)
        try session.expireSubscription(productIdentifier: Shop.silver)
        let allowed = try eligibility(true, product: Shop.silver)
        let again = try await Shop.buy(Shop.silver, options: [allowed])
        #expect(again.offer?.type == .introductory)
        #expect(again.price == 0)
    }

    @Test func `whom the app's server does not allow it pays the price, and other words are refused`() async throws {
        await #expect(throws: Product.PurchaseError.invalidOfferSignature) {
            try await Shop.buy(Shop.silver, options: [try eligibility(true, product: Shop.gold)])
        }
        await #expect(throws: Product.PurchaseError.invalidOfferSignature) {
            try await Shop.buy(Shop.silver, options: [.introductoryOfferEligibility(compactJWS: "a.b.c")])
        }
        let bought = try await Shop.buy(Shop.silver, options: [try eligibility(false, product: Shop.silver)])
        #expect(bought.offer == nil)
        #expect(bought.price == Decimal(string: "4.99"))
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
