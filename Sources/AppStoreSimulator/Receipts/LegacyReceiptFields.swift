// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreSignedData
public import AppStoreTypes
import FoundationEssentials

/// A transaction as the receipts of iOS 6 and the first notifications wrote it: every value is a text.
public struct LegacyReceiptFields: Hashable, Sendable {
    /// The fields as verifyReceipt's answer names them.
    public let fields: [String: String]

    /// Writes a transaction's fields.
    ///
    /// - Parameters:
    ///   - transaction: The transaction.
    ///   - catalog: What is sold, for the numbers of the app and of the product.
    ///   - device: The device it was bought on.
    public init(_ transaction: TransactionPayload, catalog: Catalog, device: ReceiptDevice) {
        let isProduction = transaction.environment == .production
        let app = catalog.app(transaction.bundleId)
        var fields = [
            "quantity": String(transaction.quantity),
            "product_id": transaction.productId.rawValue,
            "transaction_id": transaction.transactionId.rawValue,
            "original_transaction_id": transaction.originalTransactionId.rawValue,
            "bid": transaction.bundleId.rawValue,
            "unique_identifier": device.identifier,
            "unique_vendor_identifier": device.vendorIdentifier,
            "is_trial_period": String(ReceiptFields.isTrial(transaction)),
            "is_in_intro_offer_period": String(ReceiptFields.isIntroductory(transaction)),
            "in_app_ownership_type": transaction.inAppOwnershipType.rawValue,
        ]
        fields["bvrs"] = app?.version
        fields["item_id"] = catalog.product(transaction.productId).map { String($0.appleID) }
        if isProduction {
            fields["app_item_id"] = app.map { String($0.appAppleID.rawValue) }
            fields["version_external_identifier"] = "0"
        }
        fields["web_order_line_item_id"] = transaction.webOrderLineItemId?.rawValue
        fields["subscription_group_identifier"] = transaction.subscriptionGroupIdentifier?.rawValue
        ReceiptDates.write(transaction.purchaseDate, "purchase_date", into: &fields)
        ReceiptDates.write(transaction.originalPurchaseDate, "original_purchase_date", into: &fields)
        if let end = transaction.expiresDate.map(ReceiptDates.init) {
            // Here, and only here, the plain name holds milliseconds.
            fields["expires_date"] = end.milliseconds
            fields["expires_date_formatted"] = end.greenwich
            fields["expires_date_formatted_pst"] = end.pacific
        }
        ReceiptDates.write(transaction.revocationDate, "cancellation_date", into: &fields)
        if transaction.revocationDate != nil {
            fields["cancellation_reason"] = (transaction.revocationReason ?? .other).description
        }
        self.fields = fields
    }

    /// The receipt that a device would post, before signing: the same fields with hyphens, cancellations left out.
    public func receipt(in environment: Environment) -> TransactionReceipt {
        let own = fields.filter { !$0.key.hasPrefix("cancellation") }
        return TransactionReceipt(
            environment: environment,
            fields: Dictionary(
                uniqueKeysWithValues: own.map { ($0.key.replacing("_", with: "-"), $0.value) }
            )
        )
    }
}
