// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import Testing

@Suite struct PriceIncreaseTests {
    @Test(
        arguments: [
            // Up to half of the price, or up to five dollars: reported.
            ("silver.plus", 8985, "PRICE_INCREASE.ACCEPTED"), ("silver.plus", 10_990, "PRICE_INCREASE.ACCEPTED"),
            // More than both: asked.
            ("silver.plus", 11_000, "PRICE_INCREASE.PENDING"), ("silver.plus", 59_990, "PRICE_INCREASE.PENDING"),
            // Fifty dollars for a year.
            ("silver.year", 99_990, "PRICE_INCREASE.ACCEPTED"), ("silver.year", 100_000, "PRICE_INCREASE.PENDING"),
        ] as [(String, Int64, String)]
    )
    func `consent is needed above both limits`(product: String, price: Int64, label: String) throws {
        var store = try Store.subscribed(to: ProductID(rawValue: product))
        let labels = try store.notifications {
            try $0.perform(
                .changePrice(ProductID(rawValue: product), PriceList(base: price), preservesExisting: false)
            )
        }
        #expect(labels == [label])
    }

    @Test func `the second increase within a year needs consent`() throws {
        var store = try Store.subscribed()
        try store.perform(.changePrice("silver.plus", PriceList(base: 6490), preservesExisting: false))
        store.advance(to: .day(2026, 8, 1))
        let second = try store.notifications {
            try $0.perform(.changePrice("silver.plus", PriceList(base: 6990), preservesExisting: false))
        }
        #expect(second == ["PRICE_INCREASE.PENDING"])
    }

    @Test func `the limit is in the storefront's currency`() throws {
        var store = try Store.withAlice(CustomerProfile(id: "alice", storefront: "CHN"))
        try store.buy("silver.plus")
        // From 42 to 84 yuan: more than half, and more than 35.
        let labels = try store.notifications {
            try $0.perform(.changePrice("silver.plus", PriceList(base: 11_990), preservesExisting: false))
        }
        #expect(labels == ["PRICE_INCREASE.PENDING"])
    }

    @Test func `a lower price counts from the next renewal and tells no one`() throws {
        var store = try Store.subscribed()
        let labels = try store.notifications {
            try $0.perform(.changePrice("silver.plus", PriceList(base: 3990), preservesExisting: false))
            $0.advance(to: .day(2026, 2, 20))
        }
        #expect(labels == ["DID_RENEW"])
        #expect(store.history.transactions.last?.transaction.price == 3990)
    }

    @Test func `a renewal before the notice ends is at the old price`() throws {
        var store = try Store.subscribed()
        store.advance(to: .day(2026, 2, 10))
        try store.perform(.changePrice("silver.plus", PriceList(base: 6990), preservesExisting: false))
        store.advance(to: .day(2026, 3, 20))
        #expect(store.history.transactions.map(\.transaction.price) == [5990, 5990, 6990])
    }

    @Test func `an answer needs a question`() throws {
        var store = try Store.subscribed()
        #expect(throws: SimulatorError.self) {
            try store.perform(.answerPriceIncrease("alice", group: "group", agrees: true))
        }
        try store.perform(.changePrice("silver.plus", PriceList(base: 59_990), preservesExisting: false))
        try store.perform(.answerPriceIncrease("alice", group: "group", agrees: true))
        #expect(throws: SimulatorError.self) {
            try store.perform(.answerPriceIncrease("alice", group: "group", agrees: true))
        }
    }

    @Test func `who changes the plan owes no answer any more`() throws {
        var store = try Store.subscribed()
        try store.perform(.changePrice("silver.plus", PriceList(base: 59_990), preservesExisting: false))
        try store.buy("weekly")
        #expect(store.history.renewalInfos.last?.renewalInfo.priceIncreaseStatus == nil)
        let labels = store.notifications { $0.advance(to: .day(2026, 2, 20)) }
        #expect(labels == ["DID_RENEW"])
    }

    @Test func `the sandbox gives no notice`() throws {
        var store = try Store.withAlice(CustomerProfile(id: "alice", environment: .sandbox))
        try store.buy("silver.plus")
        try store.perform(.changePrice("silver.plus", PriceList(base: 59_990), preservesExisting: false))
        store.advance(to: store.store.now.addingTimeInterval(301))
        #expect(store.labels.last == "EXPIRED.PRICE_INCREASE")
    }

    @Test func `an increase that is refused during grace is why the subscription ends with it`() throws {
        var settings = SimulatorSettings()
        settings.production.grace = GracePeriod(days: 16)
        var store = try Store.subscribed(settings: settings)
        try store.perform(.changeCustomer("alice", .payment(.fails)))
        store.advance(to: .day(2026, 2, 20, hour: 1))
        try store.perform(.changePrice("silver.plus", PriceList(base: 20_000), preservesExisting: false))
        try store.perform(.answerPriceIncrease("alice", group: "group", agrees: false))
        #expect(store.notifications { $0.advance(to: .day(2026, 3, 8)) } == ["EXPIRED.PRICE_INCREASE"])
        #expect(store.history.renewalInfos.last?.renewalInfo.expirationIntent == .priceIncreaseNotConsented)
    }

    @Test func `renewal turned off during retry while an increase waits refuses the increase`() throws {
        var store = try Store.subscribed()
        try store.perform(.changeCustomer("alice", .payment(.fails)))
        store.advance(to: .day(2026, 2, 20, hour: 1))
        try store.perform(.changePrice("silver.plus", PriceList(base: 20_000), preservesExisting: false))
        let labels = try store.notifications { try $0.perform(.setRenewal("alice", group: "group", on: false)) }
        #expect(labels == ["DID_CHANGE_RENEWAL_STATUS.AUTO_RENEW_DISABLED", "EXPIRED.PRICE_INCREASE"])
    }

    @Test func `who renews after a refund is asked about an increase like others`() throws {
        var store = try Store.subscribed()
        let paid = try #require(store.history.transactions.first?.transaction.transactionId)
        try store.perform(.refund(paid, decision: .full(.other), cancels: false))
        let labels = try store.notifications {
            try $0.perform(.changePrice("silver.plus", PriceList(base: 20_000), preservesExisting: false))
            try $0.perform(.answerPriceIncrease("alice", group: "group", agrees: true))
            $0.advance(to: .day(2026, 2, 20))
        }
        #expect(labels == ["PRICE_INCREASE.PENDING", "PRICE_INCREASE.ACCEPTED", "DID_RENEW"])
        #expect(store.history.transactions.last?.transaction.price == 20_000)
    }
}
