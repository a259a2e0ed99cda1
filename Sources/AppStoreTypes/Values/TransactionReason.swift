// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Whether the customer or the App Store's renewal began a transaction.
///
/// An open set: a value that Apple adds later is kept as it came.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/transactionreason>
public struct TransactionReason: WireString {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Makes a value from Apple's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The customer bought.
    public static let purchase = TransactionReason(rawValue: "PURCHASE")

    /// The App Store renewed a subscription.
    public static let renewal = TransactionReason(rawValue: "RENEWAL")
}
