// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
public import Foundation
import Gzip

/// Good inputs from which the fuzzers start: each names as many members as its kind has.
public enum Seeds {
    private static func data(_ texts: String...) -> [Data] { texts.map { Data($0.utf8) } }

    /// Payloads of signed documents.
    public static let documents =
        data(transaction, renewalInfo, appTransaction, realtime)
        + [notification, summary, externalToken, appData]
        .map { Data($0.utf8) }

    private static let transaction = """
        {"transactionId":"2","originalTransactionId":"1","webOrderLineItemId":"3","bundleId":"com.example.app",\
        "productId":"month","subscriptionGroupIdentifier":"4","purchaseDate":1760000000123,\
        "originalPurchaseDate":1750000000000,"expiresDate":1762592000123,"quantity":1,\
        "type":"Auto-Renewable Subscription","appAccountToken":"7e3fb204-2c5c-4d2e-9b3a-0d5a0c1f2e3d",\
        "inAppOwnershipType":"PURCHASED","signedDate":1760000001000,"revocationDate":1760000000900,\
        "revocationReason":1,"revocationType":"REFUND_PRORATED","revocationPercentage":50000,"isUpgraded":true,\
        "offerType":2,"offerIdentifier":"loyal","offerDiscountType":"PAY_AS_YOU_GO","offerPeriod":"P3M",\
        "environment":"Sandbox","storefront":"USA","storefrontId":"143441","transactionReason":"RENEWAL",\
        "currency":"USD","price":9990,"appTransactionId":"7","billingPlanType":"MONTHLY",\
        "previousOriginalTransactionId":"0","commitmentInfo":{"billingPeriodNumber":3,\
        "commitmentExpiresDate":1790000000000,"commitmentPrice":95880,"totalBillingPeriods":12},\
        "advancedCommerceInfo":{"descriptors":{"description":"All","displayName":"Every"},"estimatedTax":120,\
        "items":[{"SKU":"S","description":"A","displayName":"F","offer":{"period":"P1M","periodCount":2,"price":500,\
        "reason":"ACQUISITION"},"price":1990,"refunds":[{"refundAmount":900,"refundDate":1760000000800,\
        "refundReason":"LEGAL","refundType":"PRORATED"}],"revocationDate":1760000000700}],"period":"P1M",\
        "requestReferenceId":"r","taxCode":"C","taxExclusivePrice":1870,"taxRate":"0.064"}}
        """

    private static let renewalInfo = """
        {"originalTransactionId":"1","productId":"month","autoRenewProductId":"year","autoRenewStatus":1,\
        "expirationIntent":2,"isInBillingRetryPeriod":true,"gracePeriodExpiresDate":1763000000000,\
        "priceIncreaseStatus":0,"offerType":4,"offerIdentifier":"best","offerDiscountType":"FREE_TRIAL",\
        "offerPeriod":"P1M","renewalDate":1762592000123,"renewalPrice":99990,"currency":"USD",\
        "recentSubscriptionStartDate":1750000000000.25,"eligibleWinBackOfferIds":["best","second"],\
        "environment":"Production","signedDate":1760000001000,"renewalBillingPlanType":"BILLED_UPFRONT",\
        "commitmentInfo":{"commitmentAutoRenewProductId":"year","commitmentAutoRenewStatus":1,\
        "commitmentRenewalBillingPlanType":"MONTHLY","commitmentRenewalDate":1790000000000,\
        "commitmentRenewalPrice":95880}}
        """

    private static let appTransaction = """
        {"receiptType":"Production","appAppleId":1234567890,"bundleId":"com.example.app","applicationVersion":"41",\
        "versionExternalIdentifier":860000000,"receiptCreationDate":1760000001000,\
        "originalPurchaseDate":1700000000000,"originalApplicationVersion":"1","deviceVerification":"c2hhMzg0",\
        "deviceVerificationNonce":"48C8B92D-CE0D-4229-BEDF-E61B4F9CFC92","preorderDate":1690000000000,\
        "appTransactionId":"7","originalPlatform":"visionOS","requestDate":1760000001001}
        """

    private static let realtime = """
        {"originalTransactionId":"1","appAppleId":1,"productId":"month","userLocale":"en-US",\
        "requestIdentifier":"7e3fb204-2c5c-4d2e-9b3a-0d5a0c1f2e3d","signedDate":1760000001000,"environment":"Sandbox"}
        """

    private static func notice(_ type: String, _ member: String, _ content: String) -> String {
        """
        {"notificationType":"\(type)","subtype":"UPGRADE","notificationUUID":"7e3fb204-2c5c-4d2e-9b3a-0d5a0c1f2e3d",\
        "version":"2.0","signedDate":1760000001000,"\(member)":{"environment":"Production","appAppleId":1,\
        "bundleId":"com.example.app",\(content)}}
        """
    }

    private static let notification = notice(
        "DID_RENEW",
        "data",
        #""bundleVersion":"1","signedTransactionInfo":"a.b.c","signedRenewalInfo":"a.b.c","status":1,"#
            + #""consumptionRequestReason":"LEGAL""#
    )
    private static let summary = notice(
        "RENEWAL_EXTENSION",
        "summary",
        #""productId":"month","requestIdentifier":"r","storefrontCountryCodes":["USA"],"succeededCount":1,"#
            + #""failedCount":0"#
    )
    private static let externalToken = notice(
        "EXTERNAL_PURCHASE_TOKEN",
        "externalPurchaseToken",
        #""externalPurchaseId":"SANDBOX1","tokenCreationDate":1,"tokenType":"LINK","tokenExpirationDate":2"#
    )
    private static let appData = notice("RESCIND_CONSENT", "appData", #""signedAppTransactionInfo":"a.b.c""#)
}

extension Seeds {
    private static let receiptItem = """
        {"quantity":"1","product_id":"month","transaction_id":"2","original_transaction_id":"1",\
        "purchase_date":"2021-03-14 10:30:00 Etc/GMT","purchase_date_ms":"1615717800000",\
        "purchase_date_pst":"2021-03-14 03:30:00 America/Los_Angeles","original_purchase_date_ms":"1604221199000",\
        "expires_date":"2021-04-14 10:30:00 Etc/GMT","expires_date_ms":"1618396200000","web_order_line_item_id":"3",\
        "cancellation_date":"2021-03-15 00:00:00 Etc/GMT","cancellation_reason":"1","is_trial_period":"false",\
        "is_in_intro_offer_period":"true","in_app_ownership_type":"FAMILY_SHARED","is_upgraded":"true",\
        "promotional_offer_id":"loyal","offer_code_ref_name":"spring","subscription_group_identifier":"4",\
        "app_account_token":"7e3fb204-2c5c-4d2e-9b3a-0d5a0c1f2e3d","unique_identifier":"0000b031",\
        "item_id":"5","bid":"com.example.app","bvrs":"7","expires_date_formatted":"2012-04-30 15:10:55 Etc/GMT"}
        """

    private static let pending = """
        {"auto_renew_product_id":"year","product_id":"month","original_transaction_id":"1","auto_renew_status":"1",\
        "expiration_intent":"2","is_in_billing_retry_period":"1","grace_period_expires_date_ms":"1618876800000",\
        "price_consent_status":"0","price_increase_status":"1","offer_code_ref_name":"s","promotional_offer_id":"l"}
        """

    /// Answers of verifyReceipt, of both styles.
    public static let receiptAnswers = data(
        """
        {"status":0,"environment":"Sandbox","latest_receipt":"bGF0","latest_receipt_info":[\(receiptItem)],\
        "pending_renewal_info":[\(pending)],"is_retryable":"1","receipt":{"receipt_type":"ProductionSandbox",\
        "adam_id":0,"app_item_id":0,"bundle_id":"com.example.app","application_version":"3","download_id":0,\
        "version_external_identifier":0,"receipt_creation_date_ms":"1615717805000",\
        "request_date":"2021-03-14 10:30:06 Etc/GMT","request_date_ms":"1615717806123",\
        "original_application_version":"1.0","in_app":[\(receiptItem)]}}
        """,
        """
        {"status":"21006","receipt":\(receiptItem),"latest_expired_receipt_info":\(receiptItem),"auto_renew_status":0,\
        "auto_renew_product_id":"month","expiration_intent":"1","is_in_billing_retry_period":"0","is-retryable":true}
        """,
        #"{"receipt-data":"YQ==","password":"p","exclude-old-transactions":true}"#
    )

    /// Version 1 notifications, of 2021 and of the time of iOS 6.
    public static let notificationsV1 = data(
        """
        {"notification_type":"DID_CHANGE_RENEWAL_STATUS","environment":"PROD","password":"p","bid":"b","bvrs":"7",\
        "original_transaction_id":1000000000000001,"auto_renew_adam_id":"1","auto_renew_product_id":"month",\
        "auto_renew_status":"false","auto_renew_status_change_date":"2021-03-14 10:30:00 Etc/GMT",\
        "auto_renew_status_change_date_ms":"1615717800000","expiration_intent":1,"deprecation":"Thu",\
        "unified_receipt":{"environment":"Production","latest_receipt":"bGF0","latest_receipt_info":[\(receiptItem)],\
        "pending_renewal_info":[\(pending)],"status":0}}
        """,
        """
        {"notification_type":"CANCEL","environment":"Sandbox","auto_renew_status":"true","latest_receipt":"b2xk",\
        "latest_receipt_info":\(receiptItem),"latest_expired_receipt":"b2xk","latest_expired_receipt_info":\(receiptItem),\
        "web_order_line_item_id":"3","cancellation_date":"2012-05-01 00:00:00 Etc/GMT","cancellation_date_ms":"1"}
        """
    )

    /// Answers of the App Store Server API.
    public static let serverAnswers = data(
        #"{"errorCode":4040010,"errorMessage":"Transaction id not found."}"#,
        """
        {"environment":"Sandbox","bundleId":"b","appAppleId":1,"data":[{"subscriptionGroupIdentifier":"4",\
        "lastTransactions":[{"status":1,"originalTransactionId":"1","signedTransactionInfo":"a.b.c",\
        "signedRenewalInfo":"a.b.c"}]}]}
        """,
        """
        {"revision":"r","hasMore":true,"bundleId":"b","appAppleId":1,"environment":"Production",\
        "signedTransactions":["a.b.c"],"status":0}
        """,
        #"{"signedTransactionInfo":"a.b.c","signedAppTransactionInfo":"a.b.c","testNotificationToken":"t"}"#,
        """
        {"originalTransactionId":"1","webOrderLineItemId":"2","success":true,"effectiveDate":1760000000000,\
        "requestIdentifier":"r","complete":true,"completeDate":1760000000000,"succeededCount":1,"failedCount":0}
        """,
        """
        {"paginationToken":"t","hasMore":true,"notificationHistory":[{"signedPayload":"a.b.c","sendAttempts":[{\
        "attemptDate":1760000000000,"sendAttemptResult":"TIMED_OUT"}]}],"signedPayload":"a.b.c","sendAttempts":[]}
        """,
        #"{"startDate":1,"endDate":2,"notificationType":"TEST","notificationSubtype":"PENDING","onlyFailures":true}"#
    )

    /// Retention messaging, Advanced Commerce and external purchases.
    public static let commerce = data(
        """
        {"imageIdentifiers":[{"imageIdentifier":"7e3fb204-2c5c-4d2e-9b3a-0d5a0c1f2e3d","imageState":"PENDING",\
        "imageSize":"FULL_SIZE"}],"messageIdentifiers":[{"messageIdentifier":"7e3fb204-2c5c-4d2e-9b3a-0d5a0c1f2e3d",\
        "messageState":"APPROVED"}],"messageIdentifier":"7e3fb204-2c5c-4d2e-9b3a-0d5a0c1f2e3d","realtimeURL":"https://e"}
        """,
        """
        {"header":"h","body":"b","image":{"imageIdentifier":"7e3fb204-2c5c-4d2e-9b3a-0d5a0c1f2e3d","altText":"a"},\
        "headerPosition":"ABOVE_BODY","bulletPoints":[{"text":"t",\
        "imageIdentifier":"7e3fb204-2c5c-4d2e-9b3a-0d5a0c1f2e3d","altText":"a"}]}
        """,
        """
        {"config":{"maxConcurrentRequests":1,"totalRequests":2,"totalDuration":3,"responseTimeThreshold":4,\
        "successRateThreshold":5},"requestId":"r","target":"t","result":"PASS","successRate":99.5,"numPending":0,\
        "responseTimes":{"average":1,"p50":1,"p90":2,"p95":3,"p99":4},"failures":{"TIMED_OUT":1}}
        """,
        """
        {"promotionalOffer":{"messageIdentifier":"7e3fb204-2c5c-4d2e-9b3a-0d5a0c1f2e3d",\
        "promotionalOfferSignatureV1":{"encodedSignature":"e","productId":"p",\
        "nonce":"7e3fb204-2c5c-4d2e-9b3a-0d5a0c1f2e3d","timestamp":1,"keyId":"k","offerIdentifier":"o"}}}
        """,
        """
        {"operation":"CREATE_SUBSCRIPTION","version":"1","requestInfo":{"requestReferenceId":\
        "7e3fb204-2c5c-4d2e-9b3a-0d5a0c1f2e3d","appAccountToken":"7e3fb204-2c5c-4d2e-9b3a-0d5a0c1f2e3d",\
        "consistencyToken":"c"},"currency":"USD","descriptors":{"description":"d","displayName":"n"},"items":[{\
        "SKU":"s","description":"d","displayName":"n","price":1,"offer":{"period":"P1M","periodCount":1,"price":0,\
        "reason":"WIN_BACK"},"refundReason":"LEGAL","refundType":"FULL","revoke":true}],"item":{"SKU":"s",\
        "description":"d","displayName":"n","price":1},"period":"P1M","storefront":"USA","taxCode":"C",\
        "transactionId":"1","refundRiskingPreference":true,"signedRenewalInfo":"a.b.c","signedTransactionInfo":"a.b.c",\
        "targetProductId":"p"}
        """
    )

    /// Pages of App Store Connect.
    public static let connectAnswers = data(
        """
        {"data":[{"type":"subscriptionPricePoints","id":"x","attributes":{"customerPrice":"9.99","proceeds":"7.0",\
        "proceedsYear2":"8.49","name":"n","productId":"p","familySharable":true,"state":"APPROVED",\
        "subscriptionPeriod":"ONE_MONTH","groupLevel":1,"inAppPurchaseType":"CONSUMABLE","referenceName":"r"},\
        "relationships":{"territory":{"data":{"type":"territories","id":"USA"}},"prices":{"data":[{"id":"1"}]}}}],\
        "links":{"next":"https://e/v1/x?cursor=y"}}
        """
    )

    /// Reports of each layout.
    public static let reports: [Data] = [
        SalesReportRow.columns, SubscriptionReportRow.columns, SubscriptionEventReportRow.columns,
        SubscriberReportRow.columns, FinancialReportRow.columns, FinanceDetailReportRow.columns,
    ].map { columns in
        let rows = [columns, columns.map { $0.contains("Date") ? "07/04/2026" : "1.50" }, ["Total_Rows", "1"]]
        return Data(rows.map { $0.joined(separator: "\t") + "\n" }.joined().utf8)
    }

    /// Packed reports, one and two members.
    public static let packed: [Data] = {
        guard let one = try? Gzip.compress(reports[0]) else { fatalError("nothing could be packed") }
        return [one, one + one]
    }()

    /// The `.storekit` files of the tests.
    public static let storeKitFiles: [Data] = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let folder = root.appending(path: "Tests/AppStoreTypesTests/Fixtures")
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        return files.filter { $0.pathExtension == "storekit" }.compactMap { try? Data(contentsOf: $0) }
    }()

    /// Short texts.
    public static let words = data(
        "P1M",
        "P12W",
        "1.99",
        "-0.0010",
        "07/04/2026",
        "2026-07-04",
        "7e3fb204-2c5c-4d2e-9b3a-0d5a0c1f2e3d"
    )
}
