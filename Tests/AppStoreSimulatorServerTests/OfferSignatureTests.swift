// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import Foundation
import HTTPService
import Testing

/// Offers that the app's server must sign, over HTTP.
@Suite struct OfferSignatureTests {
    private struct SignatureRequest: Encodable {
        var customer = "alice"
        var product = "silver"
        var appAccountToken: AppAccountToken?
        var promotionalOffer: String? = "three-for-two"
        var promotionalOfferSignature: PromotionalOfferSignature?
        var promotionalOfferJWS: String?
        var introductoryEligibilityJWS: String?
    }

    private struct Refusal: Decodable {
        var code: String
    }

    /// A simulator in which alice had silver and let it lapse.
    private func lapsed() async throws -> SimulatedService {
        let simulated = try SimulatedService { $0.catalog = .withOffers }
        try await simulated.buy("silver")
        _ = try await simulated.production.send(
            .post,
            "/simulator/v1/customers/alice/subscriptions/group/expire"
        )
        return simulated
    }

    private func buy(
        _ simulated: SimulatedService,
        _ request: SignatureRequest
    ) async throws -> InProcessClient.Response {
        try await simulated.production.send(.post, "/simulator/v1/purchases", json: request)
    }

    private func signature(
        _ simulated: SimulatedService,
        offer: OfferID = "three-for-two",
        for customer: PromotionalOffer.Customer = .anyone
    ) throws -> PromotionalOfferSignature {
        let key = simulated.service.apiKeys[0]
        return try PromotionalOfferSigner(
            bundleID: key.bundleID,
            keyID: key.keyID,
            key: PrivateKey(pem: key.privateKeyPEM)
        ).sign(
            PromotionalOffer(productID: "silver", offerID: offer, customer: customer),
            nonce: UUID(),
            asOf: SimulatedService.start
        )
    }

    private func signer(_ simulated: SimulatedService) throws -> InAppRequestSigner {
        let key = simulated.service.apiKeys[0]
        return try InAppRequestSigner(
            .init(
                issuerID: key.issuerID,
                keyID: key.keyID,
                key: PrivateKey(pem: key.privateKeyPEM),
                bundleID: key.bundleID
            )
        )
    }

    @Test func `an offer without a signature is refused`() async throws {
        let answer = try await buy(try await lapsed(), SignatureRequest())
        #expect(answer.status == .forbidden)
        #expect(try answer.json(Refusal.self).code == "missing-signature")
    }

    @Test func `an offer with a good signature is sold once`() async throws {
        let simulated = try await lapsed()
        let request = SignatureRequest(promotionalOfferSignature: try signature(simulated))
        let answer = try await buy(simulated, request)
        #expect(answer.status == .created)
        #expect(answer.text.contains(#""offerIdentifier":"three-for-two""#))
        let again = try await buy(simulated, request)
        #expect(again.status == .forbidden)
        #expect(try again.json(Refusal.self).code == "invalid-signature")
    }

    @Test func `a signature for another offer or customer is refused`() async throws {
        let simulated = try await lapsed()
        let token = try #require(AppAccountToken("7e3fb204-2c5c-4d2e-9b3a-0d5a0c1f2e3d"))
        var forged = try signature(simulated)
        forged.timestamp += 1
        for signature in [
            try signature(simulated, offer: "another"), try signature(simulated, for: .accountToken(token)), forged,
        ] {
            let answer = try await buy(simulated, SignatureRequest(promotionalOfferSignature: signature))
            #expect(try answer.json(Refusal.self).code == "invalid-signature")
        }
        let named = SignatureRequest(
            appAccountToken: token,
            promotionalOfferSignature: try signature(simulated, for: .accountToken(token))
        )
        #expect(try await buy(simulated, named).status == .created)
    }

    @Test func `an offer signed the newer way is sold, one for another product is not`() async throws {
        let simulated = try await lapsed()
        func jws(_ product: ProductID) throws -> String {
            try signer(simulated).promotionalOffer(
                productID: product,
                offerID: "three-for-two",
                nonce: UUID(),
                asOf: SimulatedService.start
            )
        }
        let other = try await buy(simulated, SignatureRequest(promotionalOfferJWS: try jws("gold")))
        #expect(try other.json(Refusal.self).code == "invalid-signature")
        #expect(try await buy(simulated, SignatureRequest(promotionalOfferJWS: try jws("silver"))).status == .created)
    }

    @Test func `the simulator signs offers for who tries things out`() async throws {
        let simulated = try await lapsed()
        let answer = try await simulated.production.send(
            .post,
            "/simulator/v1/offers/signature",
            json: ["product": "silver", "offer": "three-for-two"]
        )
        let signature = try answer.json(PromotionalOfferSignature.self)
        #expect(try await buy(simulated, SignatureRequest(promotionalOfferSignature: signature)).status == .created)
    }

    @Test func `what a server signs about the introductory offer decides`() async throws {
        var catalog = Catalog.withOffers
        for index in catalog.products.indices {
            catalog.products[index].subscription?.introductoryOffer = CatalogOffer(
                id: "trial",
                mode: .freeTrial,
                period: BillingPeriod(1, .week)
            )
        }
        let offers = catalog
        let simulated = try SimulatedService { $0.catalog = offers }
        for (customer, isAllowed) in [("alice", true), ("bob", false)] {
            let jws = try signer(simulated).introductoryOfferEligibility(
                productID: "silver",
                isAllowed: isAllowed,
                transactionID: "1",
                nonce: UUID(),
                asOf: SimulatedService.start
            )
            let request = SignatureRequest(customer: customer, promotionalOffer: nil, introductoryEligibilityJWS: jws)
            let answer = try await buy(simulated, request)
            #expect(answer.text.contains("FREE_TRIAL") == isAllowed)
        }
    }
}
