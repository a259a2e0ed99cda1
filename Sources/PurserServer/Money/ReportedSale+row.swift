// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

/// Tells which of a vendor's rows are about an app's products, and which product it is.
struct ReportedProducts: Sendable {
    private let own: Set<ProductID>
    private var foreign: Set<ProductID>
    private let byItemID: [String: ProductID]

    /// How the vendor calls the app, as far as rows told.
    private var names: Set<String> = []

    /// Knows the products of an app's catalogue, those that it sold, and those of the vendor's other apps.
    init(catalog: Catalog, sold: some Sequence<ProductID>, others: [Catalog]) {
        own = Set(catalog.products.map(\.id)).union(sold)
        foreign = Set(others.flatMap { $0.products.map(\.id) })
        byItemID = Dictionary(
            catalog.products.compactMap { product in product.itemID.map { ($0, product.id) } },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// Learns from daily reports which products are sold in apps of the vendor that nobody here knows.
    ///
    /// A row of a purchase names the app that it was made in, as the rows of our products and of the app itself do.
    ///
    /// - Parameters:
    ///   - rows: The rows of some days.
    ///   - app: The app's number in the App Store.
    mutating func learn(from rows: some Sequence<SalesReportRow>, of app: AppAppleID?) {
        var sellers: [ProductID: Set<String>] = [:]
        for row in rows {
            if let app, row.appleIdentifier == "\(app)", let name = row.sku { names.insert(name) }
            guard let seller = row.parentIdentifier else { continue }
            if let product = row.sku { sellers[ProductID(rawValue: product), default: []].insert(seller) }
            if isKnown(sku: row.sku, appleIdentifier: row.appleIdentifier) { names.insert(seller) }
        }
        guard !names.isEmpty else { return }
        foreign.formUnion(sellers.filter { $0.value.isDisjoint(with: names) }.keys)
    }

    private func isKnown(sku: String?, appleIdentifier: String?) -> Bool {
        if let sku, own.contains(ProductID(rawValue: sku)) { return true }
        return appleIdentifier.map { byItemID[$0] != nil } ?? false
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
    init?(financial row: FinancialReportRow, number: Int, month: FiscalMonth, products: ReportedProducts) {
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
