// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation

/// Documents like Apple's, with every field that a subscription's have.
struct Material {
    let hierarchy: CertificateHierarchy
    let configuration: SignedDataVerifier.Configuration
    let transaction: SignedPayload
    let renewalInfo: SignedPayload
    let notification: SignedPayload
    let outer: String
    let now = Date(millisecondsSince1970: 1_790_000_000_000)

    init() throws {
        let years = Date(millisecondsSince1970: 1_577_836_800_000)...Date(millisecondsSince1970: 2_366_841_600_000)
        hierarchy = try CertificateHierarchy.make(
            .documents,
            name: "Purser Worldwide Developer Relations Benchmark",
            validity: years,
            revocationResponder: "http://ocsp.example.com/ocsp03-benchmark"
        )
        configuration = SignedDataVerifier.Configuration(
            anchors: hierarchy.anchors,
            bundleID: "com.example.benchmark",
            environment: .sandbox
        )
        let signer = try DocumentSigner(hierarchy)
        transaction = try signer.sign(Data(Self.transaction.utf8))
        renewalInfo = try signer.sign(Data(Self.renewalInfo.utf8))
        outer =
            #"{"notificationType":"DID_RENEW","subtype":"BILLING_RECOVERY","#
            + #""notificationUUID":"002e14d5-51f5-4503-b5a8-c3a1af68eb20","#
            + #""data":{"appAppleId":1234567890,"bundleId":"com.example.benchmark","bundleVersion":"1.2.3","#
            + #""environment":"Sandbox","signedTransactionInfo":"\#(transaction.rawValue)","#
            + #""signedRenewalInfo":"\#(renewalInfo.rawValue)","status":1},"#
            + #""version":"2.0","signedDate":1790000000000}"#
        notification = try signer.sign(Data(outer.utf8))
    }

    static let transaction =
        #"{"transactionId":"2000000123456789","#
        + #""originalTransactionId":"2000000012345678","webOrderLineItemId":"2000000987654321","#
        + #""bundleId":"com.example.benchmark","productId":"com.example.benchmark.monthly","#
        + #""subscriptionGroupIdentifier":"21234567","purchaseDate":1789990000000,"#
        + #""originalPurchaseDate":1769990000000,"expiresDate":1792582000000,"quantity":1,"#
        + #""type":"Auto-Renewable Subscription","appAccountToken":"7e3fb20b-4cdb-47cc-936d-99d65f608138","#
        + #""inAppOwnershipType":"PURCHASED","signedDate":1790000000000,"offerType":1,"#
        + #""offerDiscountType":"FREE_TRIAL","offerPeriod":"P1M","environment":"Sandbox","#
        + #""transactionReason":"RENEWAL","storefront":"USA","storefrontId":"143441","price":9990,"#
        + #""currency":"USD","appTransactionId":"704346128331203434"}"#

    static let renewalInfo =
        #"{"originalTransactionId":"2000000012345678","#
        + #""autoRenewProductId":"com.example.benchmark.monthly","productId":"com.example.benchmark.monthly","#
        + #""autoRenewStatus":1,"renewalPrice":9990,"currency":"USD","signedDate":1790000000000,"#
        + #""environment":"Sandbox","recentSubscriptionStartDate":1769990000000,"renewalDate":1792582000000,"#
        + #""appAccountToken":"7e3fb20b-4cdb-47cc-936d-99d65f608138","appTransactionId":"704346128331203434"}"#

    static let appTransaction =
        #"{"receiptType":"Production","appAppleId":1234567890,"bundleId":"com.example.benchmark","#
        + #""applicationVersion":"41","versionExternalIdentifier":860000000,"receiptCreationDate":1790000000000,"#
        + #""originalPurchaseDate":1700000000000,"originalApplicationVersion":"1","deviceVerification":"c2hhMzg0","#
        + #""deviceVerificationNonce":"48c8b92d-ce0d-4229-bedf-e61b4f9cfc92","appTransactionId":"704346128331203434","#
        + #""originalPlatform":"iOS"}"#
}
