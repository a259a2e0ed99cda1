// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The transactions of the order number on a customer's receipt from Apple.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/orderlookupresponse>
public struct OrderLookupResponse: Hashable, Sendable, Codable {
    /// Whether the number is one of this app's.
    public var status: OrderLookupStatus

    /// The order's transactions.
    public var signedTransactions: [SignedPayload]?

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(status: OrderLookupStatus, signedTransactions: [SignedPayload]? = nil) {
        self.status = status
        self.signedTransactions = signedTransactions
    }
}
