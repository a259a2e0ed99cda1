// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A customer's signed app transaction.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/apptransactioninforesponse>
public struct AppTransactionInfoResponse: Hashable, Sendable, Codable {
    /// The app transaction.
    public var signedAppTransactionInfo: SignedPayload

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(signedAppTransactionInfo: SignedPayload) {
        self.signedAppTransactionInfo = signedAppTransactionInfo
    }
}
