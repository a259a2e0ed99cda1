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

@Suite struct LegacyRoutesTests {
    private let product: ProductID = "com.example.coffee.beans"

    private func receipt(
        _ purchases: [AppReceipt.Purchase],
        type: ReceiptType = .production,
        app: Int64 = 1_234_567_890
    ) throws -> String {
        let receipt = AppReceipt(
            receiptType: type,
            appAppleID: AppAppleID(rawValue: app),
            bundleID: TestShop.app,
            applicationVersion: "1",
            creationDate: TestClock.start,
            purchases: purchases
        )
        return try TestAuthority.shared.receiptSigner.sign(receipt).base64EncodedString()
    }

    private func purchase(_ id: TransactionID = "500") -> AppReceipt.Purchase {
        AppReceipt.Purchase(
            quantity: 1,
            productID: product,
            transactionID: id,
            purchaseDate: TestClock.start,
            originalTransactionID: OriginalTransactionID(rawValue: id.rawValue),
            originalPurchaseDate: TestClock.start,
            productType: 1
        )
    }

    private func shop() async throws -> TestShop {
        let shop = try await TestShop()
        _ = try await shop.send(
            .put,
            "/v1/catalog/products/\(product)",
            ["id": .string(product.rawValue), "type": "Consumable", "credit": ["account": "beans", "amount": 10]]
        )
        return shop
    }

    private func fields(
        _ receipt: String,
        order: OrderID,
        product: String = "beans"
    ) -> [(name: String, value: String)] {
        [
            ("token", "the app's own"), ("receipt-data", receipt), ("password", "a shared secret"),
            ("product_id", product), ("transaction_id", "500"), ("quantity", "1"), ("order_id", order.rawValue),
            ("is_sandbox", "0"), ("bundle_id", "com.example.coffee"),
        ]
    }

    @Test(arguments: [true, false])
    func `postPay takes a form and JSON, and answers 200 in its body`(isForm: Bool) async throws {
        let shop = try await shop()
        let order = try await shop.order(product)
        let fields = fields(try receipt([purchase()]), order: order.id)
        let body =
            isForm
            ? Data(HTTPQuery(fields).rawValue.utf8)
            : try ServiceJSON.encode(Dictionary(fields.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 }))
        let type = isForm ? "application/x-www-form-urlencoded" : "application/json"
        for _ in 0..<2 {
            let answer = try await shop.client.send(.post, "/postPay/ios", headers: ["Content-Type": type], body: body)
            let posted: LegacyOrderReceiptBody = try answer.json()
            #expect(posted.status == 200)
            #expect(posted.order?.id == order.id)
            #expect(posted.order?.state == "delivered")
        }
        #expect(try await shop.balance() == 10)
    }

    @Test(arguments: ["Auto-Renewable Subscription", "Non-Consumable"])
    func `postPay answers the expiry of what was ordered, whatever else the customer has`(type: String) async throws {
        let shop = try await shop()
        let product: ProductID = "com.example.coffee.films"
        let films: JSONValue = ["id": .string(product.rawValue), "type": .string(type), "entitlements": ["films"]]
        #expect(try await shop.send(.put, "/v1/catalog/products/\(product)", films).status == 200)
        _ = try await shop.verify(.purchase(TestShop.yearly, id: "1"), customer: "anna")
        _ = try await shop.verify(.purchase(TestShop.grinder, id: "2"), customer: "anna")
        let order = try await shop.order(product)
        let isForEver = type == "Non-Consumable"
        var bought = purchase()
        bought.productID = product
        bought.productType = isForEver ? 0 : 3
        bought.expiresDate = isForEver ? nil : TestClock.start.addingTimeInterval(30 * 86_400)
        let fields = fields(try receipt([bought]), order: order.id, product: "films")
        let answer = try await shop.client.send(
            .post,
            "/postPay/ios",
            headers: ["Content-Type": "application/json"],
            body: try ServiceJSON.encode(Dictionary(fields.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 }))
        )
        let posted: LegacyOrderReceiptBody = try answer.json()
        #expect(posted.order?.state == "delivered")
        #expect(posted.expires == bought.expiresDate)
        #expect(try await shop.isEntitled(to: "films"))
    }

    @Test func `the password reaches neither the store nor an answer`() async throws {
        let shop = try await shop()
        let order = try await shop.order(product)
        let query = HTTPQuery(fields(try receipt([purchase()]), order: order.id))
        let answer = try await shop.client.send(
            .post,
            "/postPay/ios",
            headers: ["Content-Type": "application/x-www-form-urlencoded"],
            body: Data(query.rawValue.utf8)
        )
        #expect(answer.text.contains("a shared secret") == false)
        let export = try await shop.send(.get, "/v1/customers/anna/export")
        #expect(export.text.contains("shared secret") == false)
    }

    @Test func `applePay takes a receipt without order and user, for the session's customer`() async throws {
        let shop = try await shop()
        let token: CustomerTokenBody = try await shop.send(.post, "/v1/customers/anna/tokens").json()
        let body: JSONValue = [
            "receipt": .string(try receipt([purchase()])), "transactionId": "500",
            "productId": .string(product.rawValue),
        ]
        for _ in 0..<2 {
            let answer: PurchaseBody = try await shop.send(.post, "/applePay/receipt", body, key: token.token).json()
            #expect(answer.state == "delivered")
        }
        #expect(try await shop.balance() == 10)
    }

    @Test func `a receipt without a token is answered with the transaction alone, field by field`() async throws {
        let shop = try await shop()
        let order = try await shop.order(product, customer: "victim-7f3a")
        var paid = TransactionPayload.purchase(TestShop.beans, id: "500", token: order.appAccountToken)
        paid.productId = product
        _ = try await shop.verify(paid, order: order.id, customer: "victim-7f3a")
        _ = try await shop.verify(.purchase(TestShop.grinder, id: "700"), customer: "victim-7f3a")
        let body: JSONValue = ["receipt": .string(try receipt([purchase()])), "transactionId": "500"]
        for path in ["/applePay/receipt", "/postPay/ios"] {
            let old = body.with("receipt-data", body["receipt"]).with("bundle_id", "com.example.coffee")
            let answer = try await shop.send(.post, path, path == "/postPay/ios" ? old : body, key: "")
            #expect(answer.status == 200)
            for name in [
                "victim-7f3a", order.id.rawValue, order.appAccountToken?.description ?? "?", "700", "grinder",
                "history",
                "device",
            ] {
                #expect(!answer.text.contains(name), "\(path) names \(name): \(answer.text)")
            }
        }
        let answer: JSONValue = try await shop.send(.post, "/applePay/receipt", body, key: "").json()
        let members = Set(answer.members?.keys.map { $0 } ?? [])
        #expect(members == ["state", "transaction", "entitlementsOf", "entitlements"])
        #expect(answer["entitlementsOf"] == "transaction" && answer["entitlements"] == [])
        let shown = Set(answer["transaction"]?.members?.keys.map { $0 } ?? [])
        // What Apple's documents say about this purchase, and nothing about its owner.
        let own: Set<String> = [
            "id", "originalTransactionId", "productId", "type", "environment", "purchaseDate", "quantity",
            "isFamilyShared",
            "isUpgraded", "price", "storefront", "reason",
        ]
        #expect(shown.subtracting(own) == [], "\(shown.subtracting(own))")
    }

    @Test func `a receipt that is shown again and again asks Apple once a minute`() async throws {
        let answer = """
            {"status":0,"environment":"Production","receipt":{"receipt_type":"Production",\
            "bundle_id":"com.example.coffee","in_app":[]}}
            """
        let transport = RecordingTransport { _ in HTTPClientResponse(status: 200, body: Data(answer.utf8)) }
        let shop = try await TestShop(transport: transport) { configuration in
            configuration.apps[0].verifyReceipt = ReceiptVerification(
                productionURL: "https://receipts.test",
                sandboxURL: "https://receipts.test"
            )
        }
        let item: JSONValue = ["id": .string(product.rawValue), "type": "Consumable"]
        #expect(try await shop.send(.put, "/v1/catalog/products/\(product)", item).status == 200)
        let body: JSONValue = ["receipt": .string(try receipt([purchase()])), "transactionId": "500"]
        func show(times: Int, key: String = "") async throws -> Int {
            transport.forget()
            for _ in 0..<times {
                let shown = try await shop.send(.post, "/applePay/receipt", body, key: key)
                #expect(shown.status == 200, "\(shown.text)")
            }
            return transport.requests.count
        }
        #expect(try await show(times: 100) == 1)
        shop.clock.advance(59)
        #expect(try await show(times: 1) == 0)
        shop.clock.advance(2)
        #expect(try await show(times: 10) == 1)
        // Whoever proves to be a customer may claim what Apple's answer adds: it is asked once for each.
        #expect(try await show(times: 10, key: try await shop.token(of: "anna")) == 1)
    }

    @Test func `what was asked about a moment ago is bounded`() throws {
        let asked = AskedReceipts(capacity: 10)
        let now = TestClock.start
        func question(_ number: Int) throws -> AskedReceipts.Question {
            AskedReceipts.Question(app: "a", digest: try FactDigest(sha256Of: Array("\(number)".utf8)), customer: nil)
        }
        for number in 0..<25 { asked.record(.production, to: try question(number), now: now) }
        #expect(try (0..<25).filter { try asked.environment(of: question($0), now: now) != nil }.count <= 10)
        #expect(try asked.environment(of: question(24), now: now) == .production)
        #expect(try asked.environment(of: question(24), now: now.addingTimeInterval(60)) == nil)
        // A clock that was put back makes Apple be asked.
        #expect(try asked.environment(of: question(24), now: now.addingTimeInterval(-1)) == nil)
    }

    @Test func `a reported purchase is kept and processed by recovery`() async throws {
        let shop = try await shop()
        let body: JSONValue = ["receipt": .string(try receipt([purchase()])), "transactionId": "500"]
        #expect(try await shop.send(.post, "/applePay/report", body, key: "").status == 200)
        let waiting: ReportedPurchaseList = try await shop.send(.get, "/v1/recovery/reported-purchases").json()
        #expect(waiting.purchases.count == 1)
        let round: RecoveryReport = try await shop.send(.post, "/v1/recovery/reported").json()
        #expect(round.checked == 1 && round.failed == 0)
        let list = try await shop.service.orderReports.undelivered(
            in: .init(bundleID: TestShop.app, environment: .production),
            limit: 10
        )
        #expect(list.unclaimed.map(\.transaction) == ["500"])
    }

    @Test func `a receipt that names the app with another App Store number is refused by name`() async throws {
        let shop = try await shop()
        let other = try receipt([purchase()], app: 987_654_321)
        let answer = try await shop.send(.post, "/applePay/receipt", ["receipt": .string(other)], key: "")
        #expect(answer.status == 422)
        #expect(answer.check == "app-apple-id")
    }

    @Test func `a forged receipt is refused, an empty one by its own name`() async throws {
        let shop = try await shop()
        let forged: JSONValue = [
            "receipt": .string(Data("not a receipt".utf8).base64EncodedString()), "transactionId": "500",
        ]
        #expect(try await shop.send(.post, "/applePay/receipt", forged, key: "").status.rawValue / 100 == 4)
        let empty = try await shop.send(.post, "/applePay/receipt", ["receipt": ""], key: "")
        #expect(empty.code == "receipt-empty")
    }

    @Test func `an old receipt shown after a refund brings nothing back`() async throws {
        let shop = try await shop()
        let old = try receipt([purchase()])
        let token: CustomerTokenBody = try await shop.send(.post, "/v1/customers/anna/tokens").json()
        let body: JSONValue = ["receipt": .string(old), "transactionId": "500"]
        _ = try await shop.send(.post, "/applePay/receipt", body, key: token.token)
        var signed = TransactionPayload.purchase(TestShop.beans, id: "500")
        signed.productId = product
        try await shop.notify(.about(.refund, nil, signed.refunded(at: TestClock.start.addingTimeInterval(60))))
        #expect(try await shop.balance() == 0)
        _ = try await shop.send(.post, "/applePay/receipt", body, key: token.token)
        #expect(try await shop.balance() == 0)
    }
}
