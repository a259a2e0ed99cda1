// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import Persistence
import Testing

@Suite struct CompactContentTests {
    @Test(arguments: Self.contents)
    func `what is stored in few bytes comes back as it was`(content: FactContent) throws {
        let stored = try StoredContent(content)
        #expect(stored.bytes.first == 2, "it has the form that is read quickly")
        #expect(try stored.content() == content)
    }

    @Test func `every field of a transaction and a renewal info has its place in few bytes`() throws {
        for content in [FactContent.transaction(Self.fullTransaction), .renewalInfo(Self.fullRenewalInfo)] {
            let stored = try StoredContent(content)
            #expect(stored.bytes.first == 2, "a field that the form does not know would have it stored as packed JSON")
            #expect(try stored.content() == content)
        }
        for subject in [Mirror(reflecting: Self.fullTransaction), Mirror(reflecting: Self.fullRenewalInfo)] {
            for (name, value) in subject.children {
                #expect("\(value)" != "nil", "the sample leaves out \(name ?? "")")
            }
        }
    }

    @Test func `what the small form does not know is kept whole as packed JSON`() throws {
        let contents: [FactContent] = [
            .notification(
                ServerNotification(
                    id: NotificationUUID(rawValue: Self.sampleUUID),
                    type: .unclaimSeats,
                    unclaimedSeats: [SeatClaimID(rawValue: Self.sampleUUID)]
                )
            ),
            .unknown("new-kind", .object(["a": .integer(1)])),
            .command(
                .grant(Grant(id: "g", customer: "anna", entitlement: "pro", startDate: .second(1), reason: "gift"))
            ),
            .command(
                .order(
                    OrderStep(order: "o", customer: "anna", action: .created(.init(productID: "p", device: "phone")))
                )
            ),
        ]
        for content in contents {
            let stored = try StoredContent(content)
            #expect(stored.bytes.first != 2)
            #expect(try stored.content() == content)
        }
    }

    @Test func `an instant between two milliseconds is kept in few bytes as JSON would keep it`() throws {
        var transaction = Self.fullTransaction
        transaction.purchaseDate = Date(timeIntervalSince1970: 1_767_225_600.000_25)
        let content = FactContent.transaction(transaction)
        let stored = try StoredContent(content)
        #expect(stored.bytes.first == 2)
        let read = try AppStoreJSON.decode(FactContent.self, from: AppStoreJSON.encode(content))
        #expect(try stored.content() == read)
        #expect(read != content)
    }

    @Test func `bytes that were cut or changed are called damaged`() throws {
        let bytes = try StoredContent(.transaction(Self.fullTransaction)).bytes
        for count in 1..<bytes.count {
            #expect(throws: DatabaseError.self, "\(count) bytes") {
                try StoredContent(bytes: Array(bytes.prefix(count))).content()
            }
        }
        #expect(throws: DatabaseError.self) { try StoredContent(bytes: bytes + [0]).content() }
        #expect(throws: DatabaseError.self) { try StoredContent(bytes: [2, 99] + bytes.dropFirst(2)).content() }
    }

    @Test(arguments: StoreDriver.allCases)
    func `steps of orders for no device are passed over, and all are read when an order is for one`(
        driver: StoreDriver
    ) async throws {
        try await driver.withStore { store async throws in
            func add(_ command: Command, _ number: UInt64) async throws {
                try await store.write { writer in
                    let order = try writer.nextCommandOrder(in: .sandbox, now: .second(Int(number)))
                    let fact = Fact(command: command, scope: .sandbox, order: order, digest: .sample(number))
                    try writer.append(
                        commands: [(fact, StoredContent(fact.content))],
                        receivedDate: .second(0),
                        source: "app"
                    )
                }
            }
            let claim = Command.claim(Claim(lineage: "1000", customer: "anna", basis: .session))
            try await add(claim, 1)
            try await add(.order(OrderStep(order: "o1", customer: "anna", action: .created(.init(productID: "p")))), 2)
            try await add(.order(OrderStep(order: "o1", customer: "anna", action: .paid("1000"))), 3)
            #expect(
                try await store.read { try $0.accountFacts(naming: "anna", in: .sandbox).map(\.fact.content) } == [
                    .command(claim)
                ]
            )
            #expect(try await store.read { try $0.facts(naming: "anna", in: .sandbox).count } == 3)
            let device = OrderStep.Terms(productID: "p", device: "phone")
            try await add(.order(OrderStep(order: "o2", customer: "anna", action: .created(device))), 4)
            #expect(try await store.read { try $0.accountFacts(naming: "anna", in: .sandbox).count } == 4)
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `commands recorded together have places one after another`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            let places = try await store.write { writer in
                try writer.nextCommandOrders(3, in: .sandbox, now: .second(5))
                    + writer.nextCommandOrders(2, in: .sandbox, now: .second(4))
            }
            #expect(places.map(\.sequence) == [1, 2, 3, 4, 5])
            #expect(places.map(\.instant) == Array(repeating: .second(5), count: 5))
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `a purchase's transaction history is read without the notifications that reported it`(
        driver: StoreDriver
    ) async throws {
        try await driver.withStore { store async throws in
            try await store.write { writer in
                for (number, kind) in ["sample", FactKind.notification, "other"].enumerated() {
                    let fact = Fact.sample(UInt64(number), kind: kind, second: number)
                    try writer.append(fact, receivedDate: .second(0), source: "notification")
                }
            }
            let kinds = try await store.read { try $0.lifeFacts(of: "1000", in: .sandbox).map(\.fact.kind) }
            #expect(kinds == ["sample", "other"])
        }
    }

    static let sampleUUID = UUID(
        uuid: (0x7e, 0x3f, 0xb2, 0x04, 0x2a, 0x4d, 0x4a, 0x54, 0x8d, 0x30, 0x1f, 0x7d, 0x5e, 0x1c, 0x0a, 0x01)
    )

    static let fullTransaction = Transaction(
        id: "2000000123456789",
        originalTransactionID: "02000000123456780",
        webOrderLineItemID: "2000000000000017",
        productID: "com.example.app.monthly",
        productType: .autoRenewableSubscription,
        subscriptionGroupID: "21000000",
        purchaseDate: .second(1),
        originalPurchaseDate: .second(-4_000_000_00),
        expirationDate: .second(2_592_000),
        quantity: 3,
        appAccountToken: AppAccountToken(rawValue: sampleUUID),
        ownership: .familyShared,
        revocation: Revocation(
            date: .second(9),
            reason: RevocationReason(rawValue: 1),
            type: "REFUND_PRORATED",
            percentage: 50_000
        ),
        isUpgraded: true,
        offer: Offer(
            type: OfferType(rawValue: 3),
            id: OfferID(rawValue: String(repeating: "雪", count: 80)),
            discount: "PAY_UP_FRONT",
            period: "P3M"
        ),
        storefront: "CHN",
        storefrontID: "143465",
        reason: "RENEWAL",
        price: Money(milliunits: -9_990, currency: "CNY"),
        appTransactionID: "704225666440000000",
        billingPlan: "MONTHLY",
        previousOriginalTransactionID: "1999",
        multiSeatInfo: TransactionMultiSeatInfo(
            invitationManagement: .developer,
            priceTiers: [
                MultiSeatPriceTier(price: 7_990, quantity: 3), MultiSeatPriceTier(price: nil, quantity: 300),
                MultiSeatPriceTier(price: -1), MultiSeatPriceTier(),
            ],
            revokedSeatQuantity: 2
        ),
        additionalTransactionReason: .seatAddition,
        bundle: SubscriptionBundle(
            productID: "com.example.all",
            subscriptionGroupID: "21000009",
            transactionID: "2000000123456700",
            originalTransactionID: "2000000123456600"
        ),
        commitment: TransactionCommitmentInfo(
            billingPeriodNumber: 4,
            commitmentExpiresDate: .second(31_536_000),
            commitmentPrice: 119_880,
            totalBillingPeriods: 12
        )
    )

    static let fullRenewalInfo = RenewalInfo(
        originalTransactionID: "2000000123456789",
        productID: "com.example.app.monthly",
        autoRenewProductID: "com.example.app.yearly",
        willAutoRenew: false,
        expirationIntent: ExpirationIntent(rawValue: 2),
        isInBillingRetryPeriod: true,
        gracePeriodExpirationDate: .second(77),
        priceIncrease: PriceIncreaseStatus(rawValue: 0),
        offer: Offer(type: OfferType(rawValue: 99)),
        renewalDate: .second(88),
        renewalPrice: Money(milliunits: 9_990, currency: "XYZ"),
        recentSubscriptionStartDate: .second(3),
        eligibleWinBackOfferIDs: ["back", "again"],
        appAccountToken: AppAccountToken(rawValue: sampleUUID),
        appTransactionID: "704225666440000000",
        renewalBillingPlan: "BILLED_UPFRONT",
        renewalQuantity: 6,
        multiSeatInfo: RenewalMultiSeatInfo(renewalPriceTiers: [MultiSeatPriceTier(price: 9_990, quantity: 5)]),
        bundle: SubscriptionBundle(productID: "com.example.all"),
        willUnbundle: false,
        commitment: RenewalCommitmentInfo(
            commitmentAutoRenewProductId: "com.example.year",
            commitmentAutoRenewStatus: .off,
            commitmentRenewalBillingPlanType: .monthly,
            commitmentRenewalDate: .second(31_536_000),
            commitmentRenewalPrice: 119_880
        )
    )

    static let contents: [FactContent] = [
        .transaction(
            Transaction(
                id: "1",
                originalTransactionID: "1",
                productID: "p",
                purchaseDate: .second(0),
                ownership: .assigned,
                multiSeatInfo: TransactionMultiSeatInfo(priceTiers: [])
            )
        ),
        .renewalInfo(
            RenewalInfo(
                originalTransactionID: "1",
                productID: "p",
                multiSeatInfo: RenewalMultiSeatInfo(),
                willUnbundle: true
            )
        ),
        .transaction(fullTransaction),
        .transaction(Transaction(id: "1", originalTransactionID: "1", productID: "p", purchaseDate: .second(0))),
        .renewalInfo(fullRenewalInfo),
        .renewalInfo(RenewalInfo(originalTransactionID: "1", productID: "p")),
        .notification(
            ServerNotification(
                id: NotificationUUID(rawValue: sampleUUID),
                type: "DID_RENEW",
                subtype: "BILLING_RECOVERY",
                transactionID: "18446744073709551615",
                originalTransactionID: "00",
                productID: "",
                status: SubscriptionStatus(rawValue: 1),
                consumptionRequestReason: "OTHER",
                appTransactionID: "7"
            )
        ),
        .command(.claim(Claim(lineage: "1000", customer: "anna \"Ä\"\u{0}", basis: .restore))),
        .command(.order(OrderStep(order: "ord_1", customer: nil, action: .delivered))),
        .command(.order(OrderStep(order: "ord_1", customer: "anna", action: .finished))),
        .command(.order(OrderStep(order: "ord_1", customer: "anna", action: .paid("1")))),
        .command(.order(OrderStep(order: "ord_1", customer: "anna", action: .failed(code: "c", message: "m")))),
        .command(.order(OrderStep(order: "ord_1", customer: "anna", action: .canceled(reason: "merged into ord_2")))),
        .command(
            .order(
                OrderStep(
                    order: "ord_1",
                    customer: "anna",
                    action: .created(
                        .init(
                            productID: "p",
                            quantity: 2,
                            appAccountToken: fullTransaction.appAccountToken,
                            shownPrice: Money(milliunits: 1, currency: "EUR"),
                            idempotencyKey: "key",
                            expirationDate: .second(5)
                        )
                    )
                )
            )
        ),
    ]
}
