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

/// Policies and products are recorded when they change, and another one does not change the past.
@Suite struct RulesInForceTests {
    private func policies(_ store: any Database) async throws -> [PolicyChange] {
        try await store.read { try $0.ruleFacts(in: RebuildWorld.scope) }.compactMap { stored in
            guard case .command(.policy(let change)) = stored.fact.content else { return nil }
            return change
        }
    }

    @Test(arguments: TestDatabase.allCases)
    func `a policy is recorded once, whichever servers decide under it`(database: TestDatabase) async throws {
        try await database.withStore { store in
            let first = try await RebuildWorld(store)
            let second = try await RebuildWorld(store)
            _ = try await first.order(TestShop.beans, by: "anna")
            _ = try await second.order(TestShop.beans, by: "anna")
            _ = try await first.order(TestShop.beans, by: "anna")
            #expect(try await policies(store).map(\.policy.restore) == [.transfer])
            for _ in 0..<2 {
                let other = try await RebuildWorld(store) { $0.restoreBehavior = .retainOwner }
                _ = try await other.order(TestShop.beans, by: "anna")
            }
            #expect(try await policies(store).map(\.policy.restore) == [.transfer, .retainOwner])
        }
    }

    @Test(arguments: TestDatabase.allCases)
    func `an erased customer is not named as a tester in recorded policies`(database: TestDatabase) async throws {
        try await database.withStore { store in
            let world = try await RebuildWorld(store) {
                ($0.sandboxPurchases, $0.testers) = (.testersOnly, ["anna", "ben"])
            }
            _ = try await world.order(TestShop.beans, by: "anna")
            #expect(try await policies(store).map(\.policy.sandbox) == [.testersOnly(["anna", "ben"])])
            #expect(try await world.send(.delete, "/v1/customers/anna").status == 200)
            guard case .testersOnly(let testers)? = try await policies(store).last?.policy.sandbox else {
                Issue.record("No policy about testers is recorded.")
                return
            }
            #expect(testers.count == 2 && testers.last == "ben")
            #expect(testers.first?.rawValue.hasPrefix("erased_") == true)
            #expect(try await world.rebuild().differences == [])
        }
    }

    @Test(arguments: TestDatabase.allCases)
    func `servers that start together record one policy`(database: TestDatabase) async throws {
        try await database.withStore { store in
            let recorders = (0..<4).map { _ in RecordedPolicies() }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for recorder in recorders {
                    group.addTask {
                        try await recorder.record(
                            PolicyChange(policy: .standard),
                            of: TestShop.app,
                            in: store,
                            now: TestClock.start
                        )
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await policies(store).count == 1)
        }
    }

    @Test(arguments: TestDatabase.allCases)
    func `another policy changes neither an owner nor a balance of before`(database: TestDatabase) async throws {
        try await database.withStore { store in
            let clock = TestClock()
            let lenient = try await RebuildWorld(store, clock: clock) { $0.refundPolicy.clawback = .none }
            let beans = TransactionPayload.purchase(TestShop.beans, id: "1000")
            try await lenient.verify(beans, by: "anna")
            try await lenient.verify(.purchase(TestShop.grinder, id: "2000"), by: "anna")
            clock.advance(60)
            try await lenient.verify(.purchase(TestShop.grinder, id: "2000"), by: "ben", isRestore: true)
            try await lenient.notify(.about(.refund, nil, beans.refunded(at: clock.now)))
            clock.advance(60)
            let strict = try await RebuildWorld(store, clock: clock) { app in
                app.restoreBehavior = .retainOwner
                app.refundPolicy.clawback = .full
            }
            #expect(try await strict.rebuild().differences == [])
            let more = TransactionPayload.purchase(TestShop.beans, id: "3000", bought: clock.now)
            try await strict.verify(more, by: "anna")
            clock.advance(60)
            try await strict.notify(.about(.refund, nil, more.refunded(at: clock.now)))
            try await strict.verify(.purchase(TestShop.grinder, id: "2000"), by: "anna", isRestore: true)
            #expect(try await strict.rebuild().differences == [])
            let owner = try await store.read { try $0.claim(on: "2000", in: RebuildWorld.scope)?.customer }
            #expect(owner == "ben")
            let balance = try await store.read { try $0.balance(of: "wallet", customer: "anna", currency: "beans") }
            #expect(balance == 100)
        }
    }

    @Test func `what a product gives is recorded when it changes, and not before`() async throws {
        try await TestDatabase.sqlite.withStore { store in
            let world = try await RebuildWorld(store)
            func changes() async throws -> [ProductChange] {
                try await store.read { try $0.ruleFacts(in: RebuildWorld.scope) }.compactMap { stored in
                    guard case .command(.product(let change)) = stored.fact.content else { return nil }
                    return change
                }
            }
            let count = try await changes().count
            #expect(count == TestShop.catalog.products.count)
            var catalog = TestShop.catalog
            for place in catalog.products.indices { catalog.products[place].product.referenceName = "renamed" }
            try await world.setCatalog(catalog)
            #expect(try await changes().count == count)
            for place in catalog.products.indices where catalog.products[place].product.id == TestShop.beans {
                catalog.products[place].product.credit = CatalogCredit(account: "beans", amount: 7)
            }
            try await world.verify(.purchase(TestShop.beans, id: "1000"), by: "anna")
            try await world.setCatalog(catalog)
            #expect(try await changes().last?.credit?.amount == 7)
            try await world.verify(.purchase(TestShop.beans, id: "2000"), by: "anna")
            let now = world.clock.now
            _ = try await store.write { try $0.removeProduct(TestShop.beans, of: TestShop.app, now: now) }
            #expect(try await changes().last?.type == nil)
            #expect(try await world.rebuild().differences == [])
        }
    }

    // MARK: - Why

    @Test func `an order is explained by its facts and commands, as of any instant`() async throws {
        try await TestDatabase.sqlite.withStore { store in
            let world = try await RebuildWorld(store)
            let order = try await world.order(TestShop.beans, by: "anna")
            world.clock.advance(60)
            let bought = TransactionPayload.purchase(
                TestShop.beans,
                bought: world.clock.now,
                token: order.appAccountToken
            )
            try await world.verify(bought, by: "anna")
            let delivered = world.clock.now
            world.clock.advance(60)
            try await world.notify(.about(.refund, nil, bought.refunded(at: world.clock.now)))
            let now: OrderExplanation = try await world.send(.get, "/v1/orders/\(order.id)/why").json()
            #expect(now.state == "refunded" && now.transaction == "1000")
            #expect(now.moments.map(\.state).first == "created" && now.moments.last?.state == "refunded")
            #expect(now.moments.first?.causes.map(\.kind) == ["order.created"])
            #expect(now.moments.last?.causes.contains { $0.kind == "transaction" } == true)
            let then: OrderExplanation = try await world.send(
                .get,
                "/v1/orders/\(order.id)/why?at=\(delivered.millisecondsSince1970)"
            ).json()
            #expect(then.state == "delivered")
            let before: OrderExplanation = try await world.send(
                .get,
                "/v1/orders/\(order.id)/why?at=\(TestClock.start.addingTimeInterval(-1).millisecondsSince1970)"
            ).json()
            #expect(before.state == nil && before.moments.isEmpty)

            let open = try await world.order(TestShop.grinder, by: "anna")
            world.clock.advance(days: 30)
            let expired: OrderExplanation = try await world.send(.get, "/v1/orders/\(open.id)/why").json()
            #expect(expired.state == "expired" && expired.moments.map(\.state) == ["created", "expired"])
        }
    }

    @Test func `a balance is explained by its entries, as of any instant`() async throws {
        try await TestDatabase.sqlite.withStore { store in
            let world = try await RebuildWorld(store)
            try await world.verify(.purchase(TestShop.beans), by: "anna")
            let bought = world.clock.now
            world.clock.advance(60)
            try await world.send(
                .post,
                "/v1/customers/anna/balances/beans/entries",
                ["amount": -30, "reason": "spend", "key": "k"]
            )
            let path = "/v1/customers/anna/balances/beans/why"
            let now: BalanceExplanation = try await world.send(.get, path).json()
            #expect(now.balance == 70 && now.entries.map(\.amount) == [-30, 100])
            #expect(now.entries.last?.transaction == "1000")
            #expect(now.entries.last?.causes.map(\.kind).sorted() == ["claim", "transaction"])
            let then: BalanceExplanation = try await world.send(
                .get,
                "\(path)?at=\(bought.millisecondsSince1970)"
            ).json()
            #expect(then.balance == 100 && then.entries.map(\.amount) == [100])
        }
    }
}
