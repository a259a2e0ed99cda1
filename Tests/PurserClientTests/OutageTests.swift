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

/// Servers, networks and receipts that fail for long.
@Suite(.storeKit) struct OutageTests {
    @Test(arguments: [PurserConfiguration.Interface.storeKit2, .storeKit1])
    func `a server that fails for a day delivers once when it is back, however often the app is launched`(
        interface: PurserConfiguration.Interface
    ) async throws {
        let world = try await World()
        let first = await world.launch { $0.interface = interface }
        world.line.decide { request in
            let isWell = ["orders", "conflicts"].contains(request.url.lastPathComponent)
            return isWell ? .delivered : .answered(PurserResponse(status: 500))
        }
        let error = await #expect(throws: PurserError.self) {
            try await first.purchase(World.beans, options: .init(quantity: 3))
        }
        #expect(error?.code == .verificationFailed)
        for _ in 0..<6 {
            try await world.advance(days: 1.0 / 6)
            let purser = await world.launch { $0.interface = interface }
            await purser.recoverUnfinishedOrders()
            #expect(try await purser.pendingPurchases().map(\.quantity) == [3])
            #expect(try await world.balance() == 0)
        }
        world.line.fix()
        let purser = await world.launch { $0.interface = interface }
        try await world.until("it is finished") {
            await purser.runUntilIdle()
            return try await world.unfinished().isEmpty
        }
        #expect(try await world.balance() == 300)
        #expect(try await world.orders().map(\.state) == ["finished"])
        #expect(try await purser.pendingPurchases().isEmpty)
    }

    @Test func `a subscription paid before the network went for months is there with its renewals when it is back`()
        async throws
    {
        let world = try await World()
        let first = await world.launch()
        world.line.decide { ["orders", "conflicts"].contains($0.url.lastPathComponent) ? .delivered : .lost }
        await #expect(throws: PurserError.self) { try await first.purchase(World.gold) }
        world.line.cut()
        try await world.advance(days: 70)
        let offline = await world.launch()
        #expect(await offline.isEntitled(to: "club") == false)
        world.line.fix()
        let purser = await world.launch()
        try await world.until("all of it is finished") {
            await purser.runUntilIdle()
            return try await world.unfinished().isEmpty
        }
        #expect(try await world.entitlements() == ["club"])
        #expect(await purser.isEntitled(to: "club"))
        let paid = try await world.paid("apple-anna")
        #expect(paid == 3)
        // The first payment pays the order; the renewals have none, or one of their own.
        let orders = try await world.orders()
        #expect(Set(orders.compactMap(\.transaction)).count == orders.count)
        let lost = world.events.withLock { $0.filter { $0.kind == .verified }.compactMap(\.transaction) }
        #expect(Set(lost).count == paid)
    }

    @Test func `a receipt that is empty is fetched again, and the result is reported`() async throws {
        let world = try await World()
        let first = await world.launch { $0.interface = .storeKit1 }
        world.refuseDevice("/receipt")
        let error = await #expect(throws: PurserError.self) { try await first.purchase(World.beans) }
        #expect(error?.code == .verificationFailed)
        #expect(error?.problem == "receipt-empty")
        #expect(world.pauses == [1, 3, 9])
        let failures = try await world.ask("/v1/purchase-failures").text
        #expect(failures.contains("\"code\":\"receipt-empty\""))
        #expect(failures.contains("\"withoutReceipt\":1"))
        #expect(try await world.unfinished() == [World.beans])
        world.refuseDevice(nil)
        let purser = await world.launch { $0.interface = .storeKit1 }
        try await world.until("it is finished") {
            await purser.runUntilIdle()
            return try await world.unfinished().isEmpty
        }
        #expect(try await world.balance() == 100)
        #expect(try await world.orders().map(\.state) == ["finished"])
    }

    @Test func `two products at once, and one of them twice, are each delivered once`() async throws {
        let world = try await World()
        let purser = await world.launch()
        let outcomes = await withTaskGroup(of: String.self) { group in
            for product in [World.beans, World.grinder, World.beans, World.season] {
                group.addTask {
                    do {
                        return try await purser.purchase(product).purchase?.product ?? "nothing"
                    } catch {
                        return (error as? PurserError)?.code.rawValue ?? "\(error)"
                    }
                }
            }
            return await group.reduce(into: [String]()) { $0.append($1) }
        }
        await purser.runUntilIdle()
        #expect(outcomes.sorted() == [World.beans, World.grinder, World.season, "transaction-not-finished"])
        #expect(try await world.paid("apple-anna") == 3)
        #expect(try await world.balance() == 100)
        #expect(try await world.entitlements() == ["grinder", "season"])
        #expect(try await world.unfinished().isEmpty)
    }
}
