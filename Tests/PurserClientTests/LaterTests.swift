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

/// What comes about while the app is closed, or while a purchase is in progress.
@Suite(.storeKit) struct LaterTests {
    private static let interfaces = [PurserConfiguration.Interface.storeKit2, .storeKit1]

    @Test(arguments: interfaces)
    func `a purchase that a parent allows while the app is closed pays its order at the next launch`(
        interface: PurserConfiguration.Interface
    ) async throws {
        let world = try await World()
        let order = try await waits(in: world, interface)
        world.close()
        try await world.control(.post, "/pending/pending-1/complete")
        try await world.useAccount("apple-anna")
        let purser = await world.launch { $0.interface = interface }
        try await world.until("it is finished") {
            await purser.runUntilIdle()
            return try await world.unfinished().isEmpty
        }
        #expect(try await world.balance() == 100)
        #expect(try await world.orders().map(\.id) == [order])
        #expect(try await world.orders().map(\.state) == ["finished"])
    }

    @Test(arguments: interfaces)
    func `a purchase that a parent declines is not charged, and blocks no one`(
        interface: PurserConfiguration.Interface
    ) async throws {
        let world = try await World()
        _ = try await waits(in: world, interface)
        try await world.control(.post, "/pending/pending-1/cancel")
        let purser = await world.launch { $0.interface = interface }
        #expect(try await world.paid("apple-anna") == 0)
        try await purser.purchase(World.beans)
        #expect(try await world.balance() == 100)
        #expect(try await world.paid("apple-anna") == 1)
    }

    /// Begins a purchase that waits, in a run of the app that ends with it.
    private func waits(in world: World, _ interface: PurserConfiguration.Interface) async throws -> String {
        let purser = await world.launch { $0.interface = interface }
        let result = try await purser.purchase(World.beans, options: .init(simulatesAskToBuy: true))
        guard case .pending(let order) = result else { throw PurserTestError.didNotWait }
        return try #require(order)
    }

    private enum PurserTestError: Error { case didNotWait }

    @Test(arguments: interfaces)
    func `an interrupted purchase pays its order when the customer has resolved it`(
        interface: PurserConfiguration.Interface
    ) async throws {
        let world = try await World()
        try await world.control(.patch, "/customers/apple-anna", ["interruptsPurchases": true])
        let purser = await world.launch { $0.interface = interface }
        if interface == .storeKit1 {
            // The queue says that it failed, and gives another transaction later.
            let error = await #expect(throws: PurserError.self) { try await purser.purchase(World.beans) }
            #expect(error?.code == .transactionFailed)
        } else {
            guard case .pending = try await purser.purchase(World.beans) else { throw PurserTestError.didNotWait }
        }
        await purser.runUntilIdle()
        #expect(try await world.paid("apple-anna") == 0)
        try await world.control(.post, "/pending/pending-1/complete")
        try await world.until("it is delivered") { try await world.balance() == 100 }
        try await world.until("it is finished") { try await world.unfinished().isEmpty }
        await purser.runUntilIdle()
        #expect(try await world.orders().count == 1)
        #expect(try await world.orders().first?.transaction != nil)
    }

    @Test(arguments: interfaces)
    func `who signs in between the order and the payment does not get what another ordered`(
        interface: PurserConfiguration.Interface
    ) async throws {
        let world = try await World()
        let held = Mutex<Purser?>(nil)
        let plain: any PurchaseStore = interface == .storeKit1 ? StoreKit1Store() : StoreKit2Store()
        let purser = await world.launch { configuration in
            configuration.interface = interface
            configuration.store = InterposedStore(
                inner: plain,
                beforePaying: { await held.withLock { $0 }?.signIn("bob") }
            )
        }
        held.withLock { $0 = purser }
        let purchase = try #require(try await purser.purchase(World.grinder).purchase)
        held.withLock { $0 = nil }
        await purser.runUntilIdle()
        #expect(purchase.customer == "anna")
        #expect(await purser.customer == "bob")
        #expect(try await world.entitlements("anna") == ["grinder"])
        #expect(try await world.entitlements("bob").isEmpty)
        #expect(await purser.isEntitled(to: "grinder") == false)
        #expect(try await world.orders("anna").map(\.state) == ["finished"])
    }

    @Test func `a refund while the app is closed has closed the entitlement at its next launch`() async throws {
        let world = try await World(hearsApple: true)
        let purchase = try await bought(World.grinder, in: world)
        world.close()
        try await world.control(.post, "/transactions/\(purchase.transaction)/refund")
        try await world.control(.post, "/clock/run-due")
        #expect(try await world.entitlements().isEmpty)
        try await world.useAccount("apple-anna")
        let purser = await world.launch()
        #expect(await purser.isEntitled(to: "grinder") == false)
        #expect(await purser.currentEntitlements.names.isEmpty)
    }

    private func bought(_ product: String, in world: World) async throws -> Purchase {
        let purser = await world.launch()
        let purchase = try #require(try await purser.purchase(product).purchase)
        await purser.runUntilIdle()
        return purchase
    }

    @Test(arguments: interfaces)
    func `what a family shares opens the entitlement, and closes it when it is shared no more`(
        interface: PurserConfiguration.Interface
    ) async throws {
        let world = try await World()
        let purser = await world.launch { $0.interface = interface }
        for member in ["apple-mum", "apple-anna"] {
            try await world.control(.post, "/customers", ["id": .string(member)], mayFail: true)
            try await world.control(.put, "/customers/\(member)/family", ["family": "smith"])
        }
        try await world.control(.post, "/purchases", ["customer": "apple-mum", "product": .string(World.grinder)])
        try await world.until("it is shared") { try await world.entitlements() == ["grinder"] }
        try await world.until("it is finished") { try await world.unfinished().isEmpty }
        await purser.runUntilIdle()
        #expect(await purser.isEntitled(to: "grinder"))
        try await world.control(.patch, "/customers/apple-mum", ["sharesPurchases": false])
        try await world.until("it is revoked") { try await world.entitlements().isEmpty }
        try await world.until("the app knows") { await purser.currentEntitlements.names.isEmpty }
        #expect(world.happened(.revoked))
    }

    @Test(arguments: interfaces)
    func `an upgrade whose app died after the payment is delivered, and pays its own order`(
        interface: PurserConfiguration.Interface
    ) async throws {
        let world = try await World()
        let first = await world.launch { $0.interface = interface }
        let silver = try #require(try await first.purchase(World.silver).purchase)
        await first.runUntilIdle()
        world.line.decide { ["orders", "conflicts"].contains($0.url.lastPathComponent) ? .delivered : .lost }
        await #expect(throws: PurserError.self) { try await first.purchase(World.gold) }
        world.line.fix()
        let purser = await world.launch { $0.interface = interface }
        try await world.until("it is finished") {
            await purser.runUntilIdle()
            return try await world.unfinished().isEmpty
        }
        let orders = try await world.orders()
        #expect(Set(orders.map(\.product)) == [World.silver, World.gold])
        #expect(orders.first { $0.product == World.silver }?.transaction == silver.transaction)
        let gold = try #require(orders.first { $0.product == World.gold }?.transaction)
        #expect(gold != silver.transaction)
        #expect(try await world.entitlements() == ["club"])
        #expect(await purser.currentEntitlements["club"]?.product ?? World.gold == World.gold)
    }

    @Test func `a product chosen on the store's page is ordered first, and bought once`() async throws {
        let world = try await World()
        let (chosen, choose) = AsyncStream.makeStream(of: StorePromotion.self)
        let purser = await world.launch { configuration in
            configuration.store = InterposedStore(chosen: chosen)
            configuration.shouldPurchasePromotedProduct = { $0 != World.grinder }
        }
        choose.yield(StorePromotion(product: World.grinder))
        choose.yield(StorePromotion(product: World.beans))
        try await world.until("the order is finished") { try await world.orders().map(\.state) == ["finished"] }
        await purser.runUntilIdle()
        #expect(try await world.balance() == 100)
        #expect(try await world.orders().map(\.product) == [World.beans])
        #expect(try await world.paid("apple-anna") == 1)
    }

    @Test(arguments: interfaces)
    func `a promotional offer is signed by the server for the order and accepted by the store`(
        interface: PurserConfiguration.Interface
    ) async throws {
        let world = try await World(hearsApple: true)
        let purser = await world.launch {
            $0.interface = interface
            $0.customerToken = { try await world.token(for: $0) }
        }
        try await purser.purchase(World.silver)
        try await world.control(.put, "/customers/apple-anna/subscriptions/\(World.club)/renewal", ["on": false])
        try await world.advance(days: 60)
        await purser.runUntilIdle()
        let options = PurchaseOptions(promotionalOffer: "silver.comeback")
        let purchase = try #require(try await purser.purchase(World.silver, options: options).purchase)
        await purser.runUntilIdle()
        let transaction = try await world.control(.get, "/transactions/\(purchase.transaction)").text
        #expect(transaction.contains("silver.comeback"))
        #expect(try await world.entitlements() == ["club"])
        world.line.decide { $0.url.path.hasSuffix("/signatures") ? .lost : .delivered }
        let paid = try await world.paid("apple-anna")
        let error = await #expect(throws: PurserError.self) {
            try await purser.purchase(World.gold, options: .init(promotionalOffer: "gold.comeback"))
        }
        #expect(error?.code == .orderFailed)
        #expect(try await world.paid("apple-anna") == paid)
    }

    @Test func `what a tester's build bought opens nothing in the App Store's build on the same device`() async throws {
        let world = try await World(environment: .sandbox)
        let tester = await world.launch()
        try await tester.purchase(World.grinder)
        await tester.runUntilIdle()
        #expect(await tester.isEntitled(to: "grinder"))
        let production = await world.launch { $0.store = InterposedStore(build: .production) }
        #expect(await production.isEntitled(to: "grinder") == false)
        #expect(await world.launch().isEntitled(to: "grinder"))
        world.line.cut()
        let offline = await world.launch { $0.store = InterposedStore(build: .production) }
        #expect(await offline.currentEntitlements.names.isEmpty)
    }

    @Test func `restoring over the original interface leaves nothing in the queue, however often it renewed`()
        async throws
    {
        let world = try await World()
        let purser = await world.launch { $0.interface = .storeKit1 }
        try await purser.purchase(World.gold)
        try await world.advance(days: 65)
        try await world.until("the renewals are finished") {
            await purser.runUntilIdle()
            let isDone = try await world.unfinished().isEmpty
            return isDone && world.kinds().filter { $0 == .verified }.count == 3
        }
        let restoration = await purser.restore()
        #expect(restoration.count == 1)
        #expect(restoration.error == nil)
        try await world.until("the queue is empty") { SKPaymentQueue.default().transactions.isEmpty }
        #expect(try await world.entitlements() == ["club"])
    }

    @Test func `the words beside a price come from the server's catalog, in both languages`() async throws {
        let world = try await World()
        let purser = await world.launch()
        #expect(try await purser.terms(of: World.silver).help == "Cancel in Settings.")
        let chinese = try await purser.terms(of: World.silver, in: .simplifiedChinese)
        #expect(chinese.help == "可在设置中取消。")
        world.line.cut()
        // Without the server the trial and the price are said all the same.
        let alone = try await purser.terms(of: World.silver)
        #expect(alone.help == nil)
        #expect(alone.introduction == "Free for 1 week.")
    }
}
