// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A page of a customer's refunded transactions.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/refundhistoryresponse>
public struct RefundHistoryResponse: Hashable, Sendable, Codable {
    /// At most 20 signed transactions.
    public var signedTransactions: [SignedPayload]

    /// The mark from which to ask on.
    public var revision: String?

    /// Whether another page follows.
    public var hasMore: Bool

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(signedTransactions: [SignedPayload], revision: String? = nil, hasMore: Bool) {
        self.signedTransactions = signedTransactions
        self.revision = revision
        self.hasMore = hasMore
    }
}
