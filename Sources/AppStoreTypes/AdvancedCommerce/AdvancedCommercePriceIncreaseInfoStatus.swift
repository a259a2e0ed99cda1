// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// How far a price increase of an Advanced Commerce item has come.
///
/// An open set: a value that Apple adds later is kept as it came.
///
/// <https://developer.apple.com/documentation/advancedcommerceapi/advancedcommercepriceincreaseinfostatus>
public struct AdvancedCommercePriceIncreaseInfoStatus: WireString {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Makes a value from Apple's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// It is planned.
    public static let scheduled = AdvancedCommercePriceIncreaseInfoStatus(rawValue: "SCHEDULED")

    /// It waits for the customer's answer.
    public static let pending = AdvancedCommercePriceIncreaseInfoStatus(rawValue: "PENDING")

    /// The customer agreed.
    public static let accepted = AdvancedCommercePriceIncreaseInfoStatus(rawValue: "ACCEPTED")
}
