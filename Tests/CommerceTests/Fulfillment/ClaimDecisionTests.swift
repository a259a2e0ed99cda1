// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// What is stored of a customer's claim, and what other decisions leave to do, without a database.
@Suite struct ClaimDecisionTests {
    private static func shown(by customer: CustomerID, _ basis: Claim.Basis) -> FulfillmentInput {
        FulfillmentInput(
            .documents(.app),
            actor: "app",
            claimant: Claimant(customer: customer, basis: basis),
            named: "11"
        )
    }

    private static func claims(_ decision: Decision) -> [Claim] {
        decision.commands.compactMap { fact in
            guard case .command(.claim(let claim)) = fact.content else { return nil }
            return claim
        }
    }

    static let bases: [(Claim.Basis, Claim.Basis)] = [
        (.session, .restore), (.backfill, .backfill), (.administrator, .administrator),
    ]

    @Test(arguments: bases)
    func `a claim of an owned purchase is a restore, unless it rests on something else`(
        basis: Claim.Basis,
        stored: Claim.Basis
    ) {
        var world = FulfillmentWorld()
        world.policy = CommercePolicy(restore: .transfer)
        let first = world.process(ArrivalScenario.bought(product: "forever", token: nil), Self.shown(by: "anna", basis))
        let second = world.process([], Self.shown(by: "ben", basis))
        #expect(Self.claims(first).map(\.basis) == [basis] && Self.claims(second).map(\.basis) == [stored])
        #expect(Self.claims(first).map(\.restorePolicy) == [nil])
        #expect(Self.claims(second).map(\.restorePolicy) == [.transfer])
    }

    @Test func `the refused claims of a hundred customers are stored`() {
        var world = FulfillmentWorld()
        world.policy = CommercePolicy(restore: .retainOwner)
        world.process(ArrivalScenario.bought(product: "forever", token: nil), .shown())
        let stored = (1...Ownership.maximumStoredClaims + 2).map { number in
            Self.claims(world.process([], Self.shown(by: CustomerID(rawValue: "c\(number)"), .session))).count
        }
        #expect(stored.count { $0 == 1 } == 100 && stored.suffix(2) == [0, 0])
    }

    @Test func `each move of a purchase has its events`() {
        var world = FulfillmentWorld()
        world.policy = CommercePolicy(restore: .transfer)
        world.process(ArrivalScenario.bought(product: "forever", token: nil), .shown())
        let moved = world.process([], .shown(by: "ben")).events.filter { $0.name == "transferred" }
        #expect(moved.map(\.customer) == ["anna", "ben"] && moved.allSatisfy(\.isSentEachTime))
    }

    @Test(arguments: [(-300, "ben"), (-299, "anna"), (0, "anna"), (60, "anna")] as [(TimeInterval, CustomerID)])
    func `a decision of the team stands against a payment that is not later`(
        sincePayment: TimeInterval,
        owner: CustomerID
    ) {
        var world = FulfillmentWorld()
        world.order("o", "monthly", token: FulfillmentTests.token)
        world.order("o2", "monthly", by: "ben", token: ArrivalScenario.second, created: .at("02-10"))
        world.now = .at("01-02")
        world.process(ArrivalScenario.month, .notified)
        world.now = .at("02-10") + sincePayment
        world.process(
            [],
            .command([.transfer(Transfer(lineage: "1", previousOwner: "anna", recipient: "ben", reason: ""))])
        )
        world.process(
            [],
            .command([.transfer(Transfer(lineage: "1", previousOwner: "ben", recipient: "anna", reason: ""))])
        )
        world.now = .at("02-11")
        world.process(ArrivalScenario.bought("12", "02-10", to: "03-10", token: ArrivalScenario.second), .notified)
        #expect(world.owner == owner)
    }

    // MARK: - Orders

    /// A purchase of an unknown product that is paid and not delivered, and the catalog that has it.
    private static func undelivered() -> (FulfillmentWorld, Catalog) {
        var world = FulfillmentWorld()
        world.process(FulfillmentTests.bought("novel", token: nil).facts, .shown())
        var catalog = world.catalog
        catalog.products.append(CatalogProduct(id: "novel", type: .nonConsumable))
        return (world, catalog)
    }

    @Test func `a paid order that is not delivered yet is watched`() {
        let (world, _) = Self.undelivered()
        #expect(world.orders["own-1"]?.isOpen == true && world.orders["own-1"]?.state == .paid)
    }

    @Test func `the purchase that the app asks about is delivered together with a new one`() {
        var (world, catalog) = Self.undelivered()
        world.catalog = catalog
        let decision = world.process(ArrivalScenario.bought("12", "01-20", product: "gems", token: nil), .shown())
        #expect(decision.deliveries.map(\.delivery.transaction).sorted() == ["11", "12"])
        #expect(decision.named?.isDelivered == true && decision.orders.count == 2)
    }

    @Test func `a new purchase leaves an undelivered one that no one asks about to recovery`() {
        var (world, catalog) = Self.undelivered()
        world.catalog = catalog
        let bought = ArrivalScenario.bought("12", "01-20", product: "gems", token: nil)
        #expect(world.process(bought, .notified).deliveries.map(\.delivery.transaction) == ["12"])
        #expect(world.process([], .recheck()).deliveries.map(\.delivery.transaction) == ["11"])
    }

    @Test func `a transaction that is new and asked about is decided about once`() {
        var world = FulfillmentWorld()
        world.process(ArrivalScenario.month, .shown())
        let decision = world.process(ArrivalScenario.renewed, .shown(named: "12"))
        #expect(decision.orders.count == 1 && decision.deliveries.count == 1)
        #expect(decision.orders.flatMap(\.steps).map(\.state) == ["paid", "delivered"])
    }
}
