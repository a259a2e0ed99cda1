// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// A purchase recomputed from its facts and commands, without a database.
@Suite struct PurchaseReplayTests {
    /// Plays a scenario in the order of these arrivals, one second apart.
    static func played(_ scenario: ArrivalScenario, _ order: [Int]) -> FulfillmentWorld {
        var world = FulfillmentWorld()
        world.now = scenario.now.addingTimeInterval(-60)
        scenario.before(&world)
        for number in order {
            world.now += 1
            world.take(scenario.arrivals[number])
        }
        world.now = scenario.now
        scenario.after(&world)
        return world
    }

    @Test(arguments: ArrivalScenario.all)
    func `the log gives the same orders, credits, deliveries and owners in every order of arrival`(
        scenario: ArrivalScenario
    ) throws {
        var generator = SeededGenerator(seed: 7)
        let all = Array(scenario.arrivals.indices)
        for order in [all, all.reversed()] + [all.shuffled(using: &generator)] {
            let world = Self.played(scenario, order)
            let replayed = try world.recomputed()
            #expect(replayed.result.orders == scenario.orders, "\(order)")
            #expect(replayed.result.gems.first == scenario.gems, "\(order)")
            #expect(replayed.result.deliveries == world.result.deliveries, "\(order)")
            #expect(replayed.owners == world.owners.filter { !world.erased.contains($0.value) }, "\(order)")
            let posted = replayed.postings.map { "\($0.key) \($0.amount)" }
            #expect(posted.sorted() == world.postings.map { "\($0.key) \($0.amount)" }.sorted(), "\(order)")
        }
    }

    // MARK: - The history of orders

    /// Each change of an order, with the numbers of the records that it rests on.
    private static func moments(_ world: FulfillmentWorld) throws -> [String] {
        try world.replay().history.map { moment in
            let order = moment.order
            return "\(order.id) \(order.storedState): " + moment.causes.map { "\($0.number)" }.joined(separator: " ")
        }
    }

    /// An order of gems, ordered before its payment.
    private static func ordered() -> FulfillmentWorld {
        var world = FulfillmentWorld()
        world.order("o", "gems", token: FulfillmentTests.token)
        return world
    }

    @Test func `an order is created, paid with its document and claim, and finished`() throws {
        var world = Self.ordered()
        world.process(FulfillmentTests.bought().facts, .notified)
        world.now += 1
        world.change("o", .finish)
        let replay = try world.replay()
        #expect(try Self.moments(world) == ["o created: 1", "o delivered: 2 3 4 5", "o finished: 6"])
        #expect(replay.orders == world.orders && replay.deliveries == world.deliveries)
        #expect(replay.decidedOrders == ["o"])
        #expect(replay.postings == world.postings && replay.postings.map(\.amount) == [100])
    }

    @Test func `a failure keeps its code and text, and a later payment its order`() throws {
        var world = Self.ordered()
        world.now = .utc("2024-01-01 12:00:00")
        world.change("o", .fail(code: "2", text: "The network connection was lost."))
        #expect(try world.replay(log: world.log).orders == world.orders && world.orders["o"]?.state == .failed)
        world.now += 1
        world.process(FulfillmentTests.bought().facts, .notified)
        #expect(try Self.moments(world) == ["o created: 1", "o failed: 2", "o delivered: 3 4 5 6"])
        let order = try #require(try world.replay().orders["o"])
        #expect(order.details.failureCode == "2" && order.details.failureText == "The network connection was lost.")
    }

    @Test func `a statement about an unknown order changes nothing`() throws {
        var world = Self.ordered()
        world.process(FulfillmentTests.bought().facts, .notified)
        world.change("o", .finish)
        let replay = try world.replay(log: world.log.filter { ![1, 4, 5].contains($0.number) })
        #expect(replay.orders["o"] == nil && replay.deliveries["11"]?.order == "unrecorded")
    }

    // MARK: - Decisions of the same instant

    @Test func `two notifications of the same instant are two decisions`() throws {
        var world = FulfillmentWorld()
        world.order("o", "monthly", token: FulfillmentTests.token, created: .at("01-10"))
        world.process(
            ArrivalScenario.notification(.subscribed, nil, "01-01") + ArrivalScenario.bought(to: "02-01", token: nil),
            .notified
        )
        world.process(
            ArrivalScenario.notification(.subscribed, nil, about: "12", "02-01")
                + ArrivalScenario.bought("12", "02-01", to: "03-01"),
            .notified
        )
        #expect(try Self.moments(world).allSatisfy { !$0.contains(" 2 3 ") || $0 == "o created: 1" })
        let causes = try world.replay().history.dropFirst().map { $0.causes.first?.number }
        #expect(!causes.isEmpty && causes.allSatisfy { $0 == 4 })
        #expect(try world.recomputed().result.orders == world.result.orders)
    }

    @Test func `a claim and a document of the same instant after it are two decisions`() throws {
        var world = FulfillmentWorld()
        world.policy = CommercePolicy(restore: .retainOwner)
        world.process(ArrivalScenario.bought(to: "02-01", token: nil), .shown())
        world.now += 1
        world.process([], .shown(by: "ben"))
        let renewal = ArrivalScenario.bought("12", "02-01", to: "03-01", token: nil, reason: .renewal)
        world.process(renewal, .shown(named: "12"))
        #expect(try Self.moments(world) == ["own-1 delivered: 1 2 3 4 5", "own-2 delivered: 7 8 9 10"])
        #expect(try world.replay().deliveries == world.deliveries)
    }

    @Test func `documents of the same instant from two sources, and of two instants, are decided apart`() throws {
        for (isSameSource, wait) in [(false, 0.0), (true, 1), (false, 1)] {
            var world = FulfillmentWorld()
            let bought = FulfillmentTests.bought(token: nil).facts
            world.process(bought, isSameSource ? .shown(.named) : .notified)
            world.now += wait
            world.process([], .shown())
            #expect(try Self.moments(world) == ["own-1 delivered: 2 3 4 5"])
        }
    }

    // MARK: - Orders of others

    @Test func `an order that another purchase pays is known as that purchase's`() throws {
        var world = Self.ordered()
        world.process(ArrivalScenario.bought("21", product: "gems", of: "2"), .notified)
        world.now += 1
        world.process(ArrivalScenario.bought("11", "01-02", product: "gems"), .notified)
        let replay = try world.replay()
        #expect(replay.orders["o"]?.transaction == "21" && replay.orders["o"]?.state == .delivered)
        #expect(replay.orders["o"]?.scope == .app && replay.orders["o"]?.updatedDate == world.orders["o"]?.updatedDate)
        #expect(replay.decidedOrders == ["own-1"] && replay.orders["own-1"] == world.orders["own-1"])
        #expect(replay.postings.map(\.key) == [CreditKey(.purchase, "11", .app).description])
        #expect(try world.replay("2").decidedOrders == ["o"])
    }

    @Test func `an order that follows its purchase into another environment is the same order`() throws {
        var world = FulfillmentWorld()
        world.order("o", "gems", token: FulfillmentTests.token, environment: .sandbox)
        world.process(FulfillmentTests.bought().facts, .notified)
        let replay = try world.replay()
        #expect(replay.orders == world.orders && replay.orders["o"]?.scope == .app)
        #expect(replay.history.count == 2)
    }

    @Test func `an order of its own has the terms of the order that it may not pay`() throws {
        var world = FulfillmentWorld("1", scope: AppScope(bundleID: "com.example.reader", environment: .sandbox))
        world.order(
            "o",
            "gems",
            token: FulfillmentTests.token,
            device: "door",
            customPrice: DeliveryDecisionTests.basket(),
            environment: .production
        )
        var purchases = PurchaseHistory(scope: world.key.scope)
        purchases.transaction(nil, "gems", from: .at("01-01")) {
            ($0.productType, $0.appAccountToken) = (.consumable, FulfillmentTests.token)
        }
        world.process(purchases.facts, .shown(order: "o"))
        let replay = try world.replay()
        let own = try #require(replay.orders["own-1"])
        #expect(own == world.orders["own-1"] && own.details.device == "door" && own.details.customPrice?.credit == 49)
        #expect(replay.decidedOrders == ["own-1"] && replay.orders["o"]?.state == .created)
        #expect(replay.postings == world.postings && replay.postings.map(\.amount) == [100, 49])
    }

    @Test func `a payment that moved to the order that the app names moves again`() throws {
        var world = FulfillmentWorld()
        world.process(FulfillmentTests.bought(token: nil).facts, .shown())
        world.order("o", "gems", token: ArrivalScenario.second, created: .utc("2024-01-01 09:59:00"))
        world.now += 1
        world.process([], .shown(order: "o"))
        #expect(world.paidOrders == ["11: app gems delivered"])
        let replay = try world.replay(log: world.log)
        #expect(replay.orders == world.orders && replay.deliveries == world.deliveries)
        #expect(replay.decidedOrders == ["o", "own-1"])
    }

    // MARK: - Credits

    @Test func `a refund takes what the balance had when it came`() throws {
        var world = Self.ordered()
        world.policy.refund.clawback = .upToBalance
        world.process(FulfillmentTests.bought().facts, .notified)
        for (amount, statement) in [(Int64(60), 25_000), (30, 50_000), (-500, 100_000)] as [(Int64, Int)] {
            world.now += 1
            world.spend(amount, from: FulfillmentTests.gems)
            world.now += 1
            let day = "01-1\(statement / 25_000)"
            world.process(RevocationDecisionTests.statement(day, refunded: statement), .notified)
        }
        // 40 are left when the first refund takes 25; nothing is left for the second; the third takes the rest of all.
        let replay = try world.replay()
        #expect(replay.postings.map(\.key) == world.postings.filter { $0.reason != .spend }.map(\.key))
        #expect(replay.postings.map(\.amount) == [100, -25, 0, -75])
    }

    @Test func `a refund of an unproven purchase takes what is left of its own credit`() throws {
        var world = FulfillmentWorld()
        world.order("o", "gems", token: FulfillmentTests.token, isProven: false)
        world.process(FulfillmentTests.bought().facts, .notified)
        world.now += 1
        world.spend(60, from: FulfillmentTests.gems)
        world.now += 1
        world.process(RevocationDecisionTests.statement("01-10", refunded: 100_000), .notified)
        #expect(try world.replay().postings.map(\.amount) == [100, -40])
    }

    @Test func `a credit that was configured after the sale is posted when that was recorded`() throws {
        var world = FulfillmentWorld()
        let (later, start) = (world.catalog, world.now)
        world.catalog.products = later.products.map { product in
            var product = product
            product.credit = nil
            return product
        }
        let first = world.catalog
        world.process(FulfillmentTests.bought(token: nil).facts, .shown())
        let catalog: (Date) -> Catalog? = { $0 > start ? later : first }
        let before = try world.replay(catalog: catalog)
        #expect(before.postings.isEmpty && before.deliveries["11"]?.credit == nil)
        (world.now, world.catalog) = (start + 1, later)
        #expect(try before.missingCredits(world.rules(at: world.now)).map(\.amount) == [100])
        world.creditMissing()
        let after = try world.replay(catalog: catalog)
        #expect(after.postings.map(\.amount) == [100] && after.deliveries == world.deliveries)
        #expect(try after.missingCredits(world.rules(at: world.now)).isEmpty)
    }

    @Test func `what recovery delivered is delivered when that was recorded`() throws {
        var world = FulfillmentWorld()
        let start = world.now
        let first = world.catalog
        world.process(FulfillmentTests.bought("novel", token: nil).facts, .shown())
        world.now += 1
        world.catalog.products.append(CatalogProduct(id: "novel", type: .nonConsumable))
        let later = world.catalog
        world.process([], .recheck())
        let replay = try world.replay { $0 > start ? later : first }
        #expect(replay.orders == world.orders && replay.deliveries == world.deliveries)
        #expect(replay.deliveries["11"]?.deliveredDate == start + 1)
        #expect(replay.history.map(\.order.state) == [.paid, .delivered])
    }

    // MARK: - Restoration

    @Test func `what is stored otherwise is restored, and what is stored alike is left`() throws {
        var world = Self.ordered()
        world.process(FulfillmentTests.bought().facts, .notified)
        let replay = try world.replay()
        #expect(replay.restoration(of: world.orders, world.deliveries).orders.isEmpty)
        #expect(replay.restoration(of: world.orders, world.deliveries).deliveries.isEmpty)
        let missing = replay.restoration(of: [:], [:])
        #expect(missing.orders.map(\.order) == [try #require(world.orders["o"])])
        #expect(missing.orders.map(\.isNew) == [true] && missing.deliveries.map(\.isNew) == [true])
        #expect(missing.orders[0].steps.map(\.state) == ["delivered"])
        var (order, delivery) = (try #require(world.orders["o"]), try #require(world.deliveries["11"]))
        order.move(to: .paid, at: world.now)
        order.details.failureText = "kept"
        delivery.quantity = 2
        let changed = replay.restoration(of: ["o": order], ["11": delivery])
        #expect(changed.orders.map(\.order.state) == [.delivered] && changed.orders.map(\.isNew) == [false])
        #expect(changed.orders[0].order.details.failureText == "kept")
        #expect(changed.deliveries.map(\.delivery.quantity) == [1] && changed.deliveries.map(\.isNew) == [false])
    }
}
