// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// Names a request and the customer it is for.
///
/// <https://developer.apple.com/documentation/advancedcommerceapi/requestinfo>
public struct AdvancedCommerceRequestInfo: Hashable, Sendable, Codable {
    /// The customer's UUID.
    public var appAccountToken: AppAccountToken?

    /// The mark that orders changes of the subscription.
    public var consistencyToken: String?

    /// The developer's reference, used once.
    public var requestReferenceId: UUID

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(appAccountToken: AppAccountToken? = nil, consistencyToken: String? = nil, requestReferenceId: UUID) {
        self.appAccountToken = appAccountToken
        self.consistencyToken = consistencyToken
        self.requestReferenceId = requestReferenceId
    }
}
