// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

/// Tells which of a vendor's rows are about an app's products, and which product it is.
struct ReportedProducts: Sendable {
    private let own: Set<ProductID>
    private let foreign: Set<ProductID>
    private let byItemID: [String: ProductID]

    /// Knows the products of an app's catalogue, those that it sold, and those of the vendor's other apps.
    init(catalog: Catalog, sold: some Sequence<ProductID>, others: [Catalog]) {
        own = Set(catalog.products.map(\.id)).union(sold)
        foreign = Set(others.flatMap { $0.products.map(\.id) })
        byItemID = Dictionary(
            catalog.products.compactMap { product in product.itemID.map { ($0, product.id) } },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// The product of a row, or nothing when it is another app's.
    func product(sku: String?, appleIdentifier: String?) -> ProductID? {
        if let sku = sku.map(ProductID.init(rawValue:)), own.contains(sku) { return sku }
        if let product = appleIdentifier.flatMap({ byItemID[$0] }) { return product }
        // A product that nobody here knows is one that we lost sight of: it must not be passed over.
        guard let sku = sku.map(ProductID.init(rawValue:)), !foreign.contains(sku) else { return nil }
        return sku
    }
}

extension ReportedSale {
    /// A row of a sales report, or nothing when it is no purchase inside an app or another app's.
    init?(sales row: SalesReportRow, number: Int, day: CivilDay, products: ReportedProducts) {
        guard let kind = row.productTypeIdentifier, ReportProductType(rawValue: kind).isInAppPurchase,
            let product = products.product(sku: row.sku, appleIdentifier: row.appleIdentifier),
            let units = row.units.flatMap(Self.whole), let country = row.countryCode,
            let currency = row.customerCurrency, let price = Self.milliunits(row.record.text("Customer Price")),
            units != 0
        else { return nil }
        let proceeds = Self.milliunits(row.record.text("Developer Proceeds")) ?? 0
        self.init(
            row: number,
            day: row.endDate.flatMap(Self.day) ?? day,
            productID: product,
            country: StorefrontCountryCode(rawValue: CountryCode.alpha3(of: country)),
            unitPrice: Money(milliunits: abs(price), currency: Currency(rawValue: currency)),
            units: units,
            unitProceeds: Money(
                milliunits: abs(proceeds),
                currency: Currency(rawValue: row.currencyOfProceeds ?? currency)
            ),
            isPreservedPrice: row.preservedPricing != nil
        )
    }

    /// A row of a financial report, on its month's first day.
    init?(financial row: FinancialReportRow, number: Int, month: FiscalMonth, products: ReportedProducts) {
        guard
            let product = products.product(
                sku: row.vendorIdentifier ?? row.isrcIsbn,
                appleIdentifier: row.appleIdentifier
            ),
            let units = row.quantity.flatMap(Self.whole), units != 0, let country = row.countryOfSale,
            let currency = row.customerCurrency, let price = Self.milliunits(row.record.text("Customer Price"))
        else { return nil }
        if let kind = row.productTypeIdentifier, !ReportProductType(rawValue: kind).isInAppPurchase { return nil }
        let isReturn = row.salesOrReturn == "R" && units > 0
        self.init(
            row: number,
            day: month.firstDay,
            productID: product,
            country: StorefrontCountryCode(rawValue: CountryCode.alpha3(of: country)),
            unitPrice: Money(milliunits: abs(price), currency: Currency(rawValue: currency)),
            units: isReturn ? -units : units,
            unitProceeds: Money(
                milliunits: abs(Self.milliunits(row.record.text("Partner Share")) ?? 0),
                currency: Currency(rawValue: row.partnerShareCurrency ?? currency)
            )
        )
    }

    private static func whole(_ amount: Decimal) -> Int? {
        Int(amount.description)
    }

    private static func milliunits(_ text: String?) -> Int64? {
        text.flatMap { Money.milliunits(decimal: $0) }
    }

    private static func day(_ day: ReportDay) -> CivilDay? {
        CivilDay(year: day.year, month: day.month, day: day.day)
    }
}
