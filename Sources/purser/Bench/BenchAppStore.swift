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
    static let coins = "com.example.benchmark.coins"
    /// The number of the first subscriber whose subscription grows long: beyond those who are measured otherwise.
    static let firstLongSubscriber = 500_000_000

    let hierarchy: CertificateHierarchy
    private let signer: DocumentSigner
    /// When the measured subscriptions began.
    let start: Date

    init(now: Date) throws {
        let year: TimeInterval = 365 * 86_400
        hierarchy = try CertificateHierarchy.make(
            .documents,
            name: "Purser Worldwide Developer Relations Benchmark",
            validity: now.addingTimeInterval(-12 * year)...now.addingTimeInterval(5 * year)
        )
        signer = try DocumentSigner(hierarchy)
        start = Date(millisecondsSince1970: now.millisecondsSince1970 - 3_600_000)
    }

    /// When a renewal begins, and when it ends.
    ///
    /// The long subscriptions are ten years of weeks until now; a month's first renewals come within the hour.
    private func period(of subscriber: Int, renewal: Int) -> (start: Int64, end: Int64) {
        let week: Int64 = 604_800_000
        guard subscriber >= Self.firstLongSubscriber else {
            let purchased = start.millisecondsSince1970 + Int64(renewal) * 1000
            return (purchased, purchased + 2_592_000_000)
        }
        let purchased = start.millisecondsSince1970 + Int64(renewal - Self.maximumRenewals) * week
        return (purchased, purchased + week)
    }

    /// How many renewals a long subscription has at most.
    static let maximumRenewals = 560

    /// A subscription's purchase: its first, or a renewal by the number of those before it.
    func transaction(of subscriber: Int, renewal: Int, token: String?) throws -> SignedPayload {
        let (purchased, end) = period(of: subscriber, renewal: renewal)
        let first = period(of: subscriber, renewal: 0).start
        let account = token.map { "\"appAccountToken\":\"\($0)\"," } ?? ""
        return try signer.sign(
            Data(
                """
                {"transactionId":"\(Self.transactionID(subscriber, renewal))",\
                "originalTransactionId":"\(Self.transactionID(subscriber, 0))",\
                "webOrderLineItemId":"\(5_000_000_000_000 + subscriber * 1000 + renewal)",\
                "bundleId":"\(Self.app)","productId":"\(Self.product)","subscriptionGroupIdentifier":"21482456",\
                "purchaseDate":\(purchased),"originalPurchaseDate":\(first),\
                "expiresDate":\(end),"quantity":1,"type":"Auto-Renewable Subscription",\
                \(account)"inAppOwnershipType":"PURCHASED","signedDate":\(purchased + 500),\
                "environment":"Production","transactionReason":"\(renewal == 0 ? "PURCHASE" : "RENEWAL")",\
                "storefront":"USA","storefrontId":"143441","price":9990,"currency":"USD",\
                "appTransactionId":"\(704_289_572_311_513_000 + subscriber)"}
                """.utf8
            )
        )
    }

    /// A pack of coins that a customer bought, by the number of those before it.
    func coins(of customer: Int, number: Int) throws -> SignedPayload {
        let purchased = start.millisecondsSince1970 + Int64(number) * 1000
        let id = 7_000_000_000_000 + customer * 100_000 + number
        return try signer.sign(
            Data(
                """
                {"transactionId":"\(id)","originalTransactionId":"\(id)","bundleId":"\(Self.app)",\
                "productId":"\(Self.coins)","purchaseDate":\(purchased),"originalPurchaseDate":\(purchased),\
                "quantity":1,"type":"Consumable","inAppOwnershipType":"PURCHASED","signedDate":\(purchased + 500),\
                "environment":"Production","transactionReason":"PURCHASE","storefront":"USA",\
                "storefrontId":"143441","price":990,"currency":"USD",\
                "appTransactionId":"\(704_289_572_311_513_000 + customer)"}
                """.utf8
            )
        )
    }

    /// What Apple posts about it: a first purchase, or a renewal.
    func notification(of subscriber: Int, renewal: Int, token: String?) throws -> String {
        let (purchased, end) = period(of: subscriber, renewal: renewal)
        let first = period(of: subscriber, renewal: 0).start
        let transaction = try transaction(of: subscriber, renewal: renewal, token: token)
        let renewalInfo = try signer.sign(
            Data(
                """
                {"originalTransactionId":"\(Self.transactionID(subscriber, 0))","autoRenewProductId":"\(Self.product)",\
                "productId":"\(Self.product)","autoRenewStatus":1,"renewalPrice":9990,"currency":"USD",\
                "signedDate":\(purchased + 500),"environment":"Production",\
                "recentSubscriptionStartDate":\(first),\
                "renewalDate":\(end),\
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

    /// A catalog with a subscription and a consumable.
    static let catalog = #"""
        {"identifier":"BE4C0001","nonRenewingSubscriptions":[],"products":[{"displayPrice":"0.99",
        "familyShareable":false,"internalID":"BE4C0003","localizations":[{"description":"A few.","displayName":"Coins",
        "locale":"en_US"}],"productID":"com.example.benchmark.coins","referenceName":"Coins","type":"Consumable"}],"settings":{"_locale":"en_US",
        "_storefront":"USA","_timeRate":0},"subscriptionGroups":[{"id":"21482456","localizations":[],"name":"Club",
        "subscriptions":[{"adHocOffers":[],"codeOffers":[],"displayPrice":"9.99","familyShareable":false,
        "groupNumber":1,"internalID":"BE4C0002","introductoryOffer":null,"localizations":[{"description":"All of it.",
        "displayName":"Club","locale":"en_US"}],"productID":"com.example.benchmark.monthly",
        "recurringSubscriptionPeriod":"P1M","referenceName":"Club","subscriptionGroupID":"21482456",
        "type":"RecurringSubscription"}]}],"version":{"major":3,"minor":0}}
        """#
}
