// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence
import Testing

@testable import PurserServer

@Suite struct SandboxOrderTests {
    private static func purchase(
        of order: OrderBody,
        in environment: Environment = .sandbox,
        token: Bool = true
    ) -> TransactionPayload {
        .purchase(
            TestShop.beans,
            token: token ? order.appAccountToken : nil,
            environment: environment
        )
    }

    private static func order(_ shop: TestShop, in environment: Environment) async throws -> OrderBody {
        let body: JSONValue = [
            "customer": "anna", "productId": .string(TestShop.beans.rawValue),
            "environment": .string(environment.rawValue),
        ]
        return try await shop.send(.post, "/v1/orders", body, key: shop.publishableKey).json()
    }

    @Test(arguments: [true, false])
    func `a sandbox purchase is delivered apart and leaves the production order unpaid`(hasToken: Bool) async throws {
        let shop = try await TestShop()
        let order = try await shop.order(TestShop.beans)
        let bought = Self.purchase(of: order, token: hasToken)
        for _ in 0..<2 {
            let answer: PurchaseBody = try await shop.verify(bought, order: order.id, customer: "anna").json()
            #expect(answer.state == "delivered" && answer.transaction.environment == .sandbox)
            let own = try #require(answer.order)
            #expect(own.id != order.id && own.environment == .sandbox && own.state == "delivered")
        }
        let stored = try await shop.readOrder(order.id)
        #expect(stored.state == "created" && stored.environment == .production && stored.transaction == nil)
        #expect(try await shop.balance() == 0)
        #expect(try await shop.balance(in: .sandbox) == 100)
    }

    @Test func `a sandbox notification leaves the production order of its token unpaid`() async throws {
        let shop = try await TestShop()
        let order = try await shop.order(TestShop.beans)
        try await shop.notify(.about(.oneTimeCharge, nil, Self.purchase(of: order)))
        #expect(try await shop.readOrder(order.id).state == "created")
        #expect(try await shop.balance(in: .sandbox) == 100)
        let delivered = try await shop.events().filter { $0.type == .orderDelivered }
        #expect(delivered.map(\.environment) == [.sandbox] && delivered[0].order != order.id)
    }

    @Test func `the production purchase pays the order that a sandbox purchase left open`() async throws {
        let shop = try await TestShop()
        let order = try await shop.order(TestShop.beans)
        _ = try await shop.verify(Self.purchase(of: order), order: order.id)
        var bought = Self.purchase(of: order, in: .production)
        (bought.transactionId, bought.originalTransactionId) = ("2000", "2000")
        let answer: PurchaseBody = try await shop.verify(bought, order: order.id).json()
        #expect(answer.order?.id == order.id && answer.order?.state == "delivered")
        #expect(try await shop.balance() == 100)
    }

    @Test(arguments: [Environment.sandbox, .production])
    func `an order made for the sandbox is paid by a purchase in the sandbox and by one in production`(
        environment: Environment
    ) async throws {
        let shop = try await TestShop()
        let order = try await Self.order(shop, in: .sandbox)
        let answer: PurchaseBody = try await shop.verify(Self.purchase(of: order, in: environment), order: order.id)
            .json()
        #expect(answer.order?.id == order.id && answer.order?.environment == environment)
        #expect(answer.state == "delivered")
    }

    @Test func `an Xcode purchase pays no production order`() async throws {
        let shop = try await TestShop { $0.apps[0].acceptsXcodeTransactions = true }
        let order = try await shop.order(TestShop.beans)
        try await shop.notify(.about(.oneTimeCharge, nil, Self.purchase(of: order)))
        #expect(try await shop.readOrder(order.id).state == "created")
    }

    @Test func `an order for another product is refused in the sandbox as in production`() async throws {
        let shop = try await TestShop()
        let order = try await shop.order(TestShop.grinder)
        let bought = TransactionPayload.purchase(TestShop.beans, environment: .sandbox)
        let answer = try await shop.verify(bought, order: order.id, customer: "anna")
        #expect(answer.code == "product-mismatch", "\(answer.text)")
    }
}
