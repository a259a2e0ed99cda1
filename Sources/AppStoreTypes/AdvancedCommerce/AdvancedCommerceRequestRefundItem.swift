// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// An item to refund.
///
/// <https://developer.apple.com/documentation/advancedcommerceapi/requestrefunditem>
public struct AdvancedCommerceRequestRefundItem: Hashable, Sendable, Codable {
    /// The developer's name of the item.
    public var sku: String

    /// How much, in thousandths of the currency's unit; for a custom refund.
    public var refundAmount: Int64?

    /// Why.
    public var refundReason: AdvancedCommerceRefundReason

    /// Whole or in part.
    public var refundType: AdvancedCommerceRefundType

    /// Whether the item is revoked.
    public var revoke: Bool

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(
        sku: String,
        refundAmount: Int64? = nil,
        refundReason: AdvancedCommerceRefundReason,
        refundType: AdvancedCommerceRefundType,
        revoke: Bool
    ) {
        self.sku = sku
        self.refundAmount = refundAmount
        self.refundReason = refundReason
        self.refundType = refundType
        self.revoke = revoke
    }

    private enum CodingKeys: String, CodingKey {
        case sku = "SKU"
        case refundAmount
        case refundReason
        case refundType
        case revoke
    }
}
