// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

/// An event in the shape of RevenueCat's webhooks, so that handlers written for those keep working.
///
/// <https://www.revenuecat.com/docs/integrations/webhooks/event-types-and-fields>
struct RevenueCatEvent: Sendable {
    private let event: ServerEvent
    private let type: String

    /// Nothing for an event that has no like there.
    init?(_ event: ServerEvent) {
        guard let type = Self.type(of: event) else { return nil }
        self.event = event
        self.type = type
    }

    /// What an event is called there: the end of access is reported once, when it comes, and not again when Apple stops retrying.
    private static func type(of event: ServerEvent) -> String? {
        switch (event.type, event.access) {
        case (.billingFailed, .ended?): "EXPIRATION"
        case (.gracePeriodEnded, .endedBefore?), (.subscriptionExpired, .endedBefore?): nil
        default: types[event.type]
        }
    }

    private static let types: [EventType: String] = [
        .test: "TEST",
        .subscriptionStarted: "INITIAL_PURCHASE",
        .subscriptionResumed: "RENEWAL",
        .subscriptionRenewed: "RENEWAL",
        .subscriptionRecovered: "RENEWAL",
        .subscriptionUpgraded: "PRODUCT_CHANGE",
        .subscriptionChangePending: "PRODUCT_CHANGE",
        .seatsAdded: "PRODUCT_CHANGE",
        .seatChangeScheduled: "PRODUCT_CHANGE",
        .renewalTurnedOff: "CANCELLATION",
        .renewalTurnedOn: "UNCANCELLATION",
        .purchaseRefunded: "CANCELLATION",
        .purchaseRevoked: "CANCELLATION",
        .billingFailed: "BILLING_ISSUE",
        .gracePeriodEnded: "EXPIRATION",
        .subscriptionExpired: "EXPIRATION",
        .subscriptionExtended: "SUBSCRIPTION_EXTENDED",
        .purchaseMade: "NON_RENEWING_PURCHASE",
        .purchaseTransferred: "TRANSFER",
        .customerMerged: "TRANSFER",
        .refundReversed: "REFUND_REVERSED",
    ]

    /// The whole body of a delivery.
    var body: JSONValue { ["api_version": "1.0", "event": .object(members)] }

    private var members: [String: JSONValue] {
        var members: [String: JSONValue] = [
            "type": .string(type),
            "id": .string(event.id.rawValue),
            "app_id": .string(event.app.rawValue),
            "event_timestamp_ms": .integer(event.occurred.millisecondsSince1970),
        ]
        if event.type == .purchaseTransferred || event.type == .customerMerged {
            members["transferred_from"] = .array(
                [event.previousCustomer].compactMap { $0.map { .string($0.rawValue) } }
            )
            members["transferred_to"] = .array([event.nextCustomer].compactMap { $0.map { .string($0.rawValue) } })
            members["store"] = .string(store)
            members["environment"] = .string(environment)
        } else if let customer = event.customer {
            members["app_user_id"] = .string(customer.rawValue)
            members["original_app_user_id"] = .string(customer.rawValue)
            members["aliases"] = [.string(customer.rawValue)]
        }
        members.merge(purchase) { own, _ in own }
        members.merge(reasons) { own, _ in own }
        return members
    }

    private var purchase: [String: JSONValue] {
        guard let product = event.product else { return [:] }
        let amount = isPayment ? event.price.map { Decimal($0) / 1000 } : 0
        let signed = event.type == .purchaseRefunded ? amount.map { -$0 } : amount
        return [
            "product_id": .string(product.rawValue),
            "entitlement_id": .null,
            "entitlement_ids": event.entitlements.map { .array($0.map { .string($0.rawValue) }) } ?? .null,
            "period_type": .string(periodType),
            "purchased_at_ms": .instant(event.purchased),
            "expiration_at_ms": .instant(event.expires),
            "store": .string(store),
            "environment": .string(environment),
            "presented_offering_id": .null,
            "price": event.currency == "USD" ? signed.map(JSONValue.decimal) ?? .null : .null,
            "currency": event.currency.map { .string($0.rawValue) } ?? .null,
            "price_in_purchased_currency": signed.map(JSONValue.decimal) ?? .null,
            "tax_percentage": .null,
            "commission_percentage": .null,
            "takehome_percentage": .null,
            "transaction_id": event.transaction.map { .string($0.rawValue) } ?? .null,
            "original_transaction_id": event.originalTransaction.map { .string($0.rawValue) } ?? .null,
            "is_family_share": .bool(event.isFamilyShared ?? false),
            "country_code": event.storefront.map { .string(CountryCode.alpha2(of: $0.rawValue)) } ?? .null,
            "offer_code": event.offer.map { .string($0.rawValue) } ?? .null,
            "renewal_number": event.renewalNumber.map { .integer(Int64($0)) } ?? .null,
            "metadata": .null,
            "subscriber_attributes": [:],
        ]
    }

    /// Whether money moves with it; the price of any other event is 0 there, so that sums count each payment once.
    private var isPayment: Bool {
        ["INITIAL_PURCHASE", "RENEWAL", "NON_RENEWING_PURCHASE", "REFUND_REVERSED"].contains(type)
            || event.type == .purchaseRefunded
    }

    private var store: String { Self.store(event.store ?? .appStore) }

    /// A store as it is called there.
    static func store(_ store: Store) -> String {
        switch store {
        case .appStore: "APP_STORE"
        case "google-play": "PLAY_STORE"
        case "amazon": "AMAZON"
        case "stripe": "STRIPE"
        case "paypal": "PAYPAL"
        default: "EXTERNAL"
        }
    }

    private var environment: String { event.environment == .production ? "PRODUCTION" : "SANDBOX" }

    private var periodType: String {
        switch (event.offerDiscountType, event.offerType) {
        case (.some(.freeTrial), .some(.retention)): "NORMAL"
        case (.some(.freeTrial), _): "TRIAL"
        case (_, .some(.introductory)): "INTRO"
        default: "NORMAL"
        }
    }

    private var reasons: [String: JSONValue] {
        if type == "EXPIRATION" { return ["expiration_reason": .string(Self.reason(event.reason))] }
        return switch event.type {
        case .purchaseRefunded, .purchaseRevoked: ["cancel_reason": "CUSTOMER_SUPPORT"]
        case .renewalTurnedOff: ["cancel_reason": .string(Self.reason(event.reason))]
        case .billingFailed: ["grace_period_expiration_at_ms": .instant(event.gracePeriodExpiresDate)]
        case .subscriptionUpgraded, .subscriptionChangePending:
            ["new_product_id": event.nextProduct.map { .string($0.rawValue) } ?? .null]
        case .subscriptionRenewed, .subscriptionRecovered, .subscriptionResumed:
            ["is_trial_conversion": .bool(event.reason == "trial-converted")]
        default: [:]
        }
    }

    private static func reason(_ reason: String?) -> String {
        switch reason {
        case "canceled", nil: "UNSUBSCRIBE"
        case "billing-error": "BILLING_ERROR"
        case "price-increase": "PRICE_INCREASE"
        case "refunded": "CUSTOMER_SUPPORT"
        default: "UNKNOWN"
        }
    }
}

extension JSONValue {
    static func instant(_ date: Date?) -> JSONValue {
        date.map { .integer($0.millisecondsSince1970) } ?? .null
    }
}
