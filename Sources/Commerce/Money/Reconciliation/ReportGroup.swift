// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// What is compared as one: a product in a storefront and a currency on one Pacific day or in one fiscal month.
public struct ReportGroup: Hashable, Sendable {
    /// The product.
    public var productID: ProductID

    /// The storefront.
    public var country: StorefrontCountryCode

    /// The currency.
    public var currency: Currency

    /// The Pacific day, or a fiscal month's first day.
    public var day: CivilDay

    /// The group of one of our sales on its Pacific day.
    public init(_ sale: RecordedSale) {
        self.init(sale, day: sale.day)
    }

    /// The group of one of our sales in a period that begins on a day.
    public init(_ sale: RecordedSale, day: CivilDay) {
        productID = sale.productID
        country = sale.country
        currency = sale.price.currency
        self.day = day
    }

    /// The group of a row of Apple's.
    public init(_ row: ReportedSale) {
        productID = row.productID
        country = row.country
        currency = row.unitPrice.currency
        day = row.day
    }
}

extension ReportGroup: Comparable {
    /// Orders by day, product, storefront and currency.
    public static func < (left: ReportGroup, right: ReportGroup) -> Bool {
        (left.day, left.productID, left.country, left.currency)
            < (right.day, right.productID, right.country, right.currency)
    }
}

extension ReportGroup: CustomStringConvertible {
    /// The group in one line.
    public var description: String { "\(day) \(productID) \(country) \(currency)" }
}
