// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The documents after a change of an Advanced Commerce purchase.
///
/// <https://developer.apple.com/documentation/advancedcommerceapi/subscriptioncancelresponse>
public struct AdvancedCommerceResponse: Hashable, Sendable, Codable {
    /// The renewal info, for subscriptions.
    public var signedRenewalInfo: SignedPayload?

    /// The transaction.
    public var signedTransactionInfo: SignedPayload

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(signedRenewalInfo: SignedPayload? = nil, signedTransactionInfo: SignedPayload) {
        self.signedRenewalInfo = signedRenewalInfo
        self.signedTransactionInfo = signedTransactionInfo
    }
}
