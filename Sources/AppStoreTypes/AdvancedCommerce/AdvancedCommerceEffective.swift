// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// When a change takes effect.
///
/// An open set: a value that Apple adds later is kept as it came.
///
/// <https://developer.apple.com/documentation/advancedcommerceapi/effective>
public struct AdvancedCommerceEffective: WireString {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Makes a value from Apple's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// At once.
    public static let immediately = AdvancedCommerceEffective(rawValue: "IMMEDIATELY")

    /// With the next period.
    public static let nextBillCycle = AdvancedCommerceEffective(rawValue: "NEXT_BILL_CYCLE")
}
