// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// Signs promotional offers the first way: seven fields, an ECDSA signature in DER.
///
/// <https://developer.apple.com/documentation/storekit/generating-a-signature-for-promotional-offers>
public struct PromotionalOfferSigner: Sendable {
    private let bundleID: BundleID
    private let keyID: String
    private let key: PrivateKey

    /// Makes a signer.
    ///
    /// - Throws: ``CryptographyError`` when the key is not P-256.
    public init(bundleID: BundleID, keyID: String, key: PrivateKey) throws {
        guard key.algorithm == .p256 else {
            throw CryptographyError(code: .unsuitableKey, message: "offers are signed with a P-256 key from a .p8 file")
        }
        self.bundleID = bundleID
        self.keyID = keyID
        self.key = key
    }

    /// Signs an offer; the signature holds for 24 hours, and once.
    ///
    /// - Parameters:
    ///   - offer: The offer.
    ///   - nonce: A UUID that is used for nothing else.
    ///   - now: The present instant.
    /// - Returns: What the app hands to StoreKit.
    /// - Throws: ``CryptographyError`` when OpenSSL fails.
    public func sign(_ offer: PromotionalOffer, nonce: UUID, asOf now: Date) throws -> PromotionalOfferSignature {
        let timestamp = now.millisecondsSince1970
        let message = PromotionalOfferSignature.message(
            offer,
            bundleID: bundleID,
            keyID: keyID,
            nonce: nonce,
            timestamp: timestamp
        )
        return PromotionalOfferSignature(
            keyIdentifier: keyID,
            nonce: nonce,
            timestamp: timestamp,
            signature: Base64.encode(try key.signature(for: message))
        )
    }
}
