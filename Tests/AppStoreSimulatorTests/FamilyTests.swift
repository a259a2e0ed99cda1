// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import Testing

@Suite struct FamilyTests {
    /// Alice and Bob, to whom what she buys is shared unless it is the plan given.
    static func family(
        unshared: ProductID? = nil,
        settings: SimulatorSettings = SimulatorSettings()
    ) throws -> Store {
        var catalog = Catalog.sample
        for slot in catalog.products.indices where catalog.products[slot].id == unshared {
            catalog.products[slot].isFamilyShareable = false
        }
        var store = Store(catalog: catalog, settings: settings)
        try store.perform(.addCustomer(CustomerProfile(id: "alice")))
        try store.perform(.addCustomer(CustomerProfile(id: "bob")))
        try store.perform(.joinFamily("alice", "smith"))
        try store.perform(.joinFamily("bob", "smith"))
        return store
    }

    @Test func `a member gains a subscription with identifiers of its own and no price`() throws {
        var store = try Self.family()
        let labels = try store.notifications { try $0.buy("silver.plus") }
        #expect(labels == ["SUBSCRIBED.INITIAL_BUY", "SUBSCRIBED.INITIAL_BUY"])
        let shared = try #require(store.history.transactions.last)
        #expect(shared.customer == "bob")
        #expect(shared.transaction.inAppOwnershipType == .familyShared)
        #expect(shared.transaction.price == nil)
        #expect(
            shared.transaction.originalTransactionId
                != store.history.transactions.first?.transaction.originalTransactionId
        )
    }

    @Test func `a member follows renewals, and loses the subscription with a refund`() throws {
        var store = try Self.family()
        try store.buy("silver.plus")
        #expect(store.notifications { $0.advance(to: .day(2026, 2, 20)) } == ["DID_RENEW", "DID_RENEW"])
        let paid = try #require(store.history.transactions.last { $0.customer == "alice" }?.transaction.transactionId)
        let labels = try store.notifications { try $0.perform(.refund(paid, decision: .full(.other), cancels: false)) }
        #expect(labels == ["REFUND", "REVOKE"])
        let lost = try #require(store.history.transactions.last)
        #expect(lost.customer == "bob")
        #expect(lost.transaction.revocationType == .familyRevoke)
        #expect(store.lastStatus == .revoked)
    }

    @Test func `sharing ends when the buyer stops it, and comes back as a resubscription`() throws {
        var store = try Self.family()
        try store.buy("silver.plus")
        let lost = try store.notifications { try $0.perform(.changeCustomer("alice", .sharesPurchases(false))) }
        #expect(lost == ["REVOKE"])
        let again = try store.notifications { try $0.perform(.changeCustomer("alice", .sharesPurchases(true))) }
        #expect(again == ["SUBSCRIBED.RESUBSCRIBE"])
    }

    @Test func `a member who leaves loses what was shared`() throws {
        var store = try Self.family()
        try store.buy("silver.plus")
        try store.buy("lifetime")
        #expect(store.labels.suffix(2) == ["ONE_TIME_CHARGE", "ONE_TIME_CHARGE"])
        #expect(try store.notifications { try $0.perform(.leaveFamily("bob")) } == ["REVOKE", "REVOKE"])
    }

    @Test func `who joins gets what the family shares already`() throws {
        var store = try Store.withAlice()
        try store.perform(.addCustomer(CustomerProfile(id: "bob")))
        try store.perform(.joinFamily("alice", "smith"))
        try store.buy("lifetime")
        #expect(try store.notifications { try $0.perform(.joinFamily("bob", "smith")) } == ["ONE_TIME_CHARGE"])
    }

    @Test func `a family has six members at most`() throws {
        var store = try Self.family()
        for index in 3...6 {
            let id = CustomerID(rawValue: "member\(index)")
            try store.perform(.addCustomer(CustomerProfile(id: id)))
            try store.perform(.joinFamily(id, "smith"))
        }
        try store.perform(.addCustomer(CustomerProfile(id: "late")))
        #expect(throws: SimulatorError.self) { try store.perform(.joinFamily("late", "smith")) }
    }

    @Test func `an extension reaches the members and is not given to them directly`() throws {
        var store = try Self.family()
        let own = try store.buy("silver.plus").originalTransactionId
        let shared = try #require(store.history.transactions.last?.transaction.originalTransactionId)
        let labels = try store.notifications { try $0.perform(.extendRenewal(own, days: 3, reason: 0, request: "r")) }
        #expect(labels == ["RENEWAL_EXTENDED", "RENEWAL_EXTENDED"])
        #expect(throws: SimulatorError.self) {
            try store.perform(.extendRenewal(shared, days: 3, reason: 0, request: "r"))
        }
    }

    @Test func `who joins during grace never has a period that begins before the one before it`() throws {
        var settings = SimulatorSettings()
        settings.production.grace = GracePeriod(days: 16)
        var store = try Store.subscribed(settings: settings)
        try store.perform(.addCustomer(CustomerProfile(id: "bob")))
        try store.perform(.joinFamily("alice", "smith"))
        try store.perform(.changeCustomer("alice", .payment(.fails)))
        store.advance(to: .day(2026, 2, 25))
        try store.perform(.joinFamily("bob", "smith"))
        try store.perform(.changeCustomer("alice", .payment(.works)))
        let starts = store.history.transactions.filter { $0.customer == "bob" }.map(\.transaction.purchaseDate)
        #expect(starts == [.day(2026, 2, 25), .day(2026, 2, 25)])
    }

    @Test func `a member with an own subscription gets no shared one`() throws {
        var store = try Self.family()
        try store.buy("silver.plus", by: "bob", PurchaseOptions())
        let before = store.history.transactions.count { $0.customer == "bob" }
        try store.buy("silver.plus")
        #expect(store.history.transactions.count { $0.customer == "bob" } == before)
    }

    @Test func `families live in one environment`() throws {
        var store = try Self.family()
        try store.perform(.addCustomer(CustomerProfile(id: "tester", environment: .sandbox)))
        let error = #expect(throws: SimulatorError.self) { try store.perform(.joinFamily("tester", "smith")) }
        #expect(error?.code == .familyRefused)
    }

    @Test func `an upgrade of the buyer is one of the members`() throws {
        var store = try Self.family()
        try store.buy("silver.plus")
        let labels = try store.notifications { try $0.buy("gold") }
        #expect(labels == ["DID_CHANGE_RENEWAL_PREF.UPGRADE", "DID_CHANGE_RENEWAL_PREF.UPGRADE"])
        #expect(store.store.truth(of: "bob").access.map(\.product) == ["gold"])
    }

    @Test func `a period that the tester ends early ends for the members too`() throws {
        var store = try Self.family()
        try store.buy("silver.plus")
        store.advance(to: .day(2026, 1, 25))
        try store.perform(.forceRenewal("alice", group: "group"))
        let shared = store.history.transactions.filter { $0.customer == "bob" }.map(\.transaction)
        #expect(shared.map(\.expiresDate) == [.day(2026, 2, 20), .day(2026, 1, 25), .day(2026, 2, 25)])
    }

    @Test func `the end of the buyer's subscription is the end of the members'`() throws {
        var store = try Self.family()
        try store.buy("silver.plus")
        try store.perform(.setRenewal("alice", group: "group", on: false))
        let labels = store.notifications { $0.advance(to: .day(2026, 2, 20)) }
        #expect(labels == ["EXPIRED.VOLUNTARY", "EXPIRED.VOLUNTARY"])
        #expect(store.store.truth(of: "bob").access.isEmpty)
    }

    @Test func `members lose a subscription that renews as a plan which is not shared`() throws {
        var store = try Self.family(unshared: "silver")
        try store.buy("gold", PurchaseOptions(introductoryEligibility: false))
        try store.buy("silver")
        let labels = store.notifications { $0.advance(to: .day(2026, 2, 21)) }
        #expect(labels == ["DID_RENEW", "REVOKE"])
        #expect(store.store.truth(of: "bob").access.isEmpty)
        #expect(store.history.transactions.last?.transaction.productId == "gold")
        #expect(store.notifications { $0.advance(to: .day(2026, 3, 21)) } == ["DID_RENEW"])
    }

    @Test func `members keep what is left of their period when the buyer's next one is charged before`() throws {
        var settings = SimulatorSettings()
        settings.production.renewalTiming = RenewalTiming(leadSeconds: 86_400)
        var store = try Self.family(unshared: "silver", settings: settings)
        try store.buy("gold", PurchaseOptions(introductoryEligibility: false))
        try store.buy("silver")
        #expect(store.notifications { $0.advance(to: .day(2026, 2, 19, hour: 12)) } == ["DID_RENEW"])
        #expect(store.store.truth(of: "bob").access.map(\.product) == ["gold"])
        #expect(store.notifications { $0.advance(to: .day(2026, 2, 20)) } == ["REVOKE"])
        #expect(store.store.truth(of: "bob").access.isEmpty)
    }

    @Test func `members lose a subscription that is taken up again as a plan which is not shared`() throws {
        var store = try Self.family(unshared: "silver")
        try store.buy("gold", PurchaseOptions(introductoryEligibility: false))
        try store.perform(.changeCustomer("alice", .payment(.failsNext(1))))
        store.advance(to: .day(2026, 2, 20, hour: 2))
        let labels = try store.notifications { try $0.buy("silver") }
        #expect(labels == ["SUBSCRIBED.RESUBSCRIBE", "REVOKE"])
        #expect(store.store.subscriptions(of: "bob").map(\.status) == [.revoked])
    }

    @Test func `members gain a subscription that renews as a plan which is shared`() throws {
        var store = try Self.family(unshared: "gold")
        try store.buy("gold", PurchaseOptions(introductoryEligibility: false))
        try store.buy("silver")
        #expect(store.store.truth(of: "bob").access.isEmpty)
        let labels = store.notifications { $0.advance(to: .day(2026, 2, 20)) }
        #expect(labels == ["DID_RENEW", "SUBSCRIBED.INITIAL_BUY"])
        #expect(store.store.truth(of: "bob").access.map(\.product) == ["silver"])
    }

    @Test func `members gain a subscription with an upgrade to a plan which is shared`() throws {
        var store = try Self.family(unshared: "silver.plus")
        try store.buy("silver.plus")
        let labels = try store.notifications { try $0.buy("gold") }
        #expect(labels.last == "SUBSCRIBED.INITIAL_BUY")
        #expect(store.store.truth(of: "bob").access.map(\.product) == ["gold"])
    }

    @Test func `a refund that is reversed gives the members their subscription again`() throws {
        var store = try Self.family()
        let paid = try store.buy("silver.plus").transactionId
        try store.perform(.refund(paid, decision: .full(.other), cancels: false))
        let labels = try store.notifications { try $0.perform(.reverseRefund(paid)) }
        #expect(labels == ["REFUND_REVERSED", "SUBSCRIBED.RESUBSCRIBE"])
        #expect(store.store.truth(of: "bob").access.map(\.product) == ["silver.plus"])
    }
}
