// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import HTTPService
import Persistence
import PersistenceSQLite
import Testing

@testable import PurserServer

/// Two apps on one server: a customer is one for both, and what each app's key sees and does is its own.
@Suite struct TwoAppsTests {
    private static let tea: BundleID = "com.example.tea"

    private struct Shop {
        let coffee: TestShop
        let publishableKey: String
        let secretKey: String
    }

    private func shop() async throws -> Shop {
        let shop = try await TestShop { configuration in
            configuration.apps.append(
                AppConfiguration(
                    bundleID: Self.tea,
                    appAppleID: AppAppleID(rawValue: 987_654_321),
                    requiresCustomerTokens: .never
                )
            )
        }
        let audit = AuditRecord(
            actor: "test",
            action: "api_key.create",
            target: "tea's keys",
            instant: shop.clock.now,
            app: Self.tea
        )
        try await shop.service.catalogFeature.replaceCatalog(
            TestShop.catalog,
            of: Self.tea,
            audit: audit,
            now: shop.clock.now
        )
        func key(_ kind: APIKeyKind) async throws -> String {
            let made = try await shop.service.keyFeature.makeKey(
                kind,
                named: "test",
                app: Self.tea,
                audit: audit,
                now: shop.clock.now
            )
            return made.key ?? ""
        }
        let (publishableKey, secretKey) = (try await key(.publishableKey), try await key(.secretKey))
        return Shop(coffee: shop, publishableKey: publishableKey, secretKey: secretKey)
    }

    private func order(_ customer: String, with key: String, in shop: TestShop) async throws -> OrderBody {
        let body: JSONValue = ["customer": .string(customer), "productId": .string(TestShop.beans.rawValue)]
        return try await shop.send(.post, "/v1/orders", body, key: key).json()
    }

    @Test func `an export contains only the key's app`() async throws {
        let shop = try await shop()
        let coffee = shop.coffee
        let latte = try await order("alice", with: coffee.publishableKey, in: coffee)
        _ = try await coffee.verify(.purchase(), customer: "alice")
        let green = try await order("alice", with: shop.publishableKey, in: coffee)
        let grant: JSONValue = ["entitlement": "club", "reason": "a gift"]
        _ = try await coffee.send(.post, "/v1/customers/alice/grants", grant, key: shop.secretKey)
        for (key, app, own, other) in [
            (coffee.secretKey, TestShop.app, latte.id, green.id), (shop.secretKey, Self.tea, green.id, latte.id),
        ] {
            let export: CustomerExport = try await coffee.send(.get, "/v1/customers/alice/export", key: key).json()
            let orders = export.orders.map(\.id)
            #expect(orders.contains(own) && !orders.contains(other))
            #expect(!export.events.isEmpty && export.events.allSatisfy { $0.app == app })
            #expect(!export.facts.isEmpty && export.facts.allSatisfy { $0.scope.bundleID == app })
        }
    }

    @Test func `an app's key cannot erase what another app's customer has, an administrator can`() async throws {
        let shop = try await shop()
        let coffee = shop.coffee
        _ = try await coffee.verify(.purchase(), customer: "alice")
        _ = try await order("alice", with: shop.publishableKey, in: coffee)
        for (key, other) in [(shop.secretKey, TestShop.app), (coffee.secretKey, Self.tea)] {
            let refused = try await coffee.send(.delete, "/v1/customers/alice", key: key)
            #expect(refused.status == 409 && refused.code == "used-by-another-app")
            #expect(refused.text.contains(other.rawValue))
        }
        #expect(try await coffee.isEntitled("alice", to: "club"))
        let visit = try await ConsoleVisit.signedIn(.admin, at: coffee)
        let form = ["customer": "alice", "typed": "alice", "confirm": "yes"]
        #expect(try await visit.post("/console/actions/erase", form).headers["Location"] == "/console/customers")
        #expect(try await coffee.send(.get, "/v1/customers/alice/export").status == 404)
    }

    @Test func `a customer of one app alone is erased by its key, a grant of another app's keeps the customer`()
        async throws
    {
        let shop = try await shop()
        let coffee = shop.coffee
        for customer in ["ben", "carl"] { _ = try await order(customer, with: shop.publishableKey, in: coffee) }
        let grant: JSONValue = ["entitlement": "club", "reason": "a gift"]
        _ = try await coffee.send(.post, "/v1/customers/carl/grants", grant)
        #expect(try await coffee.send(.delete, "/v1/customers/ben", key: shop.secretKey).status == 200)
        #expect(try await coffee.send(.delete, "/v1/customers/carl", key: shop.secretKey).status == 409)
    }

    @Test func `the audit log is each app's own`() async throws {
        let shop = try await shop()
        let coffee = shop.coffee
        let grant: JSONValue = ["entitlement": "club", "reason": "a gift"]
        _ = try await coffee.send(.post, "/v1/customers/alice/grants", grant)
        _ = try await coffee.send(.post, "/v1/customers/alice/grants", grant, key: shop.secretKey)
        let visit = try await ConsoleVisit.signedIn(.admin, at: coffee)
        let form = [
            "customer": "alice", "entitlement": "club", "days": "3", "reason": "manually", "confirm": "yes",
            "scope": "com.example.tea Production",
        ]
        _ = try await visit.post("/console/actions/grant", form)
        func audit(_ key: String) async throws -> [AuditList.Entry] {
            let list: AuditList = try await coffee.send(.get, "/v1/audit", key: key).json()
            return list.entries
        }
        let (ours, theirs) = (try await audit(coffee.secretKey), try await audit(shop.secretKey))
        #expect(ours.filter { $0.action == "grant.create" }.count == 1)
        #expect(Set(theirs.filter { $0.action == "grant.create" }.map(\.actor)).contains("operator admin"))
        #expect(theirs.filter { $0.action == "grant.create" }.count == 2)
        #expect(theirs.contains { $0.target == "tea's keys" } && !ours.contains { $0.target == "tea's keys" })
        #expect(!(ours + theirs).contains { $0.action.hasPrefix("console.") })
        let all = try await coffee.database.read { try $0.auditEntries(limit: 100) }
        #expect(all.contains { $0.entry.action == "console.sign-in" })
    }

    @Test func `an older order is listed however many newer ones another app has`() async throws {
        let shop = try await shop()
        let coffee = shop.coffee
        let old = try await order("alice", with: coffee.publishableKey, in: coffee)
        coffee.clock.advance(60)
        for _ in 0..<101 { _ = try await order("alice", with: shop.publishableKey, in: coffee) }
        let list: OrderList = try await coffee.send(.get, "/v1/customers/alice/orders").json()
        #expect(list.orders.map(\.id) == [old.id] && !list.hasMore)
        let theirs: OrderList = try await coffee.send(
            .get,
            "/v1/customers/alice/orders",
            key: shop.secretKey
        ).json()
        #expect(theirs.orders.count == 100 && theirs.hasMore)
        let last = try #require(theirs.orders.last?.id)
        let rest: OrderList = try await coffee.send(
            .get,
            "/v1/customers/alice/orders?before=\(last)",
            key: shop.secretKey
        ).json()
        #expect(rest.orders.count == 1 && !rest.hasMore)
    }
}
