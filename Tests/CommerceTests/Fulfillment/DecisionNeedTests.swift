// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

/// What a decision asks for, and what it does not look at, without a database.
@Suite struct DecisionNeedTests {
    private static func needs(_ ruling: Fulfillment.Ruling) -> [FulfillmentNeed]? {
        guard case .needs(let needs) = ruling else { return nil }
        return needs
    }

    // MARK: - Needs

    @Test func `a new order needs one identifier and one place`() {
        let terms = OrderStep.Terms(productID: "gems", appAccountToken: FulfillmentTests.token)
        let (state, rules) = (PurchaseState(scope: .app), FulfillmentWorld().rules(at: .at("01-01")))
        let ruling = Fulfillment.create(terms, for: "anna", state, .command(by: "app"), rules)
        #expect(Self.needs(ruling) == [.orderIDs(1), .commandPlaces(1)])
    }

    @Test(arguments: [1, 2, 3])
    func `the places of several commands are asked for together`(count: Int) {
        let commands = (0..<count).map { number in
            Command.device(DeviceRegistration(customer: "anna", device: DeviceID(rawValue: "\(number)")))
        }
        let rules = FulfillmentWorld().rules(at: .at("01-01"))
        let ruling = Fulfillment.decide(customers: [], PurchaseState(scope: .app), .command(commands), rules)
        #expect(Self.needs(ruling) == [.commandPlaces(count)])
    }

    @Test func `the identifiers of several orders are asked for together and last`() {
        var world = FulfillmentWorld()
        world.process(ArrivalScenario.month + ArrivalScenario.renewed, .shown())
        let counts = world.rounds.flatMap { $0 }.compactMap { need -> Int? in
            guard case .orderIDs(let count) = need else { return nil }
            return count
        }
        #expect(counts == [2] && world.paidOrders.count == 2)
        #expect(world.rounds.allSatisfy { Set($0).count == $0.count })
    }

    @Test func `the passing of time asks about no order`() {
        var world = FulfillmentWorld()
        world.process(ArrivalScenario.month + ArrivalScenario.renewed, .shown())
        world.now = .at("03-01")
        func askedTransactions(_ input: FulfillmentInput) -> Set<TransactionID> {
            let before = world.rounds.count
            world.process([], input)
            let needs = world.rounds[before...].joined()
            return Set(needs.compactMap { if case .ordersPaid(let transaction) = $0 { transaction } else { nil } })
        }
        #expect(askedTransactions(.recheck(AppleQuestion(due: .at("03-01"), again: nil))) == [])
        #expect(askedTransactions(.recheck()) == ["11", "12"])
    }

    @Test func `only a refund locks a balance`() {
        var world = DeliveryDecisionTests.delivered()
        let isLocked = { (needs: [FulfillmentNeed]) in needs.contains(.balanceAfterExpiration(FulfillmentTests.gems)) }
        #expect(world.rounds.contains { $0.contains(.balance(FulfillmentTests.gems)) })
        #expect(!world.rounds.contains(where: isLocked))
        world.process(RevocationDecisionTests.statement("01-10", refunded: 100_000), .notified)
        #expect(world.rounds.contains(where: isLocked))
    }

    // MARK: - What is decided about

    static let inputs: [(IntakeSource, CustomerID?, TransactionID?, Bool)] = [
        (.backfill, "anna", nil, true), (.backfill, nil, nil, false), (.app, "anna", nil, false),
        (.app, "anna", "11", true), (.app, "anna", "12", false), (.notification, nil, nil, false),
    ]

    @Test(arguments: inputs)
    func `a known purchase is decided about when a caller asks or a backfill claims it`(
        row: (source: IntakeSource, claimant: CustomerID?, named: TransactionID?, isDecided: Bool)
    ) {
        var world = FulfillmentWorld()
        world.process(FulfillmentTests.bought(token: nil).facts, .notified)
        let input = FulfillmentInput(
            .documents(row.source),
            actor: "test",
            claimant: row.claimant.map { Claimant(customer: $0, basis: .session) },
            named: row.named
        )
        let decision = world.process([], input)
        #expect((decision.reportedState != nil) == row.isDecided && (world.owner == "anna") == row.isDecided)
    }

    // MARK: - Known documents

    private static func change(_ documents: [Fact]...) -> LineageChange {
        var change = LineageChange(key: LineageKey(scope: .app, lineage: "1"), known: [], policy: .standard)
        for fact in documents.joined() { change.add(fact) }
        return change
    }

    /// The same document in other bytes.
    private static func signedAgain(_ facts: [Fact]) throws -> Fact {
        let fact = try #require(facts.first)
        let digest = FactDigest.of("other bytes")
        return Fact(
            scope: fact.scope,
            kind: fact.kind,
            order: FactOrder(instant: fact.order.instant, rank: .signed, digest: digest),
            lineage: fact.lineage,
            digest: digest,
            content: fact.content
        )
    }

    static let repeated: [(String, [Fact], [Fact], Bool)] = [
        ("the same of the same instant", ArrivalScenario.month, ArrivalScenario.month, true),
        (
            "the same of another instant", ArrivalScenario.month, ArrivalScenario.bought(to: "02-01", signed: "01-02"),
            false
        ),
        ("another of the same instant", ArrivalScenario.month, ArrivalScenario.bought(to: "03-01"), false),
        ("renewal info", ArrivalScenario.info("01-01"), ArrivalScenario.info("01-01"), true),
        (
            "a notification", ArrivalScenario.notification(.subscribed, nil, "01-01"),
            ArrivalScenario.notification(.subscribed, nil, "01-01"), false
        ),
    ]

    @Test(arguments: repeated)
    func `what Apple tells unasked is known when it says the same of the same instant`(
        row: (name: String, known: [Fact], new: [Fact], isKnown: Bool)
    ) throws {
        let fact = try Self.signedAgain(row.new)
        #expect(Self.change(row.known).isKnown(fact, isPolled: false) == row.isKnown, "\(row.name)")
    }

    @Test func `what Apple answers is known although something else became known since`() throws {
        let again = try #require(ArrivalScenario.bought(to: "02-01", signed: "03-01").first)
        let change = Self.change(
            ArrivalScenario.month,
            ArrivalScenario.info("02-01"),
            ArrivalScenario.renewed,
            ArrivalScenario.notification(.didRenew, nil, about: "12", "02-01")
        )
        #expect(change.isKnown(again, isPolled: true))
        let notification = try #require(ArrivalScenario.notification(.didRenew, nil, about: "12", "02-01").first)
        #expect(!change.isKnown(notification, isPolled: true))
    }

    static let additions: [(String, [Fact], Bool)] = [
        ("nothing", [], false), ("a renewal", ArrivalScenario.renewed, true),
        ("the same transaction again", ArrivalScenario.bought(to: "02-01", signed: "01-20"), false),
        ("the same renewal info again", ArrivalScenario.info("01-20"), false),
        ("other renewal info", ArrivalScenario.info("01-20") { $0.willAutoRenew = false }, true),
        ("a notification", ArrivalScenario.notification(.subscribed, nil, "01-20"), true),
    ]

    @Test(arguments: additions)
    func `Apple's signing the same again is not new information`(row: (name: String, facts: [Fact], isNew: Bool)) {
        var change = Self.change(ArrivalScenario.month, ArrivalScenario.info("01-01"))
        change.advance(adding: [])
        for fact in row.facts { change.add(fact) }
        #expect(change.containsNewInformation == row.isNew, "\(row.name)")
    }

    // MARK: - Identities of events

    @Test func `events of one purchase are known by their transaction, date and share`() {
        var world = FulfillmentWorld()
        world.order("o", "gems", token: FulfillmentTests.token)
        world.process(ArrivalScenario.bought(product: "gems"), .notified)
        for (number, part) in [25_000, 50_000, 100_000].enumerated() {
            world.process(
                ArrivalScenario.bought(product: "gems", signed: "01-1\(number)") {
                    $0.revocation = Revocation(date: .at("01-10"), type: .refundProrated, percentage: part)
                },
                .notified
            )
        }
        world.process(ArrivalScenario.bought("12", "01-02", product: "gems", token: nil), .notified)
        #expect(world.eventNames.count { $0 == "refunded" } == 3 && world.eventNames.count { $0 == "acquired" } == 2)
    }

    @Test func `an event of a purchase names it, its transaction and its date`() throws {
        var world = FulfillmentWorld()
        let refunded = ArrivalScenario.bought(product: "forever", signed: "01-10") {
            $0.revocation = Revocation(date: .utc("1970-01-02"), type: .refundFull)
        }
        world.process(refunded, .shown())
        let causes = world.events.filter { ["acquired", "refunded"].contains($0.name) }.map(\.causes)
        #expect(Set(causes) == [["1 11"], ["1 11 86400000"]])
    }
}
