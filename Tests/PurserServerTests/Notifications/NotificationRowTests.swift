// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials
import HTTPService
import Testing

@testable import PurserServer

/// One row of Apple's table of version 2 notifications: the notification and the resulting event.
struct NotificationRow: Sendable, CustomTestStringConvertible {
    var type: NotificationType
    var subtype: NotificationSubtype?
    var event: String?
    /// Makes the documents from the subscription's first period.
    var documents: @Sendable (TransactionPayload) -> (TransactionPayload?, RenewalInfoPayload?)

    var testDescription: String { [type.rawValue, subtype?.rawValue].compactMap(\.self).joined(separator: ".") }

    static let later = TestClock.start.addingTimeInterval(86_400)
    static let end = TestClock.start.addingTimeInterval(30 * 86_400)

    static let all: [NotificationRow] = [
        .init(type: .subscribed, subtype: .resubscribe, event: "subscription.resubscribed") { first in
            var again = first.renewed(id: "1001")
            again.transactionReason = .purchase
            again.purchaseDate = end.addingTimeInterval(86_400)
            again.signedDate = again.purchaseDate
            return (again, nil)
        },
        .init(type: .didRenew, event: "subscription.renewed") { ($0.renewed(id: "1001"), nil) },
        .init(type: .didRenew, subtype: .billingRecovery, event: "subscription.billing_recovered") {
            ($0.renewed(id: "1001"), nil)
        },
        .init(type: .didChangeRenewalPref, subtype: .upgrade, event: "subscription.upgraded") { first in
            let upgrade = TransactionPayload.purchase(
                TestShop.yearly,
                id: "1001",
                original: first.originalTransactionId,
                bought: later
            )
            return (upgrade, nil)
        },
        .init(type: .didChangeRenewalPref, subtype: .downgrade, event: "subscription.plan_change_scheduled") {
            ($0, $0.renewalInfo(next: TestShop.yearly, signed: later))
        },
        .init(type: .didChangeRenewalStatus, subtype: .autoRenewDisabled, event: "subscription.auto_renew_disabled") {
            ($0, $0.renewalInfo(renews: false, signed: later))
        },
        .init(type: .didFailToRenew, event: "subscription.billing_failed") {
            ($0, $0.renewalInfo(signed: end) { $0.isInBillingRetryPeriod = true })
        },
        .init(type: .didFailToRenew, subtype: .gracePeriod, event: "subscription.billing_failed") {
            (
                $0,
                $0.renewalInfo(signed: end) {
                    $0.isInBillingRetryPeriod = true
                    $0.gracePeriodExpiresDate = end.addingTimeInterval(16 * 86_400)
                }
            )
        },
        .init(type: .expired, subtype: .voluntary, event: "subscription.expired") {
            ($0, $0.renewalInfo(renews: false, signed: end) { $0.expirationIntent = .canceled })
        },
        .init(type: .expired, subtype: .billingRetry, event: "subscription.expired") {
            ($0, $0.renewalInfo(renews: false, signed: end) { $0.expirationIntent = .billingError })
        },
        .init(type: .expired, subtype: .priceIncrease, event: "subscription.expired") {
            ($0, $0.renewalInfo(renews: false, signed: end) { $0.expirationIntent = .priceIncreaseNotConsented })
        },
        .init(type: .expired, subtype: .productNotForSale, event: "subscription.expired") {
            ($0, $0.renewalInfo(renews: false, signed: end) { $0.expirationIntent = .productUnavailable })
        },
        .init(type: .priceIncrease, subtype: .pending, event: "subscription.price_increase_pending") {
            ($0, $0.renewalInfo(signed: later) { $0.priceIncreaseStatus = .pending })
        },
        .init(type: .priceIncrease, subtype: .accepted, event: "subscription.price_increase_accepted") {
            ($0, $0.renewalInfo(signed: later) { $0.priceIncreaseStatus = .accepted })
        },
        .init(type: .refund, event: "purchase.refunded") { ($0.refunded(at: later), nil) },
        .init(type: .revoke, event: "purchase.revoked") { ($0.refunded(at: later, type: .familyRevoke), nil) },
        .init(type: .refundDeclined, event: "refund.declined") { ($0, nil) },
        .init(type: .consumptionRequest, event: "refund.requested") { ($0, nil) },
        .init(type: .renewalExtended, event: "subscription.renewal_extended") { first in
            var extended = first
            extended.expiresDate = end.addingTimeInterval(10 * 86_400)
            extended.signedDate = later
            return (extended, nil)
        },
        .init(type: .renewalExtension, subtype: .failure, event: "subscription.renewal_extension_failed") { ($0, nil) },
        .init(type: .offerRedeemed, event: "subscription.offer_redeemed") { ($0, nil) },
        .init(type: .metadataUpdate, event: "apple.notification_received") { ($0, nil) },
        .init(type: NotificationType(rawValue: "SOMETHING_NEW"), event: "apple.notification_received") { ($0, nil) },
        .init(type: .test, event: nil) { _ in (nil, nil) },
    ]
}

@Suite struct NotificationRowTests {
    private func shopWithSubscriber() async throws -> (TestShop, TransactionPayload) {
        let shop = try await TestShop()
        let first = TransactionPayload.purchase()
        _ = try await shop.verify(first, customer: "anna")
        try await shop.notify(.about(.subscribed, .initialBuy, first, renewalInfo: first.renewalInfo()))
        return (shop, first)
    }

    @Test(arguments: NotificationRow.all)
    func `each row is stored, told as one event, and harmless when it comes twice`(row: NotificationRow) async throws {
        let (shop, first) = try await shopWithSubscriber()
        let before = try await shop.events()
        let (transaction, info) = row.documents(first)
        shop.clock.advance(
            max(
                0,
                (info?.signedDate ?? transaction?.signedDate ?? TestClock.start)
                    .timeIntervalSince(shop.clock.now)
            )
        )
        let notification = try NotificationPayload.about(row.type, row.subtype, transaction, renewalInfo: info)
        for _ in 0..<2 { #expect(try await shop.notify(notification).status == 200) }
        let new = try await shop.events().dropFirst(before.count)
        let received = new.filter {
            !$0.type.rawValue.hasPrefix("entitlement.") && !$0.type.rawValue.hasPrefix("order.")
        }
        #expect(received.map(\.type.rawValue) == (row.event.map { [$0] } ?? []))
        #expect(received.allSatisfy { $0.customer == "anna" })
    }

    @Test func `a grace period keeps the entitlement, its end takes it and is reported`() async throws {
        let (shop, first) = try await shopWithSubscriber()
        shop.clock.advance(days: 30)
        let graceEnd = shop.clock.now.addingTimeInterval(16 * 86_400)
        let info = first.renewalInfo(signed: shop.clock.now) {
            $0.isInBillingRetryPeriod = true
            $0.gracePeriodExpiresDate = graceEnd
        }
        try await shop.notify(.about(.didFailToRenew, .gracePeriod, first, renewalInfo: info))
        #expect(try await shop.isEntitled(to: "club"))
        shop.clock.advance(days: 16)
        try await shop.service.lifecycle.advanceLifecycles()
        #expect(try await shop.isEntitled(to: "club") == false)
        #expect(try await shop.eventTypes().contains("subscription.grace_period_expired"))
    }

    @Test func `a short gap before a renewal arrives does not send an expiration`() async throws {
        let (shop, first) = try await shopWithSubscriber()
        shop.clock.advance(days: 30.2)
        try await shop.service.lifecycle.advanceLifecycles()
        #expect(try await shop.eventTypes().contains("subscription.expired") == false)
        #expect(try await shop.eventTypes().contains("entitlement.ended") == false)
        try await shop.notify(.about(.didRenew, nil, first.renewed(id: "1001")))
        #expect(try await shop.isEntitled(to: "club"))
    }

    @Test func `a renewal that never comes ends after a day, automatically`() async throws {
        let (shop, _) = try await shopWithSubscriber()
        shop.clock.advance(days: 30)
        try await shop.service.lifecycle.advanceLifecycles()
        shop.clock.advance(days: 1.1)
        try await shop.service.lifecycle.advanceLifecycles()
        #expect(try await shop.eventTypes().contains("subscription.expired"))
        #expect(try await shop.eventTypes().contains("entitlement.ended"))
    }

    @Test func `production's address takes no sandbox notification`() async throws {
        let shop = try await TestShop()
        let bought = TransactionPayload.purchase(environment: .sandbox)
        let signed = try TestShop.sign(NotificationPayload.about(.subscribed, .initialBuy, bought))
        let answer = try await shop.send(
            .post,
            "/apple/notifications/production",
            ["signedPayload": .string(signed.rawValue)],
            key: ""
        )
        #expect(answer.status == 422)
        #expect(answer.check == "environment")
    }
}
