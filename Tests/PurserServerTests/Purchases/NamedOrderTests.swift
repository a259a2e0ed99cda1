// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Commerce
import HTTPService
import TestSupport
import Testing

@testable import PurserServer

/// Who may say which order a purchase pays.
@Suite struct NamedOrderTests {
    /// A shop where purchases stay with their owner; anna has bought without an order, and has an open order for the
    /// same.
    private func shop() async throws -> (TestShop, TransactionPayload, OrderBody) {
        let shop = try await TestShop { $0.apps[0].restoreBehavior = .retainOwner }
        let bought = TransactionPayload.purchase(TestShop.beans)
        _ = try await shop.verify(bought, customer: "anna")
        return (shop, bought, try await shop.order(TestShop.beans))
    }

    @Test func `a customer who shows another one's purchase for that customer's order pays it with nothing`()
        async throws
    {
        let (shop, bought, order) = try await shop()
        let answer = try await shop.verify(bought, order: order.id, customer: "ben")
        #expect(answer.status == 409 && !answer.text.contains("anna"), "\\(answer.text)")
        #expect(try await shop.readOrder(order.id).state == "created")
    }

    @Test func `the app's key in a third customer's name pays no order with the owner's purchase`() async throws {
        let (shop, bought, order) = try await shop()
        let answer = try await shop.verify(bought, order: order.id, customer: "ben", by: shop.publishableKey)
        #expect(answer.status.rawValue >= 400 && !answer.text.contains("anna"), "\\(answer.text)")
        #expect(try await shop.readOrder(order.id).state == "created")
    }

    @Test func `the owner's purchase without a token pays the order that the owner names`() async throws {
        let (shop, bought, order) = try await shop()
        #expect(try await shop.verify(bought, order: order.id, customer: "anna").status == 200)
        #expect(try await shop.readOrder(order.id).state == "delivered")
        #expect(try await shop.balance() == 100)
    }

    @Test(arguments: ["finish", "failure"])
    func `whoever knows an order's identifier only is not told by which purchase it was paid`(
        step: String
    ) async throws {
        let shop = try await TestShop { $0.apps[0].requiresCustomerTokens = .reads }
        let order = try await shop.order(TestShop.beans, by: shop.publishableKey)
        let bought = TransactionPayload.purchase(TestShop.beans, token: order.appAccountToken)
        _ = try await shop.verify(bought, order: order.id, customer: "anna")
        let body: JSONValue? = step == "failure" ? ["code": "2"] : nil
        let path = "/v1/orders/\(order.id)/\(step)"
        let answer: OrderBody = try await shop.send(.post, path, body, key: shop.publishableKey).json()
        #expect(answer.id == order.id && answer.customer == nil)
        #expect(answer.transaction == nil && answer.originalTransaction == nil)
        let own: OrderBody = try await shop.send(.post, path, body, key: try await shop.token(of: "anna")).json()
        #expect(own.transaction == bought.transactionId)
    }
}
