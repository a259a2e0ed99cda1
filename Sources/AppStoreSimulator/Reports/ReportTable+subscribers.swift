// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes
import FoundationEssentials

/// A sale of a subscription with its transaction and whose it is.
package struct SubscriberSale: Sendable {
    package var record: SaleRecord
    package var transaction: TransactionPayload
    package var customer: CustomerID

    package init(record: SaleRecord, transaction: TransactionPayload, customer: CustomerID) {
        self.record = record
        self.transaction = transaction
        self.customer = customer
    }
}

extension ReportTable {
    private static let subscriberColumns = [
        "Event Date", "App Name", "App Apple ID", "Subscription Name", "Subscription Apple ID",
        "Subscription Group ID", "Standard Subscription Duration", "Subscription Offer Name", "Promotional Offer ID",
        "Subscription Offer Type", "Subscription Offer Duration", "Marketing Opt-In Duration", "Customer Price",
        "Customer Currency", "Developer Proceeds", "Proceeds Currency", "Preserved Pricing", "Proceeds Reason",
        "Client", "Device", "Country", "Subscriber ID", "Subscriber ID Reset", "Refund", "Purchase Date", "Units",
    ]

    /// The subscriber report of a Pacific day: each sale of a subscription, by someone without a name.
    ///
    /// <https://developer.apple.com/help/app-store-connect/reference/reporting/subscriber-report>
    package static func subscribers(
        on day: CivilDate,
        of sales: some Sequence<SubscriberSale>,
        catalog: Catalog
    ) -> ReportTable {
        ReportTable(columns: subscriberColumns, rows: sales.map { subscriberRow($0, day, catalog) })
    }

    private static func subscriberRow(_ sale: SubscriberSale, _ day: CivilDate, _ catalog: Catalog) -> [String] {
        let (record, transaction) = (sale.record, sale.transaction)
        let product = catalog.product(record.product)
        let app = product.flatMap { catalog.app($0.bundleID) }
        let isReturn = record.units < 0
        let offer = transaction.offerIdentifier?.rawValue ?? ""
        return [
            ReportText.dashedDay(day), app?.name ?? "", app.map { String($0.appAppleID.rawValue) } ?? "",
            product?.referenceName ?? "", product.map { String($0.appleID) } ?? "",
            product?.subscription?.group.rawValue ?? "", ReportText.duration(product?.subscription?.period),
            transaction.offerType == .offerCode || transaction.offerType == .winBack ? offer : "",
            transaction.offerType == .promotional ? offer : "", ReportText.offerType(transaction.offerDiscountType),
            ReportText.duration(transaction.offerPeriod.flatMap(BillingPeriod.init(iso8601:))), "",
            ReportText.amount(Int64(record.customerPrice.magnitude)), record.currency.rawValue,
            ReportText.amount(record.proceeds), record.currency.rawValue, record.hasPreservedPrice ? "Yes" : "",
            record.earnsHigherRate ? "Rate After One Year" : "", "", app?.platform == "macOS" ? "Mac" : "iPhone",
            shortCode(record.storefront), subscriberID(sale.customer, transaction.bundleId), "",
            isReturn ? "Yes" : "", ReportText.dashedDay(PacificTime.day(of: transaction.purchaseDate)),
            String(Int64(record.units.magnitude)),
        ]
    }

    /// A number that is always the same for a customer of an app and tells nothing else: FNV-1a.
    private static func subscriberID(_ customer: CustomerID, _ app: BundleID) -> String {
        let hash = "\(app)/\(customer)".utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
        return String(hash % 1_000_000_000_000_000)
    }
}
