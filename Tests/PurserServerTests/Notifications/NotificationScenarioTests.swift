// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence
import PersistenceSQLite
import Testing

@testable import PurserServer

/// The rows of Apple's table that mean something only after another one, and those that carry no transaction.
@Suite struct NotificationScenarioTests {
    private static let later = TestClock.start.addingTimeInterval(86_400)
    private static let end = TestClock.start.addingTimeInterval(30 * 86_400)

    private func subscriber() async throws -> (TestShop, TransactionPayload) {
        let shop = try await TestShop()
        let first = TransactionPayload.purchase()
        _ = try await shop.verify(first, customer: "anna")
        try await shop.notify(.about(.subscribed, .initialBuy, first, renewalInfo: first.renewalInfo()))
        return (shop, first)
    }

    /// Takes a notification twice, and answers the types of the events that it told.
    private func received(_ shop: TestShop, _ notification: NotificationPayload) async throws -> [String] {
        let before = try await shop.events().count
        shop.clock.advance(max(0, notification.signedDate.timeIntervalSince(shop.clock.now)))
        for _ in 0..<2 { #expect(try await shop.notify(notification).status == 200) }
        return try await shop.eventTypes().dropFirst(before)
            .filter { !$0.hasPrefix("entitlement.") && !$0.hasPrefix("order.") }
    }

    @Test func `renewal turned on again after it was off`() async throws {
        let (shop, first) = try await subscriber()
        let off = first.renewalInfo(renews: false, signed: Self.later)
        try await shop.notify(.about(.didChangeRenewalStatus, .autoRenewDisabled, first, renewalInfo: off))
        let on = first.renewalInfo(signed: Self.later.addingTimeInterval(60))
        let types = try await received(shop, .about(.didChangeRenewalStatus, .autoRenewEnabled, first, renewalInfo: on))
        #expect(types == ["subscription.auto_renew_enabled"])
    }

    @Test func `a plan change withdrawn before it began`() async throws {
        let (shop, first) = try await subscriber()
        let down = first.renewalInfo(next: TestShop.yearly, signed: Self.later)
        try await shop.notify(.about(.didChangeRenewalPref, .downgrade, first, renewalInfo: down))
        let back = first.renewalInfo(signed: Self.later.addingTimeInterval(60))
        let types = try await received(shop, .about(.didChangeRenewalPref, nil, first, renewalInfo: back))
        #expect(types == ["subscription.plan_change_canceled"])
    }

    @Test func `grace that ends while Apple still tries`() async throws {
        let (shop, first) = try await subscriber()
        let graceEnd = Self.end.addingTimeInterval(6 * 86_400)
        let grace = first.renewalInfo(signed: Self.end) {
            $0.isInBillingRetryPeriod = true
            $0.gracePeriodExpiresDate = graceEnd
        }
        shop.clock.advance(days: 30)
        try await shop.notify(.about(.didFailToRenew, .gracePeriod, first, renewalInfo: grace))
        #expect(try await shop.isEntitled(to: "club"))
        let over = first.renewalInfo(signed: graceEnd) { $0.isInBillingRetryPeriod = true }
        let types = try await received(shop, .about(.gracePeriodExpired, nil, first, renewalInfo: over))
        #expect(types == ["subscription.grace_period_expired"])
        #expect(try await shop.isEntitled(to: "club") == false)
        let expired = first.renewalInfo(renews: false, signed: Self.end.addingTimeInterval(60 * 86_400)) {
            $0.expirationIntent = .billingError
        }
        #expect(
            try await received(shop, .about(.expired, .billingRetry, first, renewalInfo: expired)) == [
                "subscription.expired"
            ]
        )
    }

    @Test func `what ended, came back and ended again is reported each time`() async throws {
        let (shop, first) = try await subscriber()
        shop.clock.advance(days: 32)
        try await shop.service.lifecycle.advanceLifecycles()
        let graceEnd = Self.end.addingTimeInterval(6 * 86_400)
        let late = first.renewalInfo(signed: Self.end) {
            $0.isInBillingRetryPeriod = true
            $0.gracePeriodExpiresDate = graceEnd
        }
        try await shop.notify(.about(.didFailToRenew, .gracePeriod, first, renewalInfo: late))
        #expect(try await shop.isEntitled(to: "club"))
        shop.clock.advance(days: 60)
        try await shop.service.lifecycle.advanceLifecycles()
        #expect(try await shop.isEntitled(to: "club") == false)
        let reported = try await shop.eventTypes()
            .filter { $0.hasPrefix("entitlement.") || ["subscription.expired", "billing.failed"].contains($0) }
        let whole = ["entitlement.granted", "subscription.expired", "entitlement.ended"]
        #expect(reported.filter { $0.hasPrefix("entitlement.") } == [whole[0], whole[2], whole[0], whole[2]])
        #expect(reported.count { $0 == whole[1] } == 2)
    }

    @Test func `a refund that is reversed`() async throws {
        let (shop, first) = try await subscriber()
        try await shop.notify(.about(.refund, nil, first.refunded(at: Self.later)))
        #expect(try await shop.isEntitled(to: "club") == false)
        var returned = first
        returned.signedDate = Self.later.addingTimeInterval(60)
        #expect(try await received(shop, .about(.refundReversed, nil, returned)) == ["refund.reversed"])
        #expect(try await shop.isEntitled(to: "club"))
        let entitlements = try await shop.eventTypes().filter { $0.hasPrefix("entitlement.") }
        #expect(entitlements == ["entitlement.granted", "entitlement.ended", "entitlement.granted"])
    }

    @Test func `a refund of a part says how much, and each next word how much more`() async throws {
        let shop = try await TestShop()
        let beans = TransactionPayload.purchase(TestShop.beans, quantity: 7)
        _ = try await shop.verify(beans, customer: "anna")
        var said: [ServerEvent] = []
        for (number, percentage) in [(1, 40_000), (2, 40_000), (3, 60_000)] {
            var refunded = beans.refunded(at: Self.later, type: .refundProrated)
            refunded.signedDate = Self.later.addingTimeInterval(Double(number))
            refunded.revocationPercentage = percentage
            try await shop.notify(.about(.refund, nil, refunded))
            said = try await shop.events().filter { $0.type == .purchaseRefunded }
        }
        #expect(said.map(\.revocationPercentage) == [40_000, 60_000])
        #expect(said.map(\.refundedAmount) == [1996, 2994])
        #expect(said.map(\.revocationType) == [.refundProrated, .refundProrated])
        #expect(said.map(\.revocationReason) == [RevocationReason(rawValue: 0), RevocationReason(rawValue: 0)])
        let order = try #require(try await shop.events().first { $0.type == .orderRefunded })
        #expect(order.revocationPercentage == 40_000 && order.refundedAmount == 1996 && order.price == 4990)
        let list: JSONValue = try await shop.send(.get, "/v1/customers/anna/transactions").json()
        let shown = try #require(list["transactions"]?.array?.first)
        #expect(shown["revocationPercentage"] == 60_000)
        #expect(shown["refundedAmount"]?["milliunits"] == 2994, "\(shown)")
    }

    @Test func `a period that an upgrade ended is listed as upgraded, the better plan is not`() async throws {
        let (shop, first) = try await subscriber()
        var better = TransactionPayload.purchase(TestShop.yearly, id: "1001", original: "1000", bought: Self.later)
        better.signedDate = Self.later
        try await shop.notify(.about(.didChangeRenewalPref, .upgrade, better))
        let list: JSONValue = try await shop.send(.get, "/v1/customers/anna/transactions").json()
        let upgraded = (list["transactions"]?.array ?? []).filter { $0["isUpgraded"] == true }
        #expect(upgraded.map { $0["id"] } == [.string(first.transactionId.rawValue)], "\(list)")
    }

    @Test func `the refund of a period that an upgrade replaced is reported, and what old receipts call so is not`()
        async throws
    {
        for (type, isReported) in [(RevocationType.refundFull, true), (nil, false)] as [(RevocationType?, Bool)] {
            let (shop, first) = try await subscriber()
            var better = TransactionPayload.purchase(TestShop.yearly, id: "1001", original: "1000", bought: Self.later)
            better.signedDate = Self.later
            var left = first.refunded(at: Self.later, type: .refundFull)
            left.isUpgraded = true
            left.revocationType = type
            try await shop.notify(.about(.didChangeRenewalPref, .upgrade, better))
            let reported = try await received(shop, .about(.refund, nil, left))
            #expect(reported.contains("purchase.refunded") == isReported)
            let orders = try await shop.database.read { try $0.orders(of: "anna", limit: 10) }
            let state = orders.first { $0.transaction == "1000" }?.storedState
            #expect(state == (isReported ? "refunded" : "delivered"))
            #expect(try await shop.isEntitled(to: "club"))
            let report: RebuildReport = try await shop.send(.post, "/v1/rebuild").json()
            #expect(report.differences == [])
        }
    }

    @Test func `a purchase that is charged once`() async throws {
        let (shop, _) = try await subscriber()
        let bought = TransactionPayload.purchase(TestShop.grinder, id: "5000", bought: Self.later)
        #expect(try await received(shop, .about(.oneTimeCharge, nil, bought)) == ["purchase.completed"])
    }

    @Test(arguments: [NotificationSubtype.upgrade, .downgrade])
    func `an offer that changes the plan`(subtype: NotificationSubtype) async throws {
        let (shop, first) = try await subscriber()
        let types: [String]
        if subtype == .upgrade {
            let better = TransactionPayload.purchase(
                TestShop.yearly,
                id: "1001",
                original: first.originalTransactionId,
                bought: Self.later
            )
            types = try await received(shop, .about(.offerRedeemed, subtype, better))
        } else {
            let info = first.renewalInfo(next: TestShop.yearly, signed: Self.later)
            types = try await received(shop, .about(.offerRedeemed, subtype, first, renewalInfo: info))
        }
        let change = subtype == .upgrade ? "subscription.upgraded" : "subscription.plan_change_scheduled"
        #expect(Set(types) == [change, "subscription.offer_redeemed"])
    }

    @Test func `an end without a reason`() async throws {
        let (shop, first) = try await subscriber()
        let other = first.renewalInfo(renews: false, signed: Self.end) { $0.expirationIntent = .other }
        #expect(
            try await received(shop, .about(.expired, nil, first, renewalInfo: other)) == ["subscription.expired"]
        )
    }

    @Test func `a mass extension's summary is reported with its numbers`() async throws {
        let (shop, _) = try await subscriber()
        let summary = NotificationPayload(
            notificationType: .renewalExtension,
            subtype: .summary,
            notificationUUID: NotificationUUID(rawValue: UUID()),
            version: "2.0",
            signedDate: Self.later,
            summary: NotificationSummary(
                environment: .production,
                appAppleId: AppAppleID(rawValue: 1_234_567_890),
                bundleId: TestShop.app,
                productId: TestShop.monthly,
                requestIdentifier: "outage-1",
                storefrontCountryCodes: ["USA", "CHN"],
                succeededCount: 41,
                failedCount: 2
            )
        )
        #expect(try await received(shop, summary) == ["subscription.renewal_extension_completed"])
        let event = try #require(try await shop.events().last)
        #expect(event.product == TestShop.monthly && event.requestIdentifier == "outage-1")
        #expect(event.succeeded == 41 && event.failed == 2)
    }

    @Test(arguments: [NotificationSubtype.created, .activeTokenReminder, .unreported])
    func `an external purchase's token is sent, so that it can be reported`(subtype: NotificationSubtype) async throws {
        let (shop, _) = try await subscriber()
        let token = NotificationPayload(
            notificationType: .externalPurchaseToken,
            subtype: subtype,
            notificationUUID: NotificationUUID(rawValue: UUID()),
            version: "2.0",
            signedDate: Self.later,
            externalPurchaseToken: ExternalPurchaseToken(
                externalPurchaseId: "0a1b2c",
                tokenCreationDate: TestClock.start,
                appAppleId: AppAppleID(rawValue: 1_234_567_890),
                bundleId: TestShop.app
            )
        )
        #expect(try await received(shop, token) == ["external_purchase.token_created"])
        let event = try #require(try await shop.events().last)
        #expect(event.externalPurchase == "0a1b2c" && event.tokenCreated == TestClock.start)
        #expect(event.detail == "EXTERNAL_PURCHASE_TOKEN." + subtype.rawValue)
    }

    @Test func `a parent's withdrawn consent is reported`() async throws {
        let (shop, _) = try await subscriber()
        let withdrawn = NotificationPayload(
            notificationType: .rescindConsent,
            notificationUUID: NotificationUUID(rawValue: UUID()),
            version: "2.0",
            signedDate: Self.later,
            appData: NotificationAppData(
                environment: .production,
                appAppleId: AppAppleID(rawValue: 1_234_567_890),
                bundleId: TestShop.app
            )
        )
        #expect(try await received(shop, withdrawn) == ["customer.consent_rescinded"])
    }

    @Test(arguments: [NotificationType.metadataUpdate, .migration, .priceChange])
    func `what the Advanced Commerce API brings is passed on by name`(type: NotificationType) async throws {
        let (shop, first) = try await subscriber()
        let info = first.renewalInfo(signed: Self.later)
        #expect(
            try await received(shop, .about(type, nil, first, renewalInfo: info)) == ["apple.notification_received"]
        )
        let event = try #require(try await shop.events().last)
        #expect(event.detail == type.rawValue && event.customer == "anna")
    }
}
