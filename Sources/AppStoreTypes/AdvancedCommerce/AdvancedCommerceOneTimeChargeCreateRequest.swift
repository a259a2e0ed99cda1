// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// An app's request to buy an item once.
///
/// <https://developer.apple.com/documentation/advancedcommerceapi/onetimechargecreaterequest>
public struct AdvancedCommerceOneTimeChargeCreateRequest: Hashable, Sendable, Codable {
    /// What is asked for.
    public var operation: AdvancedCommerceOperation

    /// The request's version.
    public var version: String

    /// The price's currency.
    public var currency: Currency

    /// The item.
    public var item: AdvancedCommerceChargeItem

    /// Names the request.
    public var requestInfo: AdvancedCommerceRequestInfo

    /// The customer's storefront.
    public var storefront: StorefrontCountryCode?

    /// The product's tax category.
    public var taxCode: String

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(
        operation: AdvancedCommerceOperation = .createOneTimeCharge,
        version: String = "1",
        currency: Currency,
        item: AdvancedCommerceChargeItem,
        requestInfo: AdvancedCommerceRequestInfo,
        storefront: StorefrontCountryCode? = nil,
        taxCode: String
    ) {
        self.operation = operation
        self.version = version
        self.currency = currency
        self.item = item
        self.requestInfo = requestInfo
        self.storefront = storefront
        self.taxCode = taxCode
    }
}
