// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPClient
import HTTPService
import Synchronization
import TestSupport
import Testing

@testable import PurserServer

/// What apps send along with a purchase, and what App Review sends.
@Suite struct VoucherTests {
    private func send(
        _ shop: TestShop,
        _ bought: TransactionPayload,
        _ more: [String: JSONValue]
    ) async throws
        -> InProcessClient.Response
    {
        let body: [String: JSONValue] = [
            "signedTransaction": .string(try TestShop.sign(bought).rawValue), "customer": "anna",
        ]
        return try await shop.send(
            .post,
            "/v1/transactions",
            .object(body.merging(more) { $1 }),
            key: try await shop.token(of: "anna")
        )
    }

    @Test func `transaction id and original transaction id are both accepted and checked`() async throws {
        let shop = try await TestShop()
        let first = TransactionPayload.purchase(id: "1000")
        let renewal = first.renewed(id: "1001")
        shop.clock.advance(days: 30)
        _ = try await send(shop, first, ["transactionId": "1000"])
        let both: [String: JSONValue] = ["transactionId": "1001", "originalTransactionId": "1000"]
        #expect(try await send(shop, renewal, both).status == 200)
        #expect(try await send(shop, renewal, ["originalTransactionId": "1000"]).status == 200)
        for wrong in [["transactionId": "1000"], ["originalTransactionId": "1001"]] as [[String: JSONValue]] {
            let refused = try await send(shop, renewal, wrong)
            #expect(refused.code == "transaction-mismatch")
            #expect(refused.check == "transaction-id")
        }
    }

    @Test func `a purchase whose user name was a hash has no token, and pays the order that the app names`()
        async throws
    {
        let shop = try await TestShop()
        let order = try await shop.order(TestShop.beans)
        let bought = TransactionPayload.purchase(TestShop.beans, token: nil)
        let answer: PurchaseBody = try await shop.verify(bought, order: order.id).json()
        #expect(answer.state == "delivered")
        #expect(answer.order?.id == order.id)
        #expect(try await shop.balance() == 100)
    }

    @Test func `App Review's sandbox receipt is delivered by the production server, apart from production`()
        async throws
    {
        let asked = "https://receipts.test"
        let transport = RecordingTransport { request in
            let isProduction = request.url.hasPrefix(asked + "/production")
            let bought = TestClock.start.millisecondsSince1970
            let answer =
                isProduction
                ? #"{"status":21007}"#
                : """
                {"status":0,"environment":"Sandbox","receipt":{"receipt_type":"ProductionSandbox",                "bundle_id":"com.example.coffee","in_app":[{"quantity":"1","product_id":"coffee.grinder",                "transaction_id":"700","original_transaction_id":"700","purchase_date_ms":"\(bought)",                "original_purchase_date_ms":"\(bought)"}]},"latest_receipt_info":[]}
                """
            return HTTPClientResponse(status: 200, body: Data(answer.utf8))
        }
        let shop = try await TestShop(transport: transport) { configuration in
            configuration.apps[0].verifyReceipt = ReceiptVerification(
                productionURL: asked + "/production",
                sandboxURL: asked + "/sandbox"
            )
        }
        let receipt = AppReceipt(
            receiptType: .productionSandbox,
            appAppleID: nil,
            bundleID: TestShop.app,
            applicationVersion: "1",
            creationDate: TestClock.start,
            purchases: [
                AppReceipt.Purchase(
                    quantity: 1,
                    productID: TestShop.grinder,
                    transactionID: "700",
                    purchaseDate: TestClock.start,
                    originalTransactionID: "700",
                    originalPurchaseDate: TestClock.start,
                    productType: 0
                )
            ]
        )
        let order = try await shop.order(TestShop.grinder)
        let text = try TestAuthority.shared.receiptSigner.sign(receipt).base64EncodedString()
        let body: JSONValue = ["receipt": .string(text), "order": .string(order.id.rawValue), "transactionId": "700"]
        let token = try await shop.token(of: "anna")
        let answer: PurchaseBody = try await shop.send(.post, "/v1/transactions", body, key: token).json()
        #expect(answer.state == "delivered")
        #expect(answer.order?.environment == .sandbox)
        #expect(try await shop.isEntitled(to: "grinder") == false)
        #expect(try await shop.entitlements(query: "?environment=Sandbox").map(\.isActive) == [true])
    }

    @Test func `an old receipt that Apple is asked about after a refund brings nothing back`() async throws {
        let url = "https://receipts.test"
        let bought = TestClock.start
        let requests = Mutex(0)
        let transport = RecordingTransport { _ in
            let number = requests.withLock { count in
                count += 1
                return count
            }
            // The receipt has the content of its creation, whenever it is shown.
            let asked = bought.addingTimeInterval(Double(number) * 86_400)
            let answer: JSONValue = [
                "status": 0, "environment": "Production",
                "receipt": [
                    "receipt_type": "Production", "bundle_id": "com.example.coffee",
                    "receipt_creation_date_ms": .string("\(bought.millisecondsSince1970)"),
                    "request_date_ms": .string("\(asked.millisecondsSince1970)"),
                    "in_app": [
                        [
                            "quantity": "1", "product_id": .string(TestShop.beans.rawValue), "transaction_id": "500",
                            "original_transaction_id": "500",
                            "purchase_date_ms": .string("\(bought.millisecondsSince1970)"),
                            "original_purchase_date_ms": .string("\(bought.millisecondsSince1970)"),
                        ]
                    ],
                ], "latest_receipt_info": [],
            ]
            return HTTPClientResponse(status: 200, body: try AppStoreJSON.encode(answer))
        }
        let shop = try await TestShop(transport: transport) { configuration in
            configuration.apps[0].verifyReceipt = ReceiptVerification(productionURL: url, sandboxURL: url)
        }
        let receipt = AppReceipt(
            receiptType: .production,
            appAppleID: shop.service.apps[TestShop.app]?.appAppleID,
            bundleID: TestShop.app,
            applicationVersion: "1",
            creationDate: bought,
            purchases: [
                AppReceipt.Purchase(
                    quantity: 1,
                    productID: TestShop.beans,
                    transactionID: "500",
                    purchaseDate: bought,
                    originalTransactionID: "500",
                    originalPurchaseDate: bought,
                    productType: 1
                )
            ]
        )
        let text = try TestAuthority.shared.receiptSigner.sign(receipt).base64EncodedString()
        let body: JSONValue = ["receipt": .string(text), "transactionId": "500", "customer": "anna"]
        let token = try await shop.token(of: "anna")
        shop.clock.advance(60)
        #expect(try await shop.send(.post, "/v1/transactions", body, key: token).status == 200)
        #expect(try await shop.balance() == 100)
        shop.clock.advance(days: 3)
        let signed = TransactionPayload.purchase(TestShop.beans, id: "500")
        try await shop.notify(.about(.refund, nil, signed.refunded(at: shop.clock.now)))
        #expect(try await shop.balance() == 0)
        requests.withLock { $0 = 10 }
        shop.clock.advance(days: 8)
        _ = try await shop.send(.post, "/v1/transactions", body, key: try await shop.token(of: "anna"))
        #expect(try await shop.balance() == 0)
        #expect(try await shop.eventTypes().contains(EventType.refundReversed.rawValue) == false)
    }

    @Test func `a customer's transactions are listed: all, the latest of each product, those that count now`()
        async throws
    {
        let shop = try await TestShop()
        let first = TransactionPayload.purchase(id: "1000")
        _ = try await shop.verify(first, customer: "anna")
        _ = try await shop.verify(.purchase(TestShop.grinder, id: "2000"), customer: "anna")
        shop.clock.advance(days: 30)
        _ = try await shop.verify(first.renewed(id: "1001"), customer: "anna")
        func ids(_ which: String) async throws -> Set<String> {
            let list: TransactionList = try await shop.send(.get, "/v1/customers/anna/transactions?filter=" + which)
                .json()
            return Set(list.transactions.map(\.id.rawValue))
        }
        #expect(try await ids("all") == ["1000", "1001", "2000"])
        #expect(try await ids("latest") == ["1001", "2000"])
        #expect(try await ids("current") == ["1001", "2000"])
    }

    @Test func `those that count now are those that give something now`() async throws {
        let shop = try await TestShop()
        let once: JSONValue = [
            "id": "coffee.once", "type": "Consumable", "planId": "other", "serviceDuration": "P1M",
            "entitlements": ["other"],
            "price": ["milliunits": 4990, "currency": "USD"],
        ]
        #expect(try await shop.send(.put, "/v1/catalog/products/coffee.once", once).status == 200)
        func current(_ customer: String = "anna") async throws -> Set<String> {
            let path = "/v1/customers/\(customer)/transactions?filter=current"
            let list: TransactionList = try await shop.send(.get, path).json()
            return Set(list.transactions.map(\.id.rawValue))
        }
        var time = TransactionPayload.purchase(TestShop.beans, id: "3000")
        time.productId = "coffee.once"
        for bought in [time, .purchase(id: "1000"), .purchase(TestShop.beans, id: "4000")] {
            _ = try await shop.verify(bought, customer: "anna")
        }
        _ = try await shop.verify(.purchase(TestShop.season, id: "2000"), customer: "ben")
        shop.clock.advance(days: 10)
        #expect(try await current() == ["1000", "3000"])
        #expect(try await current("ben") == ["2000"])
        // What was converted away counts no more.
        let input: JSONValue = ["productId": "coffee.once", "acknowledges": ["subscription-renews"]]
        #expect(try await shop.send(.post, "/v1/customers/anna/conversions", input).status == 201)
        #expect(try await current() == ["3000"])
        // Nor does time that is used up.
        shop.clock.advance(days: 120)
        #expect(try await current("ben").isEmpty)
        #expect(try await current().isEmpty)
    }
}
