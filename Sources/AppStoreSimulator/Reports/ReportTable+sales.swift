// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

/// What is equal in lines of the books that a report counts together.
struct SaleKey: Hashable {
    var product: ProductID
    var storefront: StorefrontCountryCode
    var price: Int64
    var proceeds: Int64
    var isReturn: Bool
    var isRenewal: Bool?
    var flags: [Bool]
    var code: OfferID?

    init(_ record: SaleRecord) {
        product = record.product
        storefront = record.storefront
        price = record.customerPrice
        proceeds = record.proceeds
        isReturn = record.units < 0
        isRenewal = record.isRenewal
        flags = [record.earnsHigherRate, record.hasPreservedPrice]
        code = record.offerCode
    }
}

extension ReportTable {
    private static let salesColumns = [
        "Provider", "Provider Country", "SKU", "Developer", "Title", "Version", "Product Type Identifier", "Units",
        "Developer Proceeds", "Begin Date", "End Date", "Customer Currency", "Country Code", "Currency of Proceeds",
        "Apple Identifier", "Customer Price", "Promo Code", "Parent Identifier", "Subscription", "Period", "Category",
        "CMB", "Device", "Supported Platforms", "Proceeds Reason", "Preserved Pricing", "Client", "Order Type",
    ]

    /// The summary sales report of some Pacific days, the first and the last among them.
    package static func sales(
        from first: CivilDate,
        through last: CivilDate,
        of records: some Sequence<SaleRecord>,
        catalog: Catalog
    ) -> ReportTable {
        let chosen = records.filter {
            let day = PacificTime.day(of: $0.date)
            return first <= day && day <= last
        }
        let rows = grouped(
            chosen,
            by: SaleKey.init,
            amount: \.units,
            row: { salesRow($0, units: $1, from: first, through: last, catalog) }
        )
        return ReportTable(columns: salesColumns, rows: rows)
    }

    private static func salesRow(
        _ record: SaleRecord,
        units: Int,
        from first: CivilDate,
        through last: CivilDate,
        _ catalog: Catalog
    ) -> [String] {
        let product = catalog.product(record.product)
        let app = product.flatMap { catalog.app($0.bundleID) }
        let isMac = app?.platform == "macOS"
        return [
            "APPLE", "US", record.product.rawValue, app?.name ?? "", product?.referenceName ?? "", "",
            productType(product?.type, isMac: isMac), ReportText.amount(Int64(units) * 1000),
            ReportText.amount(record.proceeds), ReportText.day(first), ReportText.day(last),
            record.currency.rawValue, shortCode(record.storefront), record.currency.rawValue,
            product.map { String($0.appleID) } ?? "", ReportText.amount(record.customerPrice),
            record.offerCode?.rawValue ?? "", app?.sku ?? "",
            record.isRenewal.map { $0 ? "Renewal" : "New" } ?? "",
            ReportText.salesPeriod(product?.subscription?.period), "", "", isMac ? "Desktop" : "iPhone",
            isMac ? "macOS" : "iOS", record.earnsHigherRate ? "Rate After One Year" : "",
            record.hasPreservedPrice ? "Yes" : "", "", "",
        ]
    }

    static func shortCode(_ storefront: StorefrontCountryCode) -> String {
        Storefront.of(storefront)?.shortCode ?? storefront.rawValue
    }

    /// How the report names a kind of product.
    ///
    /// <https://developer.apple.com/help/app-store-connect/reference/product-type-identifiers>
    static func productType(_ type: ProductType?, isMac: Bool) -> String {
        let plain =
            switch type {
            case .autoRenewableSubscription?: "IAY"
            case .nonRenewingSubscription?: "IA9"
            default: "IA1"
            }
        return isMac ? plain + "-M" : plain
    }
}
