// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// What the developer would have Apple decide.
///
/// An open set: a value that Apple adds later is kept as it came.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/refundpreference>
public struct RefundPreference: WireString {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Makes a value from Apple's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// No refund.
    public static let decline = RefundPreference(rawValue: "DECLINE")

    /// The whole price back.
    public static let grantFull = RefundPreference(rawValue: "GRANT_FULL")

    /// The part back that was not used.
    public static let grantProrated = RefundPreference(rawValue: "GRANT_PRORATED")
}
