// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Asks for a refund of items of a transaction.
///
/// <https://developer.apple.com/documentation/advancedcommerceapi/requestrefundrequest>
public struct AdvancedCommerceRequestRefundRequest: Hashable, Sendable, Codable {
    /// The amounts' currency.
    public var currency: Currency?

    /// The items.
    public var items: [AdvancedCommerceRequestRefundItem]

    /// Whether Apple's usual decision is asked for.
    public var refundRiskingPreference: Bool

    /// Names the request.
    public var requestInfo: AdvancedCommerceRequestInfo

    /// The customer's storefront.
    public var storefront: StorefrontCountryCode?

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(
        currency: Currency? = nil,
        items: [AdvancedCommerceRequestRefundItem],
        refundRiskingPreference: Bool,
        requestInfo: AdvancedCommerceRequestInfo,
        storefront: StorefrontCountryCode? = nil
    ) {
        self.currency = currency
        self.items = items
        self.refundRiskingPreference = refundRiskingPreference
        self.requestInfo = requestInfo
        self.storefront = storefront
    }
}
