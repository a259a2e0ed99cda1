// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import HTTPService
import PurserClient
import StoreKit
import StoreKitTest
import Testing

/// What a customer does in the App Store and in Settings reaches the app and the server without an order.
@Suite(.storeKit) struct OutsideTests {
    private static let interfaces = [PurserConfiguration.Interface.storeKit2, .storeKit1]

    @Test func `an offer code redeemed outside the app gets an order afterward`() async throws {
        let world = try await World()
        let purser = await world.launch()
        try await world.control(
            .post,
            "/offer-codes",
            ["code": "FESTIVAL", "product": .string(World.silver), "offer": "Festival", "redemptions": 1]
        )
        try await world.control(.post, "/redemptions", ["customer": "apple-anna", "code": "FESTIVAL"])
        try await world.until("it is finished") { try await world.unfinished().isEmpty }
        try await world.until("the order is paid") { try await world.orders().first?.transaction != nil }
        await purser.runUntilIdle()
        #expect(world.happened(.outsideFound))
        #expect(try await world.orders().map(\.product) == [World.silver])
        #expect(try await world.entitlements() == ["club"])
        #expect(await purser.isEntitled(to: "club"))
    }

    @Test func `an offer code redeemed while the app is closed waits for its next launch`() async throws {
        let world = try await World()
        _ = await world.launch()
        try await world.control(
            .post,
            "/offer-codes",
            ["code": "FESTIVAL", "product": .string(World.silver), "offer": "Festival", "redemptions": 1]
        )
        StoreKitSimulator.disconnect()
        try await world.control(.post, "/redemptions", ["customer": "apple-anna", "code": "FESTIVAL"])
        try await world.useAccount("apple-anna")
        let purser = await world.launch()
        #expect(try await world.unfinished().isEmpty)
        #expect(try await world.orders().map(\.product) == [World.silver])
        #expect(await purser.isEntitled(to: "club"))
    }

    @Test func `a subscription taken up again in Settings gets an order of its own`() async throws {
        let world = try await World()
        let purser = await world.launch()
        let first = try #require(try await purser.purchase(World.gold).purchase)
        try await world.control(.put, "/customers/apple-anna/subscriptions/\(World.club)/renewal", ["on": false])
        try await world.advance(days: 40)
        try await world.until("the entitlement has ended") { try await world.entitlements().isEmpty }
        try await world.control(
            .post,
            "/purchases",
            ["customer": "apple-anna", "product": .string(World.gold), "origin": "settings"]
        )
        try await world.until("it is delivered") { try await world.entitlements() == ["club"] }
        try await world.until("it is finished") { try await world.unfinished().isEmpty }
        await purser.runUntilIdle()
        let orders = try await world.orders()
        #expect(orders.count == 2)
        #expect(orders.first { $0.id == first.order }?.transaction == first.transaction)
        let second = try #require(orders.first { $0.id != first.order })
        #expect(second.transaction != nil)
        #expect(second.transaction != first.transaction)
        #expect(!world.happened(.lostOrderFound))
    }

    @Test func `a subscription taken up again belongs to who had it, whoever is signed in`() async throws {
        let world = try await World()
        let purser = await world.launch()
        try await purser.purchase(World.gold)
        try await world.control(.put, "/customers/apple-anna/subscriptions/\(World.club)/renewal", ["on": false])
        try await world.advance(days: 40)
        await purser.signIn("bob")
        try await world.control(
            .post,
            "/purchases",
            ["customer": "apple-anna", "product": .string(World.gold), "origin": "settings"]
        )
        try await world.until("it is delivered") { try await world.entitlements() == ["club"] }
        await purser.runUntilIdle()
        #expect(try await world.entitlements("bob").isEmpty)
        #expect(try await world.balance("bob") == 0)
    }

    @MainActor @Test(arguments: interfaces)
    func `a refund asked for in the app closes the entitlement when Apple grants it`(
        interface: PurserConfiguration.Interface
    ) async throws {
        let world = try await World()
        let purser = await world.launch { $0.interface = interface }
        let purchase = try #require(try await purser.purchase(World.grinder).purchase)
        #expect(try await purser.requestRefund(of: purchase.transaction, in: UIWindowScene()))
        #expect(await purser.isEntitled(to: "grinder"))
        try await world.advance(days: 3)
        try await world.until("the refund is known") { world.happened(.revoked) }
        await purser.runUntilIdle()
        #expect(await purser.currentEntitlements.names.isEmpty)
        #expect(try await world.entitlements().isEmpty)
    }
}
