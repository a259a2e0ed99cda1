// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Commerce
import Console
import Foundation
import HTTPService
import Persistence
import PersistenceSQLite
import Testing

@testable import PurserServer

/// Customers without an account, who sign in.
@Suite struct CustomerAliasTests {
    private static let secret = Base64URL.encode([UInt8](repeating: 7, count: 32))

    private func shop() async throws -> TestShop {
        try await TestShop { $0.apps[0].requiresCustomerTokens = .reads }
    }

    private func anonymous(_ shop: TestShop, secret: String = secret) async throws -> AnonymousTokenBody {
        let body: JSONValue = ["secret": .string(secret)]
        return try await shop.send(.post, "/v1/anonymous-customers", body, key: shop.publishableKey).json()
    }

    private func merge(
        _ token: String,
        into customer: String = "anna",
        _ shop: TestShop,
        key: String? = nil
    ) async throws -> InProcessClient.Response {
        var proof = key
        if proof == nil { proof = try await shop.token(of: customer) }
        let body: JSONValue = ["anonymousToken": .string(token)]
        return try await shop.send(.post, "/v1/customers/\(customer)/aliases", body, key: proof)
    }

    private func differences(_ shop: TestShop) async throws -> [RebuildReport.Difference] {
        let report: RebuildReport = try await shop.send(.post, "/v1/rebuild").json()
        return report.differences
    }

    @Test func `a secret names one customer, and its token acts for this customer alone`() async throws {
        let shop = try await shop()
        let first = try await anonymous(shop)
        #expect(try await anonymous(shop).customer == first.customer)
        #expect(first.customer.isAnonymous && !first.customer.rawValue.contains(Self.secret))
        let path = "/v1/customers/\(first.customer)/entitlements"
        #expect(try await shop.send(.get, path, key: first.token).status == 200)
        #expect(try await shop.send(.get, path, key: shop.publishableKey).status == 403)
        #expect(try await shop.send(.get, "/v1/customers/anna/entitlements", key: first.token).status == 403)
    }

    @Test func `the console's search leads from an alias to its account`() async throws {
        let shop = try await shop()
        let guest = try await anonymous(shop)
        _ = try await shop.order(TestShop.beans, customer: guest.customer.rawValue, by: guest.token)
        let visit = try await ConsoleVisit.signedIn(.support, at: shop)
        let path = "/console/search?q=\(guest.customer)"
        let before = try await visit.get(path)
        #expect(before.headers["Location"]?.contains("/console/customers/\(guest.customer)") == true)
        #expect(try await merge(guest.token, shop).status == .ok)
        let after = try await visit.get(path)
        #expect(after.headers["Location"]?.contains("/console/customers/anna") == true, "\(after.text.prefix(300))")
    }

    @Test func `an account has a bounded number of aliases`() async throws {
        let shop = try await shop()
        let now = shop.clock.now
        try await shop.service.database.write { writer in
            for number in 0..<CustomerAlias.maximumCount {
                let alias = CustomerID(rawValue: "anon_\(number)")
                try writer.store(CustomerAlias(alias: alias, customer: "anna", merged: now), now: now)
            }
        }
        let guest = try await anonymous(shop)
        let refused = try await merge(guest.token, shop)
        #expect(refused.status.rawValue / 100 == 4 && refused.text.contains("aliases"))
        #expect(try await merge(guest.token, into: "ben", shop).status == .ok)
    }

    @Test(arguments: ["", "short", "not base64url!", Base64URL.encode([UInt8](repeating: 7, count: 33))])
    func `anything but 32 bytes is refused as a secret`(secret: String) async throws {
        let shop = try await shop()
        let body: JSONValue = ["secret": .string(secret)]
        let answer = try await shop.send(.post, "/v1/anonymous-customers", body, key: shop.publishableKey)
        #expect(answer.status == 400)
    }

    @Test func `signing in gives the account purchases, orders, balances and entitlements`() async throws {
        let shop = try await shop()
        let guest = try await anonymous(shop)
        let alias = guest.customer.rawValue
        let beans = try await shop.order(TestShop.beans, customer: alias)
        _ = try await shop.verify(.purchase(TestShop.beans, token: beans.appAccountToken), order: beans.id)
        _ = try await shop.verify(.purchase(id: "2000"), customer: alias)
        let open = try await shop.order(TestShop.grinder, customer: alias)
        #expect(try await shop.verify(.purchase(TestShop.beans, id: "3000"), customer: "anna").status == 200)
        shop.clock.advance(60)
        let made: CustomerAlias = try await merge(guest.token, shop).json()
        #expect(made.customer == "anna" && made.alias == guest.customer)
        #expect(try await shop.isEntitled(to: "club"))
        #expect(try await shop.balance() == 200)
        #expect(try await shop.balance(guest.customer) == 0)
        let list: OrderList = try await shop.send(.get, "/v1/customers/anna/orders").json()
        #expect(Set(list.orders.map(\.id)).isSuperset(of: [beans.id, open.id]))
        #expect(try await differences(shop) == [])
        // The payment of the order that waited arrives last, with nothing but its token.
        _ = try await shop.verify(.purchase(TestShop.grinder, id: "4000", token: open.appAccountToken))
        #expect(try await shop.isEntitled(to: "grinder"))
        #expect(try await shop.readOrder(open.id).customer == "anna")
        #expect(try await differences(shop) == [])
    }

    @Test func `both tokens are needed, and each must be genuine`() async throws {
        let shop = try await shop()
        let guest = try await anonymous(shop)
        let anna = try await shop.token(of: "anna")
        #expect(try await merge(guest.token, shop, key: shop.publishableKey).status == 403)
        #expect(try await merge(guest.token, shop, key: guest.token).status == 403)
        #expect(try await merge(guest.token, into: "ben", shop, key: anna).status == 403)
        for token in [anna, guest.token + "x", "ct_", String(guest.token.dropLast())] {
            #expect(try await merge(token, shop).status == 400)
        }
        shop.clock.advance(3601)
        #expect(try await merge(guest.token, shop).status == 400)
        #expect(try await shop.database.read { try $0.alias(guest.customer) } == nil)
    }

    @Test func `a merge that is repeated changes nothing, and another account gets nothing`() async throws {
        let shop = try await shop()
        let guest = try await anonymous(shop)
        _ = try await shop.verify(.purchase(), customer: guest.customer.rawValue)
        let first: CustomerAlias = try await merge(guest.token, shop).json()
        let events = try await shop.events().count
        shop.clock.advance(60)
        #expect(try await merge(guest.token, shop).json() == first)
        #expect(try await shop.events().count == events)
        let other = try await merge(guest.token, into: "ben", shop)
        #expect(other.status == 409 && other.code == "customer-merged")
        #expect(try await shop.isEntitled(to: "club"))
        #expect(try await shop.isEntitled("ben", to: "club") == false)
    }

    @Test func `after signing in the secret and its tokens open nothing`() async throws {
        let shop = try await shop()
        let guest = try await anonymous(shop)
        _ = try await shop.verify(.purchase(), customer: guest.customer.rawValue)
        _ = try await merge(guest.token, shop)
        let path = "/v1/customers/\(guest.customer)/entitlements"
        #expect(try await shop.send(.get, path, key: guest.token).status == 401)
        let body: JSONValue = ["secret": .string(Self.secret)]
        let refused = try await shop.send(.post, "/v1/anonymous-customers", body, key: shop.publishableKey)
        #expect(refused.status == 409 && refused.code == "customer-merged")
    }

    @Test func `an alias names the account for the team's backend and the account's token`() async throws {
        let shop = try await shop()
        let guest = try await anonymous(shop)
        _ = try await merge(guest.token, shop)
        let alias = guest.customer.rawValue
        _ = try await shop.verify(.purchase(), customer: alias, by: try await shop.token(of: "anna"))
        #expect(try await shop.isEntitled(to: "club"))
        let list: EntitlementList = try await shop.send(.get, "/v1/customers/\(alias)/entitlements").json()
        #expect(list.customer == "anna")
        let aliases: AliasList = try await shop.send(.get, "/v1/customers/anna/aliases").json()
        #expect(aliases.aliases.map(\.alias) == [guest.customer])
        let export: CustomerExport = try await shop.send(.get, "/v1/customers/anna/export").json()
        #expect(export.aliases == aliases.aliases)
    }

    @Test func `the backend gets one event of the merge, and none of a transfer`() async throws {
        let shop = try await shop()
        let guest = try await anonymous(shop)
        _ = try await shop.verify(.purchase(), customer: guest.customer.rawValue)
        let before = try await shop.events().count
        _ = try await merge(guest.token, shop)
        let added = try await shop.events().dropFirst(before)
        #expect(added.map(\.type) == [.customerMerged, .entitlementGranted])
        #expect(added.first?.previousCustomer == guest.customer && added.first?.customer == "anna")
    }

    @Test func `a refund of what was bought without an account is the account's`() async throws {
        let shop = try await shop()
        let guest = try await anonymous(shop)
        var beans = TransactionPayload.purchase(TestShop.beans)
        _ = try await shop.verify(beans, customer: guest.customer.rawValue)
        shop.clock.advance(60)
        _ = try await merge(guest.token, shop)
        beans.revocationDate = shop.clock.now
        beans.revocationReason = .other
        beans.signedDate = shop.clock.now
        _ = try await shop.verify(beans)
        #expect(try await shop.balance() == 0)
        #expect(try await differences(shop) == [])
    }

    @Test func `an erasure of the account leaves no alias behind`() async throws {
        let shop = try await shop()
        let guest = try await anonymous(shop)
        let alias = guest.customer.rawValue
        _ = try await shop.verify(.purchase(), customer: alias)
        _ = try await merge(guest.token, shop)
        let erased: ErasureBody = try await shop.send(.delete, "/v1/customers/anna").json()
        let stored: CustomerExport = try await shop.send(.get, "/v1/customers/\(erased.pseudonym)/export").json()
        let text = String(decoding: try ServiceJSON.encode(stored), as: UTF8.self)
        #expect(!text.contains(alias) && !text.contains("anna"))
        #expect(try await shop.events().allSatisfy { $0.customer != guest.customer })
        #expect(try await shop.database.read { try $0.alias(guest.customer) } == nil)
    }
}
