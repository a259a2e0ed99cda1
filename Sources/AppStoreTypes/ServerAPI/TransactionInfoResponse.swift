// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// One signed transaction.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/transactioninforesponse>
public struct TransactionInfoResponse: Hashable, Sendable, Codable {
    /// The transaction.
    public var signedTransactionInfo: SignedPayload

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(signedTransactionInfo: SignedPayload) {
        self.signedTransactionInfo = signedTransactionInfo
    }
}
