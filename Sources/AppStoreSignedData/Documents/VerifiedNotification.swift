// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// A notification that was verified, with the documents in it.
public struct VerifiedNotification: Sendable {
    /// The notification itself.
    public let notification: Verified<NotificationPayload>

    /// The transaction in it.
    public let transaction: Verified<TransactionPayload>?

    /// The renewal info in it.
    public let renewalInfo: Verified<RenewalInfoPayload>?

    /// The app transaction in it.
    public let appTransaction: Verified<AppTransactionPayload>?
}
