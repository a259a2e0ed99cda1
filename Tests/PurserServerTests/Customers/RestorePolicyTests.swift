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

@Suite struct RestorePolicyTests {
    private func shop(_ policy: RestorePolicy) async throws -> (TestShop, TransactionPayload) {
        let shop = try await TestShop { $0.apps[0].restoreBehavior = policy }
        let bought = TransactionPayload.purchase()
        _ = try await shop.verify(bought, customer: "anna")
        shop.clock.advance(60)
        return (shop, bought)
    }

    @Test func `the policy keep leaves it with the first owner and says so`() async throws {
        let (shop, bought) = try await shop(.retainOwner)
        let answer = try await shop.verify(bought, customer: "ben", isRestore: true)
        #expect(answer.status == 409)
        #expect(answer.check == "owner")
        #expect(try await shop.isEntitled("anna", to: "club"))
        #expect(try await shop.isEntitled("ben", to: "club") == false)
    }

    @Test func `transfer moves it and tells both`() async throws {
        let (shop, bought) = try await shop(.transfer)
        #expect(try await shop.verify(bought, customer: "ben", isRestore: true).status == 200)
        #expect(try await shop.isEntitled("anna", to: "club") == false)
        #expect(try await shop.isEntitled("ben", to: "club"))
        let received = try await shop.events().filter { $0.type == .purchaseTransferred }
        #expect(Set(received.compactMap(\.customer)) == ["anna", "ben"])
        #expect(received.allSatisfy { $0.previousCustomer == "anna" })
    }

    @Test(arguments: [true, false])
    func `whoever loses an entitlement by a move is notified, and whoever gets it`(byBackend: Bool) async throws {
        let (shop, bought) = try await shop(byBackend ? .retainOwner : .transfer)
        if byBackend {
            let body: JSONValue = ["originalTransactionId": "1000", "reason": "asked by letter"]
            _ = try await shop.send(.post, "/v1/customers/ben/transfers", body)
        } else {
            _ = try await shop.verify(bought, customer: "ben", isRestore: true)
        }
        let received = try await shop.events()
        func changes(_ type: EventType) -> [[String]] {
            received.filter { $0.type == type }.map { event in
                [event.customer?.rawValue ?? ""] + (event.entitlements ?? []).map(\.rawValue)
            }
        }
        #expect(changes(.entitlementGranted) == [["anna", "club"], ["ben", "club"]])
        #expect(changes(.entitlementEnded) == [["anna", "club"]])
    }

    @Test(arguments: [TestShop.monthly, TestShop.grinder])
    func `each move is reported, however often a purchase goes to and fro`(_ product: ProductID) async throws {
        let shop = try await TestShop { $0.apps[0].restoreBehavior = .transfer }
        let bought = TransactionPayload.purchase(product)
        let customers: [CustomerID] = ["anna", "ben", "anna", "ben", "anna"]
        for (round, customer) in customers.enumerated() {
            // The third move comes within the millisecond of the second.
            if round != 2 { shop.clock.advance(60) }
            #expect(try await shop.verify(bought, customer: customer.rawValue, isRestore: true).status == 200)
        }
        let received = try await shop.events()
        #expect(received.filter { $0.type == .entitlementGranted }.map(\.customer) == customers)
        #expect(received.filter { $0.type == .entitlementEnded }.map(\.customer) == customers.dropLast())
    }

    @Test func `a move counts at once, also where the clock is behind what was recorded last`() async throws {
        let shop = try await TestShop { $0.apps[0].restoreBehavior = .transfer }
        let bought = TransactionPayload.purchase(TestShop.grinder)
        shop.clock.advance(60)
        _ = try await shop.verify(bought, customer: "anna")
        shop.clock.advance(5)
        _ = try await shop.verify(.purchase(TestShop.grinder, id: "2000"), customer: "carl")
        // The move is processed by another instance, whose clock is behind.
        shop.clock.advance(-5.001)
        #expect(try await shop.verify(bought, customer: "ben", isRestore: true).status == 200)
        for _ in 0..<2 {
            #expect(try await shop.isEntitled("anna", to: "grinder") == false)
            #expect(try await shop.isEntitled("ben", to: "grinder"))
            let why: EntitlementExplanationBody = try await shop.send(
                .get,
                "/v1/customers/anna/entitlements/grinder/explanation"
            ).json()
            #expect(why.reasons.first?.rule == .transferredAway)
            let report: RebuildReport = try await shop.send(.post, "/v1/rebuild").json()
            #expect(report.differences.isEmpty, "\(report.differences)")
            shop.clock.advance(10)
        }
        let received = try await shop.events()
        #expect(received.filter { $0.type == .entitlementGranted }.map(\.customer) == ["anna", "carl", "ben"])
        #expect(received.filter { $0.type == .entitlementEnded }.map(\.customer) == ["anna"])
        let earlier = TestClock.start.addingTimeInterval(30).millisecondsSince1970
        #expect(try await shop.entitlements("anna", query: "?at=\(earlier)").map(\.isActive) == [true])
    }

    @Test func `transfer if lapsed waits for the lapse`() async throws {
        let (shop, bought) = try await shop(.transferIfLapsed)
        #expect(try await shop.verify(bought, customer: "ben", isRestore: true).check == "owner")
        shop.clock.advance(days: 40)
        #expect(try await shop.verify(bought, customer: "ben", isRestore: true).status == 200)
        let order: OrderList = try await shop.send(.get, "/v1/customers/anna/orders").json()
        #expect(order.orders.count == 1)
    }

    @Test(arguments: [true, false])
    func `who takes a subscription up again on another's Apple account has what was paid for`(byApp: Bool) async throws
    {
        let shop = try await TestShop { $0.apps[0].restoreBehavior = .transferIfLapsed }
        let first = try await shop.order(TestShop.monthly, customer: "anna")
        let bought = TransactionPayload.purchase(id: "1000", token: first.appAccountToken)
        _ = try await shop.verify(bought, customer: "anna")
        func payAgain(_ customer: String, _ id: TransactionID) async throws -> OrderBody {
            shop.clock.advance(days: 60)
            let order = try await shop.order(TestShop.monthly, customer: customer)
            var again = bought.renewed(id: id)
            again.transactionReason = .purchase
            again.appAccountToken = order.appAccountToken
            again.purchaseDate = shop.clock.now
            again.signedDate = shop.clock.now
            again.expiresDate = shop.clock.now.addingTimeInterval(30 * 86_400)
            if byApp {
                let answer = try await shop.verify(again, order: order.id, customer: customer)
                #expect(answer.status == 200, "\(answer.text)")
            } else {
                try await shop.notify(.about(.subscribed, .resubscribe, again))
            }
            return try await shop.readOrder(order.id)
        }
        let ben = try await payAgain("ben", "1001")
        #expect(ben.state == "delivered" && ben.customer == "ben")
        #expect(try await shop.isEntitled("ben", to: "club"))
        #expect(try await shop.isEntitled("anna", to: "club") == false)
        // And back.
        _ = try await payAgain("anna", "1002")
        #expect(try await shop.isEntitled("anna", to: "club"))
        #expect(try await shop.isEntitled("ben", to: "club") == false)
        // A later decision remains, whichever document arrives again.
        let body: JSONValue = ["originalTransactionId": "1000", "reason": "asked by letter"]
        shop.clock.advance(60)
        _ = try await shop.send(.post, "/v1/customers/ben/transfers", body)
        _ = try await shop.verify(bought, customer: "ben")
        #expect(try await shop.isEntitled("ben", to: "club"))
    }

    @Test func `a subscription that Apple moved to a new identifier stays its owner's`() async throws {
        let (shop, bought) = try await shop(.retainOwner)
        var moved = bought
        moved.transactionId = "2000"
        moved.originalTransactionId = "2000"
        moved.previousOriginalTransactionId = bought.originalTransactionId
        moved.appAccountToken = nil
        moved.purchaseDate = shop.clock.now.addingTimeInterval(30 * 86_400)
        moved.expiresDate = shop.clock.now.addingTimeInterval(60 * 86_400)
        shop.clock.advance(days: 31)
        moved.signedDate = shop.clock.now
        try await shop.notify(.about(.didRenew, nil, moved))
        #expect(try await shop.isEntitled("anna", to: "club"))
    }

    @Test func `what a purchase became is its owner's, whichever of the two arrives first`() async throws {
        let shop = try await TestShop()
        let bought = TransactionPayload.purchase()
        var moved = bought.renewed(id: "2000")
        moved.originalTransactionId = "2000"
        moved.previousOriginalTransactionId = bought.originalTransactionId
        shop.clock.advance(days: 31)
        try await shop.notify(.about(.didRenew, nil, moved))
        #expect(try await shop.isEntitled("anna", to: "club") == false)
        _ = try await shop.verify(bought, customer: "anna")
        #expect(try await shop.isEntitled("anna", to: "club"))
        let left: JSONValue = try await shop.send(.get, "/v1/undelivered-orders").json()
        #expect(left["unclaimed"]?.array?.isEmpty == true, "\(left)")
    }

    @Test func `who gets a purchase back by a late document is notified, and so is the other one`() async throws {
        let shop = try await TestShop()
        let bought = TransactionPayload.purchase()
        _ = try await shop.verify(bought, customer: "anna")
        shop.clock.advance(days: 40)
        // Taken up again, of which no one was notified yet.
        var again = bought.renewed(id: "1001")
        again.transactionReason = .purchase
        again.purchaseDate = TestClock.start.addingTimeInterval(35 * 86_400)
        again.expiresDate = again.purchaseDate.addingTimeInterval(30 * 86_400)
        again.signedDate = again.purchaseDate
        #expect(try await shop.verify(bought, customer: "ben", isRestore: true).status == 200)
        try await shop.notify(.about(.subscribed, .resubscribe, again))
        #expect(try await shop.isEntitled("anna", to: "club"))
        let received = try await shop.events().filter { $0.type == .purchaseTransferred }
        #expect(received.map(\.customer) == ["anna", "ben", "ben", "anna"])
        #expect(received.map(\.nextCustomer) == ["ben", "ben", "anna", "anna"])
    }

    @Test func `Apple is asked before a lapsed subscription moves to whoever shows its old document`() async throws {
        let bought = TransactionPayload.purchase()
        var again = bought.renewed(id: "1001")
        again.transactionReason = .purchase
        again.purchaseDate = TestClock.start.addingTimeInterval(35 * 86_400)
        again.expiresDate = again.purchaseDate.addingTimeInterval(30 * 86_400)
        again.signedDate = again.purchaseDate
        let (signed, info) = (try TestShop.sign(again).rawValue, try TestShop.sign(again.renewalInfo()).rawValue)
        let key = try PrivateKey.generate(.p256).pem
        let transport = RecordingTransport { request in
            let answer =
                request.url.contains("/subscriptions/")
                ? """
                {"environment":"Production","bundleId":"com.example.coffee","data":[{"lastTransactions":[{"status":1,\
                "originalTransactionId":"1000","signedTransactionInfo":"\(signed)","signedRenewalInfo":"\(info)"}]}]}
                """ : "{}"
            return HTTPClientResponse(
                status: 200,
                headers: [("Content-Type", "application/json")],
                body: Data(answer.utf8)
            )
        }
        let shop = try await TestShop(transport: transport) { configuration in
            configuration.apps[0].appStoreServerAPI = AppStoreCredentials(
                issuerID: "issuer",
                keyID: "KEY1234567",
                privateKeyPEM: key,
                productionURL: "https://apple.test"
            )
        }
        _ = try await shop.verify(bought, customer: "anna")
        #expect(transport.requests.isEmpty)
        shop.clock.advance(days: 40)
        #expect(try await shop.verify(bought, customer: "ben", isRestore: true).status == 409)
        #expect(try await shop.isEntitled("anna", to: "club"))
        #expect(transport.requests.count == 1)
        #expect(try await shop.eventTypes().contains("purchase.transferred") == false)
    }

    @Test func `an unclaimed purchase that was paid back is owed to no one`() async throws {
        let shop = try await TestShop()
        let bought = TransactionPayload.purchase(TestShop.grinder, id: "3000", token: nil)
        try await shop.notify(.about(.oneTimeCharge, nil, bought))
        let owed: JSONValue = try await shop.send(.get, "/v1/undelivered-orders").json()
        #expect(owed["unclaimed"]?.array?.count == 1, "\(owed)")
        shop.clock.advance(days: 2)
        try await shop.notify(.about(.refund, nil, bought.refunded(at: shop.clock.now)))
        let left: JSONValue = try await shop.send(.get, "/v1/undelivered-orders").json()
        #expect(left["unclaimed"]?.array?.isEmpty == true, "\(left)")
    }

    @Test func `what a family shares is owed to no one until somebody shows it`() async throws {
        let shop = try await TestShop()
        let shared = TransactionPayload.purchase(TestShop.grinder, id: "3000", ownership: .familyShared)
        try await shop.notify(.about(.oneTimeCharge, nil, shared))
        let owed: JSONValue = try await shop.send(.get, "/v1/undelivered-orders").json()
        #expect(owed["unclaimed"]?.array?.isEmpty == true, "\(owed)")
        _ = try await shop.verify(shared, customer: "anna")
        #expect(try await shop.isEntitled("anna", to: "grinder"))
    }

    @Test func `share gives it to both`() async throws {
        let (shop, bought) = try await shop(.share)
        #expect(try await shop.verify(bought, customer: "ben", isRestore: true).status == 200)
        #expect(try await shop.isEntitled("anna", to: "club"))
        #expect(try await shop.isEntitled("ben", to: "club"))
    }

    @Test func `a backend may move it whatever the policy`() async throws {
        let (shop, _) = try await shop(.retainOwner)
        let moved = try await shop.send(
            .post,
            "/v1/customers/ben/transfers",
            ["originalTransactionId": "1000", "reason": "asked by letter"]
        )
        #expect(moved.status == 204)
        #expect(try await shop.isEntitled("ben", to: "club"))
        #expect(try await shop.isEntitled("anna", to: "club") == false)
    }

    @Test func `a renewal known only from a receipt does not take the purchase from its new owner`() async throws {
        let shop = try await TestShop { configuration in
            let url = "https://receipts.test"
            configuration.apps[0].verifyReceipt = ReceiptVerification(productionURL: url, sandboxURL: url)
        }
        let order = try await shop.order(TestShop.monthly, customer: "anna")
        #expect(try await shop.show(months: 1, of: order, customer: "anna").status == 200)
        #expect(try await shop.isEntitled("anna", to: "club"))
        shop.clock.advance(60)
        let body: JSONValue = ["originalTransactionId": "1000", "reason": "asked by letter"]
        #expect(try await shop.send(.post, "/v1/customers/ben/transfers", body).status == 204)
        shop.clock.advance(days: 31)
        let shown = try await shop.show(months: 2, of: order, customer: "ben")
        #expect(shown.status == 200, "\(shown.text)")
        #expect(try await shop.isEntitled("ben", to: "club"))
        #expect(try await shop.isEntitled("anna", to: "club") == false)
    }
}

extension TestShop {
    /// Shows a receipt of a subscription whose periods all carry the order's token, as Apple answers it.
    fileprivate func show(
        months: Int,
        of order: OrderBody,
        customer: String
    ) async throws -> InProcessClient.Response {
        let starts = (0...months).map { month in
            TestClock.start.addingTimeInterval(Double(month) * 30 * 86_400)
        }
        let entries = zip(starts, starts.dropFirst()).enumerated().map { number, period -> JSONValue in
            [
                "quantity": "1", "product_id": .string(order.product.rawValue),
                "transaction_id": .string("100\(number)"), "original_transaction_id": "1000",
                "purchase_date_ms": .string("\(period.0.millisecondsSince1970)"),
                "expires_date_ms": .string("\(period.1.millisecondsSince1970)"),
                "app_account_token": .string(order.appAccountToken?.description ?? ""),
            ]
        }
        let answer: JSONValue = [
            "status": 0, "environment": "Production", "latest_receipt_info": .array(entries),
            "receipt": [
                "receipt_type": "Production", "bundle_id": .string(TestShop.app.rawValue), "in_app": .array(entries),
            ],
        ]
        let bytes = try AppStoreJSON.encode(answer)
        transport.answer { _ in HTTPClientResponse(status: 200, body: Data(bytes)) }
        let receipt = AppReceipt(
            receiptType: .production,
            appAppleID: service.apps[TestShop.app]?.appAppleID,
            bundleID: TestShop.app,
            applicationVersion: "1",
            creationDate: clock.now.addingTimeInterval(-1),
            purchases: zip(starts, starts.dropFirst()).enumerated().map { number, period in
                AppReceipt.Purchase(
                    productID: order.product,
                    transactionID: TransactionID(rawValue: "100\(number)"),
                    purchaseDate: period.0,
                    originalTransactionID: "1000",
                    originalPurchaseDate: TestClock.start,
                    productType: 3,
                    expiresDate: period.1
                )
            }
        )
        let text = try TestAuthority.shared.receiptSigner.sign(receipt).base64EncodedString()
        let body: JSONValue = [
            "receipt": .string(text), "transactionId": .string("100\(months - 1)"), "customer": .string(customer),
        ]
        return try await send(.post, "/v1/transactions", body, key: try await token(of: customer))
    }
}
