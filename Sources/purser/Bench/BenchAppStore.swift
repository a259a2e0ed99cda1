// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Foundation

/// The App Store's part in a measurement: notifications about subscriptions, as large as Apple's and signed like them.
struct BenchAppStore: Sendable {
    static let app: BundleID = "com.example.benchmark"
    static let appAppleID = 1_234_567_890
    static let product = "com.example.benchmark.monthly"

    let hierarchy: CertificateHierarchy
    private let signer: DocumentSigner
    /// When the measured subscriptions began.
    let start: Date

    init(now: Date) throws {
        let year: TimeInterval = 365 * 86_400
        hierarchy = try CertificateHierarchy.make(
            .documents,
            name: "Purser Worldwide Developer Relations Benchmark",
            validity: now.addingTimeInterval(-5 * year)...now.addingTimeInterval(5 * year)
        )
        signer = try DocumentSigner(hierarchy)
        start = Date(millisecondsSince1970: now.millisecondsSince1970 - 3_600_000)
    }

    /// A subscription's purchase: its first, or a renewal by the number of those before it.
    func transaction(of subscriber: Int, renewal: Int, token: String?) throws -> SignedPayload {
        let purchased = start.millisecondsSince1970 + Int64(renewal) * 1000
        let account = token.map { "\"appAccountToken\":\"\($0)\"," } ?? ""
        return try signer.sign(
            Data(
                """
                {"transactionId":"\(Self.transactionID(subscriber, renewal))",\
                "originalTransactionId":"\(Self.transactionID(subscriber, 0))",\
                "webOrderLineItemId":"\(5_000_000_000_000 + subscriber * 1000 + renewal)",\
                "bundleId":"\(Self.app)","productId":"\(Self.product)","subscriptionGroupIdentifier":"21482456",\
                "purchaseDate":\(purchased),"originalPurchaseDate":\(start.millisecondsSince1970),\
                "expiresDate":\(purchased + 2_592_000_000),"quantity":1,"type":"Auto-Renewable Subscription",\
                \(account)"inAppOwnershipType":"PURCHASED","signedDate":\(purchased + 500),\
                "environment":"Production","transactionReason":"\(renewal == 0 ? "PURCHASE" : "RENEWAL")",\
                "storefront":"USA","storefrontId":"143441","price":9990,"currency":"USD",\
                "appTransactionId":"\(704_289_572_311_513_000 + subscriber)"}
                """.utf8
            )
        )
    }

    /// What Apple posts about it: a first purchase, or a renewal.
    func notification(of subscriber: Int, renewal: Int, token: String?) throws -> String {
        let purchased = start.millisecondsSince1970 + Int64(renewal) * 1000
        let transaction = try transaction(of: subscriber, renewal: renewal, token: token)
        let renewalInfo = try signer.sign(
            Data(
                """
                {"originalTransactionId":"\(Self.transactionID(subscriber, 0))","autoRenewProductId":"\(Self.product)",\
                "productId":"\(Self.product)","autoRenewStatus":1,"renewalPrice":9990,"currency":"USD",\
                "signedDate":\(purchased + 500),"environment":"Production",\
                "recentSubscriptionStartDate":\(start.millisecondsSince1970),\
                "renewalDate":\(purchased + 2_592_000_000),\
                "appTransactionId":"\(704_289_572_311_513_000 + subscriber)"}
                """.utf8
            )
        )
        let kind =
            renewal == 0
            ? #""notificationType":"SUBSCRIBED","subtype":"INITIAL_BUY""# : #""notificationType":"DID_RENEW""#
        let notification = try signer.sign(
            Data(
                """
                {\(kind),"notificationUUID":"\(UUID().uuidString.lowercased())",\
                "data":{"appAppleId":\(Self.appAppleID),"bundleId":"\(Self.app)","bundleVersion":"47",\
                "environment":"Production","signedTransactionInfo":"\(transaction.rawValue)",\
                "signedRenewalInfo":"\(renewalInfo.rawValue)","status":1},"version":"2.0",\
                "signedDate":\(purchased + 600)}
                """.utf8
            )
        )
        return #"{"signedPayload":"\#(notification.rawValue)"}"#
    }

    private static func transactionID(_ subscriber: Int, _ renewal: Int) -> Int {
        2_000_000_000_000 + subscriber * 1000 + renewal
    }

    /// A catalog with the one product.
    static let catalog = #"""
        {"identifier":"BE4C0001","nonRenewingSubscriptions":[],"products":[],"settings":{"_locale":"en_US",
        "_storefront":"USA","_timeRate":0},"subscriptionGroups":[{"id":"21482456","localizations":[],"name":"Club",
        "subscriptions":[{"adHocOffers":[],"codeOffers":[],"displayPrice":"9.99","familyShareable":false,
        "groupNumber":1,"internalID":"BE4C0002","introductoryOffer":null,"localizations":[{"description":"All of it.",
        "displayName":"Club","locale":"en_US"}],"productID":"com.example.benchmark.monthly",
        "recurringSubscriptionPeriod":"P1M","referenceName":"Club","subscriptionGroupID":"21482456",
        "type":"RecurringSubscription"}]}],"version":{"major":3,"minor":0}}
        """#
}
