// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// The owner of a purchase, without a database.
@Suite struct OwnershipDecisionTests {
    static let token = FulfillmentTests.token
    static let second = ArrivalScenario.second
    static let proofs: [Claimant.Proof] = [.named, .order(isProven: false), .order(isProven: true), .proven]

    /// Whether a customer's claim of the purchase is proven.
    static func isProven(_ customer: CustomerID, in world: FulfillmentWorld) -> Bool {
        LineageChange(key: world.key, known: world.facts, policy: world.policy).ownershipBefore.isProven(customer)
    }

    private static func claims(in world: FulfillmentWorld) -> Int {
        world.facts.count { $0.kind == .command && $0.lineage == world.key.lineage }
    }

    @Test(arguments: proofs)
    func `the token of an order decides, whoever shows the purchase`(proof: Claimant.Proof) {
        var world = FulfillmentWorld()
        world.order("o", "gems", token: Self.token)
        let decision = world.process(FulfillmentTests.bought().facts, .shown(by: "ben", proof))
        #expect(world.owner == "anna" && decision.named?.rejection == .ownedByAnother)
        #expect(world.deliveries["11"]?.customer == "anna")
    }

    @Test(arguments: [true, false])
    func `a claim by an order's token is as proven as the order`(isProven: Bool) {
        var world = FulfillmentWorld()
        world.order("o", "gems", token: Self.token, isProven: isProven)
        world.process(FulfillmentTests.bought().facts, .notified)
        #expect(Self.isProven("anna", in: world) == isProven)
    }

    @Test(
        arguments: [(.order(isProven: false), false), (.order(isProven: true), true), (.proven, true)]
            as [(Claimant.Proof, Bool)]
    )
    func `a first claim is as proven as what it rests on`(proof: Claimant.Proof, expected: Bool) {
        var world = FulfillmentWorld()
        world.process(FulfillmentTests.bought(token: nil).facts, .shown(proof))
        #expect(world.owner == "anna" && Self.isProven("anna", in: world) == expected)
    }

    @Test(
        arguments: [(.named, 0), (.order(isProven: false), 0), (.order(isProven: true), 1), (.proven, 1)]
            as [(Claimant.Proof, Int)]
    )
    func `a proof that comes later is stored once`(proof: Claimant.Proof, stored: Int) {
        var world = FulfillmentWorld()
        world.order("o", "gems", token: Self.token, isProven: false)
        world.process(FulfillmentTests.bought().facts, .notified)
        let before = Self.claims(in: world)
        for _ in 0..<3 { world.process([], .shown(proof)) }
        #expect(Self.claims(in: world) - before == stored)
    }

    @Test(arguments: RestorePolicy.allCases)
    func `a return that another customer's order paid moves the subscription`(policy: RestorePolicy) {
        var world = FulfillmentWorld()
        world.policy = CommercePolicy(restore: policy)
        world.order("o", "monthly", token: Self.token)
        world.order("o2", "monthly", by: "ben", token: Self.second, created: .at("02-10"))
        world.now = .at("02-11")
        world.process(ArrivalScenario.month, .notified)
        #expect(world.owner == "anna")
        world.process(ArrivalScenario.bought("12", "02-10", to: "03-10", token: Self.second), .notified)
        #expect(world.owner == "ben" && world.active("ben") == ["basic"] && world.active().isEmpty)
    }

    @Test func `a renewal with the payer's token does not move what the team transferred`() {
        var world = FulfillmentWorld()
        world.order("o", "monthly", token: Self.token)
        world.process(ArrivalScenario.month, .notified)
        let transfer = Transfer(lineage: "1", previousOwner: "anna", recipient: "ben", reason: "support")
        world.process([], .command([.transfer(transfer)]))
        world.process(ArrivalScenario.renewed, .notified)
        #expect(world.owner == "ben")
    }

    @Test func `the token of an erased customer claims nothing`() {
        var world = FulfillmentWorld()
        world.order("o", "gems", token: Self.token)
        world.erased.insert("anna")
        world.process(FulfillmentTests.bought().facts, .notified)
        #expect(world.owner == nil && world.isListedAsUnclaimed && world.deliveries.isEmpty)
    }

    @Test(arguments: proofs)
    func `after an erasure the next claim is a first one`(proof: Claimant.Proof) {
        var world = FulfillmentWorld()
        world.process(FulfillmentTests.bought("forever", token: nil).facts, .shown())
        world.erase("anna")
        #expect(world.active().isEmpty)
        let decision = world.process([], .shown(by: "ben", proof))
        #expect(decision.named?.rejection == (proof == .named ? .customerTokenRequired : nil))
        #expect(world.active("ben") == (proof == .named ? [] : ["basic"]))
    }

    @Test func `what Family Sharing brings is not listed as unclaimed, and is whose app shows it`() {
        var world = FulfillmentWorld()
        let shared = ArrivalScenario.bought(to: "03-01", token: nil) { $0.ownership = .familyShared }
        world.process(shared, .notified)
        #expect(!world.isListedAsUnclaimed)
        world.process([], .shown(by: "ben"))
        #expect(world.owner == "ben" && world.active("ben") == ["basic"])
    }

    @Test func `a family member's purchase is not the token's customer's order`() {
        var world = FulfillmentWorld()
        world.order("o", "monthly", token: Self.token)
        world.process(ArrivalScenario.bought(to: "03-01") { $0.ownership = .familyShared }, .shown(by: "ben"))
        #expect(world.orders["o"]?.state == .created && world.paidOrders == ["11: family monthly delivered"])
    }

    @Test func `a purchase moves ten times a day at most`() {
        var world = FulfillmentWorld()
        world.policy = CommercePolicy(restore: .transfer)
        world.process(FulfillmentTests.bought("forever", token: nil).facts, .shown())
        let rejections = (0..<12).map { number in
            world.process([], .shown(by: number.isMultiple(of: 2) ? "ben" : "anna")).named?.rejection
        }
        #expect(rejections.prefix(Ownership.greatestDailyMoves).allSatisfy { $0 == nil })
        #expect(rejections.suffix(2).contains(.movedTooOften))
        #expect(world.eventNames.count { $0 == "transferred" } == 2 * Ownership.greatestDailyMoves)
    }

    @Test func `a claim that the policy refuses is stored once`() {
        var world = FulfillmentWorld()
        world.policy = CommercePolicy(restore: .retainOwner)
        world.process(FulfillmentTests.bought("forever", token: nil).facts, .shown())
        let before = Self.claims(in: world)
        for _ in 0..<5 { world.process([], .shown(by: "ben")) }
        #expect(Self.claims(in: world) == before + 1 && world.owner == "anna")
    }

    @Test(arguments: [true, false])
    func `a purchase with a new identifier is its earlier owner's`(isNewFirst: Bool) {
        let renamed = ArrivalScenario.bought("21", "02-01", to: "03-01", of: "2", token: nil, reason: .renewal) {
            $0.previousOriginalTransactionID = "1"
        }
        var world = FulfillmentWorld()
        world.order("o", "monthly", token: Self.token, isProven: false)
        let documents = isNewFirst ? [renamed, ArrivalScenario.month] : [ArrivalScenario.month, renamed]
        for document in documents { world.process(document, .notified) }
        #expect(world.owners == ["1": "anna", "2": "anna"] && world.unclaimed.isEmpty)
        #expect(world.active() == ["basic"])
    }

    @Test func `a customer who shows a purchase without claiming it learns of no order`() {
        var world = FulfillmentWorld()
        world.process(FulfillmentTests.bought(token: nil).facts, .notified)
        let decision = world.process([], .shown(.named))
        #expect(decision.named?.order == nil && decision.named?.isDelivered == false && decision.named?.owners == [])
    }
}
