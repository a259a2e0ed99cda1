// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// What a transaction of the Advanced Commerce API says besides.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/advancedcommercetransactioninfo>
public struct AdvancedCommerceTransactionInfo: Hashable, Sendable, Codable {
    /// The subscription's words.
    public var descriptors: AdvancedCommerceDescriptors?

    /// The tax as Apple estimates it, in thousandths of the currency's unit.
    public var estimatedTax: Int64?

    /// What was bought.
    public var items: [AdvancedCommerceTransactionItem]?

    /// The length of one subscription period.
    public var period: SubscriptionPeriod?

    /// The developer's reference.
    public var requestReferenceId: String?

    /// The product's tax category.
    public var taxCode: String?

    /// The price without tax, in thousandths of the currency's unit.
    public var taxExclusivePrice: Int64?

    /// The tax rate as a decimal text.
    public var taxRate: String?

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(
        descriptors: AdvancedCommerceDescriptors? = nil,
        estimatedTax: Int64? = nil,
        items: [AdvancedCommerceTransactionItem]? = nil,
        period: SubscriptionPeriod? = nil,
        requestReferenceId: String? = nil,
        taxCode: String? = nil,
        taxExclusivePrice: Int64? = nil,
        taxRate: String? = nil
    ) {
        self.descriptors = descriptors
        self.estimatedTax = estimatedTax
        self.items = items
        self.period = period
        self.requestReferenceId = requestReferenceId
        self.taxCode = taxCode
        self.taxExclusivePrice = taxExclusivePrice
        self.taxRate = taxRate
    }
}
