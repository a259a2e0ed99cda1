// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import HTTPService
import Persistence
import PersistenceSQLite
import Testing

@testable import PurserServer

/// Every app of a server has keys, and a key manages its own app's.
@Suite struct KeyRoutesTests {
    private static let mac: BundleID = "com.example.coffee.mac"

    private func shop() async throws -> TestShop {
        try await TestShop {
            $0.apps.append(AppConfiguration(bundleID: Self.mac, appAppleID: AppAppleID(rawValue: 1_234_567_891)))
        }
    }

    @Test func `each app gets keys at its first start, once, and two servers that start together make one pair`()
        async throws
    {
        let shop = try await shop()
        let other = try shop.anotherInstance()
        async let first = shop.service.createInitialKeys(of: Self.mac)
        async let second = other.createInitialKeys(of: Self.mac)
        let made = try await [first, second].compactMap(\.self)
        #expect(made.count == 1)
        #expect(try await shop.database.read { try $0.appKeys(of: Self.mac).count } == 2)
        #expect(try await shop.service.createInitialKeys(of: Self.mac) == nil)
    }

    @Test func `a key makes keys of its own app, and says which app they are for`() async throws {
        let shop = try await shop()
        let own = try await shop.send(.post, "/v1/api-keys", ["kind": "publishable", "app": "com.example.coffee"])
        #expect(own.status == 201)
        #expect(try own.json(APIKeyBody.self).app == TestShop.app)
        let unknown = try await shop.send(.post, "/v1/api-keys", ["kind": "secret", "app": "com.example.tea"])
        #expect(unknown.status == 422 && unknown.code == "unknown-app")
        #expect(unknown.text.contains("com.example.tea"))
        let other = try await shop.send(.post, "/v1/api-keys", ["kind": "secret", "app": "com.example.coffee.mac"])
        #expect(other.status == 403)
        #expect(try await shop.database.read { try $0.appKeys(of: Self.mac).isEmpty })
        #expect(try await shop.send(.get, "/v1/api-keys?app=com.example.coffee.mac").status == 403)
        #expect(try await shop.send(.get, "/v1/api-keys?app=com.example.tea").status == 422)
    }

    @Test func `whoever has the database at hand makes, lists and revokes the keys of every app`() async throws {
        let shop = try await shop()
        let app = try #require(shop.service.apps[TestShop.app])
        let local = InProcessClient(shop.service.localRouter(of: app))
        let type: HTTPHeaders = ["Content-Type": "application/json"]
        let body = try ServiceJSON.encode(["kind": "secret", "app": "com.example.coffee.mac"])
        let answer = try await local.send(.post, "/v1/api-keys", headers: type, body: body)
        #expect(answer.status == 201)
        let made = try answer.json(APIKeyBody.self)
        let key = try #require(made.key)
        #expect(made.app == Self.mac)
        #expect(try await shop.send(.get, "/v1/webhook-endpoints", key: key).status == 200)
        let list: APIKeyList = try await local.send(.get, "/v1/api-keys").json()
        #expect(Set(list.keys.map(\.app)) == [TestShop.app, Self.mac])
        #expect(try await shop.send(.delete, "/v1/api-keys/\(made.id)").status == 404)
        #expect(try await local.send(.delete, "/v1/api-keys/\(made.id)").status == 204)
        shop.clock.advance(31)
        #expect(try await shop.send(.get, "/v1/webhook-endpoints", key: key).status == 401)
    }

    @Test func `an iOS and a macOS app of one server buy with their own first keys, and one entitlement covers both`()
        async throws
    {
        let shop = try await shop()
        let audit = AuditRecord(actor: "test", action: "catalog.update", target: "", instant: shop.clock.now)
        try await shop.service.catalogFeature.replaceCatalog(
            TestShop.catalog,
            of: Self.mac,
            audit: audit,
            now: shop.clock.now
        )
        let macKeys = try #require(try await shop.service.createInitialKeys(of: Self.mac))
        let sold: [(app: BundleID, publishableKey: String, secretKey: String, customer: String, id: TransactionID)] = [
            (TestShop.app, shop.publishableKey, shop.secretKey, "anna", "1000"),
            (Self.mac, macKeys.publishableKey, macKeys.secretKey, "ben", "2000"),
        ]
        for sale in sold {
            let token: CustomerTokenBody = try await shop.send(
                .post,
                "/v1/customers/\(sale.customer)/tokens",
                key: sale.secretKey
            ).json()
            let order: OrderBody = try await shop.send(
                .post,
                "/v1/orders",
                ["customer": .string(sale.customer), "productId": "coffee.club.monthly"],
                key: token.token
            ).json()
            #expect(order.app == sale.app)
            let paid = TransactionPayload.purchase(id: sale.id, token: order.appAccountToken, bundleID: sale.app)
            let body: JSONValue = [
                "signedTransaction": .string(try TestShop.sign(paid).rawValue), "order": .string(order.id.rawValue),
            ]
            let verified = try await shop.send(.post, "/v1/transactions", body, key: token.token)
            #expect(verified.status == 200, "\(verified.text)")
            // Either app's backend sees the entitlement.
            for key in [shop.secretKey, macKeys.secretKey] {
                let list: EntitlementList = try await shop.send(
                    .get,
                    "/v1/customers/\(sale.customer)/entitlements",
                    key: key
                ).json()
                #expect(list.entitlements.contains { $0.id == "club" && $0.isActive })
            }
        }
    }
}
