// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import Testing

@Suite struct AccountTests {
    static let token = AppAccountToken(rawValue: UUID())

    @Test func `a child's purchase waits for a parent`() throws {
        var store = try Store.withAlice(CustomerProfile(id: "alice", asksToBuy: true))
        guard
            case .pending(let pending) = try store.perform(
                .buy("alice", product: "coins", options: PurchaseOptions(appAccountToken: Self.token))
            )
        else { return #expect(Bool(false), "the purchase should wait") }
        #expect(pending.reason == .askToBuy)
        #expect(store.labels.isEmpty)
        store.advance(to: .day(2026, 1, 21))
        #expect(try store.notifications { try $0.perform(.completePending(pending.id)) } == ["ONE_TIME_CHARGE"])
        #expect(store.history.transactions.last?.transaction.appAccountToken == Self.token)
        #expect(store.history.transactions.last?.transaction.purchaseDate == .day(2026, 1, 21))
        #expect(store.store.pendingPurchases(of: "alice").isEmpty)
    }

    @Test func `a purchase a parent declines leaves nothing`() throws {
        var store = try Store.withAlice(CustomerProfile(id: "alice", asksToBuy: true))
        try store.perform(.buy("alice", product: "gold", options: PurchaseOptions()))
        let pending = try #require(store.store.pendingPurchases(of: "alice").first)
        try store.perform(.cancelPending(pending.id))
        #expect(store.history.transactions.isEmpty)
        #expect(throws: SimulatorError.self) { try store.perform(.completePending(pending.id)) }
    }

    @Test func `an interrupted purchase continues when the customer resolves it`() throws {
        var store = try Store.withAlice(CustomerProfile(id: "alice", interruptsPurchases: true))
        try store.perform(.buy("alice", product: "gold", options: PurchaseOptions()))
        let pending = try #require(store.store.pendingPurchases(of: "alice").first)
        #expect(pending.reason == .interrupted)
        let labels = try store.notifications { try $0.perform(.completePending(pending.id)) }
        #expect(labels == ["SUBSCRIBED.INITIAL_BUY"])
    }

    @Test(arguments: [
        (CustomerProfile(id: "alice", payment: .fails), SimulatorError.Code.paymentDeclined),
        (CustomerProfile(id: "alice", allowsPurchases: false), .purchaseNotAllowed),
    ])
    func `a refused purchase changes nothing`(profile: CustomerProfile, code: SimulatorError.Code) throws {
        var store = try Store.withAlice(profile)
        let error = #expect(throws: SimulatorError.self) { try store.buy("silver.plus") }
        #expect(error?.code == code)
        #expect(store.history.isEmpty)
        #expect(store.store.subscriptions(of: "alice").isEmpty)
    }

    @Test func `production sells approved products only, the sandbox any`() throws {
        var catalog = Catalog.sample
        catalog.products[0].isApproved = false
        var store = Store(catalog: catalog)
        try store.perform(.addCustomer(CustomerProfile(id: "alice")))
        try store.perform(.addCustomer(CustomerProfile(id: "tester", environment: .sandbox)))
        #expect(throws: SimulatorError.self) { try store.buy("coins") }
        #expect(try store.buy("coins", by: "tester").environment == .sandbox)
    }

    @Test(arguments: [("coins", 0), ("coins", 11), ("lifetime", 2), ("gold", 2)])
    func `quantities have limits`(product: String, quantity: Int) throws {
        var store = try Store.withAlice()
        let error = #expect(throws: SimulatorError.self) {
            try store.buy(ProductID(rawValue: product), PurchaseOptions(quantity: quantity))
        }
        #expect(error?.code == .invalidQuantity)
    }

    @Test(arguments: [("CHN", "CNY", 7000), ("JPN", "JPY", 150_000), ("DEU", "EUR", 990)] as [(String, String, Int64)])
    func `a storefront has its currency and price`(country: String, currency: String, price: Int64) throws {
        var store = try Store.withAlice(
            CustomerProfile(id: "alice", storefront: StorefrontCountryCode(rawValue: country))
        )
        let transaction = try store.buy("coins")
        #expect(transaction.storefront?.rawValue == country)
        #expect(transaction.currency?.rawValue == currency)
        #expect(transaction.price == price)
    }

    @Test func `the introductory offer is had once per group`() throws {
        var store = try Store.withAlice()
        #expect(try store.buy("silver").offerType == .introductory)
        try store.perform(.setRenewal("alice", group: "group", on: false))
        store.advance(to: .day(2026, 3, 1))
        #expect(try store.buy("gold").offerType == nil)
    }

    @Test func `the app's server can withhold the introductory offer`() throws {
        var store = try Store.withAlice()
        #expect(try store.buy("gold", PurchaseOptions(introductoryEligibility: false)).offerType == nil)
    }

    @Test func `a promotional offer needs a good signature and a subscriber`() throws {
        var store = try Store.withAlice()
        let offer = PurchaseOptions(offer: .promotional("half", signatureIsValid: true))
        let new = #expect(throws: SimulatorError.self) { try store.buy("gold", offer) }
        #expect(new?.code == .ineligibleForOffer)
        try store.buy("silver.plus")
        let forged = #expect(throws: SimulatorError.self) {
            try store.buy("gold", PurchaseOptions(offer: .promotional("half", signatureIsValid: false)))
        }
        #expect(forged?.code == .invalidSignature)
        #expect(try store.buy("gold", offer).offerDiscountType == .payAsYouGo)
    }

    @Test func `a lapsed customer sees the win-back offers in the renewal info`() throws {
        var store = try Store.lapsed()
        #expect(store.history.renewalInfos.last?.renewalInfo.eligibleWinBackOfferIds == ["back"])
        try store.buy("silver.plus", PurchaseOptions(offer: .winBack("back")))
        #expect(store.history.renewalInfos.last?.renewalInfo.eligibleWinBackOfferIds == nil)
    }

    @Test func `a tester's history can be cleared, a customer's cannot`() throws {
        var store = try Store.withAlice(CustomerProfile(id: "alice", environment: .sandbox))
        try store.buy("silver")
        try store.perform(.clearHistory("alice"))
        #expect(store.store.subscriptions(of: "alice").isEmpty)
        #expect(store.notifications { $0.advance(to: .day(2026, 1, 21)) }.isEmpty)
        #expect(try store.buy("silver").offerType == .introductory)
        var production = try Store.subscribed()
        #expect(throws: SimulatorError.self) { try production.perform(.clearHistory("alice")) }
    }

    @Test func `restoring gives what is owned and the latest of each subscription`() throws {
        var store = try Store.withAlice()
        try store.buy("coins")
        try store.buy("lifetime")
        try store.buy("silver.plus")
        store.advance(to: .day(2026, 3, 1))
        guard case .restored(let purchases) = try store.perform(.restore("alice", app: "com.example.app")) else {
            return #expect(Bool(false), "purchases are expected")
        }
        #expect(purchases.map(\.productId) == ["lifetime", "silver.plus"])
        #expect(purchases.last?.purchaseDate == .day(2026, 2, 20))
    }

    @Test func `a token set by the operator is in every later document`() throws {
        var store = try Store.subscribed()
        let id = try #require(store.history.transactions.first?.transaction.originalTransactionId)
        try store.perform(.setAppAccountToken(id, Self.token))
        #expect(store.history.transactions.last?.transaction.appAccountToken == Self.token)
        store.advance(to: .day(2026, 2, 20))
        #expect(store.history.transactions.last?.transaction.appAccountToken == Self.token)
        #expect(store.history.renewalInfos.last?.renewalInfo.appAccountToken == Self.token)
    }

    @Test func `a purchase begun in the settings carries no token but the lineage`() throws {
        var store = try Store.lapsed()
        let transaction = try store.buy("silver.plus", PurchaseOptions(origin: .settings))
        #expect(transaction.appAccountToken == nil)
        #expect(
            transaction.originalTransactionId == store.history.transactions.first?.transaction.originalTransactionId
        )
    }

    @Test func `a deleted account buys nothing any more`() throws {
        var store = try Store.withAlice()
        try store.perform(.deleteAccount("alice"))
        let error = #expect(throws: SimulatorError.self) { try store.buy("coins") }
        #expect(error?.code == .accountDeleted)
    }

    @Test func `the tester renews and ends a subscription at will`() throws {
        var store = try Store.subscribed()
        store.advance(to: .day(2026, 1, 25))
        #expect(try store.notifications { try $0.perform(.forceRenewal("alice", group: "group")) } == ["DID_RENEW"])
        #expect(store.history.transactions.last?.transaction.purchaseDate == .day(2026, 1, 25))
        store.advance(to: .day(2026, 1, 26))
        #expect(try store.notifications { try $0.perform(.expire("alice", group: "group")) } == ["EXPIRED.VOLUNTARY"])
        #expect(store.store.truth(of: "alice").access.isEmpty)
    }

    @Test(arguments: [0, 91])
    func `an extension has limits`(days: Int) throws {
        var store = try Store.subscribed()
        let id = try #require(store.history.transactions.first?.transaction.originalTransactionId)
        #expect(throws: SimulatorError.self) {
            try store.perform(.extendRenewal(id, days: days, reason: 0, request: "r"))
        }
    }

    @Test func `a subscription is extended twice a year, and never in a trial`() throws {
        var store = try Store.subscribed()
        let id = try #require(store.history.transactions.first?.transaction.originalTransactionId)
        try store.perform(.extendRenewal(id, days: 1, reason: 0, request: "1"))
        try store.perform(.extendRenewal(id, days: 1, reason: 0, request: "2"))
        let third = #expect(throws: SimulatorError.self) {
            try store.perform(.extendRenewal(id, days: 1, reason: 0, request: "3"))
        }
        #expect(third?.code == .extensionLimit)
        var trial = try Store.subscribed(to: "gold")
        let other = try #require(trial.history.transactions.first?.transaction.originalTransactionId)
        let refused = #expect(throws: SimulatorError.self) {
            try trial.perform(.extendRenewal(other, days: 1, reason: 0, request: "1"))
        }
        #expect(refused?.code == .extensionIneligible)
    }

    @Test func `two environments live side by side`() throws {
        var store = try Store.withAlice()
        try store.perform(.addCustomer(CustomerProfile(id: "tester", environment: .sandbox)))
        try store.buy("silver.plus")
        try store.buy("silver.plus", by: "tester")
        store.advance(to: .day(2026, 1, 20, hour: 1))
        #expect(store.history.notifications.count { $0.environment == .production } == 1)
        #expect(store.history.notifications.count { $0.environment == .sandbox } == 13)
        #expect(store.history.notifications.allSatisfy { ($0.appAppleID != nil) == ($0.environment == .production) })
    }

    @Test(arguments: [
        ("6F9619FF-8B86-D011-B42D-00C04FC964FF", "6f9619ff-8b86-d011-b42d-00c04fc964ff"),
        ("5f4dcc3b5aa765d61d8327deb882cf99", nil),
    ])
    func `a user name comes back as the token when it is a UUID`(name: String, token: String?) throws {
        var store = try Store.withAlice()
        let transaction = try store.buy("coins", PurchaseOptions(applicationUsername: name))
        #expect(transaction.appAccountToken?.description == token)
    }

    @Test func `buying the product again during grace pays what is overdue`() throws {
        var settings = SimulatorSettings()
        settings.production.grace = GracePeriod()
        var store = try Store.subscribed(settings: settings)
        try store.perform(.changeCustomer("alice", .payment(.failsNext(1))))
        store.advance(to: .day(2026, 2, 20, hour: 1))
        #expect(try store.notifications { try $0.buy("silver.plus") } == ["DID_RENEW.BILLING_RECOVERY"])
        #expect(store.history.transactions.last?.transaction.purchaseDate == .day(2026, 2, 20))
    }
}
