// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import Testing

@Suite struct ExtensionTests {
    static func lineage(_ store: Store) throws -> OriginalTransactionID {
        try #require(store.history.transactions.first?.transaction.originalTransactionId)
    }

    @Test func `an extension moves every later renewal`() throws {
        var store = try Store.subscribed()
        try store.perform(.extendRenewal(try Self.lineage(store), days: 9, reason: 1, request: "r"))
        store.advance(to: .day(2026, 4, 2))
        let starts = store.history.transactions.suffix(2).map(\.transaction.purchaseDate)
        #expect(starts == [.day(2026, 3, 1), .day(2026, 4, 1)])
    }

    @Test(arguments: [(5, 0.0), (6, 60), (90, 900)])
    func `the sandbox counts days as whole minutes`(days: Int, seconds: Double) throws {
        var store = try Store.withAlice(CustomerProfile(id: "alice", environment: .sandbox))
        let end = try #require(try store.buy("silver.plus").expiresDate)
        guard
            case .extended(let date, let item) = try store.perform(
                .extendRenewal(try Self.lineage(store), days: days, reason: 0, request: "r")
            )
        else { return #expect(Bool(false), "an extension is expected") }
        #expect(date.timeIntervalSince(end) == seconds)
        #expect(item == store.history.transactions.last?.transaction.webOrderLineItemId)
    }

    @Test func `neither grace nor retry nor the end can be extended`() throws {
        for grace in [nil, GracePeriod()] {
            var settings = SimulatorSettings()
            settings.production.grace = grace
            var store = try Store.subscribed(settings: settings)
            let id = try Self.lineage(store)
            try store.perform(.changeCustomer("alice", .payment(.fails)))
            for instant in [Date.day(2026, 2, 21), .day(2026, 6, 1)] {
                store.advance(to: instant)
                let error = #expect(throws: SimulatorError.self) {
                    try store.perform(.extendRenewal(id, days: 1, reason: 0, request: "r"))
                }
                #expect(error?.code == .extensionIneligible)
            }
        }
    }

    @Test func `after a year two more are allowed`() throws {
        var store = try Store.subscribed()
        let id = try Self.lineage(store)
        for _ in 0..<2 { try store.perform(.extendRenewal(id, days: 1, reason: 0, request: "r")) }
        store.advance(to: .day(2027, 1, 21))
        try store.perform(.extendRenewal(id, days: 1, reason: 0, request: "r"))
    }

    @Test func `many are extended in the storefronts named, once per request`() throws {
        var store = try Store.withAlice(CustomerProfile(id: "alice", storefront: "JPN"))
        try store.buy("silver.plus")
        try store.perform(.addCustomer(CustomerProfile(id: "bob")))
        try store.buy("silver.plus", by: "bob", PurchaseOptions())
        var request = MassExtension.sample(days: 3)
        request.storefronts = ["JPN"]
        try store.perform(.extendAllRenewals(request))
        let begun = store.store.massExtension(request: "request", product: "silver.plus", in: .production)
        #expect(begun != nil && begun?.completeDate == nil)
        try store.perform(.extendAllRenewals(request))
        let labels = store.notifications { $0.advance(to: .day(2026, 1, 21)) }
        #expect(labels == ["RENEWAL_EXTENDED", "RENEWAL_EXTENSION.SUMMARY"])
        #expect(store.history.notifications.last?.summary?.storefrontCountryCodes == ["JPN"])
        #expect(store.store.massExtension(request: "request", product: "gold", in: .production) == nil)
    }

    @Test func `one name is good for one product in one environment, and is forgotten after a year`() throws {
        var store = try Store.subscribed()
        try store.perform(.addCustomer(CustomerProfile(id: "tester", environment: .sandbox)))
        for (environment, product) in [
            (.sandbox, "silver.plus"), (.production, "silver.plus"), (.production, "gold"),
        ] as [(Environment, ProductID)] {
            var request = MassExtension.sample(days: 3)
            request.environment = environment
            request.product = product
            try store.perform(.extendAllRenewals(request))
        }
        let labels = store.notifications { $0.advance(to: .day(2026, 1, 21)) }
        #expect(labels.sorted() == ["RENEWAL_EXTENDED"] + Array(repeating: "RENEWAL_EXTENSION.SUMMARY", count: 3))
        func known(_ environment: Environment) -> MassExtension? {
            store.store.massExtension(request: "request", product: "silver.plus", in: environment)
        }
        #expect(known(.sandbox)?.succeededCount == 0)
        #expect(known(.production)?.succeededCount == 1)
        store.advance(to: .day(2027, 2, 1))
        var later = MassExtension.sample(days: 3)
        later.request = "later"
        try store.perform(.extendAllRenewals(later))
        #expect(known(.production) == nil)
    }

    @Test func `documents of one instant are signed one after another, so that the newest document can be determined`()
        throws
    {
        var store = try Store.subscribed()
        let id = try Self.lineage(store)
        let before = store.history.transactions.count
        for days in [8, 30] { try store.perform(.extendRenewal(id, days: days, reason: 1, request: "r\(days)")) }
        try store.perform(.setRenewal("alice", group: "group", on: false))
        let parts = store.history.transactions[before...].map(\.transaction)
        #expect(Set(parts.map(\.expiresDate)).count == 2)
        #expect(parts.first?.signedDate ?? .distantFuture < parts.last?.signedDate ?? .distantPast)
        let infos = store.history.renewalInfos.map(\.renewalInfo)
        let off = try #require(infos.last)
        #expect(off.autoRenewStatus == .off)
        #expect(infos.filter { $0.autoRenewStatus == .on }.allSatisfy { $0.signedDate < off.signedDate })
    }

    @Test func `what is only shown is older than what happens next, though the clock is stopped`() throws {
        var store = try Store.subscribed()
        let id = try Self.lineage(store)
        store.advance(to: .day(2026, 1, 25))
        for number in 0..<2 {
            let before = try #require(store.store.subscriptions(of: "alice").first)
            try store.perform(.extendRenewal(id, days: 9, reason: 1, request: "r\(number)"))
            let received = try #require(store.history.notifications.last?.transaction)
            let after = try #require(store.store.subscriptions(of: "alice").first)
            #expect(before.transaction.expiresDate != received.expiresDate)
            #expect(
                before.transaction.signedDate < received.signedDate
                    && before.renewalInfo.signedDate < received.signedDate
            )
            #expect(after.transaction.expiresDate == received.expiresDate)
            #expect(after.transaction.signedDate >= received.signedDate)
        }
    }

    @Test func `an unknown subscription cannot be extended`() throws {
        var store = try Store.withAlice()
        let error = #expect(throws: SimulatorError.self) {
            try store.perform(.extendRenewal("1", days: 1, reason: 0, request: "r"))
        }
        #expect(error?.code == .unknownTransaction)
    }
}
