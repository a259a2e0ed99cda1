// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import Testing

/// A customer without an account, who signs in.
@Suite struct CustomerMergeTests {
    static let alias = CustomerID(rawValue: "anon_1")
    static let token = FulfillmentTests.token

    /// What happens to a world, each under a name.
    struct Arrival: Sendable {
        var name: String
        var happen: @Sendable (inout FulfillmentWorld) -> Void
    }

    /// The parts of a world that must not depend on the order of arrival.
    struct End: Hashable {
        var owners: [OriginalTransactionID: CustomerID]
        var orders: [OrderID: CustomerID?]
        var states: [OrderID: String]
        var deliveries: [TransactionID: CustomerID?]
        var balances: [Int64]
        var active: [[String]]

        init(_ world: FulfillmentWorld) {
            owners = world.owners
            orders = world.orders.mapValues(\.customer)
            states = world.orders.mapValues(\.storedState)
            deliveries = world.deliveries.mapValues(\.customer)
            let customers: [CustomerID] = ["anna", CustomerMergeTests.alias]
            balances = customers.map { world.balance(BalanceKey(customer: $0, currency: "gems")) }
            active = customers.map { world.active($0) }
        }
    }

    /// A lifetime product that was bought without an order.
    static let lifetime: [Fact] = {
        var purchases = PurchaseHistory(lineage: "2")
        purchases.transaction("21", "forever", from: .utc("2024-01-02"))
        return purchases.facts
    }()

    /// A customer who proves to be the one, with the lifetime product.
    private static func shown(by customer: CustomerID) -> FulfillmentInput {
        var input = FulfillmentInput.shown(by: customer)
        input.named = "21"
        return input
    }

    /// So many of the 720 orders of arrival are played under each policy.
    static let randomOrders = ArrivalOrderTests.randomOrders / 4 + 1

    static let arrivals = [
        Arrival(name: "the payment of the anonymous order") { $0.process(FulfillmentTests.bought().facts, .notified) },
        Arrival(name: "the anonymous customer shows the payment") {
            $0.process(FulfillmentTests.bought().facts, .shown(by: alias))
        },
        Arrival(name: "the merge") { $0.merge(alias, into: "anna") },
        Arrival(name: "the account shows the payment") {
            $0.process(FulfillmentTests.bought().facts, .shown(by: "anna"))
        },
        Arrival(name: "the anonymous customer shows a lifetime product") {
            $0.process(lifetime, shown(by: alias))
        },
        Arrival(name: "the account restores the lifetime product") {
            $0.process(lifetime, shown(by: "anna"))
        },
    ]

    @Test(arguments: RestorePolicy.allCases)
    func `a merge in any order of arrival ends the same, and nothing is delivered twice`(policy: RestorePolicy) {
        var first: End?
        var generator = SeededGenerator(seed: 31)
        for _ in 0..<Self.randomOrders {
            let order = Self.arrivals.indices.shuffled(using: &generator)
            var world = FulfillmentWorld()
            world.policy = CommercePolicy(restore: policy)
            world.order("o", "gems", by: Self.alias, token: Self.token)
            for index in order { Self.arrivals[index].happen(&world) }
            // Everything arrives again.
            for index in order { Self.arrivals[index].happen(&world) }
            let end = End(world)
            #expect(end == first ?? end, "\(order.map { Self.arrivals[$0].name })")
            first = first ?? end
        }
        #expect(first?.owners == ["1": "anna", "2": "anna"])
        #expect(first?.balances == [100, 0])
        #expect(first?.active == [["basic"], []])
    }

    @Test func `a document with the token of an alias's order is the account's`() {
        var world = FulfillmentWorld()
        world.merge(Self.alias, into: "anna")
        // It was created by an app that did not know of the merge.
        world.order("o", "gems", by: Self.alias, token: Self.token)
        world.process(FulfillmentTests.bought().facts, .notified)
        #expect(world.owner == "anna" && world.deliveries["11"]?.customer == "anna")
    }

    @Test func `who shows a purchase under an alias claims it for the account`() {
        var world = FulfillmentWorld()
        world.merge(Self.alias, into: "anna")
        world.process(FulfillmentTests.bought("forever", token: nil).facts, .shown(by: Self.alias))
        #expect(world.owner == "anna" && world.active() == ["basic"] && world.active(Self.alias).isEmpty)
    }

    @Test func `a merge is announced once, before what the account gets by it`() {
        var world = FulfillmentWorld()
        world.process(FulfillmentTests.bought("forever", token: nil).facts, .shown(by: Self.alias))
        let before = world.events.count
        for _ in 0..<2 { world.merge(Self.alias, into: "anna") }
        let added = world.events.dropFirst(before)
        guard case .merged(let merge)? = added.first?.kind else {
            Issue.record("the first event is \(added.first.map(\.name) ?? "missing")")
            return
        }
        #expect(merge == CustomerMerge(alias: Self.alias, customer: "anna"))
        #expect(added.allSatisfy { $0.customer == "anna" })
        #expect(added.count { if case .merged = $0.kind { true } else { false } } == 1)
        #expect(!added.contains { if case .transferred = $0.kind { true } else { false } })
    }

    @Test func `another customer's purchase stays there when someone else signs in`() {
        var world = FulfillmentWorld()
        world.policy = CommercePolicy(restore: .retainOwner)
        world.process(FulfillmentTests.bought("forever", token: nil).facts, .shown(by: "ben"))
        world.process([], .shown(by: Self.alias))
        world.merge(Self.alias, into: "anna")
        #expect(world.owner == "ben" && world.active().isEmpty)
    }

    @Test func `only anonymous customers are asked about`() {
        var world = FulfillmentWorld()
        world.order("o", "gems", token: Self.token)
        world.process(FulfillmentTests.bought().facts, .shown())
        #expect(!world.rounds.joined().contains { if case .account = $0 { true } else { false } })
    }
}

extension Fact {
    /// The same fact with another name for a customer.
    func renaming(_ customer: CustomerID, to other: CustomerID) -> Fact {
        guard case .command(let command) = content else { return self }
        do {
            let json = String(decoding: try JSONEncoder().encode(command), as: UTF8.self)
            let renamed = json.replacingOccurrences(of: "\"\(customer)\"", with: "\"\(other)\"")
            let same = try JSONDecoder().decode(Command.self, from: Data(renamed.utf8))
            return Fact(command: same, scope: scope, order: order, digest: digest)
        } catch {
            fatalError("\(error)")
        }
    }
}
