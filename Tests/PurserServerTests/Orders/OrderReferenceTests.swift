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
import TestSupport
import Testing

@testable import PurserServer

/// The team's own order number on an order, and in what old apps post.
@Suite struct OrderReferenceTests {
    private static let product: ProductID = "com.example.coffee.beans"

    private func shop() async throws -> TestShop {
        let shop = try await TestShop { $0.apps[0].requiresCustomerTokens = .reads }
        let item: JSONValue = [
            "id": .string(Self.product.rawValue), "type": "Consumable", "credit": ["account": "beans", "amount": 10],
        ]
        #expect(try await shop.send(.put, "/v1/catalog/products/\(Self.product)", item).status == 200)
        return shop
    }

    private func order(_ customer: String, _ reference: String, in shop: TestShop) async throws -> OrderBody {
        let body: JSONValue = [
            "customer": .string(customer), "productId": .string(Self.product.rawValue), "reference": .string(reference),
        ]
        let made = try await shop.send(.post, "/v1/orders", body)
        #expect(made.status == 201, "\(made.text)")
        return try made.json()
    }

    private func receipt(_ transaction: TransactionID) throws -> String {
        let receipt = AppReceipt(
            receiptType: .production,
            appAppleID: AppAppleID(rawValue: 1_234_567_890),
            bundleID: TestShop.app,
            applicationVersion: "1",
            creationDate: TestClock.start,
            purchases: [
                AppReceipt.Purchase(
                    quantity: 1,
                    productID: Self.product,
                    transactionID: transaction,
                    purchaseDate: TestClock.start,
                    originalTransactionID: OriginalTransactionID(rawValue: transaction.rawValue),
                    originalPurchaseDate: TestClock.start,
                    productType: 1
                )
            ]
        )
        return try TestAuthority.shared.receiptSigner.sign(receipt).base64EncodedString()
    }

    private func post(
        _ transaction: TransactionID,
        orderID: String?,
        token: String? = nil,
        to shop: TestShop
    ) async throws -> InProcessClient.Response {
        var body: JSONValue = [
            "receipt-data": .string(try receipt(transaction)), "bundle_id": "com.example.coffee",
            "transaction_id": .string(transaction.rawValue), "product_id": "beans", "quantity": "1",
        ]
        body = body.with("order_id", orderID.map(JSONValue.string)).with("token", token.map(JSONValue.string))
        return try await shop.send(.post, "/postPay/ios", body, key: "")
    }

    private func paid(_ id: TransactionID, _ token: AppAccountToken?) -> TransactionPayload {
        var payload = TransactionPayload.purchase(TestShop.beans, id: id, token: token)
        payload.productId = Self.product
        return payload
    }

    @Test func `an order shows the team's number in its answer, lists, events, export and the console`() async throws {
        let shop = try await shop()
        let order = try await order("anna", "20260220-77", in: shop)
        #expect(order.reference == "20260220-77")
        #expect(try await shop.readOrder(order.id).reference == "20260220-77")
        let list: OrderList = try await shop.send(.get, "/v1/customers/anna/orders").json()
        #expect(list.orders.map(\.reference) == ["20260220-77"])
        try await shop.notify(.about(.oneTimeCharge, nil, paid("1", order.appAccountToken)))
        let received = try await shop.events().filter { $0.type == .orderDelivered }
        #expect(received.map(\.reference) == ["20260220-77"])
        let export: CustomerExport = try await shop.send(.get, "/v1/customers/anna/export").json()
        #expect(export.orders.map(\.reference) == ["20260220-77"])
        let visit = try await ConsoleVisit.signedIn(.viewer, at: shop)
        #expect(try await visit.get("/console/orders/\(order.id)").text.contains("20260220-77"))
        let search = try await visit.get("/console/search?q=20260220-77")
        #expect((search.text + (search.headers["Location"] ?? "")).contains(order.id.rawValue))
    }

    @Test func `a number is at most 200 bytes and goes with the idempotency key`() async throws {
        let shop = try await shop()
        let body: JSONValue = [
            "customer": "anna", "productId": .string(Self.product.rawValue), "idempotencyKey": "k", "reference": "1",
        ]
        #expect(try await shop.send(.post, "/v1/orders", body).status == 201)
        #expect(try await shop.send(.post, "/v1/orders", body).status == 200)
        #expect(try await shop.send(.post, "/v1/orders", body.with("reference", "2")).code == "idempotency-conflict")
        for wrong in ["", String(repeating: "9", count: 201)] {
            let answer = try await shop.send(.post, "/v1/orders", body.with("reference", .string(wrong)))
            #expect(answer.status.rawValue / 100 == 4, "\(answer.text)")
        }
    }

    @Test func `postPay with an unknown order number answers 200 for a delivered purchase`() async throws {
        let shop = try await shop()
        let order = try await shop.order(Self.product)
        try await shop.notify(.about(.oneTimeCharge, nil, paid("500", order.appAccountToken)))
        #expect(try await shop.readOrder(order.id).state == "delivered")
        let answer = try await post("500", orderID: "20260220-77", to: shop)
        let body: LegacyOrderReceiptBody = try answer.json()
        #expect(answer.status == 200 && body.status == 200, "\(answer.text)")
        #expect(body.order == nil)
        #expect(try await shop.balance() == 10)
    }

    @Test func `postPay with the team's number pays the order of that number`() async throws {
        let shop = try await shop()
        let other = try await order("anna", "20260220-76", in: shop)
        let order = try await order("anna", "20260220-77", in: shop)
        for _ in 0..<2 {
            let token = try await shop.token(of: "anna")
            let answer = try await post("500", orderID: "20260220-77", token: token, to: shop)
            let body: LegacyOrderReceiptBody = try answer.json()
            #expect(body.status == 200 && body.order?.id == order.id && body.order?.state == "delivered")
        }
        #expect(try await shop.readOrder(other.id).state == "created")
        #expect(try await shop.events().filter { $0.type == .orderDelivered }.map(\.order) == [order.id])
        #expect(try await shop.balance() == 10)
    }

    @Test func `a guessed number neither attaches a purchase nor names an order of somebody else`() async throws {
        let shop = try await shop()
        let order = try await order("victim-7f3a", "20260220-77", in: shop)
        // With no proof of a customer, and with the stranger's own.
        let unowned = try await post("600", orderID: "20260220-77", to: shop)
        #expect(unowned.status == 404 && unowned.code == "order-not-found", "\(unowned.text)")
        let own = try await post("601", orderID: "20260220-77", token: try await shop.token(of: "mallory"), to: shop)
        #expect(try own.json(LegacyOrderReceiptBody.self).status == 200)
        for answer in [unowned, own] {
            #expect(!answer.text.contains(order.id.rawValue) && !answer.text.contains("victim-7f3a"), "\(answer.text)")
            #expect(!answer.text.contains(order.appAccountToken?.description ?? "?"))
        }
        let read = try await shop.readOrder(order.id)
        #expect(read.state == "created" && read.transaction == nil)
        #expect(try await shop.balance("victim-7f3a") == 0)
        #expect(try await shop.balance("mallory") == 10)
        let list: UndeliveredList = try await shop.send(.get, "/v1/undelivered-orders").json()
        #expect(list.unclaimed.map(\.transaction) == ["600"])
    }

    @Test func `postPay without an order answers 200 only when the purchase has an owner`() async throws {
        let shop = try await shop()
        let unowned = try await post("600", orderID: nil, to: shop)
        #expect(unowned.status == 404 && unowned.code == "order-not-found" && unowned.check == "owner")
        let list: UndeliveredList = try await shop.send(.get, "/v1/undelivered-orders").json()
        #expect(list.unclaimed.map(\.transaction) == ["600"])
        let token = try await shop.token(of: "anna")
        #expect(
            try await post("600", orderID: nil, token: token, to: shop).json(LegacyOrderReceiptBody.self).status == 200
        )
        // The old app sends its receipt again, without a token as before.
        #expect(try await post("600", orderID: nil, to: shop).json(LegacyOrderReceiptBody.self).status == 200)
        #expect(try await shop.balance() == 10)
    }

    @Test func `a number on orders of two customers selects none`() async throws {
        let shop = try await shop()
        let orders = [try await order("anna", "1", in: shop), try await order("ben", "1", in: shop)]
        let token = try await shop.token(of: "anna")
        let body: LegacyOrderReceiptBody = try await post("500", orderID: "1", token: token, to: shop).json()
        #expect(body.status == 200)
        for order in orders { #expect(try await shop.readOrder(order.id).state == "created") }
        #expect(try await shop.balance() == 10)
    }

    @Test func `an unknown identifier of an order is still refused`() async throws {
        let shop = try await shop()
        let answer = try await post("500", orderID: "ord_unknown", token: try await shop.token(of: "anna"), to: shop)
        #expect(answer.code == "order-not-found")
    }

    @Test func `an erasure removes the team's number`() async throws {
        let shop = try await shop()
        let order = try await order("anna", "20260220-77", in: shop)
        #expect(try await shop.send(.delete, "/v1/customers/anna").status == 200)
        #expect(try await shop.readOrder(order.id).reference == nil)
        #expect(try await shop.database.read { try $0.orders(reference: "20260220-77", limit: 1) }.isEmpty)
    }

    @Test func `the app's key reads no number that it did not name`() async throws {
        let shop = try await shop()
        let order = try await order("anna", "20260220-77", in: shop)
        try await shop.notify(.about(.oneTimeCharge, nil, paid("1", order.appAccountToken)))
        let shown = try await shop.verify(paid("1", order.appAccountToken), order: order.id)
        #expect(shown.status == 200 && !shown.text.contains("20260220-77"), "\(shown.text)")
    }
}
