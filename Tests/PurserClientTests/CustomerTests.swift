// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import HTTPService
import PurserClient
import PurserServer
import StoreKit
import StoreKitTest
import Synchronization
import Testing

/// Several accounts on one device, and the team's tokens.
@Suite(.storeKit) struct CustomerTests {
    @Test func `who signs out in the middle of a purchase gets what was paid for`() async throws {
        let world = try await World()
        let held = Mutex<Purser?>(nil)
        let purser = await world.launch { configuration in
            configuration.pause = { _ in
                // While the verification waits, somebody else takes the device.
                guard let purser = held.withLock({ $0 }) else { return }
                await purser.signOut()
                await purser.signIn("bob")
            }
        }
        held.withLock { $0 = purser }
        let isFirst = Mutex(true)
        world.line.decide { request in
            guard request.url.path.hasSuffix("/transactions") else { return .delivered }
            return isFirst.withLock { first in
                defer { first = false }
                return first ? .lost : .delivered
            }
        }
        let purchase = try #require(try await purser.purchase(World.grinder).purchase)
        held.withLock { $0 = nil }
        #expect(purchase.customer == "anna")
        #expect(try await world.entitlements("anna") == ["grinder"])
        #expect(try await world.entitlements("bob").isEmpty)
        #expect(await purser.customer == "bob")
        #expect(await purser.isEntitled(to: "grinder") == false)
        await purser.signIn("anna")
        #expect(await purser.isEntitled(to: "grinder"))
    }

    @Test(arguments: [nil, "bob"])
    func `who signs out while a warning is shown is not asked to pay`(next: String?) async throws {
        let world = try await World()
        let held = Mutex<Purser?>(nil)
        let purser = await world.launch { configuration in
            configuration.shouldPurchaseDespiteConflict = { _ in
                guard let purser = held.withLock({ $0 }) else { return false }
                await purser.signOut()
                if let next { await purser.signIn(next) }
                return true
            }
        }
        held.withLock { $0 = purser }
        try await purser.purchase(World.gold)
        let error = await #expect(throws: PurserError.self) { try await purser.purchase(World.lifetime) }
        held.withLock { $0 = nil }
        #expect(error?.code == .notSignedIn)
        #expect(try await world.paid("apple-anna") == 1)
        await purser.signIn("bob")
        await purser.runUntilIdle()
        #expect(try await world.unfinished().isEmpty)
        #expect(try await world.orders("anna").map(\.product) == [World.gold])
        #expect(try await world.entitlements("bob").isEmpty)
        #expect(await purser.currentEntitlements.names.isEmpty)
    }

    @Test func `what is restored belongs to who restores, whoever signs in meanwhile`() async throws {
        let world = try await World()
        let store = StoreKit2Store()
        // Bought before the app knew of customers: no token, no order, and the server never received it.
        let order = StoreOrder(product: World.grinder, token: nil, options: PurchaseOptions())
        guard case .paid(let bought) = try await store.purchase(order) else {
            Issue.record("the purchase waits")
            return
        }
        await store.finish(bought.id)
        let held = Mutex<Purser?>(nil)
        let purser = await world.launch { configuration in
            configuration.store = InterposedStore(afterRestoring: { await held.withLock { $0 }?.signIn("bob") })
        }
        held.withLock { $0 = purser }
        let restoration = await purser.restore()
        held.withLock { $0 = nil }
        #expect(restoration.purchases.map(\.customer) == ["anna"])
        #expect(await purser.customer == "bob")
        #expect(try await world.entitlements("anna") == ["grinder"])
        #expect(try await world.entitlements("bob").isEmpty)
        #expect(await purser.isEntitled(to: "grinder") == false)
    }

    @Test func `a lost order stays with who ordered, whoever is signed in later`() async throws {
        let world = try await World()
        let first = await world.launch()
        world.line.decide { ["orders", "conflicts"].contains($0.url.lastPathComponent) ? .delivered : .lost }
        await #expect(throws: PurserError.self) { try await first.purchase(World.beans) }
        world.line.fix()
        let purser = await world.launch("bob")
        await purser.runUntilIdle()
        #expect(try await world.balance("anna") == 100)
        #expect(try await world.balance("bob") == 0)
        #expect(try await world.unfinished().isEmpty)
    }

    @Test func `another's subscription renews for who has it`() async throws {
        let world = try await World()
        let first = await world.launch()
        try await first.purchase(World.gold)
        await first.runUntilIdle()
        let purser = await world.launch("bob")
        try await world.advance(days: 31)
        try await world.until("the renewal is finished") {
            let isDone = try await world.unfinished().isEmpty
            return isDone && world.happened(.renewalFound)
        }
        await purser.runUntilIdle()
        #expect(try await world.entitlements("anna") == ["club"])
        #expect(try await world.entitlements("bob").isEmpty)
        #expect(await purser.isEntitled(to: "club") == false)
    }

    @Test func `each customer has entitlements of their own, also without a network`() async throws {
        let world = try await World()
        let purser = await world.launch()
        try await purser.purchase(World.grinder)
        await purser.runUntilIdle()
        await purser.signIn("bob")
        #expect(await purser.currentEntitlements.names.isEmpty)
        #expect(await purser.currentEntitlements.customer == "bob")
        world.line.cut()
        await purser.signIn("anna")
        #expect(await purser.isEntitled(to: "grinder"))
        await purser.signIn("bob")
        #expect(await purser.isEntitled(to: "grinder") == false)
        await purser.signOut()
        #expect(await purser.isEntitled(to: "grinder") == false)
        #expect(await purser.currentEntitlements.customer == nil)
    }

    @Test func `who signs in without a network is not shown what another may use`() async throws {
        let world = try await World()
        let purser = await world.launch()
        try await purser.purchase(World.grinder)
        await purser.runUntilIdle()
        #expect(await purser.currentEntitlements.names == ["grinder"])
        world.line.cut()
        await purser.signIn("bob")
        #expect(await purser.currentEntitlements.names.isEmpty)
        #expect(await purser.currentEntitlements.customer == "bob")
        var changes = purser.entitlements.makeAsyncIterator()
        #expect(await changes.next()?.current.customer == "bob")
    }

    @Test func `a server that wants tokens gets them, and a new one when one is too old`() async throws {
        let world = try await World { $0.requiresCustomerTokens = .reads }
        let asked = Recorder<String>()
        let without = await world.launch { $0.customerToken = nil }
        #expect(await without.refreshEntitlements() == false)
        let purser = await world.launch { configuration in
            configuration.customerToken = { customer in
                asked.add(customer)
                // The first one has expired, as one does that was kept too long.
                return asked.all.count == 1 ? "ct_too.old" : try await world.token(for: customer)
            }
        }
        #expect(Set(asked.all) == ["anna"])
        try await purser.purchase(World.grinder)
        #expect(await purser.refreshEntitlements())
        #expect(await purser.isEntitled(to: "grinder"))
    }
}
