// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import HTTPService
import Persistence
import Testing

@testable import PurserServer

extension RebuildWorld {
    /// A month in Huawei's store that begins now, stated by the team's backend.
    func month(
        _ payment: String? = nil,
        days: Double = 30,
        _ changes: [String: JSONValue] = [:]
    ) -> [String: JSONValue] {
        let now = clock.now
        var body: [String: JSONValue] = [
            "store": "huawei", "id": "sub-7", "customer": "anna", "productId": .string(TestShop.monthly.rawValue),
            "price": ["milliunits": 18_000, "currency": "CNY"], "storefront": "CHN", "state": "active",
            "purchaseDate": .integer(now.millisecondsSince1970),
            "expiresDate": .integer(now.addingTimeInterval(days * 86_400).millisecondsSince1970),
            "willAutoRenew": true, "statedAt": .integer(now.millisecondsSince1970),
        ]
        if let payment { body["transactionId"] = .string(payment) }
        return body.merging(changes) { $1 }
    }

    /// A pack of beans in Google Play.
    func beans(_ changes: [String: JSONValue] = [:]) -> [String: JSONValue] {
        let body: [String: JSONValue] = [
            "store": "google-play", "id": "GPA.1", "customer": "anna", "productId": .string(TestShop.beans.rawValue),
            "price": ["milliunits": 6000, "currency": "CNY"], "state": "active",
            "purchaseDate": .integer(clock.now.millisecondsSince1970),
            "statedAt": .integer(clock.now.millisecondsSince1970),
        ]
        return body.merging(changes) { $1 }
    }

    /// The same statement with some members changed, stated now.
    func later(_ body: [String: JSONValue], _ changes: [String: JSONValue]) -> [String: JSONValue] {
        body.merging(["statedAt": .integer(clock.now.millisecondsSince1970)]) { $1 }.merging(changes) { $1 }
    }

    @discardableResult
    func state(_ body: [String: JSONValue], query: String = "") async throws -> InProcessClient.Response {
        try await send(.post, "/v1/external-purchases\(query)", .object(body))
    }

    func entitlement(_ id: EntitlementID = "club", of customer: String = "anna") async throws -> EntitlementBody? {
        let list: EntitlementList = try await send(.get, "/v1/customers/\(customer)/entitlements").json()
        return list.entitlements.first { $0.id == id }
    }

    func balance(of customer: CustomerID = "anna") async throws -> Int64 {
        let wallet = LedgerAccountNames.wallet(in: .production)
        return try await database.read { try $0.balance(of: wallet, customer: customer, currency: "beans") }
    }

    func events() async throws -> [ServerEvent] {
        try await database.read { reader in
            try reader.events(after: 0, limit: 10_000).map { try ServiceJSON.decode(from: $0.event.body) }
        }
    }
}

/// Purchases in other stores, from the backend's statement to entitlements, balances, events and explanations.
@Suite struct ExternalPurchaseTests {
    /// The catalog with S2's ratio: 1 yuan buys 66 beans in the App Store and 100 elsewhere.
    private static let catalog: CatalogBody = {
        var catalog = TestShop.catalog
        for place in catalog.products.indices where catalog.products[place].product.id == TestShop.beans {
            catalog.products[place].product.credit = CatalogCredit(
                account: "beans",
                amount: 396,
                storeRatios: ["app-store": 66, "google-play": 100]
            )
        }
        return catalog
    }()

    @Test(arguments: TestDatabase.allCases)
    func `a purchase is delivered once, refunded, and recomputed without a difference`(
        database: TestDatabase
    ) async throws {
        try await database.withStore { store in
            let world = try await RebuildWorld(store)
            try await world.setCatalog(Self.catalog)
            let bought = world.beans()
            let answer = try await world.state(bought)
            let body: PurchaseBody = try answer.json()
            #expect(answer.status == .ok && body.state == "delivered" && body.customer == "anna")
            #expect(body.transaction.id == "google-play:GPA.1" && body.transaction.store == "google-play")
            #expect(try await world.balance() == 600)
            #expect(try await world.state(bought).text == answer.text)
            #expect(try await world.balance() == 600)
            world.clock.advance(days: 1)
            let refunded = world.later(bought, ["state": "refunded"])
            #expect(try await world.state(refunded).status == .ok)
            #expect(try await world.state(bought).status == .ok)
            #expect(try await world.balance() == 0)
            let types = try await world.events().filter { $0.store == "google-play" }.map(\.type)
            #expect(
                types.sorted { $0.rawValue < $1.rawValue } == [
                    .orderDelivered, .orderRefunded, .purchaseMade, .purchaseRefunded,
                ]
            )
            #expect(try await world.rebuild().differences == [])
            let why = try await world.send(.get, "/v1/customers/anna/balances/beans/why")
            #expect(why.text.contains("store-statement"))
        }
    }

    @Test(arguments: TestDatabase.allCases)
    func `a subscription renews, expires, and is explained as the team's statement`(database: TestDatabase) async throws
    {
        try await database.withStore { store in
            let world = try await RebuildWorld(store)
            let start = world.clock.now
            #expect(try await world.state(world.month()).status == .ok)
            let right = try #require(try await world.entitlement())
            #expect(right.isActive && right.willRenew && right.store == "huawei")
            world.clock.advance(days: 30)
            let renewed = world.month("p2")
            #expect(try await world.state(renewed).status == .ok)
            world.clock.advance(days: 20)
            #expect(try await world.state(world.later(renewed, ["willAutoRenew": false])).status == .ok)
            world.clock.advance(days: 11)
            try await world.service.lifecycle.advanceLifecycles()
            #expect(try await world.entitlement()?.isActive == false)
            let types = try await world.events().filter { $0.store == "huawei" }.map(\.type.rawValue)
            for type in [
                "subscription.started", "subscription.renewed", "subscription.auto_renew_disabled",
                "subscription.expired",
                "entitlement.granted", "entitlement.ended", "order.delivered",
            ] { #expect(types.contains(type), "\(type) is not among \(types)") }
            #expect(try await world.rebuild().differences == [])
            let past = start.addingTimeInterval(35 * 86_400).millisecondsSince1970
            let why: EntitlementExplanationBody = try await world.send(
                .get,
                "/v1/customers/anna/entitlements/club/explanation?at=\(past)"
            ).json()
            let reason = try #require(why.reasons.first)
            #expect(why.isActive && reason.store == "huawei" && reason.rule == .paidPeriod)
            let document = try #require(reason.documents.first)
            #expect(document.kind == .storeStatement && document.document == nil)
            #expect(document.statement?.transactionId == "p2" && document.statement?.willRenew == false)
        }
    }

    @Test func `a contradictory statement is refused by member, and nothing of it is stored`() async throws {
        try await TestDatabase.sqlite.withStore { store in
            let world = try await RebuildWorld(store)
            let first = world.month()
            try await world.state(first)
            let facts = try await world.database.read { try $0.facts(of: "huawei:sub-7", in: RebuildWorld.scope).count }
            world.clock.advance(60)
            for (member, value) in [
                ("customer", "ben"), ("productId", .string(TestShop.yearly.rawValue)), ("quantity", 2),
                ("purchaseDate", 1_700_000_000_000), ("storefront", "USA"),
                ("price", ["milliunits": 1, "currency": "CNY"]),
            ] as [(String, JSONValue)] {
                let answer = try await world.state(world.later(first, [member: value]))
                #expect(answer.status == .conflict && answer.code == "statement-contradicts", "\(member)")
                #expect(answer.text.contains(member), "\(answer.text)")
            }
            let known = try await world.database.read { try $0.facts(of: "huawei:sub-7", in: RebuildWorld.scope).count }
            #expect(known == facts)
            #expect(try await world.entitlement(of: "ben") == nil)
        }
    }

    @Test(
        arguments: [
            (["store": "app-store"], 400), (["store": "corner-shop"], 400), (["id": "a:b"], 400), (["id": ""], 400),
            (["productId": "unknown"], 422), (["statedAt": 1_900_000_000_000], 400), (["state": "paid"], 400),
            (["expiresDate": .null], 400), (["customer": ""], 400), (["surprise": 1], 400),
            (["state": "grace-period"], 400), (["price": ["milliunits": -1, "currency": "CNY"]], 400),
        ] as [([String: JSONValue], Int)]
    )
    func `a statement that cannot be is refused`(changes: [String: JSONValue], status: Int) async throws {
        try await TestDatabase.sqlite.withStore { store in
            let world = try await RebuildWorld(store)
            var body = world.month().merging(changes) { $1 }
            if changes["expiresDate"] != nil { body["expiresDate"] = nil }
            let answer = try await world.state(body)
            #expect(answer.status.rawValue == status, "\(answer.text)")
            #expect(try await world.entitlement() == nil)
        }
    }

    @Test func `an app's key and a customer's token state no purchase`() async throws {
        let shop = try await TestShop()
        let body: JSONValue = ["store": "web"]
        for key in [shop.publishableKey, try await shop.token(of: "anna")] {
            #expect(try await shop.send(.post, "/v1/external-purchases", body, key: key).status == .forbidden)
        }
    }

    @Test func `test purchases stay in the sandbox, and an import sends no events`() async throws {
        try await TestDatabase.sqlite.withStore { store in
            let world = try await RebuildWorld(store)
            try await world.state(world.month(), query: "?environment=Sandbox")
            #expect(try await world.entitlement() == nil)
            let before = try await world.events().count
            try await world.state(world.month(days: 20, ["sendsEvents": false]))
            #expect(try await world.entitlement()?.isActive == true)
            #expect(try await world.events().count == before)
        }
    }

    @Test func `an erased customer gets no purchase back, and the list of transactions has it before`() async throws {
        try await TestDatabase.sqlite.withStore { store in
            let world = try await RebuildWorld(store)
            try await world.state(world.month())
            let list = try await world.send(.get, "/v1/customers/anna/transactions")
            #expect(list.text.contains("huawei:sub-7"))
            let erased = try await world.send(.delete, "/v1/customers/anna")
            #expect(erased.status.rawValue < 300, "\(erased.text)")
            world.clock.advance(60)
            let again: PurchaseBody = try await world.state(world.month("p2")).json()
            #expect(again.state == "unclaimed" && again.customer == nil)
            #expect(try await world.entitlement() == nil)
            #expect(try await world.rebuild().differences == [])
        }
    }

    @Test func `charts distinguish the stores, and payouts leave the others out`() async throws {
        try await TestDatabase.sqlite.withStore { store in
            let world = try await RebuildWorld(store)
            try await world.state(world.month())
            try await world.state(world.beans())
            let range = "from=2026-03-01&until=2026-03-02"
            let rows: ChartRowList = try await world.send(
                .get,
                "/v1/charts?\(range)&groupBy=store&measure=revenue,active"
            ).json()
            #expect(
                rows.rows.map { "\($0.store?.rawValue ?? "") \($0.measure) \($0.value)" } == [
                    "huawei active 1", "google-play revenue 6000", "huawei revenue 18000",
                ]
            )
            let play: ChartRowList = try await world.send(
                .get,
                "/v1/charts?\(range)&groupBy=day&store=google-play&measure=revenue"
            ).json()
            #expect(play.rows.map(\.value) == [6000])
            let apple = try await world.send(.get, "/v1/charts/summary?\(range)&store=app-store")
            #expect(apple.text.contains("\"payments\":0"))
            let evidence = try await world.send(.get, "/v1/charts/evidence?\(range)&measure=revenue&store=huawei")
            #expect(evidence.text.contains("huawei:sub-7") && !evidence.text.contains("GPA.1"))
            let payout: PayoutBody = try await world.send(.get, "/v1/payouts/2026-06").json()
            #expect(payout.amounts.isEmpty)
            let reconciled = try await world.send(.get, "/v1/reconciliation?\(range)")
            #expect(!reconciled.text.contains("huawei") && !reconciled.text.contains("GPA.1"), "\(reconciled.text)")
        }
    }
}
