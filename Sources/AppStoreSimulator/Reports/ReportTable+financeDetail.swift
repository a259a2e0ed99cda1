// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

extension ReportTable {
    private static let detailColumns = [
        "Transaction Date", "Settlement Date", "Apple Identifier", "SKU", "Title", "Developer Name",
        "Product Type Identifier", "Country of Sale", "Quantity", "Partner Share", "Extended Partner Share",
        "Partner Share Currency", "Customer Price", "Customer Currency", "Sale or Return", "Promo Code", "Order Type",
        "Region",
    ]

    private struct Day: Hashable {
        var day: CivilDate
        var key: SaleKey
    }

    private struct Country: Hashable {
        var country: String
        var currency: String
    }

    /// The detailed financial report of a fiscal month: every day's sales, then the sums of each country.
    ///
    /// - Parameters:
    ///   - month: The fiscal month, whose days are Pacific ones.
    ///   - records: The store's books.
    ///   - catalog: What is sold.
    /// - Returns: The report with the lines before and after it; empty when nothing was sold.
    public static func financeDetail(
        _ month: FiscalMonth,
        of records: some Sequence<SaleRecord>,
        catalog: Catalog
    ) -> ReportTable {
        let chosen = records.filter { month.contains(PacificTime.day(of: $0.date)) && $0.proceeds > 0 }
        let rows = grouped(
            chosen,
            by: { Day(day: PacificTime.day(of: $0.date), key: SaleKey($0)) },
            amount: \.units,
            row: { detailRow($0, units: $1, month, catalog) }
        )
        var table = ReportTable(columns: detailColumns, rows: rows)
        table.preamble = [
            ["Vendor Name", catalog.apps.first?.name ?? ""], ["Start Date", ReportText.day(month.firstDay)],
            ["End Date", ReportText.day(month.lastDay)],
        ]
        table.trailer =
            [["Country Of Sale", "Partner Share Currency", "Quantity", "Extended Partner Share"]] + countries(chosen)
        return table
    }

    private static func detailRow(
        _ record: SaleRecord,
        units: Int,
        _ month: FiscalMonth,
        _ catalog: Catalog
    ) -> [String] {
        let product = catalog.product(record.product)
        let app = product.flatMap { catalog.app($0.bundleID) }
        return [
            ReportText.day(PacificTime.day(of: record.date)), ReportText.day(month.lastDay),
            product.map { String($0.appleID) } ?? "", record.product.rawValue, product?.referenceName ?? "",
            app?.name ?? "", productType(product?.type, isMac: app?.platform == "macOS"),
            shortCode(record.storefront), String(units), ReportText.amount(record.proceeds),
            ReportText.amount(record.proceeds * Int64(units)), record.currency.rawValue,
            ReportText.amount(Int64(record.customerPrice.magnitude)), record.currency.rawValue, units < 0 ? "R" : "S",
            record.offerCode?.rawValue ?? "", "", shortCode(record.storefront),
        ]
    }

    private static func countries(_ records: [SaleRecord]) -> [[String]] {
        var sums: [Country: (units: Int, share: Int64)] = [:]
        for record in records {
            let country = Country(country: shortCode(record.storefront), currency: record.currency.rawValue)
            sums[country, default: (0, 0)].units += record.units
            sums[country, default: (0, 0)].share += record.proceeds * Int64(record.units)
        }
        return sums.sorted { ($0.key.country, $0.key.currency) < ($1.key.country, $1.key.currency) }.map {
            [$0.key.country, $0.key.currency, String($0.value.units), ReportText.amount($0.value.share)]
        }
    }
}
