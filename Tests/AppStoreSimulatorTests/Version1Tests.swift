// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import Testing

/// The sequences of version 1, which had no notification for some things and two for others.
@Suite struct Version1Tests {
    static let settings = SimulatorSettings(
        production: EnvironmentSettings(notifications: .version1),
        sandbox: {
            var sandbox = EnvironmentSettings.sandbox
            sandbox.notifications = .version1
            return sandbox
        }()
    )

    @Test func `the first purchase, renewals, and the end the customer chose`() throws {
        var store = try Store.subscribed(settings: Self.settings)
        store.advance(to: .day(2026, 2, 20))
        try store.perform(.setRenewal("alice", group: "group", on: false))
        store.advance(to: .day(2026, 3, 20))
        #expect(store.labels == ["INITIAL_BUY", "DID_RENEW", "DID_CHANGE_RENEWAL_STATUS"])
    }

    @Test func `an upgrade is a change of status and an interactive renewal`() throws {
        var store = try Store.subscribed(settings: Self.settings)
        let labels = try store.notifications { try $0.buy("gold") }
        #expect(labels == ["DID_CHANGE_RENEWAL_STATUS", "INTERACTIVE_RENEWAL"])
    }

    @Test func `a downgrade is a change of preference`() throws {
        var store = try Store.subscribed(to: "gold", settings: Self.settings)
        #expect(try store.notifications { try $0.buy("weekly") } == ["DID_CHANGE_RENEWAL_PREF"])
    }

    @Test(arguments: [
        ("silver.plus", ["DID_CHANGE_RENEWAL_STATUS"]),
        ("gold", ["INTERACTIVE_RENEWAL", "DID_CHANGE_RENEWAL_STATUS"]),
    ])
    func `subscribing again, to the same product and to another`(product: String, expected: [String]) throws {
        var store = try Store.lapsed(settings: Self.settings)
        #expect(try store.notifications { try $0.buy(ProductID(rawValue: product)) } == expected)
    }

    @Test func `a failed payment that is recovered`() throws {
        var store = try Store.subscribed(settings: Self.settings)
        try store.perform(.changeCustomer("alice", .payment(.fails)))
        store.advance(to: .day(2026, 2, 25))
        try store.perform(.changeCustomer("alice", .payment(.works)))
        #expect(store.labels == ["INITIAL_BUY", "DID_FAIL_TO_RENEW", "DID_RECOVER"])
    }

    @Test func `a failed payment that is lost`() throws {
        var store = try Store.subscribed(settings: Self.settings)
        try store.perform(.changeCustomer("alice", .payment(.fails)))
        store.advance(to: .day(2026, 5, 1))
        #expect(store.labels == ["INITIAL_BUY", "DID_FAIL_TO_RENEW", "DID_CHANGE_RENEWAL_STATUS"])
    }

    @Test func `a price increase that needs consent`() throws {
        var store = try Store.subscribed(settings: Self.settings)
        let labels = try store.notifications {
            try $0.perform(.changePrice("silver.plus", PriceList(base: 29_990), preservesExisting: false))
        }
        #expect(labels == ["PRICE_INCREASE_CONSENT"])
    }

    @Test func `support cancels a subscription, and refunds a purchase that does not renew`() throws {
        var store = try Store.subscribed(settings: Self.settings)
        let subscription = try #require(store.history.transactions.first?.transaction.transactionId)
        let canceled = try store.notifications {
            try $0.perform(.refund(subscription, decision: .full(.other), cancels: true))
        }
        #expect(canceled == ["CANCEL", "DID_CHANGE_RENEWAL_STATUS"])
        let coins = try store.buy("coins").transactionId
        let refunded = try store.notifications {
            try $0.perform(.refund(coins, decision: .full(.other), cancels: false))
        }
        #expect(refunded == ["REFUND"])
    }

    @Test func `the family hears of losses, and only the buyer of purchases`() throws {
        var store = try Store.withAlice(settings: Self.settings)
        try store.perform(.addCustomer(CustomerProfile(id: "bob")))
        try store.perform(.joinFamily("alice", "smith"))
        try store.perform(.joinFamily("bob", "smith"))
        try store.buy("silver.plus")
        #expect(store.labels == ["INITIAL_BUY"])
        #expect(store.notifications { $0.advance(to: .day(2026, 2, 20)) } == ["DID_RENEW", "DID_RENEW"])
        #expect(try store.notifications { try $0.perform(.leaveFamily("bob")) } == ["REVOKE"])
    }

    @Test func `the sandbox keeps some to itself`() throws {
        var store = try Store.withAlice(
            CustomerProfile(id: "alice", environment: .sandbox),
            settings: Self.settings
        )
        try store.buy("silver.plus")
        try store.perform(.changeCustomer("alice", .payment(.fails)))
        store.advance(to: .day(2026, 1, 20, hour: 1))
        #expect(store.labels == ["INITIAL_BUY", "DID_CHANGE_RENEWAL_STATUS"])
    }

    @Test func `a test is always of version 2`() throws {
        var store = try Store.withAlice(settings: Self.settings)
        try store.perform(.requestTestNotification(app: "com.example.app", environment: .production))
        #expect(store.history.notifications.last?.name == .version2(.test, nil))
    }
}

/// Version 1 as the articles of 2018 describe it.
@Suite struct EarlyVersion1Tests {
    static let settings = SimulatorSettings(production: EnvironmentSettings(notifications: .earlyVersion1))

    @Test func `an upgrade cancels the old plan, which is not a refund of the new one`() throws {
        var store = try Store.subscribed(settings: Self.settings)
        store.advance(to: .day(2026, 1, 25))
        #expect(try store.notifications { try $0.buy("gold") } == ["CANCEL", "INTERACTIVE_RENEWAL"])
        let (cancel, renewal) = (store.history.notifications[1], store.history.notifications[2])
        #expect(cancel.transaction?.productId == "silver.plus")
        #expect(cancel.transaction?.revocationDate == .day(2026, 1, 25))
        #expect(renewal.transaction?.productId == "gold")
        #expect(renewal.transaction?.revocationDate == nil)
    }

    @Test func `renewals are silent unless they had failed`() throws {
        var store = try Store.subscribed(settings: Self.settings)
        store.advance(to: .day(2026, 3, 1))
        try store.perform(.changeCustomer("alice", .payment(.fails)))
        store.advance(to: .day(2026, 3, 25))
        try store.perform(.changeCustomer("alice", .payment(.works)))
        #expect(store.labels == ["INITIAL_BUY", "RENEWAL"])
    }
}
