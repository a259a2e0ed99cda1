// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes

/// The key with which a configuration file signs promotional offers.
struct OffersKey: Sendable {
    private let id: String
    private let key: PrivateKey

    init(_ pair: StoreKitFile.OffersKeyPair) throws {
        id = pair.id
        let isWhole = pair.privateKey.hasPrefix("-----BEGIN")
        key = try PrivateKey(
            pem: isWhole
                ? pair.privateKey
                : "-----BEGIN PRIVATE KEY-----\n\(pair.privateKey)\n-----END PRIVATE KEY-----\n"
        )
    }

    fileprivate func publicKey(_ identifier: String) -> PublicKey? { identifier == id ? key.publicKey : nil }
}

/// Checks what an app's server signed about a promotional offer.
///
/// Without a key in the configuration file no signature can be verified: then only its form is checked.
struct OfferSignatureCheck {
    let key: OffersKey?
    let bundleID: BundleID

    /// Whether an offer was signed for this purchase, in the first format.
    func isValid(_ signature: Product.SubscriptionOffer.Signature, offer: PromotionalOffer, asOf now: Date) -> Bool {
        let parts = PromotionalOfferSignature(
            keyIdentifier: signature.keyID,
            nonce: signature.nonce,
            timestamp: Int64(signature.timestamp),
            signature: signature.signature.base64EncodedString()
        )
        guard let key else {
            if !parts.isWellFormed { refuse("its signature is not an ECDSA signature in DER") }
            return parts.isWellFormed
        }
        do {
            try parts.verify(offer, bundleID: bundleID, asOf: now) { key.publicKey($0) }
            return true
        } catch {
            refuse("\(error)")
            return false
        }
    }

    /// Whether an offer was signed for this purchase, as a JWS.
    func isValid(jws: String, product: ProductID, offer: OfferID) -> Bool {
        do {
            let request = try InAppRequest(verifying: jws) { key?.publicKey($0) }
            let isMeant =
                request.purpose == .promotionalOffer && request.bundleID == bundleID && request.productID == product
                && request.offerID == offer
            if !isMeant { refuse("the JWS is about another app, product or offer") }
            return isMeant
        } catch let error as TokenError where error.code == .unknownKey && key == nil {
            // The form was checked before the key was looked for.
            return true
        } catch {
            refuse("\(error)")
            return false
        }
    }

    private func refuse(_ reason: String) { StoreLog.warn("a promotional offer is refused: \(reason)") }
}
