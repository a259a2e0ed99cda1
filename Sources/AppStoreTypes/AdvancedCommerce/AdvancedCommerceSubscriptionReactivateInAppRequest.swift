// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// An app's request to turn a subscription's renewal on again.
///
/// <https://developer.apple.com/documentation/advancedcommerceapi/subscriptionreactivateinapprequest>
public struct AdvancedCommerceSubscriptionReactivateInAppRequest: Hashable, Sendable, Codable {
    /// What is asked for.
    public var operation: AdvancedCommerceOperation

    /// The request's version.
    public var version: String

    /// The items that renew.
    public var items: [AdvancedCommerceItemName]?

    /// Names the request.
    public var requestInfo: AdvancedCommerceRequestInfo

    /// The customer's storefront.
    public var storefront: StorefrontCountryCode?

    /// The subscription.
    public var transactionId: TransactionID

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(
        operation: AdvancedCommerceOperation = .reactivateSubscription,
        version: String = "1",
        items: [AdvancedCommerceItemName]? = nil,
        requestInfo: AdvancedCommerceRequestInfo,
        storefront: StorefrontCountryCode? = nil,
        transactionId: TransactionID
    ) {
        self.operation = operation
        self.version = version
        self.items = items
        self.requestInfo = requestInfo
        self.storefront = storefront
        self.transactionId = transactionId
    }
}
