// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// A message that offers another product.
///
/// <https://developer.apple.com/documentation/retentionmessaging/alternateproduct>
public struct AlternateProduct: Hashable, Sendable, Codable {
    /// The message.
    public var messageIdentifier: UUID

    /// The product.
    public var productId: ProductID

    /// How it is billed.
    public var billingPlanType: BillingPlanType?

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(messageIdentifier: UUID, productId: ProductID, billingPlanType: BillingPlanType? = nil) {
        self.messageIdentifier = messageIdentifier
        self.productId = productId
        self.billingPlanType = billingPlanType
    }
}
