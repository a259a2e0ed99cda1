// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Testing

@testable import PurserServer

/// The keys of each event, compared with the samples in RevenueCat's documentation.
///
/// <https://www.revenuecat.com/docs/integrations/webhooks/sample-events>
@Suite struct RevenueCatKeyTests {
    /// The keys of every sample about a purchase in the App Store.
    private static let common: Set<String> = [
        "event_timestamp_ms", "product_id", "period_type", "purchased_at_ms", "expiration_at_ms", "environment",
        "entitlement_id", "entitlement_ids", "presented_offering_id", "transaction_id", "original_transaction_id",
        "is_family_share", "country_code", "app_user_id", "aliases", "original_app_user_id", "currency", "price",
        "price_in_purchased_currency", "subscriber_attributes", "store", "takehome_percentage", "tax_percentage",
        "commission_percentage", "offer_code", "type", "id", "app_id",
    ]

    /// Keys of the field table that samples leave out for most events.
    private static let documented: Set<String> = ["metadata", "renewal_number"]

    private static let samples: [(event: EventType, reason: String?, type: String, own: Set<String>, price: Double)] = [
        (.subscriptionStarted, nil, "INITIAL_PURCHASE", [], 4.99),
        (.subscriptionRenewed, nil, "RENEWAL", ["is_trial_conversion"], 4.99),
        (.purchaseMade, nil, "NON_RENEWING_PURCHASE", [], 4.99),
        (.renewalTurnedOff, "canceled", "CANCELLATION", ["cancel_reason"], 0),
        (.purchaseRefunded, nil, "CANCELLATION", ["cancel_reason"], -4.99),
        (.renewalTurnedOn, nil, "UNCANCELLATION", [], 0),
        (.billingFailed, nil, "BILLING_ISSUE", ["grace_period_expiration_at_ms"], 0),
        (.subscriptionExpired, "canceled", "EXPIRATION", ["expiration_reason"], 0),
        (.subscriptionChangePending, nil, "PRODUCT_CHANGE", ["new_product_id"], 0),
        (.refundReversed, nil, "REFUND_REVERSED", [], 4.99),
    ]

    private func members(_ type: EventType, reason: String?) throws -> [String: JSONValue] {
        let now = Date(millisecondsSince1970: 1_780_000_000_000)
        let scope = AppScope(bundleID: "com.example.coffee", environment: .production)
        var event = ServerEvent(
            id: EventID(rawValue: "evt_1"),
            type: type,
            scope: scope,
            customer: "anna",
            occurred: now
        )
        event.product = "coffee.club.monthly"
        event.price = 4990
        event.currency = "USD"
        event.reason = reason
        let body = try #require(RevenueCatEvent(event)).body
        #expect(body["api_version"] == "1.0")
        return try #require(body["event"]?.members)
    }

    @Test(arguments: samples)
    func `an event has the keys of the documented sample`(
        event: EventType,
        reason: String?,
        type: String,
        own: Set<String>,
        price: Double
    ) throws {
        let members = try members(event, reason: reason)
        #expect(members["type"]?.string == type)
        #expect(Set(members.keys) == Self.common.union(Self.documented).union(own))
    }

    @Test(arguments: samples)
    func `only an event with a payment has a price, so that a sum counts each payment once`(
        event: EventType,
        reason: String?,
        type: String,
        own: Set<String>,
        price: Double
    ) throws {
        let members = try members(event, reason: reason)
        let expected = JSONValue.decimal(Decimal(Int(price * 1000)) / 1000)
        #expect(members["price"] == expected)
        #expect(members["price_in_purchased_currency"] == expected)
    }
}
