// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// One line of a summary sales report.
///
/// <https://developer.apple.com/help/app-store-connect/reference/reporting/summary-sales-report>
public struct SalesReportRow: ReportLine {
    /// The cells by column, unknown columns included.
    public var record: ReportRecord

    /// Reads a line.
    public init(record: ReportRecord) {
        self.record = record
    }

    /// Always APPLE.
    public var provider: String? {
        get { record.text("Provider") }
        set { record.set(newValue, "Provider") }
    }

    /// Always US.
    public var providerCountry: String? {
        get { record.text("Provider Country") }
        set { record.set(newValue, "Provider Country") }
    }

    /// The developer's name of the product.
    public var sku: String? {
        get { record.text("SKU") }
        set { record.set(newValue, "SKU") }
    }

    /// The developer.
    public var developer: String? {
        get { record.text("Developer") }
        set { record.set(newValue, "Developer") }
    }

    /// The product's name.
    public var title: String? {
        get { record.text("Title") }
        set { record.set(newValue, "Title") }
    }

    /// The app's version.
    public var version: String? {
        get { record.text("Version") }
        set { record.set(newValue, "Version") }
    }

    /// The kind of product, such as IAY.
    public var productTypeIdentifier: String? {
        get { record.text("Product Type Identifier") }
        set { record.set(newValue, "Product Type Identifier") }
    }

    /// How many; negative for refunds.
    public var units: Decimal? {
        get { record.amount("Units") }
        set { record.set(newValue, "Units") }
    }

    /// The developer's share of one.
    public var developerProceeds: Decimal? {
        get { record.amount("Developer Proceeds") }
        set { record.set(newValue, "Developer Proceeds") }
    }

    /// The first day.
    public var beginDate: ReportDay? {
        get { record.day("Begin Date") }
        set { record.set(newValue, "Begin Date") }
    }

    /// The last day.
    public var endDate: ReportDay? {
        get { record.day("End Date") }
        set { record.set(newValue, "End Date") }
    }

    /// What the customer paid in.
    public var customerCurrency: String? {
        get { record.text("Customer Currency") }
        set { record.set(newValue, "Customer Currency") }
    }

    /// The storefront in two letters.
    public var countryCode: String? {
        get { record.text("Country Code") }
        set { record.set(newValue, "Country Code") }
    }

    /// What the developer is paid in.
    public var currencyOfProceeds: String? {
        get { record.text("Currency of Proceeds") }
        set { record.set(newValue, "Currency of Proceeds") }
    }

    /// The product's number.
    public var appleIdentifier: String? {
        get { record.text("Apple Identifier") }
        set { record.set(newValue, "Apple Identifier") }
    }

    /// What the customer paid for one; negative for refunds.
    public var customerPrice: Decimal? {
        get { record.amount("Customer Price") }
        set { record.set(newValue, "Customer Price") }
    }

    /// The kind of code.
    public var promoCode: String? {
        get { record.text("Promo Code") }
        set { record.set(newValue, "Promo Code") }
    }

    /// The app's SKU.
    public var parentIdentifier: String? {
        get { record.text("Parent Identifier") }
        set { record.set(newValue, "Parent Identifier") }
    }

    /// New or Renewal.
    public var subscription: String? {
        get { record.text("Subscription") }
        set { record.set(newValue, "Subscription") }
    }

    /// The length of the subscription's period.
    public var period: String? {
        get { record.text("Period") }
        set { record.set(newValue, "Period") }
    }

    /// The app's category.
    public var category: String? {
        get { record.text("Category") }
        set { record.set(newValue, "Category") }
    }

    /// Whether a bundle was completed.
    public var cmb: String? {
        get { record.text("CMB") }
        set { record.set(newValue, "CMB") }
    }

    /// The kind of device.
    public var device: String? {
        get { record.text("Device") }
        set { record.set(newValue, "Device") }
    }

    /// The platforms.
    public var supportedPlatforms: String? {
        get { record.text("Supported Platforms") }
        set { record.set(newValue, "Supported Platforms") }
    }

    /// Why the share is higher, such as Rate After One Year.
    public var proceedsReason: String? {
        get { record.text("Proceeds Reason") }
        set { record.set(newValue, "Proceeds Reason") }
    }

    /// Whether an old price was kept.
    public var preservedPricing: String? {
        get { record.text("Preserved Pricing") }
        set { record.set(newValue, "Preserved Pricing") }
    }

    /// Where it was bought.
    public var client: String? {
        get { record.text("Client") }
        set { record.set(newValue, "Client") }
    }

    /// The kind of order; in newer layouts.
    public var orderType: String? {
        get { record.text("Order Type") }
        set { record.set(newValue, "Order Type") }
    }
}

extension SalesReportRow {
    /// The columns in Apple's order.
    public static let columns: [String] = [
        "Provider", "Provider Country", "SKU", "Developer", "Title", "Version", "Product Type Identifier", "Units",
        "Developer Proceeds", "Begin Date", "End Date", "Customer Currency", "Country Code", "Currency of Proceeds",
        "Apple Identifier", "Customer Price", "Promo Code", "Parent Identifier", "Subscription", "Period", "Category",
        "CMB", "Device", "Supported Platforms", "Proceeds Reason", "Preserved Pricing", "Client",
    ]

    /// The columns in Apple's order, with the order type.
    public static let columnsWithOrderType: [String] = [
        "Provider", "Provider Country", "SKU", "Developer", "Title", "Version", "Product Type Identifier", "Units",
        "Developer Proceeds", "Begin Date", "End Date", "Customer Currency", "Country Code", "Currency of Proceeds",
        "Apple Identifier", "Customer Price", "Promo Code", "Parent Identifier", "Subscription", "Period", "Category",
        "CMB", "Device", "Supported Platforms", "Proceeds Reason", "Preserved Pricing", "Client", "Order Type",
    ]
}
