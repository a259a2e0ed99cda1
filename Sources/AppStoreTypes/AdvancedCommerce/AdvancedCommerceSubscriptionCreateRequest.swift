// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// An app's request to subscribe.
///
/// <https://developer.apple.com/documentation/advancedcommerceapi/subscriptioncreaterequest>
public struct AdvancedCommerceSubscriptionCreateRequest: Hashable, Sendable, Codable {
    /// What is asked for.
    public var operation: AdvancedCommerceOperation

    /// The request's version.
    public var version: String

    /// The prices' currency.
    public var currency: Currency

    /// The subscription's words.
    public var descriptors: AdvancedCommerceDescriptors

    /// The items.
    public var items: [AdvancedCommerceChargeItem]

    /// The length of one period.
    public var period: SubscriptionPeriod

    /// The subscription that it follows.
    public var previousTransactionId: TransactionID?

    /// Names the request.
    public var requestInfo: AdvancedCommerceRequestInfo

    /// The customer's storefront.
    public var storefront: StorefrontCountryCode?

    /// The product's tax category.
    public var taxCode: String

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(
        operation: AdvancedCommerceOperation = .createSubscription,
        version: String = "1",
        currency: Currency,
        descriptors: AdvancedCommerceDescriptors,
        items: [AdvancedCommerceChargeItem],
        period: SubscriptionPeriod,
        previousTransactionId: TransactionID? = nil,
        requestInfo: AdvancedCommerceRequestInfo,
        storefront: StorefrontCountryCode? = nil,
        taxCode: String
    ) {
        self.operation = operation
        self.version = version
        self.currency = currency
        self.descriptors = descriptors
        self.items = items
        self.period = period
        self.previousTransactionId = previousTransactionId
        self.requestInfo = requestInfo
        self.storefront = storefront
        self.taxCode = taxCode
    }
}
