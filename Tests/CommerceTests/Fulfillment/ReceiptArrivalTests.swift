// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// A receipt brings a purchase without the token of its order: the payment moves once the order is known.
@Suite struct ReceiptArrivalTests {
    /// What may arrive about one purchase of gems.
    enum Arrival: CaseIterable, Sendable {
        case receipt, document, named
    }

    static let token = FulfillmentTests.token
    static let gems = FulfillmentTests.gems

    /// The purchase as a receipt has it: no token, no type, no price.
    static func receipt(asked: Date = .utc("2024-01-01 10:05:00"), quantity: Int = 1, canceled: Date? = nil) -> [Fact] {
        var purchases = PurchaseHistory()
        let transaction = Transaction(
            id: "11",
            originalTransactionID: "1",
            productID: "gems",
            purchaseDate: .utc("2024-01-01 10:00:00"),
            quantity: quantity,
            revocation: canceled.map { Revocation(date: $0) }
        )
        purchases.receipt([transaction], asked: asked)
        return purchases.facts
    }

    static func take(_ arrival: Arrival, _ world: inout FulfillmentWorld) {
        switch arrival {
        case .receipt: world.process(receipt(), .shown())
        case .document: world.process(FulfillmentTests.bought().facts, .notified)
        case .named: world.process(FulfillmentTests.bought().facts, .shown(order: "o"))
        }
    }

    @Test(
        arguments: [
            [.receipt, .document], [.document, .receipt], [.receipt, .named], [.named, .receipt],
            [.receipt, .document, .named], [.receipt, .named, .document], [.document, .receipt, .named],
            [.document, .named, .receipt], [.named, .receipt, .document], [.named, .document, .receipt],
            [.receipt, .receipt, .document, .document],
        ] as [[Arrival]]
    )
    func `the order whose token is carried is paid, whatever arrives first`(arrivals: [Arrival]) {
        var world = FulfillmentWorld()
        world.order("o", "gems", token: Self.token)
        for arrival in arrivals { Self.take(arrival, &world) }
        #expect(world.paidOrders == ["11: app gems delivered"])
        #expect(world.deliveries.count == 1 && world.deliveries["11"]?.order == "o")
        #expect(world.balance(Self.gems) == 100)
        #expect(world.eventNames.count { $0 == "orderDelivered" } == 1)
    }

    /// A world in which the receipt came first.
    static func afterReceipt(_ change: (inout FulfillmentWorld) -> Void = { _ in }) -> FulfillmentWorld {
        var world = FulfillmentWorld()
        world.order("o", "gems", token: token)
        change(&world)
        world.process(receipt(), .shown())
        return world
    }

    @Test func `the order that was created afterward states where its payment went`() {
        var world = Self.afterReceipt()
        #expect(world.paidOrders == ["11: outside gems delivered"] && world.orders["o"]?.state == .created)
        let decision = world.process(FulfillmentTests.bought().facts, .notified)
        #expect(world.orders["own-1"]?.details.mergedInto == "o" && world.orders["own-1"]?.state == .failed)
        let history = decision.orders.first { $0.order.id == "own-1" }?.steps.compactMap(\.note)
        #expect(history == ["merged into o"])
    }

    @Test func `an order that expired before its document came is paid`() {
        var world = Self.afterReceipt()
        world.now = .utc("2024-01-03")
        world.change("o", .expire)
        world.process(FulfillmentTests.bought().facts, .notified)
        #expect(world.orders["o"]?.state == .delivered)
    }

    @Test func `a transaction that the app has finished stays finished`() {
        var world = Self.afterReceipt()
        world.change("own-1", .finish)
        world.process(FulfillmentTests.bought().facts, .notified)
        #expect(world.orders["o"]?.state == .finished)
    }

    @Test func `an app that names the order created afterward pays the one that it gave its payment to`() {
        var world = Self.afterReceipt()
        world.process(FulfillmentTests.bought().facts, .notified)
        let decision = world.process([], .shown(order: "own-1"))
        #expect(decision.named?.order == "o" && decision.named?.rejection == nil && decision.named?.isDelivered == true)
    }

    @Test func `a refund that came by the receipt refunds the order, and is counted once`() {
        var world = Self.afterReceipt()
        let refund = world.process(
            Self.receipt(asked: .utc("2024-01-02 12:00:00"), canceled: .utc("2024-01-02")),
            .shown()
        )
        let moved = world.process(FulfillmentTests.bought().facts, .notified)
        #expect(world.paidOrders == ["11: app gems refunded"])
        #expect(refund.counts.refunds.count == 1 && moved.counts.refunds.isEmpty)
        #expect(world.balance(Self.gems) == 0 && world.eventNames.count { $0 == "orderRefunded" } == 1)
    }

    @Test func `an order of another quantity stays open, and both orders say so`() {
        var world = Self.afterReceipt { $0.orders["o"]?.quantity = 10 }
        let decision = world.process(FulfillmentTests.bought().facts, .notified)
        #expect(world.orders["o"]?.state == .created && world.paidOrders == ["11: outside gems delivered"])
        #expect(world.orders["own-1"]?.details.mismatchedOrder == "o")
        #expect(decision.orders.count == 2 && decision.orders.allSatisfy { $0.steps.contains { $0.note != nil } })
    }

    @Test func `an order of a newer version gives no payment away`() {
        var world = Self.afterReceipt()
        world.orders["own-1"]?.storedState = "examined"
        world.process(FulfillmentTests.bought().facts, .notified)
        #expect(world.orders["own-1"]?.storedState == "examined" && world.orders["o"]?.state == .created)
    }

    @Test func `a payment of another customer's order moves to its customer, and is delivered once`() {
        var world = Self.afterReceipt { $0.orders["o"]?.customer = "ben" }
        #expect(world.owner == "anna")
        world.process(FulfillmentTests.bought().facts, .notified)
        #expect(world.owner == "ben" && world.orders["o"]?.state == .delivered)
        #expect(world.deliveries.count == 1 && world.postings.count == 1)
    }

    @Test func `recovery moves a payment that an older version left with the wrong order`() {
        var world = FulfillmentWorld()
        world.process(FulfillmentTests.bought(token: Self.token).facts, .shown())
        #expect(world.paidOrders == ["11: outside gems delivered"])
        world.order("o", "gems", token: Self.token)
        world.process([], .recheck())
        #expect(world.paidOrders == ["11: app gems delivered"] && world.balance(Self.gems) == 100)
    }

    /// The refund comes by a receipt, so that the order is known only while the payment is refunded.
    @Test func `a reversed refund of a payment that moved credits the custom price's difference, once`() {
        var world = FulfillmentWorld()
        world.order("o", "gems", token: Self.token, customPrice: DeliveryDecisionTests.basket())
        world.process(Self.receipt(), .shown())
        world.process(Self.receipt(asked: .utc("2024-01-02 12:00:00"), canceled: .utc("2024-01-02")), .shown())
        world.process(FulfillmentTests.bought().facts, .notified)
        #expect(world.orders["o"]?.state == .refunded && world.deliveries["11"]?.order == "o")
        for _ in 0..<2 { world.process(ArrivalScenario.bought(product: "gems", signed: "01-03"), .notified) }
        #expect(world.orders["o"]?.state == .delivered && world.balance(Self.gems) == 100)
        #expect(world.balance(BalanceKey(customer: "anna", currency: "points")) == 49)
    }

    @Test func `what a custom price leaves over is credited when the payment moves, once`() {
        var world = FulfillmentWorld()
        world.order("o", "gems", token: Self.token, customPrice: DeliveryDecisionTests.basket())
        for arrival in [Arrival.receipt, .document, .named, .document] { Self.take(arrival, &world) }
        #expect(world.balance(BalanceKey(customer: "anna", currency: "points")) == 49)
        #expect(world.balance(Self.gems) == 100)
    }
}
