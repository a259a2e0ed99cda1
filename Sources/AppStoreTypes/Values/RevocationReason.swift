// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Why Apple refunded a transaction.
///
/// An open set: a value that Apple adds later is kept as it came.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/revocationreason>
public struct RevocationReason: WireInteger {
    /// The value as Apple writes it.
    public let rawValue: Int

    /// Makes a value from Apple's number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Another reason, such as an accidental purchase.
    public static let other = RevocationReason(rawValue: 0)

    /// A problem with the app, as the customer sees it.
    public static let appIssue = RevocationReason(rawValue: 1)

    /// The customer moved to a bundle that includes the product.
    public static let upgradedToBundle = RevocationReason(rawValue: ProvisionalNames.upgradedToBundle)
}
