// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import FoundationEssentials
import Testing

@Suite struct InAppRequestTests {
    let key: PrivateKey
    let nonce = UUID()
    let now = Date(timeIntervalSince1970: 1_790_000_000.9)

    init() throws {
        key = try PrivateKey.generate(.p256)
    }

    private var signer: InAppRequestSigner {
        get throws {
            try InAppRequestSigner(
                .init(issuerID: "issuer", keyID: "ABCDE12345", key: key, bundleID: "com.example.app")
            )
        }
    }

    private func read(_ token: String) throws -> InAppRequest {
        try InAppRequest(verifying: token) { $0 == "ABCDE12345" ? key.publicKey : nil }
    }

    @Test func `a promotional offer says product, offer and customer`() throws {
        let token = try signer.promotionalOffer(
            productID: "gold",
            offerID: "half",
            transactionID: "42",
            nonce: nonce,
            asOf: now
        )
        let request = try read(token)
        #expect(request.purpose == .promotionalOffer)
        #expect(request.productID == "gold")
        #expect(request.offerID == "half")
        #expect(request.transactionID == "42")
        #expect(request.nonce == nonce.uuidString.lowercased())
        #expect(request.issuedAt == Date(timeIntervalSince1970: 1_790_000_000))
        #expect(request.bundleID == "com.example.app")
        #expect(request.issuerID == "issuer")
    }

    @Test(arguments: [true, false])
    func `eligibility says yes or no`(isAllowed: Bool) throws {
        let token = try signer.introductoryOfferEligibility(
            productID: "gold",
            isAllowed: isAllowed,
            transactionID: "42",
            nonce: nonce,
            asOf: now
        )
        let request = try read(token)
        #expect(request.purpose == .introductoryOfferEligibility)
        #expect(request.allowsIntroductoryOffer == isAllowed)
    }

    @Test func `a request of Advanced Commerce travels byte for byte`() throws {
        let json = Data(#"{"operation":"CREATE_ONE_TIME_CHARGE","version":"1"}"#.utf8)
        let request = try read(signer.advancedCommerceRequest(json, nonce: nonce, asOf: now))
        #expect(request.purpose == .advancedCommerce)
        #expect(request.request == json)
    }

    @Test func `a changed request is refused`() throws {
        let token = try signer.promotionalOffer(productID: "gold", offerID: "half", nonce: nonce, asOf: now)
        let parts = token.split(separator: ".")
        let claims = String(decoding: try #require(Base64URL.decode(parts[1])), as: UTF8.self)
        let changed = Base64URL.encode(Array(claims.replacing("gold", with: "free").utf8))
        let error = #expect(throws: TokenError.self) { try read("\(parts[0]).\(changed).\(parts[2])") }
        #expect(error?.code == .signature)
    }

    @Test func `a bearer token is not a request`() throws {
        let bearer = try ServerAPITokenIssuer(
            .init(issuerID: "issuer", keyID: "ABCDE12345", key: key, bundleID: "com.example.app")
        ).token(asOf: now)
        let error = #expect(throws: TokenError.self) { try read(bearer) }
        #expect(error?.code == .claim)
    }
}
