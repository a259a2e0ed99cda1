// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Why an Advanced Commerce item is refunded.
///
/// An open set: a value that Apple adds later is kept as it came.
///
/// <https://developer.apple.com/documentation/advancedcommerceapi/refundreason>
public struct AdvancedCommerceRefundReason: WireString {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Makes a value from Apple's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The purchase was not meant.
    public static let unintendedPurchase = AdvancedCommerceRefundReason(rawValue: "UNINTENDED_PURCHASE")

    /// What was bought did not arrive.
    public static let fulfillmentIssue = AdvancedCommerceRefundReason(rawValue: "FULFILLMENT_ISSUE")

    /// What was bought did not satisfy.
    public static let unsatisfiedWithPurchase = AdvancedCommerceRefundReason(rawValue: "UNSATISFIED_WITH_PURCHASE")

    /// A legal reason.
    public static let legal = AdvancedCommerceRefundReason(rawValue: "LEGAL")

    /// Another reason.
    public static let other = AdvancedCommerceRefundReason(rawValue: "OTHER")

    /// The items of a subscription changed.
    public static let modifyItemsRefund = AdvancedCommerceRefundReason(rawValue: "MODIFY_ITEMS_REFUND")

    /// Makes the sandbox decline; only allowed there.
    public static let simulateRefundDecline = AdvancedCommerceRefundReason(rawValue: "SIMULATE_REFUND_DECLINE")
}
