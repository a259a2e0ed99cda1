// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Changes the words of a subscription and its items.
///
/// <https://developer.apple.com/documentation/advancedcommerceapi/subscriptionchangemetadatarequest>
public struct AdvancedCommerceSubscriptionChangeMetadataRequest: Hashable, Sendable, Codable {
    /// The subscription's new words.
    public var descriptors: AdvancedCommerceChangedDescriptors?

    /// The items' new words.
    public var items: [AdvancedCommerceChangedItem]?

    /// Names the request.
    public var requestInfo: AdvancedCommerceRequestInfo

    /// The customer's storefront.
    public var storefront: StorefrontCountryCode?

    /// The product's tax category.
    public var taxCode: String?

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(
        descriptors: AdvancedCommerceChangedDescriptors? = nil,
        items: [AdvancedCommerceChangedItem]? = nil,
        requestInfo: AdvancedCommerceRequestInfo,
        storefront: StorefrontCountryCode? = nil,
        taxCode: String? = nil
    ) {
        self.descriptors = descriptors
        self.items = items
        self.requestInfo = requestInfo
        self.storefront = storefront
        self.taxCode = taxCode
    }
}
