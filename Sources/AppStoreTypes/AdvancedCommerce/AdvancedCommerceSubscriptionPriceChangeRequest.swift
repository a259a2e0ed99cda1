// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Changes the prices of a subscription's items.
///
/// <https://developer.apple.com/documentation/advancedcommerceapi/subscriptionpricechangerequest>
public struct AdvancedCommerceSubscriptionPriceChangeRequest: Hashable, Sendable, Codable {
    /// The prices' currency.
    public var currency: Currency?

    /// The items.
    public var items: [AdvancedCommercePriceChangeItem]

    /// Names the request.
    public var requestInfo: AdvancedCommerceRequestInfo

    /// The customer's storefront.
    public var storefront: StorefrontCountryCode?

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(
        currency: Currency? = nil,
        items: [AdvancedCommercePriceChangeItem],
        requestInfo: AdvancedCommerceRequestInfo,
        storefront: StorefrontCountryCode? = nil
    ) {
        self.currency = currency
        self.items = items
        self.requestInfo = requestInfo
        self.storefront = storefront
    }
}
