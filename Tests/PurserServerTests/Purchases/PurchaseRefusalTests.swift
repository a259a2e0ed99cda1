// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import FoundationEssentials
import HTTPService
import TestSupport
import Testing

@testable import PurserServer

@Suite struct PurchaseRefusalTests {
    @Test func `a forged signature is refused by name`() async throws {
        let shop = try await TestShop()
        var text = Array(try TestShop.sign(TransactionPayload.purchase()).rawValue.utf8)
        let last = text.count - 8
        text[last] = text[last] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
        let body: JSONValue = ["signedTransaction": .string(String(decoding: text, as: UTF8.self)), "customer": "anna"]
        let answer = try await shop.send(.post, "/v1/transactions", body, key: shop.publishableKey)
        #expect(answer.status == 422)
        #expect(answer.code == "signature-invalid")
        #expect(answer.check == "signature")
    }

    @Test func `another root's chain is refused by name`() async throws {
        let shop = try await TestShop()
        let stranger = try CertificateHierarchy.make(.documents, name: "Stranger", validity: TestAuthority.validity)
        let signed = try DocumentSigner(stranger).sign(TransactionPayload.purchase())
        let body: JSONValue = ["signedTransaction": .string(signed.rawValue), "customer": "anna"]
        let answer = try await shop.send(.post, "/v1/transactions", body, key: shop.publishableKey)
        #expect(answer.status == 422)
        #expect(answer.check == "certificate-chain")
    }

    @Test func `another app's purchase is refused by name`() async throws {
        let shop = try await TestShop()
        let answer = try await shop.verify(.purchase(bundleID: "com.example.other"), customer: "anna")
        #expect(answer.status == 422)
        #expect(answer.check == "bundle-id")
    }

    @Test(arguments: [nil, "anna"])
    func `an order that does not exist fails the order check`(customer: String?) async throws {
        let shop = try await TestShop()
        let answer = try await shop.verify(.purchase(TestShop.beans), order: "ord_nowhere", customer: customer)
        #expect(answer.code == "order-not-found")
        #expect(answer.check == "order")
    }

    @Test func `a used transaction pays no second order`() async throws {
        let shop = try await TestShop()
        let first = try await shop.order(TestShop.beans)
        let bought = TransactionPayload.purchase(TestShop.beans)
        _ = try await shop.verify(bought, order: first.id)
        let second = try await shop.order(TestShop.beans)
        let answer = try await shop.verify(bought, order: second.id)
        #expect(answer.status == 409)
        #expect(answer.check == "not-used-before")
        #expect(try await shop.readOrder(second.id).state == "created")
        #expect(try await shop.balance() == 100)
    }

    @Test func `the token of another order is refused, and that order is settled`() async throws {
        let shop = try await TestShop()
        let first = try await shop.order(TestShop.beans)
        let second = try await shop.order(TestShop.beans)
        let bought = TransactionPayload.purchase(TestShop.beans, token: first.appAccountToken)
        let answer = try await shop.verify(bought, order: second.id)
        #expect(answer.check == "app-account-token")
        #expect(try await shop.readOrder(first.id).state == "delivered")
        #expect(try await shop.readOrder(second.id).state == "created")
    }

    @Test func `another product than ordered is refused`() async throws {
        let shop = try await TestShop()
        let order = try await shop.order(TestShop.grinder)
        let answer = try await shop.verify(.purchase(TestShop.beans), order: order.id)
        #expect(answer.check == "ordered-product")
    }

    @Test func `a refunded purchase is refused and kept`() async throws {
        let shop = try await TestShop()
        let order = try await shop.order(TestShop.grinder)
        let bought = TransactionPayload.purchase(TestShop.grinder, token: order.appAccountToken)
        let answer = try await shop.verify(bought.refunded(at: TestClock.start), order: order.id)
        #expect(answer.check == "not-refunded")
        #expect(try await shop.readOrder(order.id).state == "refunded")
        #expect(try await shop.isEntitled(to: "grinder") == false)
    }

    @Test func `a product that the catalog lacks is refused, and delivered once the catalog has it`() async throws {
        let shop = try await TestShop()
        let bought = TransactionPayload.purchase("coffee.new", id: "77")
        let answer = try await shop.verify(bought, customer: "anna")
        #expect(answer.code == "unknown-product")
        _ = try await shop.send(
            .put,
            "/v1/catalog/products/coffee.new",
            ["id": "coffee.new", "type": "Auto-Renewable Subscription", "entitlements": ["new"]]
        )
        let purchase: PurchaseBody = try await shop.verify(bought, customer: "anna").json()
        #expect(purchase.state == "delivered")
        #expect(try await shop.isEntitled(to: "new"))
    }

    @Test func `an order for an unknown product is not taken`() async throws {
        let shop = try await TestShop()
        let answer = try await shop.send(.post, "/v1/orders", ["customer": "anna", "productId": "nothing"])
        #expect(answer.status == 422)
        #expect(answer.code == "unknown-product")
    }

    @Test(arguments: ["", "{", "[]", #"{"signedTransaction":7}"#, #"{"signedTransaction":"a.b.c"}"#])
    func `a malformed body is a 400`(body: String) async throws {
        let shop = try await TestShop()
        let headers = ["Content-Type": "application/json", "Authorization": "Bearer \(shop.publishableKey)"]
        let answer = try await shop.client.send(
            .post,
            "/v1/transactions",
            headers: .init(headers.map { .init(name: $0.key, value: $0.value) }),
            body: Data(body.utf8)
        )
        #expect(answer.status == 400)
    }

    @Test func `a body that is too large is a 413`() async throws {
        let shop = try await TestShop { $0.maxBodyBytes = 1000 }
        let body: JSONValue = ["signedTransaction": .string(String(repeating: "a", count: 2000))]
        #expect(try await shop.send(.post, "/v1/transactions", body).status == 413)
    }

    @Test func `a sandbox purchase is refused where the policy says so, and kept apart where it does not`() async throws
    {
        let bought = TransactionPayload.purchase(environment: .sandbox)
        let strict = try await TestShop { $0.apps[0].sandboxPurchases = .reject }
        #expect(try await strict.verify(bought, customer: "anna").check == "environment")
        let open = try await TestShop()
        #expect(try await open.verify(bought, customer: "anna").status == 200)
        #expect(try await open.isEntitled(to: "club") == false)
        #expect(try await open.entitlements(query: "?environment=Sandbox").contains { $0.isActive })
    }

    @Test func `what the sandbox credited is not there to be spent in production`() async throws {
        let shop = try await TestShop()
        _ = try await shop.verify(.purchase(TestShop.beans, environment: .sandbox), customer: "anna")
        #expect(try await shop.balance(in: .sandbox) == 100)
        #expect(try await shop.balance() == 0)
        func spend(_ query: String) async throws -> InProcessClient.Response {
            try await shop.send(
                .post,
                "/v1/customers/anna/balances/beans/entries" + query,
                ["key": "spent", "amount": -100]
            )
        }
        #expect(try await spend("").code == "insufficient-balance")
        #expect(try await spend("?environment=Sandbox").status == 200)
        let balances: JSONValue = try await shop.send(.get, "/v1/customers/anna/balances").json()
        #expect(balances["balances"] == [["amount": 0, "currency": "beans"]])
        let tested: JSONValue = try await shop.send(.get, "/v1/customers/anna/balances/beans?environment=Sandbox")
            .json()
        #expect(tested["amount"] == 0)
    }

    @Test func `testers only means testers only`() async throws {
        let shop = try await TestShop {
            $0.apps[0].sandboxPurchases = .testersOnly
            $0.apps[0].testers = ["tester"]
        }
        #expect(try await shop.verify(.purchase(environment: .sandbox), customer: "anna").check == "environment")
        let tested = try await shop.verify(.purchase(id: "2", environment: .sandbox), customer: "tester")
        #expect(tested.status == 200)
    }
}
