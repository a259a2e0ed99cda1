// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import HTTPService
import Persistence
import TestSupport
import Testing

@testable import PurserServer

/// Orders, deliveries and balances follow from the facts and commands alone.
@Suite struct RebuildTests {
    /// An order for beans that was paid and delivered, and one that waits.
    private func sold(_ world: RebuildWorld) async throws -> (paid: OrderID, open: OrderID) {
        let paid = try await world.order(TestShop.beans, by: "anna")
        world.clock.advance(60)
        let bought = TransactionPayload.purchase(
            TestShop.beans,
            id: "1000",
            bought: world.clock.now,
            token: paid.appAccountToken
        )
        #expect(try await world.verify(bought, by: "anna", order: paid.id).status == 200)
        world.clock.advance(60)
        let open = try await world.order(TestShop.grinder, by: "anna")
        #expect(try await world.rebuild().differences == [])
        return (paid.id, open.id)
    }

    @Test(arguments: TestDatabase.allCases)
    func `an order whose state was changed by SQL is reported and restored`(database: TestDatabase) async throws {
        try await database.withStore { store in
            let world = try await RebuildWorld(store)
            let (paid, open) = try await sold(world)
            try await world.execute("UPDATE orders SET state = 'refunded' WHERE id = \(paid)")
            let found = try await world.rebuild().differences
            #expect(found.map(\.what) == ["order"])
            #expect(found.first?.name == paid.rawValue)
            #expect(found.first?.stored == "refunded" && found.first?.computed == "delivered")
            let repaired = try await world.rebuild(repairs: true)
            #expect(repaired.differences == [] && repaired.repaired == 1)
            #expect(try await world.rebuild().differences == [])

            try await world.execute("UPDATE orders SET state = 'failed', is_open = 0 WHERE id = \(open)")
            let unpaid = try await world.rebuild().differences
            #expect(unpaid.map(\.name) == [open.rawValue])
            #expect(unpaid.first?.stored == "failed" && unpaid.first?.computed == "created")
        }
    }

    @Test func `a customer whom no search finds is reported, and found again after a repair`() async throws {
        try await TestDatabase.sqlite.withStore { store in
            let world = try await RebuildWorld(store)
            _ = try await sold(world)
            try await store.write { try $0.rebuildCustomerSearch() }
            #expect(try await world.rebuild().differences == [])
            try await world.execute("INSERT INTO customer_search (customer_search) VALUES ('delete-all')")
            let found = try await world.rebuild().differences
            #expect(found.map(\.what) == ["search"] && found.first?.name == "anna")
            let repaired = try await world.rebuild(repairs: true)
            #expect(repaired.differences == [] && repaired.repaired == 1)
            #expect(try await world.rebuild().differences == [])
        }
    }

    @Test(arguments: TestDatabase.allCases)
    func `a delivery or a credit that was changed by SQL is reported`(database: TestDatabase) async throws {
        try await database.withStore { store in
            let world = try await RebuildWorld(store)
            _ = try await sold(world)
            try await world.execute("UPDATE deliveries SET credit_amount = 900 WHERE transaction_id = '1000'")
            let delivery = try await world.rebuild().differences
            #expect(delivery.map(\.what) == ["delivery"])
            #expect(delivery.first?.stored == "900 beans" && delivery.first?.computed == "100 beans")
            #expect(try await world.rebuild(repairs: true).differences == [])

            try await world.execute("UPDATE ledger_lines SET amount = 900 WHERE customer = 'anna'")
            try await world.execute("UPDATE ledger_lines SET amount = -900 WHERE customer IS NULL")
            try await world.execute("UPDATE ledger_balances SET amount = 900 WHERE customer = 'anna'")
            let credit = try await world.rebuild().differences
            #expect(credit.map(\.what) == ["credit"])
            #expect(credit.first?.stored == "900 beans of anna" && credit.first?.computed == "100 beans of anna")

            try await world.execute("UPDATE ledger_balances SET amount = 1 WHERE customer = 'anna'")
            #expect(try await world.rebuild().differences.map(\.what).sorted() == ["credit", "ledger"])
        }
    }

    @Test(arguments: TestDatabase.allCases)
    func `a deleted delivery is reported and restored`(database: TestDatabase) async throws {
        try await database.withStore { store in
            let world = try await RebuildWorld(store)
            _ = try await sold(world)
            try await world.execute("DELETE FROM deliveries WHERE transaction_id = '1000'")
            #expect(try await world.rebuild().differences.map(\.what) == ["delivery"])
            #expect(try await world.rebuild(repairs: true).differences == [])
            #expect(try await world.rebuild().differences == [])
        }
    }

    @Test func `an order without a command is reported`() async throws {
        try await TestDatabase.sqlite.withStore { store in
            let world = try await RebuildWorld(store)
            let (_, open) = try await sold(world)
            try await world.execute(
                """
                INSERT INTO orders (id, scope, customer, product, quantity, token, state, is_open, created, expires,
                    updated, transaction_id, lineage, reference, body)
                SELECT 'planted', scope, customer, product, quantity, NULL, state, is_open, created, expires,
                    updated, transaction_id, lineage, reference, body FROM orders WHERE id = \(open)
                """
            )
            let found = try await world.rebuild().differences
            #expect(found.map(\.name) == ["planted"])
            #expect(found.first?.stored == "created" && found.first?.computed == nil)
        }
    }

    @Test func `an expiration does not differ, whether it is stored or not`() async throws {
        try await TestDatabase.sqlite.withStore { store in
            let world = try await RebuildWorld(store)
            let (_, open) = try await sold(world)
            world.clock.advance(days: 30)
            #expect(try await world.rebuild().differences == [])
            try await world.service.orderExpiry.expireOrders()
            let order = try await store.read { try $0.order(open) }
            #expect(order?.state == .expired)
            #expect(try await world.rebuild().differences == [])
        }
    }

    @Test func `a rebuild reads as many rows for each purchase, however many a customer has`() async throws {
        try await TestDatabase.sqlite.withStore { store in
            let database = CountingDatabase(store)
            let world = try await RebuildWorld(database)
            var counts: [Int] = []
            for round in 1...3 {
                for number in 1...20 {
                    let order = try await world.order(TestShop.beans, by: "anna")
                    world.clock.advance(60)
                    let bought = TransactionPayload.purchase(
                        TestShop.beans,
                        id: TransactionID(rawValue: "\(round * 1000 + number)"),
                        bought: world.clock.now,
                        token: order.appAccountToken
                    )
                    #expect(try await world.verify(bought, by: "anna", order: order.id).status == 200)
                }
                let before = database.rowsRead
                let report = try await world.rebuild()
                #expect(report.differences == [] && report.purchases == round * 20)
                counts.append(database.rowsRead - before)
            }
            // Each purchase has four order steps: read again for each purchase, sixty would have 160 more than forty.
            print("Rows read by a rebuild of 20, 40 and 60 purchases of a customer: \(counts)")
            #expect(counts[2] - counts[1] <= counts[1] - counts[0] + 20)
        }
    }

    // MARK: - Any history

    @Test(arguments: TestDatabase.allCases, [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
    func `after any history a rebuild finds no difference`(database: TestDatabase, seed: UInt64) async throws {
        try await database.withStore { store in
            var history = RandomHistory(world: try await RebuildWorld(store), dice: Dice(state: seed))
            for _ in 0..<60 { try await history.step() }
            try await history.world.service.lifecycle.advanceLifecycles()
            try await history.world.service.orderExpiry.expireOrders()
            let report = try await history.world.rebuild()
            #expect(report.differences == [], "seed \(seed): \(history.log.joined(separator: "\n"))")
        }
    }
}

/// A history of a shop, chosen at random.
private struct RandomHistory {
    let world: RebuildWorld
    var dice: Dice
    var log: [String] = []
    private var orders: [OrderBody] = []
    private var purchases: [TransactionPayload] = []
    private var customers: [CustomerID] = ["anna", "ben", "carl"]
    private var number = 1000

    init(world: RebuildWorld, dice: Dice) {
        self.world = world
        self.dice = dice
    }

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &dice) < percent }

    private mutating func pick<Value>(_ values: [Value]) -> Value? { values.randomElement(using: &dice) }

    private func uuid(_ number: Int) -> UUID {
        let digits = String("000000000000\(number)".suffix(12))
        return UUID(uuidString: "00000000-0000-4000-8000-" + digits) ?? UUID()
    }

    mutating func step() async throws {
        if chance(70) { world.clock.advance(Double(Int.random(in: 1...200_000, using: &dice))) }
        let customer = pick(customers) ?? "anna"
        let products = [TestShop.beans, TestShop.monthly, TestShop.grinder]
        switch Int.random(in: 0..<100, using: &dice) {
        case 0..<15:
            let product = pick(products) ?? TestShop.beans
            let order = try await world.order(product, by: customer)
            orders.append(order)
            log.append("order \(order.id) of \(product) by \(customer)")
        case 15..<45: try await buy(customer)
        case 45..<55: try await renew()
        case 55..<70: try await refund()
        case 70..<75:
            guard let order = pick(orders) else { return }
            try await world.send(.post, "/v1/orders/\(order.id)/finish")
            log.append("finish \(order.id)")
        case 75..<80:
            guard let order = pick(orders) else { return }
            try await world.send(.post, "/v1/orders/\(order.id)/failure", ["code": "2", "text": "canceled"])
            log.append("fail \(order.id)")
        case 80..<85:
            guard let purchase = pick(purchases) else { return }
            try await world.verify(purchase, by: customer, order: pick(orders)?.id, isRestore: true)
            log.append("restore \(purchase.transactionId) by \(customer)")
        case 85..<90:
            guard let purchase = pick(purchases) else { return }
            try await world.send(
                .post,
                "/v1/customers/\(customer)/transfers",
                ["originalTransactionId": .string(purchase.originalTransactionId.rawValue), "reason": "asked"]
            )
            log.append("transfer \(purchase.originalTransactionId) to \(customer)")
        case 90..<94:
            try await world.send(
                .post,
                "/v1/customers/\(customer)/balances/beans/entries",
                ["amount": -30, "reason": "spend", "key": .string("spend \(number)")]
            )
            number += 1
            log.append("spend by \(customer)")
        case 94..<97:
            try await world.service.orderExpiry.expireOrders()
            try await world.service.lifecycle.advanceLifecycles()
            log.append("time passes")
        default:
            try await world.send(.delete, "/v1/customers/\(customer)")
            customers.removeAll { $0 == customer }
            customers.append(CustomerID(rawValue: "customer-\(number)"))
            number += 1
            log.append("erase \(customer)")
        }
    }

    private mutating func buy(_ customer: CustomerID) async throws {
        let order = chance(60) ? pick(orders) : nil
        let product = order?.product ?? pick([TestShop.beans, TestShop.monthly, TestShop.grinder]) ?? TestShop.beans
        number += 1
        let bought = TransactionPayload.purchase(
            product,
            id: TransactionID(rawValue: "\(number)"),
            bought: world.clock.now,
            token: chance(70) ? order?.appAccountToken : nil,
            signed: world.clock.now
        )
        purchases.append(bought)
        log.append("buy \(number) of \(product), order \(order?.id.rawValue ?? "none"), by \(customer)")
        if chance(30) {
            try await world.notify(.about(.oneTimeCharge, nil, bought, id: uuid(number), signed: world.clock.now))
        }
        if chance(80) {
            try await world.verify(
                bought,
                by: chance(70) ? order?.customer ?? customer : customer,
                order: chance(50) ? order?.id : nil
            )
        }
    }

    private mutating func renew() async throws {
        guard let last = pick(purchases.filter { $0.productId == TestShop.monthly }) else { return }
        number += 1
        var renewal = last.renewed(id: TransactionID(rawValue: "\(number)"))
        renewal.signedDate = world.clock.now
        purchases.append(renewal)
        log.append("renew \(last.transactionId) by \(number)")
        try await world.notify(.about(.didRenew, nil, renewal, id: uuid(number), signed: world.clock.now))
    }

    private mutating func refund() async throws {
        guard let purchase = pick(purchases) else { return }
        number += 1
        var signed = purchase
        let isReversed = chance(30)
        if !isReversed { signed = signed.refunded(at: world.clock.now) }
        signed.signedDate = world.clock.now
        log.append("\(isReversed ? "reverse" : "refund") \(purchase.transactionId)")
        try await world.notify(
            .about(isReversed ? .refundReversed : .refund, nil, signed, id: uuid(number), signed: world.clock.now)
        )
    }
}
