// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// A message that makes a promotional offer.
///
/// <https://developer.apple.com/documentation/retentionmessaging/promotionaloffer>
public struct RetentionPromotionalOffer: Hashable, Sendable, Codable {
    /// The message.
    public var messageIdentifier: UUID

    /// The offer, signed as JWS.
    public var promotionalOfferSignatureV2: SignedPayload?

    /// The offer, signed in the older way.
    public var promotionalOfferSignatureV1: PromotionalOfferSignatureV1?

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(
        messageIdentifier: UUID,
        promotionalOfferSignatureV2: SignedPayload? = nil,
        promotionalOfferSignatureV1: PromotionalOfferSignatureV1? = nil
    ) {
        self.messageIdentifier = messageIdentifier
        self.promotionalOfferSignatureV2 = promotionalOfferSignatureV2
        self.promotionalOfferSignatureV1 = promotionalOfferSignatureV1
    }
}
