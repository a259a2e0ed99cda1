// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPClient
import HTTPService
import Persistence
import PersistenceSQLite
import Testing

@testable import PurserServer

/// What an endpoint of RevenueCat's shape hears of a subscription's transaction history.
@Suite struct RevenueCatShapeTests {
    private static let end = TestClock.start.addingTimeInterval(30 * 86_400)

    /// A shop with an endpoint of RevenueCat's shape and a subscriber whose first period has just ended.
    private func subscriber(
        _ configure: (inout ServiceConfiguration) -> Void = { _ in }
    ) async throws -> (
        TestShop, TransactionPayload
    ) {
        let shop = try await TestShop(configure: configure)
        let endpoint: JSONValue = ["url": "https://backend.example/hook", "payloadFormat": "revenuecat"]
        _ = try await shop.send(.post, "/v1/webhook-endpoints", endpoint)
        let first = TransactionPayload.purchase()
        _ = try await shop.verify(first, customer: "anna")
        try await shop.notify(.about(.subscribed, .initialBuy, first, renewalInfo: first.renewalInfo()))
        _ = try await received(shop)
        shop.clock.advance(days: 30)
        return (shop, first)
    }

    /// What the endpoint hears now.
    private func received(_ shop: TestShop) async throws -> [JSONValue] {
        shop.transport.forget()
        for _ in 0..<5 { try await shop.service.courier.round() }
        return try shop.transport.requests.compactMap { request in
            try ServiceJSON.decode(JSONValue.self, from: request.body ?? Data())["event"]
        }
    }

    private func fail(_ shop: TestShop, _ first: TransactionPayload, graceDays: Double?) async throws {
        let info = first.renewalInfo(signed: Self.end) {
            $0.isInBillingRetryPeriod = true
            $0.gracePeriodExpiresDate = graceDays.map { Self.end.addingTimeInterval($0 * 86_400) }
        }
        try await shop.notify(.about(.didFailToRenew, graceDays.map { _ in .gracePeriod }, first, renewalInfo: info))
    }

    /// Apple stops retrying after sixty days.
    private func giveUp(_ shop: TestShop, _ first: TransactionPayload) async throws {
        let last = Self.end.addingTimeInterval(60 * 86_400)
        shop.clock.advance(last.timeIntervalSince(shop.clock.now))
        let info = first.renewalInfo(renews: false, signed: last) { $0.expirationIntent = .billingError }
        try await shop.notify(.about(.expired, .billingRetry, first, renewalInfo: info))
        #expect(try await shop.eventTypes().contains("subscription.expired"))
    }

    @Test func `a failure in grace is an issue, the end of grace the expiration, and there is no second one`()
        async throws
    {
        let (shop, first) = try await subscriber()
        try await fail(shop, first, graceDays: 6)
        let issue = try await received(shop)
        #expect(issue.map { $0["type"] } == ["BILLING_ISSUE"])
        #expect(issue.first?["grace_period_expiration_at_ms"] != .null)
        #expect(issue.first?["expiration_reason"] == nil)
        shop.clock.advance(days: 6)
        let over = first.renewalInfo(signed: shop.clock.now) { $0.isInBillingRetryPeriod = true }
        try await shop.notify(.about(.gracePeriodExpired, nil, first, renewalInfo: over))
        let ended = try await received(shop)
        #expect(ended.map { $0["type"] } == ["EXPIRATION"])
        #expect(ended.map { $0["expiration_reason"] } == ["BILLING_ERROR"])
        try await giveUp(shop, first)
        #expect(try await received(shop).isEmpty)
        let accesses = try await shop.events().compactMap(\.access)
        #expect(accesses == [.remainedWithOwner, .ended, .endedBefore])
    }

    @Test func `without grace, or where the policy gives none, the failure is the expiration`() async throws {
        for graceDays in [nil, 6.0] {
            let (shop, first) = try await subscriber { $0.apps[0].honorsGracePeriod = false }
            try await fail(shop, first, graceDays: graceDays)
            let ended = try await received(shop)
            #expect(ended.map { $0["type"] } == ["EXPIRATION"])
            #expect(ended.map { $0["expiration_reason"] } == ["BILLING_ERROR"])
            shop.clock.advance(days: 7)
            try await shop.service.lifecycle.advanceLifecycles()
            try await giveUp(shop, first)
            #expect(try await received(shop).isEmpty)
        }
    }

    @Test func `what ends at once by a failed payment is one expiration`() async throws {
        let (shop, first) = try await subscriber()
        try await giveUp(shop, first)
        let ended = try await received(shop)
        #expect(ended.map { $0["type"] } == ["EXPIRATION"])
        #expect(ended.map { $0["expiration_reason"] } == ["BILLING_ERROR"])
    }

    @Test func `an upgrade names both products and the better plan's entitlements`() async throws {
        let (shop, _) = try await subscriber()
        var catalog = TestShop.catalog
        for place in catalog.products.indices where catalog.products[place].product.id == TestShop.yearly {
            catalog.products[place].product.entitlements = ["club", "roastery"]
        }
        try await shop.service.catalogFeature.replaceCatalog(
            catalog,
            of: TestShop.app,
            audit: AuditRecord(actor: "test", action: "catalog.update", target: "", instant: shop.clock.now),
            now: shop.clock.now
        )
        let day = TestClock.start.addingTimeInterval(86_400)
        let better = TransactionPayload.purchase(TestShop.yearly, id: "1001", original: "1000", bought: day)
        try await shop.notify(.about(.didChangeRenewalPref, .upgrade, better))
        let change = try #require(try await received(shop).first { $0["type"] == "PRODUCT_CHANGE" })
        #expect(change["product_id"] == "coffee.club.monthly" && change["new_product_id"] == "coffee.club.yearly")
        #expect(change["entitlement_ids"] == ["club", "roastery"])
    }
}
