// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// One line of the store's books: something was sold, or its money went back.
///
/// Only production has books; the sandbox sells nothing.
public struct SaleRecord: Hashable, Sendable, Codable {
    /// When.
    public var date: Date

    /// The transaction.
    public var transaction: TransactionID

    /// The product.
    public var product: ProductID

    /// Where.
    public var storefront: StorefrontCountryCode

    /// The currency of both amounts.
    public var currency: Currency

    /// How many; negative when money went back.
    public var units: Int

    /// What the customer paid for one, in thousandths of the currency's unit.
    public var customerPrice: Int64

    /// What the developer gets for one, in thousandths of the currency's unit.
    public var proceeds: Int64

    /// Whether a subscription was renewed; absent for what does not renew.
    public var isRenewal: Bool?

    /// Whether the developer gets more because the customer paid for a year.
    public var earnsHigherRate: Bool

    /// Whether the customer pays an older price than new customers.
    public var hasPreservedPrice: Bool

    /// The offer of a code, when one was redeemed.
    public var offerCode: OfferID?
}
