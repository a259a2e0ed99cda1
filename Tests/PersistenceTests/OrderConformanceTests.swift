// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import Persistence
import Testing

extension Order {
    static func sample(
        _ id: OrderID,
        customer: CustomerID? = "anna",
        token: AppAccountToken? = nil,
        isOpen: Bool = true,
        second: Int = 0
    ) -> Order {
        Order(
            id: id,
            scope: .sandbox,
            customer: customer,
            product: "com.example.coins",
            quantity: 2,
            token: token,
            storedState: "created",
            isOpen: isOpen,
            createdDate: .second(second),
            expiresDate: .second(second + 3600),
            updatedDate: .second(second),
            details: OrderDetails(origin: .app)
        )
    }
}

extension StoredOrderStep {
    static let creation = StoredOrderStep(state: "created", instant: .second(0), actor: "app")
}

@Suite struct OrderConformanceTests {
    @Test(arguments: StoreDriver.allCases)
    func `an idempotency key gives the same order permanently`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            let first = Order.sample("o1")
            let created = try await store.write { try $0.create(first, idempotencyKey: "k", step: .creation) }
            #expect(created == .created(first))
            var moved = first
            moved.storedState = "delivered"
            moved.isOpen = false
            let paid = moved
            try await store.write { try $0.update(paid, steps: []) }
            let again = try await store.write { writer in
                try writer.create(.sample("o2", second: 999), idempotencyKey: "k", step: .creation)
            }
            #expect(again == .existing(paid))
            #expect(try await store.read { try $0.order("o2") } == nil)
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `each customer has keys of their own`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            let orders = try await store.write { writer in
                try [Order.sample("o1"), .sample("o2", customer: "bob"), .sample("o3", customer: nil)].map {
                    try writer.create($0, idempotencyKey: "k", step: .creation).order.id
                }
            }
            #expect(orders == ["o1", "o2", "o3"])
            let found = try await store.read { reader throws in
                try reader.order(idempotencyKey: "k", customer: "bob", scope: .sandbox)?.id
            }
            #expect(found == "o2")
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `an order moves and its history says who moved it`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            var order = Order.sample("o1", token: AppAccountToken(rawValue: UUID()))
            let created = order
            order.storedState = "paid"
            order.transaction = "11"
            order.lineage = "1"
            order.updatedDate = .second(7)
            let paid = order
            let step = StoredOrderStep(
                state: "paid",
                instant: .second(7),
                actor: "notification",
                document: FactKey(.sample(1)),
                detail: "seen"
            )
            try await store.write { writer in
                _ = try writer.create(created, idempotencyKey: nil, step: .creation)
                try writer.update(paid, steps: [step])
            }
            #expect(try await store.read { try $0.order("o1") } == paid)
            #expect(try await store.read { try $0.history(of: "o1") } == [.creation, step])
            #expect(try await store.read { try $0.orders(transaction: "11", in: .sandbox) } == [paid])
            let token = try #require(paid.token)
            #expect(try await store.read { try $0.orders(token: token) } == [paid])
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `an order that is not there cannot be moved`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            await #expect(throws: DatabaseError(code: .constraint, message: "")) {
                try await store.write { try $0.update(.sample("missing"), steps: []) }
            }
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `open orders are read in pages, oldest first, and customers' orders newest first`(
        driver: StoreDriver
    ) async throws {
        try await driver.withStore { store async throws in
            try await store.write { writer in
                for number in 0..<7 {
                    let id = OrderID(rawValue: "o\(number)")
                    let order = Order.sample(id, isOpen: number != 3, second: number / 2)
                    _ = try writer.create(order, idempotencyKey: nil, step: .creation)
                }
            }
            let first = try await store.read { try $0.openOrders(createdBefore: .second(3), limit: 3) }
            let second = try await store.read {
                try $0.openOrders(createdBefore: .second(3), after: first.last, limit: 3)
            }
            #expect(first.map(\.id) == ["o0", "o1", "o2"] && second.map(\.id) == ["o4", "o5"])
            let newest = try await store.read { try $0.orders(of: "anna", limit: 4) }
            let older = try await store.read { try $0.orders(of: "anna", before: newest.last, limit: 4) }
            #expect(newest.map(\.id) == ["o6", "o5", "o4", "o3"] && older.map(\.id) == ["o2", "o1", "o0"])
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `a transaction is delivered once, whoever tries`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            let granted = try await withThrowingTaskGroup(of: Bool.self) { group in
                for attempt in 0..<20 {
                    group.addTask {
                        try await store.write { writer in
                            try writer.deliver(
                                Delivery(
                                    scope: .sandbox,
                                    transaction: "11",
                                    lineage: "1",
                                    customer: CustomerID(rawValue: "c\(attempt)"),
                                    product: "com.example.coins",
                                    deliveredDate: .second(attempt)
                                )
                            )
                        }
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(granted == 1)
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `orders are found by the team's own number, within an app`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            let orders = ["o1", "o2", "o3"].enumerated().map { second, id in
                var order = Order.sample(OrderID(rawValue: id), second: second)
                order.reference = id == "o3" ? nil : "20260220-77"
                return order
            }
            try await store.write { writer in
                for order in orders { _ = try writer.create(order, idempotencyKey: nil, step: .creation) }
            }
            let found = try await store.read { try $0.orders(reference: "20260220-77", limit: 10) }
            #expect(found == Array(orders.prefix(2)))
            let other = try await store.read { try $0.orders(reference: "20260220-77", in: "another", limit: 10) }
            #expect(other.isEmpty)
            try await store.write { try $0.pseudonymize("anna", as: "erased") }
            #expect(try await store.read { try $0.orders(reference: "20260220-77", limit: 10) }.isEmpty)
        }
    }

    @Test(arguments: StoreDriver.allCases)
    func `a delivery is revoked, credited and returned, and an unknown one is refused`(driver: StoreDriver) async throws
    {
        try await driver.withStore { store async throws in
            var delivery = Delivery(
                scope: .sandbox,
                transaction: "11",
                lineage: "1",
                order: "o1",
                customer: "anna",
                product: "com.example.coins",
                quantity: 3,
                deliveredDate: .second(1)
            )
            let original = delivery
            #expect(try await store.write { try $0.deliver(original) })
            delivery.revokedDate = .second(2)
            delivery.credit = DeliveredCredit(account: "coins", amount: 5)
            let changed = delivery
            try await store.write { try $0.update(changed) }
            #expect(try await store.read { try $0.deliveries(to: "anna", limit: 5) } == [changed])
            try await store.write { try $0.update(original) }
            #expect(try await store.read { try $0.delivery(of: "11", in: .sandbox) } == original)
            var missing = original
            missing.transaction = "12"
            let unknown = missing
            await #expect(throws: DatabaseError.self) { try await store.write { try $0.update(unknown) } }
        }
    }
}
