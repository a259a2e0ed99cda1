// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
import FoundationEssentials

/// The objects of verifyReceipt's answers and of version 1 notifications: every value is a text.
///
/// <https://developer.apple.com/documentation/appstorereceipts/responsebody>
public enum ReceiptFields {
    /// A transaction as in_app and latest_receipt_info list it.
    ///
    /// - Parameters:
    ///   - transaction: The transaction.
    ///   - isLatestInfo: Whether it is for latest_receipt_info, which also names the group.
    /// - Returns: The object's fields.
    public static func transaction(_ transaction: TransactionPayload, isLatestInfo: Bool = false) -> [String: String] {
        let isSubscription = transaction.type == .autoRenewableSubscription
        var fields = [
            "quantity": String(transaction.quantity),
            "product_id": transaction.productId.rawValue,
            "transaction_id": transaction.transactionId.rawValue,
            "original_transaction_id": transaction.originalTransactionId.rawValue,
            "is_trial_period": String(isTrial(transaction)),
            "in_app_ownership_type": transaction.inAppOwnershipType.rawValue,
        ]
        ReceiptDates.write(transaction.purchaseDate, "purchase_date", into: &fields)
        ReceiptDates.write(transaction.originalPurchaseDate, "original_purchase_date", into: &fields)
        ReceiptDates.write(transaction.expiresDate, "expires_date", into: &fields)
        ReceiptDates.write(transaction.revocationDate, "cancellation_date", into: &fields)
        if transaction.revocationDate != nil {
            fields["cancellation_reason"] = (transaction.revocationReason ?? .other).description
        }
        fields["web_order_line_item_id"] = transaction.webOrderLineItemId?.rawValue
        fields["app_account_token"] = transaction.appAccountToken?.description
        if isSubscription { fields["is_in_intro_offer_period"] = String(isIntroductory(transaction)) }
        if transaction.isUpgraded == true { fields["is_upgraded"] = "true" }
        if transaction.offerType == .promotional {
            fields["promotional_offer_id"] = transaction.offerIdentifier?.rawValue
        }
        if transaction.offerType == .offerCode { fields["offer_code_ref_name"] = transaction.offerIdentifier?.rawValue }
        if isLatestInfo {
            fields["subscription_group_identifier"] = transaction.subscriptionGroupIdentifier?.rawValue
        }
        return fields
    }

    /// A renewal info as pending_renewal_info lists it.
    public static func pendingRenewal(_ info: RenewalInfoPayload) -> [String: String] {
        var fields = [
            "auto_renew_product_id": (info.autoRenewProductId ?? info.productId).rawValue,
            "product_id": info.productId.rawValue,
            "original_transaction_id": info.originalTransactionId.rawValue,
            "auto_renew_status": (info.autoRenewStatus ?? .off).description,
        ]
        fields["expiration_intent"] = info.expirationIntent?.description
        if info.expirationIntent != nil {
            fields["is_in_billing_retry_period"] = info.isInBillingRetryPeriod == true ? "1" : "0"
        }
        ReceiptDates.write(info.gracePeriodExpiresDate, "grace_period_expires_date", into: &fields)
        if let status = info.priceIncreaseStatus {
            fields["price_consent_status"] = status.description
            fields["price_increase_status"] = status.description
        }
        if info.offerType == .promotional { fields["promotional_offer_id"] = info.offerIdentifier?.rawValue }
        if info.offerType == .offerCode { fields["offer_code_ref_name"] = info.offerIdentifier?.rawValue }
        return fields
    }

    static func isTrial(_ transaction: TransactionPayload) -> Bool {
        transaction.offerDiscountType == .freeTrial
    }

    static func isIntroductory(_ transaction: TransactionPayload) -> Bool {
        transaction.offerType == .introductory && transaction.offerDiscountType != .freeTrial
    }
}
