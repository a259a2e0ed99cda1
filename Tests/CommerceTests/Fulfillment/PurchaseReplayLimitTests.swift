// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// Purchases whose log says little, recomputed without a database.
@Suite struct PurchaseReplayLimitTests {
    private static let (first, second) = (ArrivalScenario.first, ArrivalScenario.second)

    private static func moments(_ world: FulfillmentWorld) throws -> [String] {
        try world.replay().history.map { moment in
            "\(moment.order.id) \(moment.order.storedState): "
                + moment.causes.map { "\($0.number)" }.joined(separator: " ")
        }
    }

    @Test func `two purchases of the same instant and source are two decisions`() throws {
        var world = FulfillmentWorld()
        world.process(ArrivalScenario.bought(product: "gems", token: nil), .shown())
        world.process(ArrivalScenario.bought("12", "01-02", product: "gems", token: nil), .shown(named: "12"))
        #expect(try Self.moments(world) == ["own-1 delivered: 1 2 3 4 5", "own-2 delivered: 6 7 8 9"])
    }

    @Test func `all that recovery delivered at once is delivered again`() throws {
        var world = FulfillmentWorld()
        let start = world.now
        let before = world.catalog
        for id: TransactionID in ["11", "12", "13"] {
            world.process(ArrivalScenario.bought(id, product: "novel", token: nil), .shown(named: id))
            world.now += 1
        }
        world.catalog.products.append(CatalogProduct(id: "novel", type: .nonConsumable))
        let after = world.catalog
        world.now = start + 60
        world.process([], .recheck())
        let replay = try world.replay { $0 < start + 60 ? before : after }
        #expect(replay.deliveries.count == 3 && replay.deliveries == world.deliveries)
        #expect(replay.orders == world.orders)
    }

    /// Two payments in one decision: of an order that the app names, and of one by its token.
    static let payments: [(String, [(TransactionID, AppAccountToken?)], OrderID?, TransactionID)] = [
        ("both by their tokens", [("11", first), ("12", second)], nil, "11"),
        ("the first by its name", [("11", nil), ("12", second)], "o", "11"),
        ("the last by its name", [("11", first), ("12", nil)], "o2", "12"),
    ]

    @Test(arguments: payments)
    func `each of several payments that come together pays its own order again`(
        row: (name: String, transactions: [(TransactionID, AppAccountToken?)], order: OrderID?, named: TransactionID)
    ) throws {
        var world = FulfillmentWorld()
        world.order("o", "gems", token: Self.first)
        world.order("o2", "gems", token: Self.second)
        let documents = row.transactions.flatMap { id, token in
            ArrivalScenario.bought(id, "01-02", product: "gems", token: token)
        }
        let input = row.order == nil ? .notified : FulfillmentInput.shown(order: row.order, named: row.named)
        world.process(documents, input)
        #expect(world.paidOrders == ["11: app gems delivered", "12: app gems delivered"], "\(row.name)")
        let replay = try world.replay()
        #expect(replay.orders == world.orders && replay.deliveries == world.deliveries, "\(row.name)")
    }

    @Test func `the token of a customer who was erased before claims nothing again`() throws {
        var world = FulfillmentWorld()
        world.order("o", "gems", token: Self.first)
        world.erased.insert("anna")
        world.process(ArrivalScenario.bought(product: "gems"), .notified)
        world.now += 1
        world.process([], .shown(by: "ben"))
        let replay = try world.replay()
        #expect(replay.deliveries == world.deliveries && replay.deliveries["11"]?.customer == "ben")
        #expect(replay.postings.map(\.customer) == ["ben"])
    }

    static let refunds: [(Int64, Int64, [Int64])] = [(100, 90, [100, -10]), (1, 0, [1, -1]), (1, 1, [1, 0])]

    @Test(arguments: refunds)
    func `a refund takes what was left to the last unit again`(credit: Int64, spent: Int64, booked: [Int64]) throws {
        var world = FulfillmentWorld()
        world.policy.refund.clawback = .upToBalance
        world.catalog.products = world.catalog.products.map { product in
            var product = product
            if product.id == "gems" { product.credit = CatalogCredit(account: "gems", amount: credit) }
            return product
        }
        world.process(ArrivalScenario.bought(product: "gems"), .shown())
        world.now += 1
        world.spend(spent, from: FulfillmentTests.gems)
        world.now += 1
        world.process(RevocationDecisionTests.statement("01-10", refunded: 100_000), .notified)
        #expect(try world.replay().postings.map(\.amount) == booked)
        #expect(world.postings.filter { $0.reason != .spend }.map(\.amount) == booked)
    }

    // MARK: - Decisions that change several orders

    @Test func `the app learns of the order that has taken its payment over`() {
        var world = FulfillmentWorld()
        world.process(FulfillmentTests.bought(token: nil).facts, .shown())
        world.order("o", "gems", token: nil, created: .utc("2024-01-01 09:59:00"))
        let decision = world.process([], .shown(order: "o"))
        #expect(decision.named?.order == "o" && decision.named?.isDelivered == true)
    }

    // MARK: - Reminders

    @Test func `reminders of all devices, of each and with each lead time are events of their own`() throws {
        var world = EntitlementDecisionTests.devices(["P3D"])
        world.now = .at("01-29")
        world.perform([])
        let event = try #require(world.events.first { $0.name == "entitlementEnding" })
        guard case .entitlementEnding(let reminder, let answer, _) = event.kind else { return }
        var other = reminder
        other.lead = try #require(LeadTime("P1D"))
        let kinds: [DomainEvent.Kind] = [reminder, other].flatMap { reminder in
            [nil, "phone", "pad"].map { .entitlementEnding(reminder, answer, device: $0) }
        }
        let causes = kinds.map { kind in
            var event = event
            event.kind = kind
            return event.causes
        }
        #expect(Set(causes).count == 6 && causes[0].last == "P3D")
    }
}
