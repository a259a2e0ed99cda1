// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPClient
import HTTPService
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
        return try await shop.send(.post, "/v1/transactions", .object(body.merging(more) { $1 }), key: shop.publicKey)
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
            configuration.apps[0].receipts = ReceiptVerification(
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
        let answer: PurchaseBody = try await shop.send(.post, "/v1/transactions", body, key: shop.publicKey).json()
        #expect(answer.state == "delivered")
        #expect(answer.order?.environment == .sandbox)
        #expect(try await shop.isEntitled(to: "grinder") == false)
        #expect(try await shop.entitlements(query: "?environment=Sandbox").map(\.isActive) == [true])
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
            let list: TransactionList = try await shop.send(.get, "/v1/customers/anna/transactions?which=" + which)
                .json()
            return Set(list.transactions.map(\.id.rawValue))
        }
        #expect(try await ids("all") == ["1000", "1001", "2000"])
        #expect(try await ids("latest") == ["1001", "2000"])
        #expect(try await ids("current") == ["1001", "2000"])
    }
}
