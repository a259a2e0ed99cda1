// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Text that documents and facts are likely to hold, known to packer and unpacker.
enum CompressionDictionary {
    /// The first dictionary; rows are packed with it, so it never changes.
    static let first = Array(
        (#"{"kind":"receipt-answer","kind":"notification-v1","body":{"kind":"command","# + legacyNames + domainNames
            + renewalNames + notificationNames + transactionNames)
            .utf8
    )

    private static let legacyNames =
        #"unified_receipt":{"latest_receipt_info":[{"original_purchase_date_pst":"# + #"America/Los_Angeles","#
        + #""original_purchase_date_ms":"Etc/GMT","is_in_intro_offer_period":"false","is_trial_period":"false","#

    private static let domainNames =
        #""isUpgraded":false,"originalTransactionID":"","webOrderLineItemID":"","subscriptionGroupID":"","#
        + #""storefrontID":"143441","appTransactionID":"","ownership":"PURCHASED","productType":"Consumable","#
        + #""price":{"currency":"USD","milliunits":9990},"reason":"PURCHASE","expirationDate":17,"productID":"com."#
        + #","transactionID":"","eligibleWinBackOfferIDs":[],"isInBillingRetryPeriod":false,"willAutoRenew":true,"#
        + #""renewalPrice":{"currency":"USD","milliunits":9990},"autoRenewProductID":"com.","recentSubscription"#
        + #"StartDate":17,"subtype":"","type":"DID_RENEW","id":"","status":1},"kind":"notification"}"#
        + #"kind":"renewal-info"}"kind":"transaction"}{"body":{"appAccountToken":""#

    private static let renewalNames =
        #"{"originalTransactionId":"20000","autoRenewProductId":"com.","productId":"com.","autoRenewStatus":1,"#
        + #""renewalPrice":9990,"currency":"USD","signedDate":17,"environment":"Production","#
        + #""recentSubscriptionStartDate":17,"renewalDate":17,"appTransactionId":"70","expirationIntent":1,"#
        + #""gracePeriodExpiresDate":17,"isInBillingRetryPeriod":true,"priceIncreaseStatus":0,"offerPeriod":"P1M","#

    private static let notificationNames =
        #"{"notificationType":"SUBSCRIBED","subtype":"INITIAL_BUY","RESUBSCRIBE","DID_CHANGE_RENEWAL_STATUS","#
        + #""AUTO_RENEW_DISABLED","AUTO_RENEW_ENABLED","EXPIRED","VOLUNTARY","DID_FAIL_TO_RENEW","GRACE_PERIOD","#
        + #""REFUND","CONSUMPTION_REQUEST","ONE_TIME_CHARGE","DID_RENEW","notificationUUID":""#
        + #"","data":{"appAppleId":,"bundleId":"com.","bundleVersion":"1","environment":"Sandbox","#
        + #""signedTransactionInfo":"","signedRenewalInfo":"","status":1},"version":"2.0","signedDate":17}"#

    private static let transactionNames =
        #"{"transactionId":"20000","originalTransactionId":"20000","webOrderLineItemId":"20000","bundleId":"com."#
        + #"example.app","productId":"com.","subscriptionGroupIdentifier":"21","purchaseDate":17,"#
        + #""originalPurchaseDate":17,"expiresDate":17,"quantity":1,"type":"Auto-Renewable Subscription","#
        + #""Non-Consumable","Consumable","Non-Renewing Subscription","appAccountToken":"","inAppOwnershipType":"#
        + #""PURCHASED","signedDate":17,"revocationReason":0,"revocationDate":17,"offerType":1,"#
        + #""offerDiscountType":"FREE_TRIAL","environment":"Sandbox","transactionReason":"RENEWAL","PURCHASE","#
        + #""storefront":"USA","storefrontId":"143441","price":9990,"currency":"USD","appTransactionId":"70"}"#
}
