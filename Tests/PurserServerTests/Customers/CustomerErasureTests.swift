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

/// A person who deletes their account leaves no name behind and can come back.
@Suite struct CustomerErasureTests {
    @Test func `an erased customer is named nowhere, and the books still balance`() async throws {
        let shop = try await TestShop()
        let order = try await shop.order(TestShop.beans, customer: "anna.secret")
        _ = try await shop.verify(.purchase(TestShop.beans, token: order.appAccountToken), order: order.id)
        let erased: ErasureBody = try await shop.send(.delete, "/v1/customers/anna.secret").json()
        let stored: CustomerExport = try await shop.send(.get, "/v1/customers/\(erased.pseudonym)/export").json()
        #expect(stored.orders.count == 1)
        #expect(String(decoding: try ServiceJSON.encode(stored), as: UTF8.self).contains("anna.secret") == false)
        #expect(try await shop.send(.get, "/v1/customers/anna.secret/export").status == 404)
        let report: RebuildReport = try await shop.send(.post, "/v1/rebuild").json()
        #expect(report.differences == [])
    }

    private func token(_ customer: String, _ shop: TestShop) async throws -> String {
        let made: CustomerTokenBody = try await shop.send(.post, "/v1/customers/\(customer)/tokens").json()
        return made.token
    }

    /// Restores a purchase as the SDK does for a signed-in customer.
    private func restore(
        _ transaction: TransactionPayload,
        _ customer: String,
        _ shop: TestShop
    ) async throws -> InProcessClient.Response {
        let body: JSONValue = [
            "signedTransaction": .string(try TestShop.sign(transaction).rawValue), "customer": .string(customer),
            "isRestore": true,
        ]
        return try await shop.send(.post, "/v1/transactions", body, key: try await token(customer, shop))
    }

    @Test(arguments: ["anna", "anna.again"])
    func `after an erasure the person signs up again and restores what is paid for`(customer: String) async throws {
        let shop = try await TestShop { $0.apps[0].requiresCustomerTokens = .reads }
        let old = try await token("anna", shop)
        let order: OrderBody = try await shop.send(
            .post,
            "/v1/orders",
            ["customer": "anna", "productId": "coffee.club.monthly"],
            key: old
        ).json()
        let club = TransactionPayload.purchase(TestShop.monthly, token: order.appAccountToken)
        #expect(try await restore(club, "anna", shop).status == 200)
        let grinder = TransactionPayload.purchase(TestShop.grinder, id: "2000")
        #expect(try await restore(grinder, "anna", shop).status == 200)
        shop.clock.advance(60)
        let erased: ErasureBody = try await shop.send(.delete, "/v1/customers/anna").json()
        let pseudonym = erased.pseudonym.rawValue
        #expect(try await shop.isEntitled(pseudonym, to: "club") == false)
        #expect(try await shop.send(.get, "/v1/customers/anna/entitlements", key: old).status == 401)
        shop.clock.advance(60)
        for purchase in [club, grinder] { #expect(try await restore(purchase, customer, shop).status == 200) }
        #expect(try await shop.isEntitled(customer, to: "club"))
        #expect(try await shop.isEntitled(customer, to: "grinder"))
        #expect(try await shop.send(.get, "/v1/customers/anna/entitlements", key: old).status == 401)
        let list: OrderList = try await shop.send(.get, "/v1/customers/\(pseudonym)/orders").json()
        #expect(list.orders.contains { $0.id == order.id })
        let events = try await shop.events()
        #expect(events.contains { $0.type == .purchaseTransferred } == false)
        let report: RebuildReport = try await shop.send(.post, "/v1/rebuild").json()
        #expect(report.differences == [])
    }

    @Test func `a token that was made after the erasure is valid at the same instant, one from before is not`()
        async throws
    {
        let shop = try await TestShop { $0.apps[0].requiresCustomerTokens = .reads }
        let path = "/v1/customers/anna/entitlements"
        _ = try await shop.order(TestShop.monthly, customer: "anna")
        let old = try await token("anna", shop)
        #expect(try await shop.send(.get, path, key: old).status == 200)
        #expect(try await shop.send(.delete, "/v1/customers/anna").status == 200)
        let new = try await token("anna", shop)
        #expect(try await shop.send(.get, path, key: old).status == 401)
        #expect(try await shop.send(.get, path, key: new).status == 200)
        let ben = try await token("ben", shop)
        #expect(try await shop.send(.get, "/v1/customers/ben/entitlements", key: ben).status == 200)
        shop.clock.advance(26 * 3600)
        try await shop.service.storage.applyRetention()
        let left = try await shop.database.read { try $0.records(in: Erasures.records) }
        #expect(left.isEmpty)
        #expect(try await shop.send(.get, path, key: old).status == 401)
    }

    @Test func `a token made after an erasure is valid until it expires, also once the erasure is forgotten`()
        async throws
    {
        let shop = try await TestShop { $0.apps[0].requiresCustomerTokens = .reads }
        _ = try await shop.order(TestShop.monthly, customer: "anna")
        #expect(try await shop.send(.delete, "/v1/customers/anna").status == 200)
        shop.clock.advance(24 * 3600)
        let day: JSONValue = ["lifetimeSeconds": 86_400]
        let made: CustomerTokenBody = try await shop.send(.post, "/v1/customers/anna/tokens", day).json()
        shop.clock.advance(2 * 3600)
        try await shop.service.storage.applyRetention()
        #expect(try await shop.database.read { try $0.records(in: Erasures.records) }.isEmpty)
        #expect(try await shop.send(.get, "/v1/customers/anna/entitlements", key: made.token).status == 200)
    }

    @Test func `a refund after the erasure takes credit from the pseudonym, not from who signed up again`() async throws
    {
        let shop = try await TestShop()
        var beans = TransactionPayload.purchase(TestShop.beans)
        #expect(try await shop.verify(beans, customer: "anna").status == 200)
        shop.clock.advance(60)
        let erased: ErasureBody = try await shop.send(.delete, "/v1/customers/anna").json()
        shop.clock.advance(60)
        _ = try await restore(beans, "anna", shop)
        #expect(try await shop.balance("anna") == 0)
        beans.revocationDate = shop.clock.now
        beans.revocationReason = .other
        beans.signedDate = shop.clock.now
        _ = try await shop.verify(beans)
        #expect(try await shop.balance("anna") == 0)
        #expect(try await shop.balance(erased.pseudonym) == 0)
        let report: RebuildReport = try await shop.send(.post, "/v1/rebuild").json()
        #expect(report.differences == [])
    }

    @Test func `the failures of an erased customer go from every app, those of others stay`() async throws {
        let other: BundleID = "com.example.tea"
        let shop = try await TestShop { $0.apps.append(AppConfiguration(bundleID: other)) }
        _ = try await shop.verify(.purchase(), customer: "anna.secret")
        let request = try ServiceJSON.decode(PurchaseFailureRequest.self, from: Data(#"{"code":"2"}"#.utf8))
        let random = RandomSource.secure
        try await shop.database.write { writer in
            for app in [TestShop.app, other] {
                for number in 0..<1500 {
                    let customer: CustomerID = number.isMultiple(of: 500) ? "anna.secret" : "ben"
                    try writer.record(request, customer: customer, app: app, now: TestClock.start, random: random)
                }
            }
        }
        #expect(try await shop.send(.delete, "/v1/customers/anna.secret").status == 200)
        for app in [TestShop.app, other] {
            let left = try await shop.database.read { reader in
                try reader.values(in: PurchaseFailureReport.records[app]).map(\.customer)
            }
            #expect(left.count == 1497 && Set(left) == ["ben"])
        }
    }

    @Test func `whoever got an erased customer's purchase, or gave it, is notified with a pseudonym`() async throws {
        let shop = try await TestShop { $0.apps[0].restoreBehavior = .transfer }
        let bought = TransactionPayload.purchase(TestShop.grinder)
        for customer: CustomerID in ["ben", "anna.secret", "carl"] {
            shop.clock.advance(60)
            _ = try await shop.verify(bought, customer: customer.rawValue, isRestore: true)
        }
        let erased: ErasureBody = try await shop.send(.delete, "/v1/customers/anna.secret").json()
        let events = try await shop.events()
        #expect(events.filter { $0.type == .purchaseTransferred }.map(\.customer) == ["ben", "carl"])
        #expect(events.compactMap(\.nextCustomer) == [erased.pseudonym, "carl"])
        #expect(events.compactMap(\.previousCustomer) == ["ben", erased.pseudonym])
        for customer in ["ben", "carl"] {
            let export = try await shop.send(.get, "/v1/customers/\(customer)/export")
            #expect(String(decoding: export.body, as: UTF8.self).contains("anna.secret") == false)
        }
        let report: RebuildReport = try await shop.send(.post, "/v1/rebuild").json()
        #expect(report.differences == [])
    }
}
