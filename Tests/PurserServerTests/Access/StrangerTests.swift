// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Commerce
import Foundation
import HTTPClient
import HTTPService
import Persistence
import PersistenceSQLite
import Testing

@testable import PurserServer

/// A stranger who has the app, its key and purchases of their own, and another customer with a token.
@Suite struct StrangerTests {
    @Test func `the app's key cannot attach a purchase to a customer by naming them`() async throws {
        let shop = try await TestShop { $0.apps[0].requiresCustomerTokens = .reads }
        _ = try await shop.verify(.purchase(TestShop.grinder, id: "1"), customer: "vic")
        let bought = TransactionPayload.purchase(TestShop.beans, id: "2")
        let named = try await shop.verify(bought, customer: "vic", by: shop.publishableKey)
        #expect(named.status == 403 && named.code == "customer-token-required", "\(named.text)")
        #expect(try await shop.balance("vic") == 0)
        let again: PurchaseBody = try await shop.verify(bought).json()
        #expect(again.state == "unclaimed" && again.customer == nil && again.entitlements.isEmpty)
    }

    @Test func `the app's key is answered with what the transaction gives, and no owner`() async throws {
        let shop = try await TestShop { $0.apps[0].requiresCustomerTokens = .reads }
        _ = try await shop.verify(.purchase(TestShop.grinder, id: "1"), customer: "vic")
        let beans = TransactionPayload.purchase(TestShop.beans, id: "2")
        _ = try await shop.verify(beans, customer: "vic")
        let answer: PurchaseBody = try await shop.verify(beans).json()
        #expect(answer.state == "delivered" && answer.entitlementsOf == .transaction)
        #expect(answer.customer == nil && answer.order == nil && answer.entitlements.isEmpty)
        let own: PurchaseBody = try await shop.verify(beans, customer: "vic").json()
        #expect(own.entitlementsOf == .customer && own.entitlements.map(\.id) == ["grinder"])
    }

    @Test(arguments: RestorePolicy.allCases)
    func `the app's key moves no purchase, and repeats store nothing and ask Apple nothing`(
        policy: RestorePolicy
    ) async throws {
        let shop = try await TestShop { $0.apps[0].restoreBehavior = policy }
        let trial = TransactionPayload.purchase(id: "1000")
        _ = try await shop.verify(trial, customer: "vic")
        shop.clock.advance(days: 60)
        // The first showing after the expiration reports it.
        _ = try await shop.verify(trial, customer: "vic")
        let (facts, events) = (try await shop.factCount("1000"), try await shop.events().count)
        let requests = shop.transport.requests.count
        for number in 0..<100 {
            let answer = try await shop.verify(trial, customer: "v\(number)", isRestore: true, by: shop.publishableKey)
            #expect(answer.code == "owned-by-another-customer")
            #expect(!answer.text.contains("vic"))
        }
        for _ in 0..<100 { _ = try await shop.verify(trial, customer: "vic") }
        #expect(try await shop.factCount("1000") == facts)
        let after = try await shop.events()
        #expect(after.count == events, "\(after.map(\.type))")
        #expect(shop.transport.requests.count == requests)
    }

    @Test func `two customers cannot let a purchase go back and forth without end`() async throws {
        let shop = try await TestShop { $0.apps[0].restoreBehavior = .transfer }
        let bought = TransactionPayload.purchase(TestShop.grinder, id: "1")
        _ = try await shop.verify(bought, customer: "a")
        for number in 0..<50 {
            _ = try await shop.verify(bought, customer: number.isMultiple(of: 2) ? "b" : "a", isRestore: true)
        }
        let facts = try await shop.factCount("1")
        let refused = try await shop.verify(bought, customer: "b", isRestore: true)
        #expect(refused.status == 429, "\(refused.text)")
        #expect(try await shop.factCount("1") == facts)
        #expect(try await shop.events().count { $0.type == .purchaseTransferred } == 2 * Ownership.greatestDailyMoves)
    }

    @Test func `a refund of what a stranger bought for a customer takes no more than is left of it`() async throws {
        let shop = try await TestShop { $0.apps[0].requiresCustomerTokens = .reads }
        _ = try await shop.verify(.purchase(TestShop.beans, id: "1"), customer: "vic")
        for id in ["2", "3", "4"] as [TransactionID] {
            let order = try await shop.order(TestShop.beans, customer: "vic", by: shop.publishableKey)
            let paid = TransactionPayload.purchase(TestShop.beans, id: id, token: order.appAccountToken)
            #expect(try await shop.verify(paid, order: order.id).status == 200)
        }
        #expect(try await shop.balance("vic") == 400)
        let spend: JSONValue = ["key": "s1", "amount": -150]
        #expect(try await shop.send(.post, "/v1/customers/vic/balances/beans/entries", spend).status.rawValue < 300)
        for id in ["2", "3", "4"] as [TransactionID] {
            let paid = TransactionPayload.purchase(TestShop.beans, id: id)
            try await shop.notify(.about(.refund, nil, paid.refunded(at: shop.clock.now)))
        }
        #expect(try await shop.balance("vic") == 100)
        let risk: FraudSignals = try await shop.send(.get, "/v1/customers/vic/fraud-signals").json()
        #expect(risk.refunds == 0 && risk.unprovenRefunds == 3 && risk.signals.isEmpty)
    }

    @Test func `what a customer used counts against gifts before purchases proven since`() async throws {
        let shop = try await TestShop { $0.apps[0].requiresCustomerTokens = .reads }
        var purchases: [TransactionPayload] = []
        for id in ["1", "2"] as [TransactionID] {
            let order = try await shop.order(TestShop.beans, customer: "vic", by: shop.publishableKey)
            let paid = TransactionPayload.purchase(TestShop.beans, id: id, token: order.appAccountToken)
            #expect(try await shop.verify(paid, order: order.id).status == 200)
            purchases.append(paid)
        }
        let spend: JSONValue = ["key": "s1", "amount": -120]
        #expect(try await shop.send(.post, "/v1/customers/vic/balances/beans/entries", spend).status.rawValue < 300)
        // The first is the customer's own. So all of the other one is used, and 20 of this.
        #expect(try await shop.verify(purchases[0], customer: "vic").status == 200)
        try await shop.notify(.about(.refund, nil, purchases[1].refunded(at: shop.clock.now)))
        #expect(try await shop.balance("vic") == 80)
        try await shop.notify(.about(.refund, nil, purchases[0].refunded(at: shop.clock.now)))
        #expect(try await shop.balance("vic") == -20)
    }

    @Test func `a key of an order is the customer's and the environment's`() async throws {
        let shop = try await TestShop { $0.apps[0].requiresCustomerTokens = .reads }
        let order = try await shop.order(TestShop.beans, customer: "vic", key: "k")
        let body: JSONValue = ["customer": "vic", "productId": .string(TestShop.beans.rawValue), "idempotencyKey": "k"]
        let stranger = try await shop.send(.post, "/v1/orders", body, key: shop.publishableKey)
        #expect(stranger.status == 403 && !stranger.text.contains(order.id.rawValue))
        let sandbox: OrderBody = try await shop.send(
            .post,
            "/v1/orders",
            body.with("environment", "Sandbox"),
            key: try await shop.token(of: "vic")
        ).json()
        #expect(sandbox.id != order.id && sandbox.environment == .sandbox)
    }

    @Test func `another app's key with the same idempotency key gets an order of its own app`() async throws {
        let tea: BundleID = "com.example.tea"
        let shop = try await TestShop { $0.apps.append(AppConfiguration(bundleID: tea)) }
        let keys = try #require(try await shop.service.createInitialKeys(of: tea))
        let audit = AuditRecord(actor: "test", action: "catalog.update", target: "", instant: shop.clock.now, app: tea)
        try await shop.service.catalogFeature.replaceCatalog(
            TestShop.catalog,
            of: tea,
            audit: audit,
            now: shop.clock.now
        )
        let order = try await shop.order(TestShop.beans, customer: "vic", key: "k")
        let body: JSONValue = ["customer": "vic", "productId": .string(TestShop.beans.rawValue), "idempotencyKey": "k"]
        for key in [keys.publishableKey, keys.secretKey] {
            let answer = try await shop.send(.post, "/v1/orders", body, key: key)
            let made: OrderBody = try answer.json()
            #expect(made.app == tea && made.id != order.id && made.appAccountToken != order.appAccountToken)
            #expect(!answer.text.contains(order.id.rawValue))
        }
        #expect(try await shop.order(TestShop.beans, customer: "vic", key: "k").id == order.id)
    }

    /// A shop that may ask Apple, and its victim with a proven purchase, whose consumption Apple may learn.
    private func askedShop(version: Int) async throws -> TestShop {
        let key = try PrivateKey.generate(.p256).pem
        let shop = try await TestShop(transport: RecordingTransport { _ in HTTPClientResponse(status: 202) }) {
            $0.apps[0].requiresCustomerTokens = .reads
            $0.apps[0].consumption.version = version
            $0.apps[0].appStoreServerAPI = AppStoreCredentials(
                issuerID: "issuer",
                keyID: "KEY1234567",
                privateKeyPEM: key,
                productionURL: "https://apple.test"
            )
        }
        let path = "/v1/customers/vic/consents/consumption-information"
        #expect(try await shop.send(.put, path, ["isGranted": true]).status == 204)
        _ = try await shop.verify(.purchase(TestShop.beans, id: "1"), customer: "vic")
        return shop
    }

    /// What Apple gets when it asks about the victim's own purchase.
    private func received(_ shop: TestShop) async throws -> JSONValue {
        let own = TransactionPayload.purchase(TestShop.beans, id: "1")
        shop.transport.forget()
        try await shop.notify(.about(.consumptionRequest, nil, own, signed: shop.clock.now))
        try await shop.service.consumption.respondToConsumptionRequests()
        let sent = try #require(shop.transport.requests.last { $0.url.contains("consumption/1") })
        return try ServiceJSON.decode(JSONValue.self, from: sent.body ?? Data())
    }

    @Test(arguments: [1, 2])
    func `a refunded purchase of a stranger changes nothing of what Apple learns about the victim`(
        version: Int
    ) async throws {
        let shop = try await askedShop(version: version)
        let before = try await received(shop)
        for id in ["2", "3", "4"] as [TransactionID] {
            let order = try await shop.order(TestShop.beans, customer: "vic", by: shop.publishableKey)
            var paid = TransactionPayload.purchase(TestShop.beans, id: id, token: order.appAccountToken)
            paid.price = 99_990
            #expect(try await shop.verify(paid, order: order.id).status == 200)
            try await shop.notify(.about(.refund, nil, paid.refunded(at: shop.clock.now)))
        }
        let advice: RefundAdviceList = try await shop.send(.get, "/v1/customers/vic/refund-guidance").json()
        #expect(advice.items.first { $0.transaction == "1" }?.refundsThisYear == 0)
        #expect(try await received(shop) == before)
    }

    @Test func `a stranger's trial for a customer does not use up the customer's own`() async throws {
        let shop = try await TestShop { $0.apps[0].requiresCustomerTokens = .reads }
        let club: JSONValue = [
            "id": "coffee.club.monthly", "type": "Auto-Renewable Subscription", "subscriptionGroupIdentifier": "club",
            "level": 2,
            "period": "P1M", "entitlements": ["club"], "price": ["milliunits": 4990, "currency": "USD"],
            "introductoryOffer": [
                "type": 1, "discount": "FREE_TRIAL", "period": "P1W", "periodCount": 1, "eligibility": [],
                "isStackable": false,
            ],
        ]
        #expect(try await shop.send(.put, "/v1/catalog/products/coffee.club.monthly", club).status == 200)
        func offers() async throws -> [OfferEligibility.Criterion] {
            let list: OfferList = try await shop.send(.get, "/v1/customers/vic/offers/coffee.club.monthly").json()
            return list.offers.map(\.ground)
        }
        let order = try await shop.order(TestShop.monthly, customer: "vic", by: shop.publishableKey)
        var trial = TransactionPayload.purchase(id: "1", token: order.appAccountToken)
        (trial.offerType, trial.offerDiscountType) = (.introductory, .freeTrial)
        #expect(try await shop.verify(trial, order: order.id).status == 200)
        #expect(try await offers() == [.neverIntroduced])
        // Once the customer shows it, it is the customer's.
        #expect(try await shop.verify(trial, customer: "vic").status == 200)
        #expect(try await offers() == [.alreadyIntroduced])
    }

    @Test func `an order for ten is not delivered by one`() async throws {
        let shop = try await TestShop()
        let order = try await shop.order(TestShop.beans, quantity: 10)
        let paid = TransactionPayload.purchase(TestShop.beans, id: "1", token: order.appAccountToken)
        let refused = try await shop.verify(paid, order: order.id, customer: "anna")
        #expect(refused.code == "quantity-mismatch" && refused.check == "ordered-quantity", "\(refused.text)")
        #expect(try await shop.readOrder(order.id).state == "created")
        #expect(try await shop.balance() == 100)
        try await shop.notify(.about(.oneTimeCharge, nil, paid))
        #expect(try await shop.readOrder(order.id).state == "created")
        #expect(try await shop.balance() == 100)
        let risk: FraudSignals = try await shop.send(.get, "/v1/customers/anna/fraud-signals").json()
        #expect(risk.quantityMismatches == 1 && risk.signals == ["quantity-mismatch"])
        let body: JSONValue = ["customer": "anna", "productId": .string(TestShop.grinder.rawValue), "quantity": 2]
        #expect(try await shop.send(.post, "/v1/orders", body).code == "invalid-parameter")
    }

    @Test func `where tokens are always required, the app's key creates no order and claims nothing`() async throws {
        let shop = try await TestShop { $0.apps[0].requiresCustomerTokens = .always }
        let body: JSONValue = ["customer": "vic", "productId": .string(TestShop.beans.rawValue)]
        #expect(
            try await shop.send(.post, "/v1/orders", body, key: shop.publishableKey).code == "customer-token-required"
        )
        let order = try await shop.order(TestShop.beans, customer: "vic")
        let shown = try await shop.verify(.purchase(TestShop.beans, id: "1"), order: order.id, by: shop.publishableKey)
        #expect(shown.code == "customer-token-required")
        let finish = try await shop.send(.post, "/v1/orders/\(order.id)/finish", key: shop.publishableKey)
        #expect(finish.status == 403)
    }
}

extension TestShop {
    /// How many facts are stored of a purchase.
    fileprivate func factCount(_ lineage: OriginalTransactionID) async throws -> Int {
        let scope = AppScope(bundleID: Self.app, environment: .production)
        return try await database.read { try $0.lifeFacts(of: lineage, in: scope).count }
    }
}
