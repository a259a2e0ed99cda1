// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import Testing

/// The rules of fulfillment, without a database.
@Suite struct FulfillmentTests {
    static let token = AppAccountToken(rawValue: UUID(uuid: (0, 0, 0, 0, 0, 0, 64, 0, 128, 0, 0, 0, 0, 0, 0, 1)))

    /// One purchase of gems or of a subscription that carries the token.
    static func bought(
        _ product: ProductID = "gems",
        quantity: Int = 1,
        token: AppAccountToken? = token,
        refunded: Date? = nil,
        percentage: Int? = nil
    ) -> PurchaseHistory {
        var purchases = PurchaseHistory()
        let transaction = purchases.transaction(nil, product, from: .utc("2024-01-01 10:00:00")) {
            $0.productType = product == "gems" ? .consumable : .nonConsumable
            $0.quantity = quantity
            $0.appAccountToken = token
        }
        if let refunded {
            purchases.again(transaction, signed: refunded) {
                $0.revocation = Revocation(date: refunded, type: .refundFull, percentage: percentage)
            }
        }
        return purchases
    }

    static let gems = BalanceKey(customer: "anna", currency: "gems")

    @Test(arguments: [FulfillmentInput.notified, .shown(order: "o")])
    func `a purchase with an order's token pays and delivers that order`(input: FulfillmentInput) {
        var world = FulfillmentWorld()
        world.order("o", "gems", token: Self.token)
        world.process(Self.bought().facts, input)
        #expect(world.paidOrders == ["11: app gems delivered"])
        #expect(world.owner == "anna" && world.deliveries.count == 1)
        #expect(world.balance(Self.gems) == 100)
    }

    @Test func `the same purchase again changes nothing`() {
        var world = FulfillmentWorld()
        world.order("o", "gems", token: Self.token)
        world.process(Self.bought().facts, .notified)
        let (events, facts) = (world.events.count, world.facts.count)
        world.process(Self.bought().facts, .shown(order: "o"))
        world.process(Self.bought().facts, .notified)
        world.process([], .recheck())
        #expect(world.paidOrders == ["11: app gems delivered"] && world.deliveries.count == 1)
        #expect(world.balance(Self.gems) == 100 && world.events.count == events && world.facts.count == facts)
    }

    @Test func `a purchase without an order gets one of its own`() {
        var world = FulfillmentWorld()
        world.process(Self.bought(token: nil).facts, .shown())
        #expect(world.paidOrders == ["11: outside gems delivered"])
    }

    @Test func `a purchase without an owner is listed as unclaimed and not delivered`() {
        var world = FulfillmentWorld()
        world.process(Self.bought(token: nil).facts, .notified)
        #expect(world.isListedAsUnclaimed && world.orders.isEmpty && world.deliveries.isEmpty)
        world.process([], .shown())
        #expect(!world.isListedAsUnclaimed && world.deliveries.count == 1)
    }

    @Test func `a refunded purchase without an owner is owed to no one`() {
        var world = FulfillmentWorld()
        world.process(Self.bought(token: nil, refunded: .utc("2024-01-02")).facts, .notified)
        #expect(!world.isListedAsUnclaimed)
    }

    @Test(
        arguments: [
            (.named, .customerTokenRequired), (.order(isProven: false), nil), (.order(isProven: true), nil),
            (.proven, nil),
        ] as [(Claimant.Proof, FulfillmentRejection?)]
    )
    func `a first claim needs a proof or an order`(proof: Claimant.Proof, expected: FulfillmentRejection?) {
        var world = FulfillmentWorld()
        let decision = world.process(Self.bought(token: nil).facts, .shown(proof))
        #expect(decision.named?.rejection == expected)
        #expect((world.owner == "anna") == (expected == nil))
    }

    @Test(arguments: [Claimant.Proof.named, .order(isProven: false), .order(isProven: true)])
    func `without the customer's token an owned purchase stays with its owner`(proof: Claimant.Proof) {
        var world = FulfillmentWorld()
        world.process(Self.bought(token: nil).facts, .shown())
        let facts = world.facts.count
        let decision = world.process([], .shown(by: "ben", proof))
        #expect(decision.named?.rejection == .ownedByAnother)
        #expect(world.owner == "anna" && world.facts.count == facts)
    }

    @Test(arguments: [
        (RestorePolicy.retainOwner, "anna"), (.transfer, "ben"), (.transferIfLapsed, "anna"), (.share, "anna"),
    ])
    func `the restore policy decides whether a purchase moves`(policy: RestorePolicy, owner: String) {
        var world = FulfillmentWorld()
        world.policy = CommercePolicy(restore: policy)
        world.process(Self.bought("forever", token: nil).facts, .shown())
        world.process([], .shown(by: "ben"))
        #expect(world.owner == CustomerID(rawValue: owner))
        #expect(world.active("ben") == (owner == "ben" || policy == .share ? ["basic"] : []))
        #expect(world.active() == (owner == "ben" ? [] : ["basic"]))
    }

    @Test func `a transfer by the team moves a purchase, and both sides get an event`() {
        var world = FulfillmentWorld()
        world.process(Self.bought("forever", token: nil).facts, .shown())
        let transfer = Transfer(lineage: "1", previousOwner: "anna", recipient: "ben", reason: "support")
        let decision = world.process([], .command([.transfer(transfer)]))
        #expect(world.owner == "ben" && world.active("ben") == ["basic"] && world.active().isEmpty)
        let received = decision.events.filter { $0.name == "transferred" }.compactMap(\.customer)
        #expect(Set(received) == ["anna", "ben"])
    }

    @Test func `an order of another quantity stays open, and both orders say so`() {
        var world = FulfillmentWorld()
        world.order("o", "gems", token: Self.token, quantity: 10)
        let decision = world.process(Self.bought().facts, .shown(order: "o"))
        #expect(world.orders["o"]?.state == .created)
        #expect(world.paidOrders == ["11: outside gems delivered"])
        #expect(decision.named?.rejection == .mismatch(.quantity(expected: 10, found: 1)))
        #expect(decision.orders.count == 2 && decision.orders.allSatisfy { $0.steps.contains { $0.note != nil } })
        #expect(decision.profiles == [.quantityMismatch("anna"), .reportedSignals("anna", ["quantity-mismatch"])])
        #expect(world.balance(Self.gems) == 100)
    }

    @Test func `an order that does not exist is rejected, and the purchase is delivered`() {
        var world = FulfillmentWorld()
        let decision = world.process(Self.bought(token: nil).facts, .shown(order: "missing"))
        #expect(decision.named?.rejection == .orderNotFound("missing"))
        #expect(decision.named?.isDelivered == true)
    }

    @Test func `a product that the catalog lacks is paid and not delivered`() {
        var world = FulfillmentWorld()
        let decision = world.process(Self.bought("unknown", token: nil).facts, .shown())
        #expect(decision.named?.rejection == .unknownProduct("unknown"))
        #expect(world.paidOrders == ["11: outside unknown paid"] && world.deliveries.isEmpty)
    }

    @Test func `a payment that was given to an own order moves to the order that the app names`() {
        var world = FulfillmentWorld()
        world.process(Self.bought(token: nil).facts, .shown())
        world.order("o", "gems", token: nil, created: .utc("2024-01-01 09:59:00"))
        world.process([], .shown(order: "o"))
        #expect(world.paidOrders == ["11: app gems delivered"])
        #expect(world.orders["own-1"]?.state == .failed && world.orders["own-1"]?.details.mergedInto == "o")
        #expect(world.deliveries.count == 1 && world.balance(Self.gems) == 100)
    }

    @Test func `a command that cannot be made a fact fails the decision`() {
        struct Unwritable: Error {}
        var change = LineageChange(key: LineageKey(scope: .app, lineage: "1"), known: [], policy: .standard)
        for fact in Self.bought(token: nil).facts { change.add(fact) }
        var state = PurchaseState(scope: .app, change: change)
        state.commandPlaces = [FactOrder(instant: .utc("2024-01-01"), sequence: 1)]
        let rules = FulfillmentRules(policy: .standard, catalog: .reader, now: .utc("2024-02-01")) { _, _, _ in
            throw Unwritable()
        }
        guard case .failed(let error) = Fulfillment.decide(state, .shown(), rules) else {
            Issue.record("The decision did not fail.")
            return
        }
        #expect(error is Unwritable)
    }

    // MARK: - Refunds

    @Test(arguments: [nil, 25_000, 100_000])
    func `a refund takes its part of the credit, and its reversal returns it`(percentage: Int?) {
        var world = FulfillmentWorld()
        world.order("o", "gems", token: Self.token)
        world.process(Self.bought().facts, .notified)
        let refund = Self.bought(refunded: .utc("2024-01-02"), percentage: percentage)
        world.process(refund.facts, .notified)
        #expect(world.balance(Self.gems) == (percentage == 25_000 ? 75 : 0))
        #expect(world.orders["o"]?.state == .refunded)
        var reversed = Self.bought()
        let original = Transaction(
            id: "11",
            originalTransactionID: "1",
            productID: "gems",
            productType: .consumable,
            purchaseDate: .utc("2024-01-01 10:00:00"),
            appAccountToken: Self.token
        )
        reversed.again(original, signed: .utc("2024-01-03")) { _ in }
        world.process(reversed.facts, .notified)
        #expect(world.balance(Self.gems) == 100 && world.orders["o"]?.state == .delivered)
        #expect(world.eventNames.count { $0 == "orderReinstated" } == 1)
    }

    @Test func `a refund of a purchase that no one proved takes only what is left of its own credit`() {
        var world = FulfillmentWorld()
        world.order("o", "gems", token: Self.token, isProven: false)
        world.process(Self.bought().facts, .notified)
        world.postings.append(
            LedgerPosting(
                key: "spent",
                customer: "anna",
                currency: "gems",
                amount: -60,
                reason: .spend,
                counterpart: nil,
                note: CreditStatement(transaction: nil)
            )
        )
        world.process(Self.bought(refunded: .utc("2024-01-02")).facts, .notified)
        #expect(world.balance(Self.gems) == 0)
    }

    // MARK: - Orders alone

    @Test func `an order is finished after its delivery, once`() {
        var world = FulfillmentWorld()
        world.order("o", "gems", token: Self.token)
        world.change("o", .finish)
        #expect(world.orders["o"]?.state == .created)
        world.process(Self.bought().facts, .notified)
        world.change("o", .finish)
        #expect(world.orders["o"]?.state == .finished)
        #expect(world.change("o", .finish).orders.isEmpty)
    }

    @Test func `an order expires when its time is over, and a late payment revives it`() {
        var world = FulfillmentWorld()
        world.now = .utc("2024-01-01 23:00:00")
        world.order("o", "gems", token: Self.token)
        #expect(world.change("o", .expire).orders.isEmpty)
        world.now = .utc("2024-01-02")
        world.change("o", .expire)
        #expect(world.orders["o"]?.state == .expired && world.eventNames == ["orderExpired"])
        world.process(Self.bought().facts, .notified)
        #expect(world.paidOrders == ["11: app gems delivered"])
    }

    @Test func `an empty failure text does not replace a good one`() {
        var world = FulfillmentWorld()
        world.order("o", "gems", token: Self.token)
        world.change("o", .fail(code: "2", text: "Payment canceled."))
        #expect(world.orders["o"]?.details.failureText == "Payment canceled.")
        world.change("o", .fail(code: "3", text: " "))
        #expect(world.orders["o"]?.details.failureCode == "2" && world.orders["o"]?.state == .failed)
    }

    // MARK: - Any order of arrival

    /// A subscription with a renewal, a refund of it and renewal infos, with an order for the first purchase.
    static let subscription: PurchaseHistory = {
        var purchases = PurchaseHistory()
        purchases.transaction(nil, from: .utc("2024-01-01 10:00:00"), to: .utc("2024-02-01 10:00:00")) {
            $0.appAccountToken = token
        }
        purchases.renewalInfo(signed: .utc("2024-01-01 10:00:05"))
        let renewal = purchases.transaction(nil, from: .utc("2024-02-01 10:00:00"), to: .utc("2024-03-01 10:00:00")) {
            $0.appAccountToken = token
            $0.reason = .renewal
        }
        purchases.refund(renewal, on: .utc("2024-02-10"))
        return purchases
    }()

    @Test(arguments: 0..<24)
    func `any order of arrival gives the same orders, deliveries and entitlements`(number: Int) {
        var rest = Self.subscription.facts
        var arrivals: [Fact] = []
        var number = number
        for count in stride(from: rest.count, to: 0, by: -1) {
            arrivals.append(rest.remove(at: number % count))
            number /= count
        }
        var world = FulfillmentWorld()
        world.now = .utc("2024-02-20")
        world.order("o", "monthly", token: Self.token)
        for fact in arrivals { world.process([fact], .notified) }
        world.process([], .shown(order: "o", named: "11"))
        #expect(world.paidOrders == ["11: app monthly delivered", "12: renewal monthly refunded"])
        #expect(world.deliveries.keys.sorted { $0.rawValue < $1.rawValue }.first == "11")
        #expect(world.active().isEmpty && world.owner == "anna")
    }
}
