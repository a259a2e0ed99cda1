// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Why an item changes.
///
/// An open set: a value that Apple adds later is kept as it came.
///
/// <https://developer.apple.com/documentation/advancedcommerceapi/reason>
public struct AdvancedCommerceReason: WireString {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Makes a value from Apple's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// To a higher one.
    public static let upgrade = AdvancedCommerceReason(rawValue: "UPGRADE")

    /// To a lower one.
    public static let downgrade = AdvancedCommerceReason(rawValue: "DOWNGRADE")

    /// To apply an offer.
    public static let applyOffer = AdvancedCommerceReason(rawValue: "APPLY_OFFER")
}
