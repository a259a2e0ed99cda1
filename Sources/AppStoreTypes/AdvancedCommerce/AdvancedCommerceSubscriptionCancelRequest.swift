// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Turns a subscription's renewal off.
///
/// <https://developer.apple.com/documentation/advancedcommerceapi/subscriptioncancelrequest>
public struct AdvancedCommerceSubscriptionCancelRequest: Hashable, Sendable, Codable {
    /// Names the request.
    public var requestInfo: AdvancedCommerceRequestInfo

    /// The customer's storefront.
    public var storefront: StorefrontCountryCode?

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(requestInfo: AdvancedCommerceRequestInfo, storefront: StorefrontCountryCode? = nil) {
        self.requestInfo = requestInfo
        self.storefront = storefront
    }
}
