// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import HTTPService
import PurserServer
import StoreKit
import StoreKitTest
import Synchronization
import Testing

@testable import PurserClient

@Suite(.storeKit) struct LostOrderTests {
    /// Pays as an app that dies before it told anybody.
    private func pay(_ product: String, _ order: OpenOrder? = nil) async throws -> StoreTransaction {
        let paid = try await StoreKit2Store().purchase(
            StoreOrder(product: product, token: order?.token, options: PurchaseOptions())
        )
        guard case .paid(let transaction) = paid else { throw StoreKitError.unknown }
        return transaction
    }

    @Test func `every unfinished transaction comes back at launch and is looked after`() async throws {
        let world = try await World()
        for product in [World.beans, World.grinder, World.gold] { _ = try await pay(product) }
        let purser = await world.launch()
        #expect(try await world.unfinished().isEmpty)
        #expect(try await world.balance() == 100)
        #expect(await purser.currentEntitlements.names == ["club", "grinder"])
        #expect(try await world.orders().count == 3)
    }

    @Test func `a lost order is found at launch and paid by its transaction`() async throws {
        let world = try await World()
        let first = await world.launch()
        world.line.decide {
            $0.url.path.hasSuffix("/transactions") || $0.url.path.hasSuffix("/purchase-failures") ? .lost : .delivered
        }
        await #expect(throws: PurserError.self) { try await first.purchase(World.beans) }
        let order = try #require(try await world.orders().first)
        #expect(order.state == "created")
        world.line.fix()
        let purser = await world.launch()
        await purser.runUntilIdle()
        #expect(try await world.orders().map(\.id) == [order.id])
        #expect(try await world.orders().first?.state == "finished")
        #expect(try await world.balance() == 100)
    }

    @Test func `a lost order is found when the purchase page opens`() async throws {
        let world = try await World()
        let purser = await world.launch()
        let steps = Recorder<PurchaseProgress>()
        #expect(await purser.recoverUnfinishedOrders().isEmpty)
        _ = try await pay(World.beans)
        let found = await purser.recoverUnfinishedOrders { steps.add($0) }
        #expect(found.map(\.product) == [World.beans])
        #expect(steps.all == [.recovering, .done])
    }

    @Test func `a renewal with the token of its first order pays no order`() async throws {
        let world = try await World()
        let purser = await world.launch()
        let purchase = try #require(try await purser.purchase(World.gold).purchase)
        await purser.runUntilIdle()
        StoreKitSimulator.renewalDelivery = .atNextLaunch
        defer { StoreKitSimulator.renewalDelivery = .whileRunning }
        try await world.advance(days: 40)
        let next = await world.launch()
        try await world.until("the renewal is finished") {
            await next.runUntilIdle()
            return try await world.unfinished().isEmpty
        }
        let orders = try await world.orders()
        #expect(orders.filter { $0.id == purchase.order }.first?.transaction == purchase.transaction)
        #expect(!world.happened(.lostOrderFound))
        #expect(await next.isEntitled(to: "club"))
    }

    @Test func `a renewal that arrives while the app runs is verified without an order and finished`() async throws {
        let world = try await World()
        let purser = await world.launch()
        let purchase = try #require(try await purser.purchase(World.gold).purchase)
        await purser.runUntilIdle()
        world.line.forget()
        try await world.advance(days: 31)
        try await world.until("the renewal is verified") { world.kinds().filter { $0 == .verified }.count == 2 }
        try await world.until("the renewal is finished") { try await world.unfinished().isEmpty }
        #expect(world.happened(.renewalFound))
        #expect(world.line.count("POST /v1/orders") == 0)
        #expect(try await world.orders().first { $0.id == purchase.order }?.transaction == purchase.transaction)
        #expect(try await world.entitlements() == ["club"])
    }

    @Test func `what a system does not say is found out from tokens and dates`() async throws {
        let world = try await World()
        let purser = await world.launch()
        let order = OpenOrder(
            id: "ord_1",
            token: UUID(),
            product: World.gold,
            quantity: 1,
            customer: "anna",
            created: World.start
        )
        try await purser.vault.save(order)
        func transaction(_ id: String, of original: String, days: Double, says: Bool? = nil) -> StoreTransaction {
            var transaction = StoreTransaction(
                PendingPurchase(
                    transaction: id,
                    originalTransaction: original,
                    product: World.gold,
                    quantity: 1,
                    order: nil,
                    customer: nil,
                    environment: "Production",
                    date: World.start.addingTimeInterval(days * 86_400),
                    isRenewal: false,
                    proof: .signed("")
                )
            )
            (transaction.token, transaction.isRenewal) = (order.token, says)
            return transaction
        }
        let first = transaction("1", of: "1", days: 0)
        let second = transaction("2", of: "1", days: 30)
        let again = transaction("9", of: "1", days: 90)
        // The first payment with the token pays the order, and what comes after it renews.
        #expect(await purser.occasion(of: first, [first, second]) == .lost(order))
        #expect(await purser.occasion(of: second, [first, second]) == .renewal)
        // A customer who subscribes again has an older first transaction, and pays the new order.
        #expect(await purser.occasion(of: again, [again]) == .lost(order))
        // What the system says counts.
        #expect(await purser.occasion(of: transaction("3", of: "1", days: 60, says: true), []) == .renewal)
        #expect(await purser.occasion(of: transaction("4", of: "1", days: 60, says: false), [first]) == .lost(order))
        try await purser.vault.remove(order)
        #expect(await purser.occasion(of: first, []) == .outside)
        #expect(await purser.occasion(of: second, []) == .renewal)
        #expect(await purser.occasion(of: transaction("4", of: "1", days: 60, says: false), []) == .outside)
    }

    @Test func `a purchase begun outside the app gets an order afterward`() async throws {
        let world = try await World()
        let purser = await world.launch()
        try await world.control(.post, "/purchases", ["customer": "apple-anna", "product": .string(World.beans)])
        try await world.until("it is delivered") { try await world.balance() == 100 }
        try await world.until("it is finished") { try await world.unfinished().isEmpty }
        #expect(world.happened(.outsideFound))
        let orders = try await world.orders()
        #expect(orders.map(\.product) == [World.beans])
        #expect(orders.first?.transaction != nil)
        await purser.runUntilIdle()
    }

    @Test func `a purchase that no one is known for waits for who signs in`() async throws {
        let world = try await World()
        _ = try await pay(World.grinder)
        let purser = await world.launch(nil)
        #expect(try await world.unfinished() == [World.grinder])
        #expect(try await purser.pendingPurchases().count == 1)
        await purser.signIn("bob")
        #expect(try await world.unfinished().isEmpty)
        #expect(await purser.isEntitled(to: "grinder"))
        #expect(try await world.entitlements("bob") == ["grinder"])
    }

    @Test func `a refund closes the entitlement`() async throws {
        let world = try await World()
        let purser = await world.launch()
        let purchase = try #require(try await purser.purchase(World.grinder).purchase)
        #expect(await purser.isEntitled(to: "grinder"))
        try await world.control(.post, "/transactions/\(purchase.transaction)/refund")
        try await world.until("the entitlement is closed") { await purser.currentEntitlements.names.isEmpty }
        #expect(world.happened(.revoked))
        #expect(try await world.entitlements().isEmpty)
    }
}
