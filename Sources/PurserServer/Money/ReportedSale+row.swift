// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

/// Tells which of a vendor's rows are about an app's products, and which product it is.
struct ReportProductMatcher: Sendable {
    private let app: AppAppleID?
    private let known: Set<ProductID>
    private let foreign: Set<ProductID>
    private let byItemID: [String: ProductID]

    /// How the vendor calls the app, as far as rows told.
    private var names: Set<String> = []

    /// In which apps a product that no one here knows was sold, by the vendor's names of them.
    private var sellers: [ProductID: Set<String>] = [:]

    /// Knows an app, the products of its catalog, those that it sold, and those of the vendor's other apps.
    init(app: AppAppleID?, catalog: Catalog, sold: some Sequence<ProductID>, others: [Catalog]) {
        self.app = app
        known = Set(catalog.products.map(\.id)).union(sold)
        foreign = Set(others.flatMap { $0.products.map(\.id) })
        byItemID = Dictionary(
            catalog.products.compactMap { product in product.itemID.map { ($0, product.id) } },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// Learns from a row of a daily report in which app its product is sold.
    ///
    /// A row of a purchase names the app that it was made in, as the rows of our products and of the app itself do.
    mutating func add(from row: SalesReportRow) {
        if let app, row.appleIdentifier == "\(app)", let name = row.sku { names.insert(name) }
        guard let seller = row.parentIdentifier, let product = row.sku.map(ProductID.init(rawValue:)) else { return }
        if known.contains(product) || row.appleIdentifier.map({ byItemID[$0] != nil }) ?? false {
            names.insert(seller)
        } else {
            sellers[product, default: []].insert(seller)
        }
    }

    /// Whether a product is the app's.
    ///
    /// One that no one here knows is one that we lost sight of, which must not be passed over, unless it was sold in
    /// other apps alone.
    func isOwn(_ product: ProductID) -> Bool {
        guard !known.contains(product) else { return true }
        guard !foreign.contains(product) else { return false }
        guard let sellers = sellers[product], !names.isEmpty else { return true }
        return !sellers.isDisjoint(with: names)
    }

    /// The product of a row, or nothing when it is another app's.
    func product(sku: String?, appleIdentifier: String?) -> ProductID? {
        let product = sku.map(ProductID.init(rawValue:))
        if let product, known.contains(product) { return product }
        if let product = appleIdentifier.flatMap({ byItemID[$0] }) { return product }
        return product.flatMap { isOwn($0) ? $0 : nil }
    }
}

extension ReportedSale {
    /// A row of a sales report, or nothing when it is not a purchase inside an app or another app's.
    init?(sales row: SalesReportRow, number: Int, day: CivilDay, products: ReportProductMatcher) {
        guard let kind = row.productTypeIdentifier, ReportProductType(rawValue: kind).isInAppPurchase,
            let product = products.product(sku: row.sku, appleIdentifier: row.appleIdentifier),
            let units = row.record.integer("Units").map(Int.init), let country = row.countryCode,
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
    init?(financial row: FinancialReportRow, number: Int, month: FiscalMonth, products: ReportProductMatcher) {
        guard
            let product = products.product(
                sku: row.vendorIdentifier ?? row.isrcIsbn,
                appleIdentifier: row.appleIdentifier
            ),
            let units = row.record.integer("Quantity").map(Int.init), units != 0, let country = row.countryOfSale,
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

    private static func milliunits(_ text: String?) -> Int64? {
        text.flatMap { Money.milliunits(decimal: $0) }
    }

    private static func day(_ day: ReportDay) -> CivilDay? {
        CivilDay(year: day.year, month: day.month, day: day.day)
    }
}
