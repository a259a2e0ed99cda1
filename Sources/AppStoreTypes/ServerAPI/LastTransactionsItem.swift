// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A subscription's state and its last documents.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/lasttransactionsitem>
public struct LastTransactionsItem: Hashable, Sendable, Codable {
    /// The state.
    public var status: SubscriptionStatus

    /// The subscription.
    public var originalTransactionId: OriginalTransactionID

    /// Its last transaction.
    public var signedTransactionInfo: SignedPayload

    /// Its renewal info.
    public var signedRenewalInfo: SignedPayload

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(
        status: SubscriptionStatus,
        originalTransactionId: OriginalTransactionID,
        signedTransactionInfo: SignedPayload,
        signedRenewalInfo: SignedPayload
    ) {
        self.status = status
        self.originalTransactionId = originalTransactionId
        self.signedTransactionInfo = signedTransactionInfo
        self.signedRenewalInfo = signedRenewalInfo
    }
}
