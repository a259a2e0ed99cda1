// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// An app's request to change a subscription.
///
/// <https://developer.apple.com/documentation/advancedcommerceapi/subscriptionmodifyinapprequest>
public struct AdvancedCommerceSubscriptionModifyInAppRequest: Hashable, Sendable, Codable {
    /// What is asked for.
    public var operation: AdvancedCommerceOperation

    /// The request's version.
    public var version: String

    /// The items that come.
    public var addItems: [AdvancedCommerceChargeItem]?

    /// The items that become others.
    public var changeItems: [AdvancedCommerceModifyChangeItem]?

    /// The prices' currency.
    public var currency: Currency?

    /// The subscription's new words.
    public var descriptors: AdvancedCommerceChangedDescriptors?

    /// The new length of a period.
    public var periodChange: AdvancedCommercePeriodChange?

    /// The items that go.
    public var removeItems: [AdvancedCommerceItemName]?

    /// Names the request.
    public var requestInfo: AdvancedCommerceRequestInfo

    /// Whether the renewal date stays.
    public var retainBillingCycle: Bool

    /// The customer's storefront.
    public var storefront: StorefrontCountryCode?

    /// The product's tax category.
    public var taxCode: String?

    /// The subscription.
    public var transactionId: TransactionID

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(
        operation: AdvancedCommerceOperation = .modifySubscription,
        version: String = "1",
        addItems: [AdvancedCommerceChargeItem]? = nil,
        changeItems: [AdvancedCommerceModifyChangeItem]? = nil,
        currency: Currency? = nil,
        descriptors: AdvancedCommerceChangedDescriptors? = nil,
        periodChange: AdvancedCommercePeriodChange? = nil,
        removeItems: [AdvancedCommerceItemName]? = nil,
        requestInfo: AdvancedCommerceRequestInfo,
        retainBillingCycle: Bool,
        storefront: StorefrontCountryCode? = nil,
        taxCode: String? = nil,
        transactionId: TransactionID
    ) {
        self.operation = operation
        self.version = version
        self.addItems = addItems
        self.changeItems = changeItems
        self.currency = currency
        self.descriptors = descriptors
        self.periodChange = periodChange
        self.removeItems = removeItems
        self.requestInfo = requestInfo
        self.retainBillingCycle = retainBillingCycle
        self.storefront = storefront
        self.taxCode = taxCode
        self.transactionId = transactionId
    }
}
