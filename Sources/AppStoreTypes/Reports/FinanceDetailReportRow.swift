// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// One line of a detailed finance report: the purchases of one day.
///
/// <https://developer.apple.com/help/app-store-connect/reference/reporting/financial-report-fields>
public struct FinanceDetailReportRow: ReportLine {
    /// The cells by column, unknown columns included.
    public var record: ReportRecord

    /// Reads a line.
    public init(record: ReportRecord) {
        self.record = record
    }

    /// The day of the purchase.
    public var transactionDate: ReportDay? {
        get { record.day("Transaction Date") }
        set { record.set(newValue, "Transaction Date") }
    }

    /// The day it was settled.
    public var settlementDate: ReportDay? {
        get { record.day("Settlement Date") }
        set { record.set(newValue, "Settlement Date") }
    }

    /// The product's number.
    public var appleIdentifier: String? {
        get { record.text("Apple Identifier") }
        set { record.set(newValue, "Apple Identifier") }
    }

    /// The developer's name of the product.
    public var sku: String? {
        get { record.text("SKU") }
        set { record.set(newValue, "SKU") }
    }

    /// The product's name.
    public var title: String? {
        get { record.text("Title") }
        set { record.set(newValue, "Title") }
    }

    /// The column Developer Name.
    public var developerName: String? {
        get { record.text("Developer Name") }
        set { record.set(newValue, "Developer Name") }
    }

    /// The kind of product, such as IAY.
    public var productTypeIdentifier: String? {
        get { record.text("Product Type Identifier") }
        set { record.set(newValue, "Product Type Identifier") }
    }

    /// The storefront in two letters.
    public var countryOfSale: String? {
        get { record.text("Country of Sale") }
        set { record.set(newValue, "Country of Sale") }
    }

    /// How many; negative for returns.
    public var quantity: Decimal? {
        get { record.amount("Quantity") }
        set { record.set(newValue, "Quantity") }
    }

    /// The developer's share of one.
    public var partnerShare: Decimal? {
        get { record.amount("Partner Share") }
        set { record.set(newValue, "Partner Share") }
    }

    /// The developer's share of all.
    public var extendedPartnerShare: Decimal? {
        get { record.amount("Extended Partner Share") }
        set { record.set(newValue, "Extended Partner Share") }
    }

    /// What the developer is paid in.
    public var partnerShareCurrency: String? {
        get { record.text("Partner Share Currency") }
        set { record.set(newValue, "Partner Share Currency") }
    }

    /// What the customer pays for one.
    public var customerPrice: Decimal? {
        get { record.amount("Customer Price") }
        set { record.set(newValue, "Customer Price") }
    }

    /// What the customer pays in.
    public var customerCurrency: String? {
        get { record.text("Customer Currency") }
        set { record.set(newValue, "Customer Currency") }
    }

    /// S for a sale, R for a return.
    public var saleOrReturn: String? {
        get { record.text("Sale or Return") }
        set { record.set(newValue, "Sale or Return") }
    }

    /// The column Promo Code.
    public var promoCode: String? {
        get { record.text("Promo Code") }
        set { record.set(newValue, "Promo Code") }
    }

    /// The column Order Type.
    public var orderType: String? {
        get { record.text("Order Type") }
        set { record.set(newValue, "Order Type") }
    }

    /// The column Region.
    public var region: String? {
        get { record.text("Region") }
        set { record.set(newValue, "Region") }
    }
}

extension FinanceDetailReportRow {
    /// The columns in Apple's order; those after the sale or return are not documented.
    public static let columns: [String] = [
        "Transaction Date", "Settlement Date", "Apple Identifier", "SKU", "Title", "Developer Name",
        "Product Type Identifier", "Country of Sale", "Quantity", "Partner Share", "Extended Partner Share",
        "Partner Share Currency", "Customer Price", "Customer Currency", "Sale or Return", "Promo Code", "Order Type",
        "Region",
    ]
}
