// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import HTTPService
import PurserClient
import StoreKit
import StoreKitTest
import Testing

@Suite(.storeKit) struct PurchaseTests {
    @Test func `a purchase is ordered, paid, verified, delivered and only then finished`() async throws {
        let world = try await World()
        let purser = await world.launch()
        let purchase = try #require(try await purser.purchase(World.beans).purchase)
        await purser.runUntilIdle()
        #expect(purchase.product == World.beans)
        #expect(purchase.customer == "anna")
        let orders = try await world.orders()
        #expect(orders.map(\.id) == [try #require(purchase.order)])
        #expect(orders.first?.state == "finished")
        #expect(orders.first?.transaction == purchase.transaction)
        #expect(try await world.balance() == 100)
        #expect(try await world.unfinished().isEmpty)
        #expect(try await purser.pendingPurchases().isEmpty)
        let own = world.kinds().filter { $0 != .entitlementsUnavailable && $0 != .customerChanged }
        #expect(own == [.started, .ordered, .paid, .stored, .verified, .finished])
    }

    @Test func `the team's own number goes with the order`() async throws {
        let world = try await World()
        let purser = await world.launch()
        _ = try await purser.purchase(World.beans, options: PurchaseOptions(reference: "20260220-77"))
        await purser.runUntilIdle()
        let orders = try await world.ask("/v1/customers/anna/orders").text
        #expect(orders.contains("\"reference\":\"20260220-77\""))
    }

    @Test func `a purchase's place in the app's trace reaches the team's events, and what is not one is not sent`()
        async throws
    {
        let world = try await World()
        let trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
        let purser = await world.launch { $0.server?.traceParent = { Trace.current } }
        let sent = Recorder<String?>()
        world.line.decide { request in
            sent.add(request.headers["traceparent"])
            return .delivered
        }
        try await Trace.$current.withValue(trace) { _ = try await purser.purchase(World.beans) }
        await purser.runUntilIdle()
        #expect(sent.all.contains(trace))
        #expect(try await world.ask("/v1/events").text.contains(trace))
        for wrong in ["", "00-4bf9", trace + "\r\nX: 1", trace.uppercased(), "01" + trace.dropFirst(2)] {
            let before = sent.all.count
            try await Trace.$current.withValue(wrong) { _ = try await purser.purchase(World.beans) }
            await purser.runUntilIdle()
            #expect(sent.all.count > before && !sent.all[before...].contains(wrong))
        }
    }

    @Test func `each request names the app's version and the device's system, in one line of a header`() async throws {
        let world = try await World()
        let purser = await world.launch { $0.appVersion = "2.3.1 (beta)\r\nX: 1" }
        let sent = Recorder<String?>()
        world.line.decide { request in
            sent.add(request.headers["User-Agent"])
            return .delivered
        }
        try await purser.purchase(World.beans)
        await purser.runUntilIdle()
        let fields = sent.all.compactMap(\.self)
        #expect(!fields.isEmpty && fields.count == sent.all.count)
        #expect(fields.allSatisfy { $0.hasPrefix("PurserClient app/2.3.1betaX:1 (") && $0.hasSuffix(")") })
    }

    @Test func `a subscription that another store sold says which, and Apple's names none`() async throws {
        let world = try await World()
        let purser = await world.launch()
        try await purser.purchase(World.silver)
        await purser.runUntilIdle()
        let start = Int64(World.start.timeIntervalSince1970) * 1000
        _ = try await world.request(
            "POST",
            "/v1/external-purchases",
            """
            {"customer": "anna", "store": "google-play", "id": "GPA.1", "productId": "\(World.gold)", "state": "active",
             "purchaseDate": \(start), "expiresDate": \(start + 30 * 86_400_000), "statedAt": \(start)}
            """
        )
        let stores = try await purser.subscriptions().map { "\($0.product) \($0.store ?? "Apple")" }
        #expect(Set(stores) == ["\(World.silver) Apple", "\(World.gold) google-play"])
    }

    private enum Trace {
        @TaskLocal static var current: String?
    }

    @Test func `an entitlement is there at once, and every reader is notified`() async throws {
        let world = try await World()
        let purser = await world.launch()
        var changes = purser.entitlements.makeAsyncIterator()
        #expect(await changes.next()?.current.names.isEmpty == true)
        try await purser.purchase(World.grinder)
        let change = try #require(await changes.next())
        #expect(change.added == ["grinder"])
        #expect(change.current.customer == "anna")
        #expect(await purser.isEntitled(to: "grinder"))
        #expect(await purser.isEntitled(to: "club") == false)
    }

    @Test func `what the server could not verify is kept, and recovered when the page opens`() async throws {
        let world = try await World()
        let purser = await world.launch()
        world.line.decide { $0.url.path.hasSuffix("/transactions") ? .lost : .delivered }
        await #expect(throws: PurserError.self) { try await purser.purchase(World.beans) }
        #expect(try await world.unfinished() == [World.beans])
        #expect(try await world.balance() == 0)
        #expect(world.pauses == [1, 3, 9])
        world.line.fix()
        let found = await purser.recoverUnfinishedOrders()
        #expect(found.map(\.product) == [World.beans])
        #expect(try await world.balance() == 100)
        #expect(try await world.unfinished().isEmpty)
    }

    @Test(arguments: [PurserConfiguration.Interface.storeKit2, .storeKit1])
    func `buying what is owned gives it again, and suspects no one`(
        interface: PurserConfiguration.Interface
    ) async throws {
        let world = try await World()
        let purser = await world.launch { $0.interface = interface }
        let first = try #require(try await purser.purchase(World.grinder).purchase)
        await purser.runUntilIdle()
        let second = try #require(try await purser.purchase(World.grinder).purchase)
        await purser.runUntilIdle()
        #expect(second.transaction == first.transaction)
        #expect(second.order == first.order)
        #expect(await purser.isEntitled(to: "grinder"))
        #expect(try await world.orders().filter { $0.transaction != nil }.map(\.id) == [first.order])
        let signals = try await world.ask("/v1/customers/anna/fraud-signals").json() as JSONValue
        #expect(signals["tokenMismatches"] == 0)
    }

    @Test func `restoring restores the purchases and returns their number`() async throws {
        let world = try await World()
        let purser = await world.launch()
        try await purser.purchase(World.grinder)
        try await purser.purchase(World.gold)
        try await purser.purchase(World.beans)
        let restoration = await purser.restore()
        #expect(restoration.error == nil)
        #expect(restoration.count == 2)
        #expect(Set(restoration.purchases.map(\.product)) == [World.grinder, World.gold])
        #expect(await purser.currentEntitlements.names == ["club", "grinder"])
        #expect(try await world.balance() == 100)
    }
}
