// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Ends a subscription at once and refunds it.
///
/// <https://developer.apple.com/documentation/advancedcommerceapi/subscriptionrevokerequest>
public struct AdvancedCommerceSubscriptionRevokeRequest: Hashable, Sendable, Codable {
    /// Why.
    public var refundReason: AdvancedCommerceRefundReason

    /// Whether Apple's usual decision is asked for.
    public var refundRiskingPreference: Bool

    /// Whole or in part.
    public var refundType: AdvancedCommerceRefundType

    /// Names the request.
    public var requestInfo: AdvancedCommerceRequestInfo

    /// The customer's storefront.
    public var storefront: StorefrontCountryCode?

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(
        refundReason: AdvancedCommerceRefundReason,
        refundRiskingPreference: Bool,
        refundType: AdvancedCommerceRefundType,
        requestInfo: AdvancedCommerceRequestInfo,
        storefront: StorefrontCountryCode? = nil
    ) {
        self.refundReason = refundReason
        self.refundRiskingPreference = refundRiskingPreference
        self.refundType = refundType
        self.requestInfo = requestInfo
        self.storefront = storefront
    }
}
