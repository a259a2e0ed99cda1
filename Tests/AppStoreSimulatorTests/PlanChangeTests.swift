// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import Testing

@Suite struct PlanChangeTests {
    @Test func `an upgrade begins a full period and ends the old one`() throws {
        var store = try Store.subscribed()
        store.advance(to: .day(2026, 1, 30))
        let gold = try store.buy("gold")
        #expect(gold.purchaseDate == .day(2026, 1, 30))
        #expect(gold.expiresDate == .day(2026, 2, 28))
        let access = store.store.truth(of: "alice").access
        #expect(access.map(\.product) == ["gold"])
        store.advance(to: .day(2026, 4, 1))
        let renewals = store.history.transactions.suffix(2).compactMap(\.transaction.purchaseDate)
        #expect(renewals == [.day(2026, 2, 28), .day(2026, 3, 30)])
    }

    @Test func `the rest of an upgraded period goes back to the customer`() throws {
        var store = try Store.subscribed()
        // 15.5 of 31 days are left.
        store.advance(to: .day(2026, 2, 4, hour: 12))
        try store.buy("gold")
        let back = try #require(store.history.sales.first { $0.units < 0 })
        #expect(back.product == "silver.plus")
        #expect(back.customerPrice == -2995)
    }

    @Test func `a downgrade can be chosen again before it begins`() throws {
        var store = try Store.subscribed(to: "gold")
        try store.buy("silver")
        let other = try store.notifications { try $0.buy("weekly") }
        #expect(other == ["DID_CHANGE_RENEWAL_PREF.DOWNGRADE"])
        #expect(try store.notifications { try $0.buy("weekly") }.isEmpty)
        store.advance(to: .day(2026, 1, 27))
        #expect(store.history.transactions.last?.transaction.productId == "weekly")
    }

    @Test func `a downgrade of a canceled subscription turns renewal on`() throws {
        var store = try Store.subscribed(to: "gold")
        try store.perform(.setRenewal("alice", group: "group", on: false))
        let labels = try store.notifications { try $0.buy("silver") }
        #expect(labels == ["DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_ENABLED", "DID_CHANGE_RENEWAL_PREF.DOWNGRADE"])
    }

    @Test func `an upgrade voids the plan change that was queued`() throws {
        var store = try Store.subscribed()
        try store.buy("weekly")
        try store.buy("gold")
        #expect(store.history.renewalInfos.last?.renewalInfo.autoRenewProductId == "gold")
        #expect(store.notifications { $0.advance(to: .day(2026, 2, 20)) } == ["DID_RENEW"])
        #expect(store.history.transactions.last?.transaction.productId == "gold")
    }

    @Test func `an upgrade while the card fails is declined and changes nothing`() throws {
        var store = try Store.subscribed()
        try store.perform(.changeCustomer("alice", .payment(.fails)))
        let error = #expect(throws: SimulatorError.self) {
            try store.buy("gold", PurchaseOptions(introductoryEligibility: false))
        }
        #expect(error?.code == .paymentDeclined)
        #expect(store.labels == ["SUBSCRIBED.INITIAL_BUY"])
    }

    @Test func `buying another plan during retry begins again`() throws {
        var store = try Store.subscribed()
        try store.perform(.changeCustomer("alice", .payment(.failsNext(1))))
        store.advance(to: .day(2026, 2, 20, hour: 2))
        let labels = try store.notifications { try $0.buy("gold") }
        #expect(labels == ["SUBSCRIBED.RESUBSCRIBE"])
        #expect(store.lastStatus == .active)
    }

    @Test func `canceling during grace keeps the grace and stops the retries`() throws {
        var settings = SimulatorSettings()
        settings.production.grace = GracePeriod(days: 16)
        var store = try Store.subscribed(settings: settings)
        try store.perform(.changeCustomer("alice", .payment(.failsNext(1))))
        store.advance(to: .day(2026, 2, 20, hour: 1))
        try store.perform(.setRenewal("alice", group: "group", on: false))
        #expect(store.store.truth(of: "alice").access.first?.until == .day(2026, 3, 8))
        #expect(store.notifications { $0.advance(to: .day(2026, 3, 8)) } == ["EXPIRED.VOLUNTARY"])
        #expect(store.history.transactions.count == 1)
    }

    @Test func `canceling during retry ends the subscription`() throws {
        var store = try Store.subscribed()
        try store.perform(.changeCustomer("alice", .payment(.fails)))
        store.advance(to: .day(2026, 2, 25))
        let labels = try store.notifications { try $0.perform(.setRenewal("alice", group: "group", on: false)) }
        #expect(labels == ["DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_DISABLED", "EXPIRED.VOLUNTARY"])
    }

    @Test func `an ended subscription cannot be turned on`() throws {
        var store = try Store.lapsed()
        let error = #expect(throws: SimulatorError.self) {
            try store.perform(.setRenewal("alice", group: "group", on: true))
        }
        #expect(error?.code == .invalidState)
    }

    @Test func `service that lapsed for a short time counts as one`() throws {
        var store = try Store.lapsed()
        try store.buy("silver.plus")
        #expect(store.history.renewalInfos.last?.renewalInfo.recentSubscriptionStartDate == .day(2026, 1, 20))
        try store.perform(.setRenewal("alice", group: "group", on: false))
        store.advance(to: .day(2026, 8, 1))
        try store.buy("silver.plus")
        #expect(store.history.renewalInfos.last?.renewalInfo.recentSubscriptionStartDate == .day(2026, 8, 1))
    }

    @Test func `a product that is not sold in the storefront ends at renewal there`() throws {
        var catalog = Catalog.sample
        let slot = try #require(catalog.products.firstIndex { $0.id == "silver.plus" })
        catalog.products[slot].unavailableStorefronts = ["DEU"]
        var store = Store(catalog: catalog)
        try store.perform(.addCustomer(CustomerProfile(id: "alice")))
        try store.buy("silver.plus")
        try store.perform(.changeCustomer("alice", .storefront("DEU")))
        #expect(store.notifications { $0.advance(to: .day(2026, 2, 20)) } == ["EXPIRED.PRODUCT_NOT_FOR_SALE"])
    }

    @Test func `an offer taken for one plan is not one for the plan that is chosen after it`() throws {
        var store = try Store.subscribed()
        try store.buy("silver.plus", PurchaseOptions(offer: .promotional("half", signatureIsValid: true)))
        try store.buy("weekly")
        store.advance(to: .day(2026, 2, 20))
        let last = try #require(store.history.transactions.last?.transaction)
        #expect(last.productId == "weekly")
        #expect(last.price == 1990)
        #expect(last.offerType == nil)
        #expect(last.expiresDate == .day(2026, 2, 27))
    }

    @Test func `a downgrade that is undone takes its offer along`() throws {
        var store = try Store.withAlice()
        try store.buy("gold", PurchaseOptions(introductoryEligibility: false))
        try store.buy("silver", PurchaseOptions(offer: .promotional("half", signatureIsValid: true)))
        let labels = try store.notifications { try $0.buy("gold") }
        #expect(labels == ["DID_CHANGE_RENEWAL_PREF"])
        store.advance(to: .day(2026, 2, 20))
        let last = try #require(store.history.transactions.last?.transaction)
        #expect(last.productId == "gold")
        #expect(last.price == 9990)
        #expect(last.offerType == nil)
    }

    @Test func `who buys during retry the plan at hand gets it, whatever was to come next`() throws {
        var store = try Store.withAlice()
        try store.buy("gold", PurchaseOptions(introductoryEligibility: false))
        try store.buy("silver")
        try store.perform(.changeCustomer("alice", .payment(.failsNext(2))))
        store.advance(to: .day(2026, 2, 20, hour: 2))
        #expect(throws: SimulatorError.self) { try store.buy("gold") }
        #expect(store.store.subscriptions(of: "alice").first?.renewalInfo.autoRenewProductId == "silver")
        let token = AppAccountToken("00000000-0000-4000-8000-000000000001")
        let labels = try store.notifications { try $0.buy("gold", PurchaseOptions(appAccountToken: token)) }
        #expect(labels == ["DID_RENEW.BILLING_RECOVERY"])
        let last = try #require(store.history.transactions.last?.transaction)
        #expect(last.productId == "gold")
        #expect(last.price == 9990)
        #expect(last.appAccountToken == token)
    }
}
