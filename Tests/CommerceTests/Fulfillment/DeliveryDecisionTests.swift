// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// What is delivered and credited, once, without a database.
@Suite struct DeliveryDecisionTests {
    static let token = FulfillmentTests.token
    static let gems = FulfillmentTests.gems

    static func delivered(_ change: (inout FulfillmentWorld) -> Void = { _ in }) -> FulfillmentWorld {
        var world = FulfillmentWorld()
        world.order("o", "gems", token: token)
        change(&world)
        world.process(FulfillmentTests.bought().facts, .notified)
        return world
    }

    static let sources: [IntakeSource] = [.app, .notification, .history, .status, .refunds, .receipt, .backfill]

    @Test(arguments: sources)
    func `what another source repeats is delivered once`(source: IntakeSource) {
        var world = Self.delivered()
        for _ in 0..<2 {
            world.process(FulfillmentTests.bought().facts, FulfillmentInput(.documents(source), actor: "test"))
        }
        #expect(world.deliveries.count == 1 && world.postings.count == 1)
        #expect(world.eventNames.count { $0 == "orderDelivered" } == 1)
    }

    @Test(arguments: [FulfillmentInput.recheck(), .command(), .shown(), .shown(order: "o")])
    func `what is decided again is delivered once`(input: FulfillmentInput) {
        var world = Self.delivered()
        for _ in 0..<2 { world.process([], input) }
        #expect(world.deliveries.count == 1 && world.postings.count == 1 && world.balance(Self.gems) == 100)
    }

    @Test(arguments: sources)
    func `several servers that decide about the same state decide the same`(source: IntakeSource) {
        var world = FulfillmentWorld()
        world.order("o", "gems", token: Self.token)
        var other = world
        let input = FulfillmentInput(.documents(source), actor: "test")
        let first = world.process(FulfillmentTests.bought().facts, input)
        let second = other.process(FulfillmentTests.bought().facts, input)
        #expect(first.orders == second.orders && first.deliveries == second.deliveries)
        #expect(first.postings == second.postings && first.events == second.events)
        #expect(first.commands == second.commands)
    }

    @Test func `recovery delivers what the catalog lacked, once`() {
        var world = FulfillmentWorld()
        world.process(FulfillmentTests.bought("novel", token: nil).facts, .shown())
        #expect(world.paidOrders == ["11: outside novel paid"])
        world.catalog = Catalog(
            bundleID: "com.example.reader",
            products: [
                CatalogProduct(id: "novel", type: .nonConsumable, credit: CatalogCredit(account: "gems", amount: 5))
            ]
        )
        for _ in 0..<3 { world.process([], .recheck()) }
        #expect(world.paidOrders == ["11: outside novel delivered"] && world.balance(Self.gems) == 5)
        #expect(world.eventNames.count { $0 == "orderDelivered" } == 1)
    }

    static let sandboxes: [(SandboxPolicy, Bool)] = [
        (.accept, true), (.refuse, false), (.testersOnly(["anna"]), true), (.testersOnly(["ben"]), false),
    ]

    @Test(arguments: sandboxes)
    func `the sandbox policy decides whether a sandbox purchase is delivered`(policy: SandboxPolicy, expected: Bool) {
        let scope = AppScope(bundleID: "com.example.reader", environment: .sandbox)
        var world = FulfillmentWorld("1", scope: scope)
        world.policy = CommercePolicy(sandbox: policy)
        var purchases = PurchaseHistory(scope: scope)
        purchases.transaction(nil, "gems", from: .at("01-01")) { $0.productType = .consumable }
        let decision = world.process(purchases.facts, .shown())
        #expect(decision.named?.isDelivered == expected)
        #expect(decision.named?.rejection == (expected ? nil : .environment))
        world.policy = .standard
        world.process([], .recheck())
        #expect(world.deliveries.count == 1)
    }

    @Test func `a purchase of Xcode's is not delivered where Xcode is not accepted`() {
        let scope = AppScope(bundleID: "com.example.reader", environment: .xcode)
        var world = FulfillmentWorld("1", scope: scope)
        var purchases = PurchaseHistory(scope: scope)
        purchases.transaction(nil, "gems", from: .at("01-01"))
        #expect(world.process(purchases.facts, .shown()).named?.rejection == .environment)
    }

    @Test func `a silent backfill delivers and sends nothing`() {
        var world = FulfillmentWorld()
        let input = FulfillmentInput(
            .documents(.backfill),
            actor: "backfill",
            claimant: Claimant(customer: "anna", basis: .backfill),
            sendsEvents: false
        )
        world.process(FulfillmentTests.bought(token: nil).facts, input)
        #expect(world.paidOrders == ["11: backfill gems delivered"] && world.events.isEmpty)
        #expect(world.balance(Self.gems) == 100)
    }

    static let waits: [(String, @Sendable (inout Transaction) -> Void, IntakeSource, TimeInterval?)] = [
        ("a purchase", { _ in }, .notification, 3600), ("a renewal", { $0.reason = .renewal }, .notification, nil),
        ("what the family shares", { $0.ownership = .familyShared }, .app, nil),
        ("a backfill", { _ in }, .backfill, nil),
    ]

    @Test(arguments: waits)
    func `only a customer who waited counts for the delay`(
        row: (name: String, change: @Sendable (inout Transaction) -> Void, source: IntakeSource, delay: TimeInterval?)
    ) {
        var world = FulfillmentWorld()
        world.now = .utc("2024-01-01 11:00:00")
        let input = FulfillmentInput(
            .documents(row.source),
            actor: "test",
            claimant: Claimant(customer: "anna", basis: .session),
            named: "11"
        )
        let decision = world.process(ArrivalScenario.bought(product: "gems", token: nil, row.change), input)
        #expect(decision.counts.deliveries.map(\.delay) == [row.delay], "\(row.name)")
    }

    @Test(arguments: [(1, 100), (2, 200), (10, 1000), (0, 100), (-3, 100)])
    func `a credit is multiplied by the quantity`(quantity: Int, credit: Int64) {
        var world = FulfillmentWorld()
        world.process(FulfillmentTests.bought(quantity: quantity, token: nil).facts, .shown())
        #expect(world.balance(Self.gems) == credit)
    }

    @Test func `a credit beyond 64 bits is not booked, and the purchase is delivered`() {
        var world = FulfillmentWorld()
        world.process(FulfillmentTests.bought(quantity: .max, token: nil).facts, .shown())
        #expect(world.deliveries.count == 1 && world.postings.isEmpty)
    }

    @Test func `a credit that was configured after the sale is booked once`() {
        var world = FulfillmentWorld()
        world.catalog.products = world.catalog.products.map { product in
            var product = product
            product.credit = nil
            return product
        }
        world.process(FulfillmentTests.bought(token: nil).facts, .shown())
        #expect(world.postings.isEmpty)
        world.catalog = .reader
        for _ in 0..<2 { world.creditMissing() }
        #expect(world.balance(Self.gems) == 100 && world.deliveries["11"]?.credit?.amount == 100)
    }

    @Test func `what was revoked is credited later neither`() {
        var world = FulfillmentWorld()
        world.process(FulfillmentTests.bought(token: nil, refunded: .at("01-02")).facts, .shown())
        world.creditMissing()
        #expect(world.postings.isEmpty && world.deliveries.isEmpty)
    }

    // MARK: - Custom prices

    /// A custom price of 1.50 that a price point of 1.99 pays, with the difference as points.
    static func basket(in storefront: String? = nil) -> OrderedCustomPrice {
        OrderedCustomPrice(
            name: "Basket",
            price: Money(milliunits: 1500, currency: "USD"),
            charged: Money(milliunits: 1990, currency: "USD"),
            currency: "points",
            credit: 49,
            terms: storefront
        )
    }

    static let prices: [(Money?, StorefrontCountryCode?, String?, Int64)] = [
        (Money(milliunits: 1990, currency: "USD"), "USA", nil, 49),
        (Money(milliunits: 1490, currency: "USD"), "USA", "price", 0),
        (Money(milliunits: 2490, currency: "USD"), "USA", "price", 49),
        (Money(milliunits: 1990, currency: "EUR"), "USA", "currency", 0),
        (Money(milliunits: 1990, currency: "USD"), "DEU", "storefront", 49),
        (nil, nil, nil, 49),
    ]

    @Test(arguments: prices)
    func `the difference to a custom price is credited when the payment includes it`(
        row: (paid: Money?, storefront: StorefrontCountryCode?, difference: String?, credit: Int64)
    ) {
        var world = FulfillmentWorld()
        world.order("o", "gems", token: Self.token, customPrice: Self.basket(in: "USA"))
        let bought = ArrivalScenario.bought(product: "gems") { ($0.price, $0.storefront) = (row.paid, row.storefront) }
        for _ in 0..<2 { world.process(bought, .notified) }
        #expect(world.balance(BalanceKey(customer: "anna", currency: "points")) == row.credit)
        let differences = world.events.compactMap { event -> String? in
            guard case .orderPaymentDiffers(_, _, let difference, _) = event.kind else { return nil }
            return difference
        }
        #expect(differences == [row.difference].compactMap(\.self))
    }
}
