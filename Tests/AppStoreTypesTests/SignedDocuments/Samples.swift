// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// Made-up documents that have every field.
enum Samples {
    static let transaction = """
        {"transactionId":"2000000000000002","originalTransactionId":"2000000000000001",\
        "webOrderLineItemId":"2000000000000003","bundleId":"com.example.app","productId":"com.example.member.month",\
        "subscriptionGroupIdentifier":"21000001","purchaseDate":1760000000123,"originalPurchaseDate":1750000000000,\
        "expiresDate":1762592000123,"quantity":1,"type":"Auto-Renewable Subscription",\
        "appAccountToken":"7e3fb204-2c5c-4d2e-9b3a-0d5a0c1f2e3d","inAppOwnershipType":"PURCHASED",\
        "signedDate":1760000001000,"revocationDate":1760000000900,"revocationReason":1,\
        "revocationType":"REFUND_PRORATED","revocationPercentage":50000,"isUpgraded":true,"offerType":2,\
        "offerIdentifier":"loyal3","offerDiscountType":"PAY_AS_YOU_GO","offerPeriod":"P3M","environment":"Sandbox",\
        "storefront":"USA","storefrontId":"143441","transactionReason":"RENEWAL","currency":"USD","price":9990,\
        "appTransactionId":"700000000000000001","billingPlanType":"MONTHLY",\
        "previousOriginalTransactionId":"2000000000000000","multiSeatInfo":{"invitationManagement":"DEVELOPER",\
        "priceTiers":[{"price":7990,"quantity":3},{"price":9990,"quantity":5}],"revokedSeatQuantity":2},\
        "additionalTransactionReason":"SEAT_ADDITION","revokedSeatQuantity":2,"bundleProductId":"com.example.all",\
        "bundleSubscriptionGroupIdentifier":"21000009","bundleSubscriptionGroupId":"21000009",\
        "bundleTransactionId":"2000000000000009","bundleOriginalTransactionId":"2000000000000008","commitmentInfo":{"billingPeriodNumber":3,\
        "commitmentExpiresDate":1790000000000,"commitmentPrice":95880,"totalBillingPeriods":12},\
        "advancedCommerceInfo":{"descriptors":{"description":"All of it","displayName":"Everything"},\
        "estimatedTax":120,"items":[{"SKU":"SKU-1","description":"A film","displayName":"Film","offer":{\
        "period":"P1M","periodCount":2,"price":500,"reason":"ACQUISITION"},"price":1990,"refunds":[{\
        "refundAmount":900,"refundDate":1760000000800,"refundReason":"LEGAL","refundType":"PRORATED"}],\
        "revocationDate":1760000000700,"seatPriceTiers":[{"price":1990,"maximumSeatQuantity":5},\
        {"price":1490}],"partners":[{"id":"p-1","name":"Studio"},{"id":"p-2"}]}],"period":"P1M","requestReferenceId":"ref-1","taxCode":"C003-00-2",\
        "taxExclusivePrice":1870,"taxRate":"0.064"}}
        """

    static let renewalInfo = """
        {"originalTransactionId":"2000000000000001","productId":"com.example.member.month",\
        "autoRenewProductId":"com.example.member.year","autoRenewStatus":1,"expirationIntent":2,\
        "isInBillingRetryPeriod":true,"gracePeriodExpiresDate":1763000000000,"priceIncreaseStatus":0,"offerType":4,\
        "offerIdentifier":"best","offerDiscountType":"FREE_TRIAL","offerPeriod":"P1M","renewalDate":1762592000123,\
        "renewalPrice":99990,"currency":"USD","recentSubscriptionStartDate":1750000000000,\
        "eligibleWinBackOfferIds":["best","second"],"appAccountToken":"7e3fb204-2c5c-4d2e-9b3a-0d5a0c1f2e3d",\
        "appTransactionId":"700000000000000001","environment":"Production","signedDate":1760000001000,\
        "renewalBillingPlanType":"BILLED_UPFRONT","renewalQuantity":6,"multiSeatInfo":{"renewalPriceTiers":[\
        {"price":9990,"quantity":5},{"price":7990,"quantity":1}]},"bundleProductId":"com.example.all",\
        "bundleSubscriptionGroupIdentifier":"21000009","bundleSubscriptionGroupId":"21000009",\
        "bundleOriginalTransactionId":"2000000000000008","willUnbundle":true,"commitmentInfo":{\
        "commitmentAutoRenewProductId":"com.example.member.year","commitmentAutoRenewStatus":1,\
        "commitmentRenewalBillingPlanType":"MONTHLY","commitmentRenewalDate":1790000000000,\
        "commitmentRenewalPrice":95880},"advancedCommerceInfo":{"consistencyToken":"c-1","descriptors":{\
        "description":"All of it","displayName":"Everything"},"items":[{"SKU":"SKU-1","description":"A film",\
        "displayName":"Film","offer":{"period":"P1M","periodCount":2,"price":500,"reason":"RETENTION"},"price":1990,\
        "priceIncreaseInfo":{"dependentSKUs":["SKU-2"],"price":2990,"status":"PENDING"}}],"period":"P1Y",\
        "requestReferenceId":"ref-1","taxCode":"C003-00-2"}}
        """

    static let appTransaction = """
        {"receiptType":"Production","appAppleId":1234567890,"bundleId":"com.example.app","applicationVersion":"41",\
        "versionExternalIdentifier":860000000,"receiptCreationDate":1760000001000,\
        "originalPurchaseDate":1700000000000,"originalApplicationVersion":"1","deviceVerification":"c2hhMzg0",\
        "deviceVerificationNonce":"48C8B92D-CE0D-4229-BEDF-E61B4F9CFC92","preorderDate":1690000000000,\
        "appTransactionId":"700000000000000001","originalPlatform":"visionOS","requestDate":1760000001001,\
        "storeType":"CONSUMER"}
        """
}
