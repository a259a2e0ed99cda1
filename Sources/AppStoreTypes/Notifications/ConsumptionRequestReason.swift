// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Why the customer asked for a refund.
///
/// An open set: a value that Apple adds later is kept as it came.
///
/// <https://developer.apple.com/documentation/appstoreservernotifications/consumptionrequestreason>
public struct ConsumptionRequestReason: WireString {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Makes a value from Apple's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The purchase was not meant.
    public static let unintendedPurchase = ConsumptionRequestReason(rawValue: "UNINTENDED_PURCHASE")

    /// What was bought did not arrive.
    public static let fulfillmentIssue = ConsumptionRequestReason(rawValue: "FULFILLMENT_ISSUE")

    /// What was bought did not satisfy.
    public static let unsatisfiedWithPurchase = ConsumptionRequestReason(rawValue: "UNSATISFIED_WITH_PURCHASE")

    /// A legal reason.
    public static let legal = ConsumptionRequestReason(rawValue: "LEGAL")

    /// Another reason.
    public static let other = ConsumptionRequestReason(rawValue: "OTHER")
}
