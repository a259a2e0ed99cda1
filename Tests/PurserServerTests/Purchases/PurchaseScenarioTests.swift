// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence
import PersistenceSQLite
import Testing

@testable import PurserServer

@Suite struct PurchaseScenarioTests {
    @Test func `an order is paid, delivered and entitles`() async throws {
        let shop = try await TestShop()
        let order = try await shop.order(TestShop.monthly)
        #expect(order.state == "created")
        let answer = try await shop.verify(.purchase(token: order.appAccountToken), order: order.id, customer: "anna")
        #expect(answer.status == 200, "\(answer.text)")
        let purchase: PurchaseBody = try answer.json()
        #expect(purchase.state == "delivered")
        #expect(purchase.order?.state == "delivered")
        #expect(purchase.order?.history?.map(\.state) == ["created", "paid", "delivered"])
        #expect(try await shop.isEntitled(to: "club"))
    }

    @Test func `the same purchase again is answered the same and delivered once`() async throws {
        let shop = try await TestShop()
        let order = try await shop.order(TestShop.beans)
        let bought = TransactionPayload.purchase(TestShop.beans, token: order.appAccountToken)
        for _ in 0..<3 {
            let purchase: PurchaseBody = try await shop.verify(bought, order: order.id).json()
            #expect(purchase.state == "delivered")
            #expect(purchase.order?.id == order.id)
        }
        #expect(try await shop.balance() == 100)
        #expect(try await shop.eventTypes().count { $0 == "order.delivered" } == 1)
    }

    @Test func `a notification settles the order of an app that died, and the app's verify finds it delivered`()
        async throws
    {
        let shop = try await TestShop()
        let order = try await shop.order(TestShop.beans)
        let bought = TransactionPayload.purchase(TestShop.beans, token: order.appAccountToken)
        #expect(try await shop.notify(.about(.oneTimeCharge, nil, bought)).status == 200)
        #expect(try await shop.readOrder(order.id).state == "delivered")
        let later: PurchaseBody = try await shop.verify(bought, order: order.id).json()
        #expect(later.state == "delivered")
        #expect(try await shop.balance() == 100)
    }

    @Test func `a notification without a token waits for the app, whose order is then the one delivered`() async throws
    {
        let shop = try await TestShop()
        let order = try await shop.order(TestShop.beans)
        let bought = TransactionPayload.purchase(TestShop.beans)
        try await shop.notify(.about(.oneTimeCharge, nil, bought))
        #expect(try await shop.readOrder(order.id).state == "created")
        let purchase: PurchaseBody = try await shop.verify(bought, order: order.id).json()
        #expect(purchase.order?.id == order.id)
        #expect(try await shop.readOrder(order.id).state == "delivered")
        #expect(try await shop.balance() == 100)
    }

    @Test func `a renewal gets an order of its own and never pays the first one's`() async throws {
        let shop = try await TestShop()
        let order = try await shop.order(TestShop.monthly)
        let first = TransactionPayload.purchase(token: order.appAccountToken)
        _ = try await shop.verify(first, order: order.id)
        let second = try await shop.order(TestShop.monthly)
        shop.clock.advance(days: 30)
        try await shop.notify(.about(.didRenew, nil, first.renewed(id: "1001")))
        #expect(try await shop.readOrder(second.id).state == "created")
        let orders: OrderList = try await shop.send(.get, "/v1/customers/anna/orders").json()
        #expect(orders.orders.count == 3)
        #expect(orders.orders.contains { $0.transaction == "1001" && $0.state == "delivered" })
    }

    @Test func `a refund takes the entitlement and what was credited, and its reversal brings both back`() async throws
    {
        let shop = try await TestShop()
        let order = try await shop.order(TestShop.beans)
        let beans = TransactionPayload.purchase(TestShop.beans, token: order.appAccountToken)
        _ = try await shop.verify(beans, order: order.id)
        let club = TransactionPayload.purchase(id: "2000")
        _ = try await shop.verify(club, customer: "anna")
        shop.clock.advance(days: 2)
        try await shop.notify(.about(.refund, nil, beans.refunded(at: shop.clock.now)))
        try await shop.notify(.about(.refund, nil, club.refunded(at: shop.clock.now)))
        #expect(try await shop.readOrder(order.id).state == "refunded")
        #expect(try await shop.balance() == 0)
        #expect(try await shop.isEntitled(to: "club") == false)
        shop.clock.advance(days: 1)
        var returned = beans
        returned.signedDate = shop.clock.now
        try await shop.notify(.about(.refundReversed, nil, returned))
        #expect(try await shop.readOrder(order.id).state == "delivered")
        #expect(try await shop.balance() == 100)
        var stored = club
        stored.signedDate = shop.clock.now
        try await shop.notify(.about(.refundReversed, nil, stored))
        #expect(try await shop.isEntitled(to: "club"))
    }

    @Test func `a purchase first known as refunded is delivered when Apple reverses the refund`() async throws {
        let shop = try await TestShop()
        let order = try await shop.order(TestShop.beans)
        let beans = TransactionPayload.purchase(TestShop.beans, token: order.appAccountToken)
        shop.clock.advance(days: 2)
        try await shop.notify(.about(.refund, nil, beans.refunded(at: shop.clock.now)))
        #expect(try await shop.readOrder(order.id).state == "refunded")
        shop.clock.advance(days: 1)
        var returned = beans
        returned.signedDate = shop.clock.now
        try await shop.notify(.about(.refundReversed, nil, returned))
        #expect(try await shop.readOrder(order.id).state == "delivered")
        #expect(try await shop.balance() == 100)
    }

    @Test func `what refunds revoke follows Apple's newest document, however often it changes`() async throws {
        let shop = try await TestShop()
        let beans = TransactionPayload.purchase(TestShop.beans)
        _ = try await shop.verify(beans, customer: "anna")
        var day = 1.0
        func say(_ percentage: Int?, on date: Date?) async throws {
            var piece = beans
            piece.signedDate = TestClock.start.addingTimeInterval(day * 86_400)
            piece.revocationDate = date
            piece.revocationType = date == nil ? nil : percentage == nil ? .refundFull : .refundProrated
            piece.revocationPercentage = percentage
            shop.clock.advance(days: 1)
            try await shop.notify(.about(date == nil ? .refundReversed : .refund, nil, piece))
            day += 1
        }
        let refund = TestClock.start.addingTimeInterval(3600)
        try await say(40_000, on: refund)
        #expect(try await shop.balance() == 60)
        try await say(nil, on: refund)
        #expect(try await shop.balance() == 0)
        try await say(25_000, on: refund.addingTimeInterval(60))
        #expect(try await shop.balance() == 75)
        try await say(nil, on: nil)
        #expect(try await shop.balance() == 100)
        try await say(nil, on: refund)
        #expect(try await shop.balance() == 0)
        try await say(nil, on: nil)
        #expect(try await shop.balance() == 100)
        #expect(try await shop.database.read { try $0.ledgerProblems() }.isEmpty)
    }

    @Test func `a part of the largest credit is withdrawn to the unit`() async throws {
        let shop = try await TestShop()
        var catalog = TestShop.catalog
        let place = try #require(catalog.products.firstIndex { $0.product.id == TestShop.beans })
        catalog.products[place].product.credit = CatalogCredit(account: "beans", amount: 1_000_000_000_000_000)
        try await shop.service.catalogFeature.replaceCatalog(
            catalog,
            of: TestShop.app,
            audit: AuditRecord(actor: "test", action: "catalog.update", target: "", instant: shop.clock.now),
            now: shop.clock.now
        )
        var beans = TransactionPayload.purchase(TestShop.beans)
        _ = try await shop.verify(beans, customer: "anna")
        #expect(try await shop.balance() == 1_000_000_000_000_000)
        beans = beans.refunded(at: TestClock.start.addingTimeInterval(60), type: .refundProrated)
        beans.revocationPercentage = 99_999
        #expect(try await shop.notify(.about(.refund, nil, beans)).status == 200)
        #expect(try await shop.balance() == 10_000_000_000)
    }

    @Test func `a refund that the policy capped takes no more later`() async throws {
        let shop = try await TestShop { $0.apps[0].refundPolicy.clawback = .upToBalance }
        let beans = TransactionPayload.purchase(TestShop.beans)
        _ = try await shop.verify(beans, customer: "anna")
        let spent = try await shop.send(.post, "/v1/customers/anna/balances/beans/spend", ["key": "1", "amount": 70])
        #expect(spent.status == 200)
        let refunded = beans.refunded(at: TestClock.start.addingTimeInterval(60))
        try await shop.notify(.about(.refund, nil, refunded))
        #expect(try await shop.balance() == 0)
        _ = try await shop.verify(.purchase(TestShop.beans, id: "1001"), customer: "anna")
        try await shop.notify(.about(.refund, nil, refunded))
        #expect(try await shop.balance() == 100)
    }

    @Test func `an unclaimed purchase with a partial refund is delivered for the rest`() async throws {
        let shop = try await TestShop()
        var beans = TransactionPayload.purchase(TestShop.beans, quantity: 2)
            .refunded(at: TestClock.start.addingTimeInterval(60), type: .refundProrated)
        beans.revocationPercentage = 40_000
        try await shop.notify(.about(.refund, nil, beans))
        #expect(try await shop.balance() == 0)
        _ = try await shop.verify(beans, customer: "anna")
        #expect(try await shop.balance() == 120)
    }

    @Test func `a late document never rolls anything back`() async throws {
        let shop = try await TestShop()
        let bought = TransactionPayload.purchase()
        _ = try await shop.verify(bought.refunded(at: TestClock.start.addingTimeInterval(60)), customer: "anna")
        try await shop.notify(.about(.subscribed, .initialBuy, bought))
        #expect(try await shop.isEntitled(to: "club") == false)
    }

    @Test func `a purchase begun outside the app is delivered when its customer shows it`() async throws {
        let shop = try await TestShop()
        let bought = TransactionPayload.purchase()
        try await shop.notify(.about(.subscribed, .initialBuy, bought))
        let purchase: PurchaseBody = try await shop.verify(bought, customer: "ben").json()
        #expect(purchase.state == "delivered")
        #expect(purchase.order != nil)
        #expect(try await shop.isEntitled("ben", to: "club"))
    }

    @Test func `an order follows its purchase into the sandbox where the team opts in`() async throws {
        let shop = try await TestShop { $0.apps[0].sandboxFulfillsProductionOrders = true }
        let order = try await shop.order(TestShop.beans)
        let bought = TransactionPayload.purchase(
            TestShop.beans,
            token: order.appAccountToken,
            environment: .sandbox
        )
        _ = try await shop.verify(bought, order: order.id)
        #expect(try await shop.readOrder(order.id).environment == .sandbox)
        #expect(try await shop.readOrder(order.id).state == "delivered")
    }

    @Test func `the entitlement ends with its period and nothing need arrive for it`() async throws {
        let shop = try await TestShop()
        let bought = TransactionPayload.purchase()
        try await shop.notify(.about(.subscribed, .initialBuy, bought, renewalInfo: bought.renewalInfo(renews: false)))
        _ = try await shop.verify(bought, customer: "anna")
        #expect(try await shop.isEntitled(to: "club"))
        shop.clock.advance(days: 30)
        #expect(try await shop.isEntitled(to: "club") == false)
    }
}
