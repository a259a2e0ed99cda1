// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Moves a subscription to the Advanced Commerce API.
///
/// <https://developer.apple.com/documentation/advancedcommerceapi/subscriptionmigraterequest>
public struct AdvancedCommerceSubscriptionMigrateRequest: Hashable, Sendable, Codable {
    /// The subscription's words.
    public var descriptors: AdvancedCommerceMigrateDescriptors

    /// The items of the current period.
    public var items: [AdvancedCommerceItem]

    /// The items of the next period.
    public var renewalItems: [AdvancedCommerceItem]?

    /// Names the request.
    public var requestInfo: AdvancedCommerceRequestInfo

    /// The customer's storefront.
    public var storefront: StorefrontCountryCode?

    /// The generic product it moves to.
    public var targetProductId: ProductID

    /// The product's tax category.
    public var taxCode: String

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(
        descriptors: AdvancedCommerceMigrateDescriptors,
        items: [AdvancedCommerceItem],
        renewalItems: [AdvancedCommerceItem]? = nil,
        requestInfo: AdvancedCommerceRequestInfo,
        storefront: StorefrontCountryCode? = nil,
        targetProductId: ProductID,
        taxCode: String
    ) {
        self.descriptors = descriptors
        self.items = items
        self.renewalItems = renewalItems
        self.requestInfo = requestInfo
        self.storefront = storefront
        self.targetProductId = targetProductId
        self.taxCode = taxCode
    }
}
