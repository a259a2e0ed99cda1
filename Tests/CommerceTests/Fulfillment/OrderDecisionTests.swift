// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// The result of an order, without a database.
@Suite struct OrderDecisionTests {
    enum Statement: CaseIterable, Sendable {
        case finish, fail, expire

        var input: Fulfillment.OrderInput {
            switch self {
            case .finish: .finish
            case .fail: .fail(code: "2", text: "Payment canceled.")
            case .expire: .expire
            }
        }
    }

    /// The states that a statement changes; it leaves an order of any other state as it is.
    static func next(_ statement: Statement, _ state: OrderState) -> OrderState {
        switch (statement, state) {
        case (.finish, .delivered): .finished
        case (.fail, .created): .failed
        case (.expire, .created): .expired
        default: state
        }
    }

    @Test(arguments: Statement.allCases, OrderState.allCases)
    func `a statement about an order changes only the state that it is about`(statement: Statement, state: OrderState) {
        var world = FulfillmentWorld()
        world.order("o", "gems", token: FulfillmentTests.token)
        world.orders["o"]?.move(to: state, at: world.now)
        let decision = world.change("o", statement.input)
        #expect(world.orders["o"]?.state == Self.next(statement, state))
        #expect(decision.orders.isEmpty == (Self.next(statement, state) == state))
    }

    @Test(arguments: Statement.allCases)
    func `an order of a newer version stays as it is`(statement: Statement) {
        var world = FulfillmentWorld()
        world.order("o", "gems", token: FulfillmentTests.token)
        world.orders["o"]?.storedState = "examined"
        #expect(world.change("o", statement.input).orders.isEmpty)
        world.process(FulfillmentTests.bought().facts, .shown(order: "o"))
        #expect(world.orders["o"]?.storedState == "examined" && world.deliveries.count == 1)
    }

    @Test(arguments: OrderState.allCases)
    func `a late payment pays an order that was never paid, and another one by an order of its own`(state: OrderState) {
        var world = FulfillmentWorld()
        world.order("o", "gems", token: FulfillmentTests.token)
        world.orders["o"]?.move(to: state, at: world.now)
        if !state.awaitsPayment { world.orders["o"]?.transaction = "99" }
        let decision = world.process(FulfillmentTests.bought().facts, .shown(order: "o"))
        #expect(decision.named?.order == (state.awaitsPayment ? "o" : "own-1"))
        #expect(decision.named?.isDelivered == true)
        #expect(decision.named?.rejection == (state.awaitsPayment ? nil : .mismatch(.alreadyPaid)))
    }

    static let mismatches: [(String, @Sendable (inout Order) -> Void, FulfillmentRejection?)] = [
        ("another product", { $0.product = "forever" }, .mismatch(.product(expected: "forever", found: "gems"))),
        ("another quantity", { $0.quantity = 2 }, .mismatch(.quantity(expected: 2, found: 1))),
        (
            "a later date", { $0.createdDate = .at("01-09") },
            .mismatch(.older(created: .at("01-09"), purchased: .at("01-01")))
        ),
        ("another customer", { $0.customer = "ben" }, .mismatch(.owner)), ("no customer", { $0.customer = nil }, nil),
        (
            "another app", { $0.scope = AppScope(bundleID: "com.example.other", environment: .production) },
            .orderNotFound("o")
        ),
        ("the sandbox", { $0.scope.environment = .sandbox }, nil),
    ]

    @Test(arguments: mismatches)
    func `a purchase that does not fit the named order is delivered by an order of its own`(
        row: (name: String, change: @Sendable (inout Order) -> Void, rejection: FulfillmentRejection?)
    ) throws {
        var world = FulfillmentWorld()
        world.order("o", "gems", token: nil)
        var order = try #require(world.orders["o"])
        row.change(&order)
        world.orders["o"] = order
        let decision = world.process(ArrivalScenario.bought(product: "gems", token: nil), .shown(order: "o"))
        #expect(decision.named?.rejection == row.rejection, "\(row.name)")
        #expect(decision.named?.order == (row.rejection == nil ? "o" : "own-1") && decision.named?.isDelivered == true)
        #expect(world.balance(FulfillmentTests.gems) == 100)
    }

    @Test(arguments: [(Claimant.Proof.proven, 1), (.order(isProven: true), 0), (.named, 0)])
    func `only a proven customer is noted for another order's token`(proof: Claimant.Proof, noted: Int) {
        var world = FulfillmentWorld()
        world.order("o", "gems", token: FulfillmentTests.token)
        world.order("o2", "gems", token: ArrivalScenario.second)
        world.process(FulfillmentTests.bought().facts, .shown(proof, order: "o2"))
        #expect(world.profiles.count { $0 == .tokenMismatch("anna") } == noted)
        #expect(world.orders["o"]?.state == .delivered && world.orders["o2"]?.state == .created)
    }

    @Test func `an order moves to the environment of the purchase that pays it`() {
        var world = FulfillmentWorld()
        world.order("o", "gems", token: FulfillmentTests.token, environment: .sandbox)
        world.process(FulfillmentTests.bought().facts, .notified)
        #expect(world.orders["o"]?.scope == .app && world.orders["o"]?.state == .delivered)
    }

    static let sandboxes: [(Bool, String)] = [(false, "outside"), (true, "app")]

    @Test(arguments: sandboxes)
    func `a sandbox purchase pays a production order only where the team wants it`(pays: Bool, origin: String) {
        let scope = AppScope(bundleID: "com.example.reader", environment: .sandbox)
        var world = FulfillmentWorld("1", scope: scope)
        world.sandboxFulfillsProductionOrders = pays
        world.order("o", "gems", token: FulfillmentTests.token, environment: .production)
        var purchases = PurchaseHistory(scope: scope)
        purchases.transaction(nil, "gems", from: .at("01-01")) { $0.appAccountToken = FulfillmentTests.token }
        world.process(purchases.facts, .notified)
        #expect(world.paidOrders == ["11: \(origin) gems delivered"])
        #expect(world.orders["o"]?.state == (pays ? .delivered : .created))
    }

    @Test func `an order that expires has one event, and its late payment is delivered once`() {
        var world = FulfillmentWorld()
        world.order("o", "gems", token: FulfillmentTests.token)
        for _ in 0..<3 { world.change("o", .expire) }
        for _ in 0..<3 { world.process(FulfillmentTests.bought().facts, .notified) }
        #expect(world.eventNames.count { $0 == "orderExpired" } == 1)
        #expect(world.eventNames.count { $0 == "orderDelivered" } == 1)
    }

    @Test func `the team's own number names the order of a purchase that has no token`() {
        var world = FulfillmentWorld()
        world.order("o", "gems", token: nil)
        world.orders["o"]?.reference = "20240101-7"
        var input = FulfillmentInput.shown()
        input.reference = "20240101-7"
        world.process(ArrivalScenario.bought(product: "gems", token: nil), input)
        #expect(world.paidOrders == ["11: app gems delivered"])
    }

    @Test(arguments: OrderState.allCases)
    func `recovery watches an order that was not paid, or paid and not delivered`(state: OrderState) {
        var world = FulfillmentWorld()
        world.order("o", "gems", token: FulfillmentTests.token)
        world.orders["o"]?.move(to: state, at: world.now)
        #expect(world.orders["o"]?.isOpen == [.created, .paid].contains(state))
    }
}
