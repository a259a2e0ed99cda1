// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// How a subscription with a commitment is billed.
///
/// An open set: a value that Apple adds later is kept as it came.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/billingplantype>
public struct BillingPlanType: WireString {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Makes a value from Apple's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Billed once for the whole period.
    public static let billedUpfront = BillingPlanType(rawValue: "BILLED_UPFRONT")

    /// Billed each month of the commitment.
    public static let monthly = BillingPlanType(rawValue: "MONTHLY")
}
