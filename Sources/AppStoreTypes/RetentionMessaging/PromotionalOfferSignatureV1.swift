// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// A promotional offer signed in the older way.
///
/// <https://developer.apple.com/documentation/retentionmessaging/promotionaloffersignaturev1>
public struct PromotionalOfferSignatureV1: Hashable, Sendable, Codable {
    /// The signature in base64.
    public var encodedSignature: String

    /// The product.
    public var productId: ProductID

    /// A value used once.
    public var nonce: UUID

    /// When it was signed, in milliseconds since 1970.
    public var timestamp: Int64

    /// The key.
    public var keyId: String

    /// The offer.
    public var offerIdentifier: OfferID

    /// The customer's UUID.
    public var appAccountToken: AppAccountToken?

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(
        encodedSignature: String,
        productId: ProductID,
        nonce: UUID,
        timestamp: Int64,
        keyId: String,
        offerIdentifier: OfferID,
        appAccountToken: AppAccountToken? = nil
    ) {
        self.encodedSignature = encodedSignature
        self.productId = productId
        self.nonce = nonce
        self.timestamp = timestamp
        self.keyId = keyId
        self.offerIdentifier = offerIdentifier
        self.appAccountToken = appAccountToken
    }
}
