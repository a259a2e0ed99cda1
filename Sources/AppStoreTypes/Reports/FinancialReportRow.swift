// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// One line of a financial report, summed by product and storefront.
///
/// <https://developer.apple.com/help/app-store-connect/reference/reporting/financial-report-fields>
public struct FinancialReportRow: ReportLine {
    /// The cells by column, unknown columns included.
    public var record: ReportRecord

    /// Reads a line.
    public init(record: ReportRecord) {
        self.record = record
    }

    /// The first day of the fiscal month.
    public var startDate: ReportDay? {
        get { record.day("Start Date") }
        set { record.set(newValue, "Start Date") }
    }

    /// The last day of the fiscal month.
    public var endDate: ReportDay? {
        get { record.day("End Date") }
        set { record.set(newValue, "End Date") }
    }

    /// Blank.
    public var upc: String? {
        get { record.text("UPC") }
        set { record.set(newValue, "UPC") }
    }

    /// The SKU or the product.
    public var isrcIsbn: String? {
        get { record.text("ISRC/ISBN") }
        set { record.set(newValue, "ISRC/ISBN") }
    }

    /// The developer's name of the product.
    public var vendorIdentifier: String? {
        get { record.text("Vendor Identifier") }
        set { record.set(newValue, "Vendor Identifier") }
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

    /// S for a sale, R for a return.
    public var salesOrReturn: String? {
        get { record.text("Sales or Return") }
        set { record.set(newValue, "Sales or Return") }
    }

    /// The product's number.
    public var appleIdentifier: String? {
        get { record.text("Apple Identifier") }
        set { record.set(newValue, "Apple Identifier") }
    }

    /// The column Artist/Show/Developer/Author.
    public var artistShowDeveloperAuthor: String? {
        get { record.text("Artist/Show/Developer/Author") }
        set { record.set(newValue, "Artist/Show/Developer/Author") }
    }

    /// The product's name.
    public var title: String? {
        get { record.text("Title") }
        set { record.set(newValue, "Title") }
    }

    /// The column Label/Studio/Network/Developer/Publisher.
    public var labelStudioNetworkDeveloperPublisher: String? {
        get { record.text("Label/Studio/Network/Developer/Publisher") }
        set { record.set(newValue, "Label/Studio/Network/Developer/Publisher") }
    }

    /// The column Grid.
    public var grid: String? {
        get { record.text("Grid") }
        set { record.set(newValue, "Grid") }
    }

    /// The kind of product, such as IAY.
    public var productTypeIdentifier: String? {
        get { record.text("Product Type Identifier") }
        set { record.set(newValue, "Product Type Identifier") }
    }

    /// The column ISAN/Other Identifier.
    public var isanOtherIdentifier: String? {
        get { record.text("ISAN/Other Identifier") }
        set { record.set(newValue, "ISAN/Other Identifier") }
    }

    /// The storefront in two letters.
    public var countryOfSale: String? {
        get { record.text("Country Of Sale") }
        set { record.set(newValue, "Country Of Sale") }
    }

    /// The column Pre-order Flag.
    public var preOrderFlag: String? {
        get { record.text("Pre-order Flag") }
        set { record.set(newValue, "Pre-order Flag") }
    }

    /// The column Promo Code.
    public var promoCode: String? {
        get { record.text("Promo Code") }
        set { record.set(newValue, "Promo Code") }
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
}

extension FinancialReportRow {
    /// The columns in Apple's order.
    public static let columns: [String] = [
        "Start Date", "End Date", "UPC", "ISRC/ISBN", "Vendor Identifier", "Quantity", "Partner Share",
        "Extended Partner Share", "Partner Share Currency", "Sales or Return", "Apple Identifier",
        "Artist/Show/Developer/Author", "Title", "Label/Studio/Network/Developer/Publisher", "Grid",
        "Product Type Identifier", "ISAN/Other Identifier", "Country Of Sale", "Pre-order Flag", "Promo Code",
        "Customer Price", "Customer Currency",
    ]
}
