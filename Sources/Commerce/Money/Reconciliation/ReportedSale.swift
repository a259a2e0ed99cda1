// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// A row of Apple's sales report, as far as reconciliation goes.
///
/// <https://developer.apple.com/help/app-store-connect/reference/sales-and-trends-reports>
public struct ReportedSale: Hashable, Sendable {
    /// The row's place in its report, to name it by.
    public var row: Int

    /// The Pacific day.
    public var day: CivilDay

    /// The product.
    public var productID: ProductID

    /// The storefront.
    public var country: StorefrontCountryCode

    /// The customer's price of one unit, as a positive amount.
    public var unitPrice: Money

    /// Units; below zero for refunds.
    public var units: Int

    /// What the team gets for one unit.
    public var unitProceeds: Money

    /// Whether the price was kept for earlier subscribers.
    public var isPreservedPrice: Bool

    /// Makes a row.
    public init(
        row: Int,
        day: CivilDay,
        productID: ProductID,
        country: StorefrontCountryCode,
        unitPrice: Money,
        units: Int,
        unitProceeds: Money,
        isPreservedPrice: Bool = false
    ) {
        self.row = row
        self.day = day
        self.productID = productID
        self.country = country
        self.unitPrice = unitPrice
        self.units = units
        self.unitProceeds = unitProceeds
        self.isPreservedPrice = isPreservedPrice
    }

    /// The money that the row says customers paid: below zero for refunds.
    public var amount: Int64 { amount(of: units).value }

    /// What so many of its units come to.
    func amount(of units: Int) -> BoundedSum { BoundedSum(unitPrice.milliunits) * BoundedSum(Int64(units)) }
}
