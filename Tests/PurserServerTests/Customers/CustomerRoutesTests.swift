// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import HTTPService
import Persistence
import PersistenceSQLite
import Testing

@testable import PurserServer

@Suite struct CustomerRoutesTests {
    @Test func `a grant entitles until it is revoked`() async throws {
        let shop = try await TestShop()
        let grant: GrantBody = try await shop.send(
            .post,
            "/v1/customers/anna/grants",
            ["entitlement": "club", "reason": "an apology"]
        ).json()
        #expect(try await shop.isEntitled(to: "club"))
        shop.clock.advance(60)
        _ = try await shop.send(.delete, "/v1/customers/anna/grants/\(grant.id)?reason=enough")
        shop.clock.advance(1)
        #expect(try await shop.isEntitled(to: "club") == false)
    }

    @Test func `virtual currency is spent once per key and never below zero`() async throws {
        let shop = try await TestShop()
        _ = try await shop.verify(.purchase(TestShop.beans), customer: "anna")
        let spend: JSONValue = ["key": "coffee 1", "amount": 60]
        for _ in 0..<2 { _ = try await shop.send(.post, "/v1/customers/anna/balances/beans/spend", spend) }
        #expect(try await shop.balance() == 40)
        let more = try await shop.send(
            .post,
            "/v1/customers/anna/balances/beans/spend",
            ["key": "coffee 2", "amount": 60]
        )
        #expect(more.code == "insufficient-balance")
        #expect(try await shop.balance() == 40)
    }

    @Test func `three of a kind credit three times, and half a refund reverses half`() async throws {
        let shop = try await TestShop()
        let bought = TransactionPayload.purchase(TestShop.beans, quantity: 3)
        _ = try await shop.verify(bought, customer: "anna")
        #expect(try await shop.balance() == 300)
        var half = bought.refunded(at: TestClock.start.addingTimeInterval(60), type: .refundProrated)
        half.revocationPercentage = 50_000
        try await shop.notify(.about(.refund, nil, half))
        #expect(try await shop.balance() == 150)
    }

    @Test func `a token lets its customer in and no one else`() async throws {
        let shop = try await TestShop { $0.apps[0].requiresCustomerTokens = .reads }
        let made: CustomerTokenBody = try await shop.send(.post, "/v1/customers/anna/tokens").json()
        let path = "/v1/customers/anna/entitlements"
        #expect(try await shop.send(.get, path, key: made.token).status == 200)
        #expect(try await shop.send(.get, "/v1/customers/ben/entitlements", key: made.token).status == 403)
        #expect(try await shop.send(.get, path, key: shop.publishableKey).status == 403)
        shop.clock.advance(3601)
        #expect(try await shop.send(.get, path, key: made.token).status == 401)
    }

    @Test func `a withdrawn key lets no one in`() async throws {
        let shop = try await TestShop()
        let key: APIKeyBody = try await shop.send(.post, "/v1/api-keys", ["kind": "publishable"]).json()
        #expect(try await shop.send(.get, "/v1/products", key: key.key).status == 200)
        _ = try await shop.send(.delete, "/v1/api-keys/\(key.id)")
        #expect(try await shop.send(.get, "/v1/products", key: key.key).status == 401)
    }

    @Test func `a lifetime purchase beside a subscription is reported as a conflict`() async throws {
        let shop = try await TestShop()
        _ = try await shop.send(
            .put,
            "/v1/catalog/products/coffee.lifetime",
            ["id": "coffee.lifetime", "type": "Non-Consumable", "entitlements": ["club"]]
        )
        let first = TransactionPayload.purchase()
        _ = try await shop.verify(first, customer: "anna")
        try await shop.notify(.about(.subscribed, .initialBuy, first, renewalInfo: first.renewalInfo()))
        let foreseen: JSONValue = try await shop.send(.get, "/v1/customers/anna/conflicts/coffee.lifetime").json()
        #expect(foreseen["conflicts"]?.array?.count == 1)
        var lifetime = TransactionPayload.purchase(TestShop.grinder, id: "3000")
        lifetime.productId = "coffee.lifetime"
        _ = try await shop.verify(lifetime, customer: "anna")
        #expect(try await shop.eventTypes().count { $0 == "conflict.detected" } == 1)
    }

    @Test func `support sees who pays for something twice, and whether it still is so`() async throws {
        let shop = try await TestShop()
        _ = try await shop.send(
            .put,
            "/v1/catalog/products/coffee.lifetime",
            ["id": "coffee.lifetime", "type": "Non-Consumable", "entitlements": ["club"]]
        )
        var lifetimes: [TransactionPayload] = []
        for (number, customer) in ["anna", "bob"].enumerated() {
            let first = TransactionPayload.purchase(id: TransactionID(rawValue: "2\(number)"))
            _ = try await shop.verify(first, customer: customer)
            try await shop.notify(.about(.subscribed, .initialBuy, first, renewalInfo: first.renewalInfo()))
            var lifetime = TransactionPayload.purchase(TestShop.grinder, id: TransactionID(rawValue: "3\(number)"))
            lifetime.productId = "coffee.lifetime"
            _ = try await shop.verify(lifetime, customer: customer)
            lifetimes.append(lifetime)
        }
        try await shop.notify(.about(.refund, nil, lifetimes[0].refunded(at: TestClock.start.addingTimeInterval(60))))
        let list: FindingList = try await shop.send(.get, "/v1/conflicts").json()
        #expect(list.findings.map(\.customer) == ["bob", "anna"] && list.findings.map(\.isCurrent) == [true, false])
        #expect(list.findings.allSatisfy { $0.kind == "lifetime-and-subscription" && $0.advice?.isEmpty == false })
        #expect(list.findings.map(\.originalTransaction) == ["21", "20"] && list.next == nil)
        let newest: FindingList = try await shop.send(.get, "/v1/conflicts?limit=1").json()
        let next = try #require(newest.next)
        let rest: FindingList = try await shop.send(.get, "/v1/conflicts?before=\(next)").json()
        #expect(newest.findings + rest.findings == list.findings)
        let page = try await ConsoleVisit.signedIn(.support, at: shop).get("/console/risk")
        #expect(page.text.contains("bob") && page.text.contains("anna") && page.text.contains("coffee.club"))
    }

    @Test func `refund habits become a signal, told once`() async throws {
        let shop = try await TestShop()
        for number in 1...4 {
            let bought = TransactionPayload.purchase(TestShop.beans, id: TransactionID(rawValue: "\(number)"))
            _ = try await shop.verify(bought, customer: "anna")
            try await shop.notify(.about(.refund, nil, bought.refunded(at: TestClock.start.addingTimeInterval(60))))
        }
        let risk: FraudSignals = try await shop.send(.get, "/v1/customers/anna/fraud-signals").json()
        #expect(risk.refunds == 4)
        #expect(risk.signals.contains("many-refunds"))
        #expect(try await shop.events().count { $0.reason == "many-refunds" } == 1)
        let list: FindingList = try await shop.send(.get, "/v1/fraud-signals").json()
        #expect(list.findings.map(\.kind).sorted() == risk.signals.sorted())
        #expect(list.findings.allSatisfy { $0.customer == "anna" && $0.isCurrent })
        for id in ["1", "2"] as [TransactionID] {
            var stored = TransactionPayload.purchase(TestShop.beans, id: id)
            stored.signedDate = TestClock.start.addingTimeInterval(120)
            try await shop.notify(.about(.refundReversed, nil, stored))
        }
        let later: FindingList = try await shop.send(.get, "/v1/fraud-signals").json()
        #expect(later.findings.filter(\.isCurrent).map(\.kind) == ["mostly-refunded"])
    }

    /// Proxy top-up is many Apple accounts and countries paying for one customer, fraud is tokens of somebody else's
    /// orders.
    @Test func `storefronts, Apple accounts, devices and tokens of others become signals, each told once`() async throws
    {
        let shop = try await TestShop()
        for (number, storefront) in (["USA", "CHN", "JPN", "USA"] as [StorefrontCountryCode]).enumerated() {
            var bought = TransactionPayload.purchase(TestShop.beans, id: TransactionID(rawValue: "\(number + 1)"))
            bought.storefront = storefront
            bought.appTransactionId = AppTransactionID(rawValue: "70\(number)")
            _ = try await shop.verify(bought, customer: "anna")
        }
        for number in 0..<10 {
            _ = try await shop.send(.put, "/v1/customers/anna/devices/device-\(number)", .object([:]))
        }
        let first = try await shop.order(TestShop.beans, customer: "anna")
        let second = try await shop.order(TestShop.beans, customer: "anna")
        for id in ["9", "9"] as [TransactionID] {
            let paid = TransactionPayload.purchase(TestShop.beans, id: id, token: first.appAccountToken)
            #expect(try await shop.verify(paid, order: second.id, customer: "anna").check == "app-account-token")
        }
        let signs = ["many-apple-accounts", "many-devices", "many-storefronts", "token-mismatch"]
        let risk: FraudSignals = try await shop.send(.get, "/v1/customers/anna/fraud-signals").json()
        #expect(risk.signals.sorted() == signs)
        #expect(risk.storefronts == ["CHN", "JPN", "USA"])
        let received = try await shop.events().filter { $0.type == .fraudSignal }.compactMap(\.reason)
        #expect(received.sorted() == signs)
    }

    @Test func `failures are counted by code, empty receipts apart`() async throws {
        let shop = try await TestShop()
        for hasReceipt in [true, false, false] {
            _ = try await shop.send(
                .post,
                "/v1/purchase-failures",
                ["code": "2", "text": "用户取消了付款请求", "hasReceipt": .bool(hasReceipt)],
                key: shop.publishableKey
            )
        }
        let counts: PurchaseFailureCounts = try await shop.send(.get, "/v1/purchase-failures").json()
        #expect(counts.counts.first?.count == 3)
        #expect(counts.counts.first?.withoutReceipt == 2)
        #expect(counts.counts.first?.lastText == "用户取消了付款请求")
    }

    @Test func `why names the rule and carries the signed document`() async throws {
        let shop = try await TestShop()
        let bought = TransactionPayload.purchase()
        _ = try await shop.verify(bought, customer: "anna")
        let why: EntitlementExplanationBody = try await shop.send(
            .get,
            "/v1/customers/anna/entitlements/club/explanation"
        )
        .json()
        #expect(why.isActive)
        #expect(why.reasons.first?.rule == .paidPeriod)
        let document = try #require(why.reasons.first?.documents.first?.document)
        #expect(document.split(separator: ".").count == 3)
        let earlier: EntitlementExplanationBody = try await shop.send(
            .get,
            "/v1/customers/anna/entitlements/club/explanation?at=\(TestClock.start.millisecondsSince1970 - 1)"
        ).json()
        #expect(earlier.isActive == false)
    }

    @Test func `content opens for subscribers only`() async throws {
        let shop = try await TestShop()
        let published = TestClock.start.addingTimeInterval(-60).millisecondsSince1970
        _ = try await shop.send(
            .put,
            "/v1/content/march",
            ["entitlement": "club", "publishedAt": .integer(published), "title": "March"]
        )
        let before: ContentList = try await shop.send(.get, "/v1/customers/anna/content").json()
        #expect(before.items.map(\.isReadable) == [false])
        _ = try await shop.verify(.purchase(), customer: "anna")
        let after: ContentList = try await shop.send(.get, "/v1/customers/anna/content").json()
        #expect(after.items.map(\.isReadable) == [true])
    }

    @Test func `an order expires automatically, and a late payment still counts`() async throws {
        let shop = try await TestShop()
        let order = try await shop.order(TestShop.beans)
        shop.clock.advance(days: 2)
        try await shop.service.orderExpiry.expireOrders()
        #expect(try await shop.readOrder(order.id).state == "expired")
        try await shop.notify(
            .about(.oneTimeCharge, nil, .purchase(TestShop.beans, bought: shop.clock.now, token: order.appAccountToken))
        )
        #expect(try await shop.readOrder(order.id).state == "delivered")
    }

    @Test func `an idempotency key gives its order also when the catalog has the product no more`() async throws {
        let shop = try await TestShop()
        let made = try await shop.order(TestShop.grinder, key: "k1")
        #expect(try await shop.send(.delete, "/v1/catalog/products/\(TestShop.grinder)").status.rawValue < 300)
        let body: JSONValue = ["customer": "anna", "productId": "coffee.grinder", "idempotencyKey": "k1"]
        let token = try await shop.token(of: "anna")
        let again = try await shop.send(.post, "/v1/orders", body, key: token)
        #expect(try again.status == 200 && again.json(OrderBody.self).id == made.id, "\(again.text)")
        let other = body.with("idempotencyKey", "k2")
        #expect(try await shop.send(.post, "/v1/orders", other, key: token).code == "unknown-product")
    }

    @Test func `the same idempotency key gives the same order, another product under it is refused`() async throws {
        let shop = try await TestShop()
        let first = try await shop.order(TestShop.beans, key: "k1")
        shop.clock.advance(days: 400)
        #expect(try await shop.order(TestShop.beans, key: "k1").id == first.id)
        let other = try await shop.send(
            .post,
            "/v1/orders",
            ["customer": "anna", "productId": "coffee.grinder", "idempotencyKey": "k1"]
        )
        #expect(other.status == 409)
    }

    @Test func `what ends or begins automatically is reported, whatever gives the entitlement`() async throws {
        let shop = try await TestShop()
        func grant(_ customer: String, _ members: JSONValue) async throws {
            let answer = try await shop.send(
                .post,
                "/v1/customers/\(customer)/grants",
                members.with("entitlement", "club").with("reason", "a present")
            )
            #expect(answer.status.isSuccess)
        }
        func instant(_ days: Double) -> JSONValue {
            .integer(TestClock.start.addingTimeInterval(days * 86_400).millisecondsSince1970)
        }
        // Three months of service, a grant of one day, one that begins in ten days, and a month.
        _ = try await shop.verify(.purchase(TestShop.season), customer: "season")
        try await grant("day", ["end": instant(1)])
        try await grant("later", ["start": instant(10)])
        let month = TransactionPayload.purchase(id: "2000")
        _ = try await shop.verify(month, customer: "month")
        try await shop.notify(.about(.subscribed, .initialBuy, month, renewalInfo: month.renewalInfo()))
        var received: [String] = []
        for day in 1...125 {
            shop.clock.advance(days: 1)
            try await shop.service.lifecycle.advanceLifecycles()
            for event in try await shop.events().dropFirst(received.count) {
                received.append("\(event.customer?.rawValue ?? "") \(event.type) \(day)")
            }
        }
        let entitlements = received.filter { $0.contains(" entitlement.") }
        #expect(
            entitlements == [
                "season entitlement.granted 1", "day entitlement.granted 1", "month entitlement.granted 1",
                "day entitlement.ended 1", "later entitlement.granted 10", "month entitlement.ended 31",
                "season entitlement.ended 92",
            ]
        )
    }

    @Test func `what was derived can be dropped, and a rebuild finds and brings back all of it`() async throws {
        let shop = try await TestShop()
        _ = try await shop.verify(.purchase(), customer: "anna")
        _ = try await shop.verify(.purchase(TestShop.grinder, id: "2000"), customer: "ben")
        _ = try await shop.send(
            .post,
            "/v1/customers/carl/grants",
            ["entitlement": "gift", "reason": "a present"]
        )
        try await shop.database.write { try $0.dropProjections() }
        let found: RebuildReport = try await shop.send(.post, "/v1/rebuild").json()
        #expect(
            found.differences.map(\.what).sorted() == [
                "entitlement", "entitlement", "entitlement", "purchase", "purchase",
            ]
        )
        let repaired: RebuildReport = try await shop.send(.post, "/v1/rebuild?repair=true").json()
        #expect(repaired.differences == [])
        let again: RebuildReport = try await shop.send(.post, "/v1/rebuild").json()
        #expect(again.differences == [] && again.customers == 3)
        #expect(try await shop.isEntitled(to: "club"))
        shop.clock.advance(days: 40)
        try await shop.service.lifecycle.advanceLifecycles()
        #expect(try await shop.eventTypes().last == "entitlement.ended")
    }

    @Test func `a customer has RevenueCat's shape too`() async throws {
        let shop = try await TestShop()
        _ = try await shop.verify(.purchase(), customer: "anna")
        let view: JSONValue = try await shop.send(.get, "/v1/subscribers/anna").json()
        let subscriber = view["subscriber"]
        #expect(subscriber?["entitlements"]?["club"]?["product_identifier"]?.string == "coffee.club.monthly")
        #expect(subscriber?["subscriptions"]?["coffee.club.monthly"]?["store"]?.string == "app_store")
    }

    @Test func `in RevenueCat's shape no one has what begins later, or was revoked before it began`() async throws {
        let shop = try await TestShop()
        let start = TestClock.start.addingTimeInterval(10 * 86_400)
        let grant: GrantBody = try await shop.send(
            .post,
            "/v1/customers/anna/grants",
            ["entitlement": "gift", "reason": "a present", "start": .integer(start.millisecondsSince1970)]
        ).json()
        for isTaken in [false, true] {
            if isTaken {
                shop.clock.advance(60)
                _ = try await shop.send(.delete, "/v1/customers/anna/grants/\(grant.id)?reason=enough")
                shop.clock.advance(1)
            }
            let view: JSONValue = try await shop.send(.get, "/v1/subscribers/anna").json()
            let subscriber = try #require(view["subscriber"])
            #expect(subscriber["entitlements"]?["gift"] == nil)
            #expect(subscriber["subscriptions"]?["rc_promo_gift_custom"] == nil)
        }
    }

    @Test func `of two subscriptions to one product RevenueCat's shape shows the one that runs`() async throws {
        let shop = try await TestShop()
        _ = try await shop.verify(.purchase(), customer: "anna")
        shop.clock.advance(days: 40)
        _ = try await shop.verify(.purchase(id: "2000", bought: shop.clock.now), customer: "anna")
        let view: JSONValue = try await shop.send(.get, "/v1/subscribers/anna").json()
        let shown = view["subscriber"]?["subscriptions"]?["coffee.club.monthly"]
        #expect(shown?["store_transaction_id"]?.string == "2000", "\(view)")
        shop.clock.advance(days: 40)
        let later: JSONValue = try await shop.send(.get, "/v1/subscribers/anna").json()
        let last = later["subscriber"]?["subscriptions"]?["coffee.club.monthly"]
        #expect(last?["store_transaction_id"]?.string == "2000")
    }

    /// The fields of RevenueCat's customer model and of its subscriptions and purchases, as its reference lists them.
    @Test func `a subscriber has every field that RevenueCat's reference names`() async throws {
        let shop = try await TestShop()
        let bought = TransactionPayload.purchase()
        _ = try await shop.verify(bought, customer: "anna")
        _ = try await shop.verify(.purchase(TestShop.beans, id: "2000"), customer: "anna")
        let off = TestClock.start.addingTimeInterval(3600)
        for hours in [1.0, 5] {
            let said = TestClock.start.addingTimeInterval(hours * 3600)
            let info = bought.renewalInfo(renews: false, signed: said)
            try await shop.notify(.about(.didChangeRenewalStatus, .autoRenewDisabled, bought, renewalInfo: info))
        }
        shop.clock.advance(days: 1)
        _ = try await shop.send(
            .post,
            "/v1/customers/anna/grants",
            ["entitlement": "gift", "reason": "a present"]
        )
        let view: JSONValue = try await shop.send(.get, "/v1/subscribers/anna").json()
        let subscriber = try #require(view["subscriber"])
        func names(_ value: JSONValue?) -> Set<String> {
            guard case .object(let members)? = value else { return [] }
            return Set(members.keys)
        }
        #expect(names(view) == ["request_date", "request_date_ms", "subscriber"])
        #expect(
            names(subscriber).isSuperset(of: [
                "entitlements", "first_seen", "last_seen", "management_url", "non_subscriptions",
                "original_app_user_id", "original_application_version", "original_purchase_date", "other_purchases",
                "subscriber_attributes",
                "subscriptions",
            ])
        )
        let subscription = subscriber["subscriptions"]?["coffee.club.monthly"]
        let fields: Set = [
            "auto_resume_date", "billing_issues_detected_at", "display_name", "expires_date",
            "grace_period_expires_date", "is_sandbox", "original_purchase_date", "ownership_type", "period_type",
            "price", "purchase_date", "refunded_at", "store", "store_transaction_id", "unsubscribe_detected_at",
        ]
        #expect(names(subscription) == fields)
        #expect(subscription?["unsubscribe_detected_at"]?.string == off.formatted(.iso8601))
        let gift = subscriber["subscriptions"]?["rc_promo_gift_custom"]
        #expect(names(gift) == fields && gift?["store"]?.string == "promotional")
        #expect(subscriber["entitlements"]?["gift"]?["product_identifier"]?.string == "rc_promo_gift_custom")
        guard case .array(let beans)? = subscriber["non_subscriptions"]?["coffee.beans.100"] else {
            Issue.record("the beans are missing")
            return
        }
        #expect(
            names(beans.first) == [
                "id", "display_name", "is_sandbox", "price", "purchase_date", "store", "store_transaction_id",
            ]
        )
    }
}
