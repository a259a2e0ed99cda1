// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// What the realtime endpoint answers: one of the four, or nothing.
///
/// <https://developer.apple.com/documentation/retentionmessaging/realtimeresponsebody>
public struct RealtimeResponseBody: Hashable, Sendable, Codable {
    /// A message.
    public var message: RealtimeMessage?

    /// Another product.
    public var alternateProduct: AlternateProduct?

    /// A promotional offer.
    public var promotionalOffer: RetentionPromotionalOffer?

    /// An Advanced Commerce offer.
    public var advancedCommerceInfo: AdvancedCommerceRetention?

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(
        message: RealtimeMessage? = nil,
        alternateProduct: AlternateProduct? = nil,
        promotionalOffer: RetentionPromotionalOffer? = nil,
        advancedCommerceInfo: AdvancedCommerceRetention? = nil
    ) {
        self.message = message
        self.alternateProduct = alternateProduct
        self.promotionalOffer = promotionalOffer
        self.advancedCommerceInfo = advancedCommerceInfo
    }
}
