// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import FoundationEssentials
import Testing

@Suite struct PromotionalOfferTests {
    let key: PrivateKey
    let nonce = UUID()
    let now = Date(timeIntervalSince1970: 1_790_000_000)
    let offer = PromotionalOffer(
        productID: "gold",
        offerID: "half",
        customer: .accountToken(AppAccountToken(rawValue: UUID()))
    )

    init() throws {
        key = try PrivateKey.generate(.p256)
    }

    private func signature() throws -> PromotionalOfferSignature {
        try PromotionalOfferSigner(bundleID: "com.example.app", keyID: "ABCDE12345", key: key)
            .sign(offer, nonce: nonce, asOf: now)
    }

    private func code(
        _ signature: PromotionalOfferSignature,
        _ offer: PromotionalOffer? = nil,
        bundleID: BundleID = "com.example.app",
        at instant: Date? = nil
    ) -> TokenError.Code? {
        do {
            try signature.verify(offer ?? self.offer, bundleID: bundleID, asOf: instant ?? now) {
                $0 == "ABCDE12345" ? key.publicKey : nil
            }
            return nil
        } catch {
            return (error as? TokenError)?.code
        }
    }

    @Test func `a signature holds for its offer`() throws {
        #expect(code(try signature()) == nil)
    }

    @Test func `a signature holds for nothing else`() throws {
        let signature = try signature()
        var changes = [offer, offer, offer]
        changes[0].productID = "silver"
        changes[1].offerID = "free"
        changes[2].customer = .anyone
        for changed in changes { #expect(code(signature, changed) == .signature) }
        #expect(code(signature, bundleID: "com.example.other") == .signature)
        var other = signature
        other.nonce = UUID()
        #expect(code(other) == .signature)
        other = signature
        other.timestamp += 1
        #expect(code(other) == .signature)
    }

    @Test func `fields cannot flow into each other`() throws {
        let joined = PromotionalOffer(productID: "goldhalf", offerID: "", customer: offer.customer)
        #expect(code(try signature(), joined) == .signature)
    }

    @Test func `a signature holds for a day`() throws {
        let signature = try signature()
        #expect(code(signature, at: now.addingTimeInterval(24 * 3600 - 1)) == nil)
        #expect(code(signature, at: now.addingTimeInterval(24 * 3600)) == .expired)
    }

    @Test func `an unknown key is refused`() throws {
        var signature = try signature()
        signature.keyIdentifier = "OTHER"
        #expect(code(signature) == .unknownKey)
    }

    @Test func `a signature that is not base64 is refused`() throws {
        var signature = try signature()
        signature.signature += "="
        #expect(code(signature) == .malformed)
    }

    @Test func `the nonce travels in lower case`() throws {
        let json = String(decoding: try JSONEncoder().encode(signature()), as: UTF8.self)
        #expect(json.contains(nonce.uuidString.lowercased()))
    }

    @Test func `offers are not signed with other keys than P-256`() throws {
        let wrong = try PrivateKey.generate(.p384)
        #expect(throws: CryptographyError.self) {
            try PromotionalOfferSigner(bundleID: "com.example.app", keyID: "ABCDE12345", key: wrong)
        }
    }
}
