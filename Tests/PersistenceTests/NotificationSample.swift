// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import Persistence

/// A renewal as Apple sends it: a notification with a transaction and a renewal info inside, each as large as
/// Apple's, and the facts made from them.
struct NotificationSample: Sendable {
    let facts: [(fact: Fact, document: Data)]
    let lineage: OriginalTransactionID
    let transaction: TransactionID
    let id: NotificationUUID
    let customer: CustomerID

    /// The renewal of a number; ten in a row are one subscription's.
    init(_ number: Int) {
        var generator = SeededGenerator(seed: UInt64(number))
        let lineage = OriginalTransactionID(rawValue: String(2_000_000_000_000_000 + number / 10))
        let transaction = TransactionID(rawValue: String(2_000_000_500_000_000 + number))
        let date = Date.second(number * 60)
        let milliseconds = date.millisecondsSince1970
        let token = UUID(uuid: UUID.seeded(&generator))
        let id = NotificationUUID(rawValue: UUID(uuid: UUID.seeded(&generator)))
        let transactionText = Self.sign(
            """
            {"transactionId":"\(transaction)","originalTransactionId":"\(lineage)",\
            "webOrderLineItemId":"\(2_000_000_090_000_000 + number)","bundleId":"com.example.app",\
            "productId":"com.example.app.premium.monthly","subscriptionGroupIdentifier":"21482456",\
            "purchaseDate":\(milliseconds),"originalPurchaseDate":\(milliseconds - 86_400_000),\
            "expiresDate":\(milliseconds + 2_592_000_000),"quantity":1,"type":"Auto-Renewable Subscription",\
            "appAccountToken":"\(token.uuidString.lowercased())","inAppOwnershipType":"PURCHASED",\
            "signedDate":\(milliseconds + 1500),"environment":"Production","transactionReason":"RENEWAL",\
            "storefront":"USA","storefrontId":"143441","price":9990,"currency":"USD",\
            "appTransactionId":"\(704_289_572_311_513_000 + number / 10)"}
            """,
            &generator
        )
        let renewalText = Self.sign(
            """
            {"originalTransactionId":"\(lineage)","autoRenewProductId":"com.example.app.premium.monthly",\
            "productId":"com.example.app.premium.monthly","autoRenewStatus":1,"renewalPrice":9990,\
            "currency":"USD","signedDate":\(milliseconds + 1500),"environment":"Production",\
            "recentSubscriptionStartDate":\(milliseconds - 86_400_000),\
            "renewalDate":\(milliseconds + 2_592_000_000),\
            "appTransactionId":"\(704_289_572_311_513_000 + number / 10)"}
            """,
            &generator
        )
        let notificationText = Self.sign(
            """
            {"notificationType":"DID_RENEW","notificationUUID":"\(id.rawValue.uuidString.lowercased())",\
            "data":{"appAppleId":1234567890,"bundleId":"com.example.app","bundleVersion":"47",\
            "environment":"Production","signedTransactionInfo":"\(transactionText)",\
            "signedRenewalInfo":"\(renewalText)","status":1},"version":"2.0","signedDate":\(milliseconds + 1600)}
            """,
            &generator
        )
        let contents: [(FactContent, String)] = [
            (
                .notification(
                    ServerNotification(
                        id: id,
                        type: .didRenew,
                        transactionID: transaction,
                        originalTransactionID: lineage,
                        productID: "com.example.app.premium.monthly",
                        status: .active
                    )
                ), notificationText
            ),
            (
                .transaction(
                    Transaction(
                        id: transaction,
                        originalTransactionID: lineage,
                        webOrderLineItemID: WebOrderLineItemID(rawValue: "\(2_000_000_090_000_000 + number)"),
                        productID: "com.example.app.premium.monthly",
                        productType: .autoRenewableSubscription,
                        subscriptionGroupID: "21482456",
                        purchaseDate: date,
                        originalPurchaseDate: date.addingTimeInterval(-86_400),
                        expirationDate: date.addingTimeInterval(2_592_000),
                        appAccountToken: AppAccountToken(rawValue: token),
                        storefront: "USA",
                        storefrontID: "143441",
                        reason: .renewal,
                        price: Money(milliunits: 9990, currency: "USD")
                    )
                ), transactionText
            ),
            (
                .renewalInfo(
                    RenewalInfo(
                        originalTransactionID: lineage,
                        productID: "com.example.app.premium.monthly",
                        autoRenewProductID: "com.example.app.premium.monthly",
                        willAutoRenew: true,
                        renewalDate: date.addingTimeInterval(2_592_000),
                        renewalPrice: Money(milliunits: 9990, currency: "USD"),
                        recentSubscriptionStartDate: date.addingTimeInterval(-86_400)
                    )
                ), renewalText
            ),
        ]
        facts = contents.enumerated().map { part, content in
            let digest = FactDigest.sample(UInt64(number * 4 + part))
            let order = FactOrder(instant: date.addingTimeInterval(1.5), rank: .signed, digest: digest)
            return (
                fact: Fact(
                    scope: .production,
                    kind: content.0.kind,
                    order: order,
                    lineage: lineage,
                    digest: digest,
                    content: content.0
                ),
                document: Data(content.1.utf8)
            )
        }
        self.lineage = lineage
        self.transaction = transaction
        self.id = id
        customer = .number(number / 10)
    }

    /// Stores it as an intake does: facts, identifiers, what was derived, and an event.
    func store(in writer: any DatabaseWriter) throws {
        let scope = AppScope.production
        guard try writer.receivedDate(of: id, in: scope) == nil else { return }
        try writer.record(id, in: scope, receivedDate: .second(0))
        for (fact, document) in facts {
            try writer.append(fact, document: document, receivedDate: .second(0), source: "notification")
        }
        try writer.record(transaction, of: lineage, in: scope)
        if try writer.claim(on: lineage, in: scope) == nil {
            try writer.upsert(StoredClaim(scope: scope, lineage: lineage, customer: customer, claimedDate: .second(0)))
        }
        let body = Data(#"{"entitlement":"premium","expires":1770000000000,"product":"premium.monthly"}"#.utf8)
        let derived = StoredEntitlement(scope: scope, entitlement: "premium", body: body)
        try writer.replaceEntitlements(of: customer, in: scope, with: [derived])
        let event = NewEvent(
            id: id.rawValue.uuidString,
            scope: scope,
            customer: customer,
            kind: "subscription.renewed",
            instant: .second(0),
            body: body
        )
        try writer.append(event)
    }

    private static func sign(_ payload: String, _ generator: inout SeededGenerator) -> String {
        let signature = Data((0..<64).map { _ in UInt8.random(in: 0...255, using: &generator) })
        return [
            header, DocumentConformanceTests.base64URL(Data(payload.utf8)),
            DocumentConformanceTests.base64URL(signature),
        ]
        .joined(separator: ".")
    }

    /// As long as three of Apple's certificates make it.
    private static let header: String = {
        var generator = SeededGenerator(seed: 0)
        let certificates = [1090, 760, 579].map { size in
            Data((0..<size).map { _ in UInt8.random(in: 0...255, using: &generator) }).base64EncodedString()
        }
        let list = certificates.map { "\"\($0)\"" }.joined(separator: ",")
        return DocumentConformanceTests.base64URL(Data(#"{"alg":"ES256","x5c":[\#(list)]}"#.utf8))
    }()
}

extension UUID {
    fileprivate static func seeded(_ generator: inout SeededGenerator) -> uuid_t {
        let (high, low) = (generator.next(), generator.next())
        return withUnsafeBytes(of: (high, low)) { $0.loadUnaligned(as: uuid_t.self) }
    }
}
