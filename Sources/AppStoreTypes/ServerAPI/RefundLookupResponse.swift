// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A customer's refunded transactions, as the older endpoint answers.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/refundlookupresponse>
public struct RefundLookupResponse: Hashable, Sendable, Codable {
    /// At most 50 signed transactions.
    public var signedTransactions: [SignedPayload]

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(signedTransactions: [SignedPayload]) {
        self.signedTransactions = signedTransactions
    }
}
