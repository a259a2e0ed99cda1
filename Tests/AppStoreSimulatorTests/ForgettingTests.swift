// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import Testing

/// A tester deletes single transactions.
@Suite struct ForgettingTests {
    private static func family() throws -> Store {
        var store = try Store.withAlice(CustomerProfile(id: "alice", environment: .sandbox))
        try store.perform(.addCustomer(CustomerProfile(id: "bob", environment: .sandbox)))
        for member in ["alice", "bob"] as [CustomerID] { try store.perform(.joinFamily(member, "smith")) }
        return store
    }

    @Test func `of production nothing is forgotten`() throws {
        var store = try Store.withAlice()
        let coins = try store.buy("coins")
        let error = #expect(throws: SimulatorError.self) { try store.perform(.forget(coins.transactionId)) }
        #expect(error?.code == .invalidState)
    }

    @Test func `a subscription that is forgotten has never been, and its family loses it`() throws {
        var store = try Self.family()
        let first = try store.buy("silver.plus")
        #expect(try store.notifications { try $0.perform(.forget(first.transactionId)) } == ["REVOKE"])
        #expect(store.store.subscriptions(of: "alice").isEmpty)
        #expect(store.store.subscriptions(of: "bob").map(\.status) == [.revoked])
        #expect(store.notifications { $0.advance(to: .day(2027, 1, 20)) }.isEmpty)
        #expect(store.store.isEligibleForIntroductoryOffer("alice", group: "group"))
        let again = try store.buy("silver.plus")
        #expect(again.originalTransactionId != first.originalTransactionId)
        #expect(store.store.subscriptions(of: "bob").map(\.status) == [.active])
    }

    @Test func `a purchase that is forgotten is taken from the family and sold again`() throws {
        var store = try Self.family()
        let first = try store.buy("lifetime")
        try store.perform(.requestRefund(first.transactionId, reason: .other, inApp: true))
        #expect(try store.notifications { try $0.perform(.forget(first.transactionId)) } == ["REVOKE"])
        #expect(store.notifications { $0.advance(to: .day(2027, 1, 20)) }.isEmpty)
        let error = #expect(throws: SimulatorError.self) { try store.perform(.forget(first.transactionId)) }
        #expect(error?.code == .unknownTransaction)
        #expect(try store.buy("lifetime").transactionId != first.transactionId)
    }

    @Test func `a member's shared subscription that is forgotten follows its buyer's no more`() throws {
        var store = try Self.family()
        try store.buy("silver.plus")
        let shared = try #require(store.history.transactions.last { $0.customer == "bob" }?.transaction)
        try store.perform(.forget(shared.transactionId))
        #expect(store.store.subscriptions(of: "bob").isEmpty)
        try store.perform(.forceRenewal("alice", group: "group"))
        #expect(store.store.subscriptions(of: "bob").isEmpty)
        #expect(store.store.subscriptions(of: "alice").map(\.status) == [.active])
    }
}
