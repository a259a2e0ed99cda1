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

/// The same promises over the original interface and app receipts.
@Suite(.storeKit) struct OriginalInterfaceTests {
    @Test func `a purchase is verified by the receipt, and restored by the queue`() async throws {
        let world = try await World()
        let purser = await world.launch { $0.interface = .storeKit1 }
        try await purser.purchase(World.grinder)
        try await purser.purchase(World.gold)
        await purser.runUntilIdle()
        #expect(try await world.entitlements() == ["club", "grinder"])
        #expect(SKPaymentQueue.default().transactions.isEmpty)
        #expect(try await world.orders().map(\.state) == ["finished", "finished"])
        let restoration = await purser.restore()
        #expect(restoration.count == 2)
        try await world.until("the queue is empty") { SKPaymentQueue.default().transactions.isEmpty }
    }

    @Test func `the queue gives back what was not finished, and it is verified again`() async throws {
        let world = try await World()
        let first = await world.launch { $0.interface = .storeKit1 }
        world.line.decide { ["orders", "conflicts"].contains($0.url.lastPathComponent) ? .delivered : .lost }
        await #expect(throws: PurserError.self) { try await first.purchase(World.beans) }
        #expect(try await first.pendingPurchases().count == 1)
        world.line.fix()
        let purser = await world.launch { $0.interface = .storeKit1 }
        try await world.until("it is finished") { try await world.unfinished().isEmpty }
        await purser.runUntilIdle()
        #expect(try await world.balance() == 100)
        let left = try await purser.pendingPurchases()
        #expect(left.isEmpty, "\(left) after \(world.events.withLock { $0.map(\.line) })")
        try await world.until("the queue is empty") { SKPaymentQueue.default().transactions.isEmpty }
    }

    @Test func `a renewal in the queue is verified and finished without an order`() async throws {
        let world = try await World()
        let purser = await world.launch { $0.interface = .storeKit1 }
        let purchase = try #require(try await purser.purchase(World.gold).purchase)
        await purser.runUntilIdle()
        try await world.advance(days: 31)
        try await world.until("the renewal is verified") { world.kinds().filter { $0 == .verified }.count == 2 }
        try await world.until("it is finished") { try await world.unfinished().isEmpty }
        #expect(try await world.orders().first { $0.id == purchase.order }?.transaction == purchase.transaction)
        #expect(world.happened(.renewalFound))
    }

    @Test func `a deferred payment waits and comes automatically`() async throws {
        let world = try await World()
        let purser = await world.launch { $0.interface = .storeKit1 }
        guard case .pending = try await purser.purchase(World.beans, options: .init(simulatesAskToBuy: true)) else {
            Issue.record("it did not wait")
            return
        }
        try await world.control(.post, "/pending/pending-1/complete")
        try await world.until("it is delivered") { try await world.balance() == 100 }
        try await world.until("it is finished") { try await world.unfinished().isEmpty }
        await purser.runUntilIdle()
    }
}
