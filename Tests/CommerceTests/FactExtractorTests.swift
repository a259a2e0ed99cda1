// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import TestSupport
import Testing

@Suite struct FactExtractorTests {
    static let transaction = TransactionPayload(
        transactionId: "2",
        originalTransactionId: "1",
        bundleId: "com.example.reader",
        productId: "monthly",
        subscriptionGroupIdentifier: "group",
        purchaseDate: .utc("2024-02-20"),
        originalPurchaseDate: .utc("2024-01-20"),
        expiresDate: .utc("2024-03-20"),
        quantity: 1,
        type: .autoRenewableSubscription,
        inAppOwnershipType: .purchased,
        signedDate: .utc("2024-02-20 00:00:05"),
        revocationDate: .utc("2024-03-01"),
        revocationReason: .appIssue,
        revocationType: .refundProrated,
        revocationPercentage: 50_000,
        environment: .production,
        transactionReason: .renewal,
        currency: "USD",
        price: 1990
    )

    static let renewalInfo = RenewalInfoPayload(
        originalTransactionId: "1",
        productId: "monthly",
        autoRenewProductId: "yearly",
        autoRenewStatus: .on,
        gracePeriodExpiresDate: .utc("2024-04-05"),
        renewalDate: .utc("2024-03-20"),
        renewalPrice: 19_990,
        currency: "USD",
        signedDate: .utc("2024-02-20 00:00:06")
    )

    func verified<Payload: SignedDocument>(_ payload: Payload, _ text: String) -> Verified<Payload> {
        .assumed(payload, SignedPayload(rawValue: text))
    }

    func digest(_ payload: SignedPayload) -> FactDigest { .of(payload.rawValue) }

    @Test(arguments: [(nil, nil), (0, nil), (1, 1), (3, 3)] as [(Int?, Int?)])
    func `refunded seats that Apple writes beside the others are kept with them`(stated: Int?, known: Int?) throws {
        var payload = Self.transaction
        payload.revokedSeatQuantity = stated
        let fact = try #require(FactExtractor.intake(of: verified(payload, "t"), digest: digest).facts.first)
        guard case .transaction(let transaction) = fact.content else {
            Issue.record("not a transaction")
            return
        }
        #expect(transaction.multiSeatInfo?.revokedSeatQuantity == known)
    }

    @Test func `a signed transaction becomes one fact in our spelling`() throws {
        let intake = FactExtractor.intake(of: verified(Self.transaction, "t"), digest: digest)
        let fact = try #require(intake.facts.first)
        #expect(intake.facts.count == 1)
        #expect(fact.scope == .app)
        #expect(fact.lineage == "1")
        #expect(fact.order == FactOrder(instant: .utc("2024-02-20 00:00:05"), rank: .signed, digest: .of("t")))
        guard case .transaction(let transaction) = fact.content else {
            Issue.record("not a transaction")
            return
        }
        #expect(transaction.price == Money(milliunits: 1990, currency: "USD"))
        #expect(
            transaction.revocation
                == Revocation(
                    date: .utc("2024-03-01"),
                    reason: .appIssue,
                    type: .refundProrated,
                    percentage: 50_000
                )
        )
        #expect(intake.documents[.of("t")] == SignedPayload(rawValue: "t"))
    }

    @Test func `a notification becomes itself and every document in it`() throws {
        let payload = NotificationPayload(
            notificationType: .didRenew,
            notificationUUID: NotificationUUID(rawValue: UUID()),
            signedDate: .utc("2024-02-20 00:00:07"),
            data: NotificationData(environment: .production, bundleId: "com.example.reader", status: .active)
        )
        let intake = FactExtractor.intake(
            of: verified(payload, "n"),
            transaction: verified(Self.transaction, "t"),
            renewalInfo: verified(Self.renewalInfo, "r"),
            scope: AppScope(bundleID: "com.example.other", environment: .sandbox),
            digest: digest
        )
        #expect(intake.facts.map(\.kind) == [.notification, .transaction, .renewalInfo])
        #expect(intake.facts.allSatisfy { $0.scope == .app && $0.lineage == "1" })
        #expect(intake.documents.count == 3)
        guard case .renewalInfo(let info) = intake.facts[2].content else {
            Issue.record("not a renewal info")
            return
        }
        #expect(info.willAutoRenew == true)
        #expect(info.autoRenewProductID == "yearly")
        #expect(info.renewalPrice == Money(milliunits: 19_990, currency: "USD"))
    }

    @Test func `a notification of an unknown type is a fact like any other`() throws {
        let payload = NotificationPayload(
            notificationType: "SOMETHING_NEW",
            subtype: "SOMEHOW",
            notificationUUID: NotificationUUID(rawValue: UUID()),
            signedDate: .utc("2024-02-20")
        )
        let intake = FactExtractor.intake(of: verified(payload, "n"), scope: .app, digest: digest)
        guard case .notification(let notification) = try #require(intake.facts.first).content else {
            Issue.record("not a notification")
            return
        }
        #expect(notification.type == "SOMETHING_NEW")
        #expect(notification.subtype == "SOMEHOW")
        #expect(intake.facts[0].scope == .app)
    }

    @Test func `a signed document is placed by its words, and a copy of it by its signature`() throws {
        let places = try ["h.words.s1", "i.words.s2"].map { text in
            try #require(FactExtractor.intake(of: verified(Self.transaction, text), digest: digest).facts.first)
        }
        for (fact, text) in zip(places, ["h.words.s1", "i.words.s2"]) {
            let bytes = FactDigest.of("words").bytes.prefix(24) + FactDigest.of(text).bytes.prefix(8)
            let place = try #require(FactDigest(Array(bytes)))
            #expect(fact.order == FactOrder(instant: .utc("2024-02-20 00:00:05"), rank: .signed, digest: place))
            #expect(fact.digest == .of(text))
        }
    }

    @Test(arguments: ["words", "a.b", "a.b.c.d", "."])
    func `a document that is not in three parts is placed by all of its bytes`(text: String) throws {
        let fact = try #require(FactExtractor.intake(of: verified(Self.transaction, text), digest: digest).facts.first)
        #expect(fact.order == FactOrder(instant: .utc("2024-02-20 00:00:05"), rank: .signed, digest: .of(text)))
    }
}
