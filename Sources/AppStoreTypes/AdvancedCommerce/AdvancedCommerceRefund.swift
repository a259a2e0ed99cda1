// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// A refund of an Advanced Commerce item.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/advancedcommercerefund>
public struct AdvancedCommerceRefund: Hashable, Sendable, Codable {
    /// How much, in thousandths of the currency's unit.
    public var refundAmount: Int64?

    /// When.
    public var refundDate: Date?

    /// Why.
    public var refundReason: AdvancedCommerceRefundReason?

    /// Whole or in part.
    public var refundType: AdvancedCommerceRefundType?

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(
        refundAmount: Int64? = nil,
        refundDate: Date? = nil,
        refundReason: AdvancedCommerceRefundReason? = nil,
        refundType: AdvancedCommerceRefundType? = nil
    ) {
        self.refundAmount = refundAmount
        self.refundDate = refundDate
        self.refundReason = refundReason
        self.refundType = refundType
    }
}
