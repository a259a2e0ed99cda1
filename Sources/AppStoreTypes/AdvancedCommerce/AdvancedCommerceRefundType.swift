// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// How much of an Advanced Commerce item is refunded.
///
/// An open set: a value that Apple adds later is kept as it came.
///
/// <https://developer.apple.com/documentation/advancedcommerceapi/refundtype>
public struct AdvancedCommerceRefundType: WireString {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Makes a value from Apple's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The whole price.
    public static let full = AdvancedCommerceRefundType(rawValue: "FULL")

    /// The part that was not used.
    public static let prorated = AdvancedCommerceRefundType(rawValue: "PRORATED")

    /// An amount that the developer names.
    public static let custom = AdvancedCommerceRefundType(rawValue: "CUSTOM")
}
