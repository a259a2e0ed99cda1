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

    /// Whether an offer was signed with this key, for this purchase.
    func isValid(
        _ signature: Product.SubscriptionOffer.Signature,
        offer: PromotionalOffer,
        bundleID: BundleID,
        asOf now: Date
    ) -> Bool {
        let parts = PromotionalOfferSignature(
            keyIdentifier: signature.keyID,
            nonce: signature.nonce,
            timestamp: Int64(signature.timestamp),
            signature: signature.signature.base64EncodedString()
        )
        do {
            try parts.verify(offer, bundleID: bundleID, asOf: now) { $0 == id ? key.publicKey : nil }
            return true
        } catch {
            StoreLog.warn("a promotional offer is refused: \(error)")
            return false
        }
    }
}
