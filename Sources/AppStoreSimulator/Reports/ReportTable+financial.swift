// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

extension ReportTable {
    private static let financialColumns = [
        "Start Date", "End Date", "UPC", "ISRC/ISBN", "Vendor Identifier", "Quantity", "Partner Share",
        "Extended Partner Share", "Partner Share Currency", "Sales or Return", "Apple Identifier",
        "Artist/Show/Developer/Author", "Title", "Label/Studio/Network/Developer/Publisher", "Grid",
        "Product Type Identifier", "ISAN/Other Identifier", "Country Of Sale", "Pre-order Flag", "Promo Code",
        "Customer Price", "Customer Currency",
    ]

    /// The financial report of a fiscal month: what was sold and what went back, by product and country.
    ///
    /// - Parameters:
    ///   - month: The fiscal month, whose days are Pacific ones.
    ///   - country: A country's two letters; all countries when absent.
    ///   - records: The store's books.
    ///   - catalog: What is sold.
    /// - Returns: The report with the sums that stand below it.
    public static func financial(
        _ month: FiscalMonth,
        country: String? = nil,
        of records: some Sequence<SaleRecord>,
        catalog: Catalog
    ) -> ReportTable {
        let chosen = records.filter {
            month.contains(PacificTime.day(of: $0.date)) && $0.proceeds > 0
                && (country == nil || shortCode($0.storefront) == country)
        }
        let rows = grouped(
            chosen,
            by: SaleKey.init,
            amount: \.units,
            row: { financialRow($0, units: $1, month, catalog) }
        )
        let total = chosen.reduce(Int64(0)) { $0 + $1.proceeds * Int64($1.units) }
        let units = chosen.reduce(0) { $0 + $1.units }
        return ReportTable(
            columns: financialColumns,
            rows: rows,
            trailer: [
                ["Total_Rows", String(rows.count)], ["Total_Amount", ReportText.amount(total)],
                ["Total_Units", String(units)],
            ]
        )
    }

    private static func financialRow(
        _ record: SaleRecord,
        units: Int,
        _ month: FiscalMonth,
        _ catalog: Catalog
    ) -> [String] {
        let product = catalog.product(record.product)
        let app = product.flatMap { catalog.app($0.bundleID) }
        return [
            ReportText.day(month.firstDay), ReportText.day(month.lastDay), "", record.product.rawValue,
            record.product.rawValue, String(units), ReportText.amount(record.proceeds),
            ReportText.amount(record.proceeds * Int64(units)), record.currency.rawValue, units < 0 ? "R" : "S",
            product.map { String($0.appleID) } ?? "", app?.name ?? "", product?.referenceName ?? "", app?.name ?? "",
            "",
            productType(product?.type, isMac: app?.platform == "macOS"), "", shortCode(record.storefront), "",
            record.offerCode?.rawValue ?? "", ReportText.amount(Int64(record.customerPrice.magnitude)),
            record.currency.rawValue,
        ]
    }
}
