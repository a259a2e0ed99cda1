// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// The kind of a webhook event.
///
/// An open set: handlers ignore a type they do not know.
public struct EventType: WireString {
    /// The type as deliveries spell it.
    public let rawValue: String

    /// Makes a type from its spelling.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension EventType {
    static let test = EventType(rawValue: "test")

    // Orders.
    static let orderDelivered = EventType(rawValue: "order.delivered")
    static let orderRefunded = EventType(rawValue: "order.refunded")
    static let orderRevoked = EventType(rawValue: "order.revoked")
    static let orderReinstated = EventType(rawValue: "order.reinstated")
    static let orderPaymentDiffers = EventType(rawValue: "order.payment_differs")
    static let orderExpired = EventType(rawValue: "order.expired")

    // Subscriptions and one-time purchases.
    static let subscriptionStarted = EventType(rawValue: "subscription.started")
    static let subscriptionRenewed = EventType(rawValue: "subscription.renewed")
    static let subscriptionRecovered = EventType(rawValue: "subscription.billing_recovered")
    static let subscriptionResumed = EventType(rawValue: "subscription.resubscribed")
    static let subscriptionUpgraded = EventType(rawValue: "subscription.upgraded")
    static let subscriptionChangePending = EventType(rawValue: "subscription.plan_change_scheduled")
    static let subscriptionChangeCanceled = EventType(rawValue: "subscription.plan_change_canceled")
    static let renewalTurnedOff = EventType(rawValue: "subscription.auto_renew_disabled")
    static let renewalTurnedOn = EventType(rawValue: "subscription.auto_renew_enabled")
    static let billingFailed = EventType(rawValue: "subscription.billing_failed")
    static let gracePeriodEnded = EventType(rawValue: "subscription.grace_period_expired")
    static let subscriptionExpired = EventType(rawValue: "subscription.expired")
    static let subscriptionExtended = EventType(rawValue: "subscription.renewal_extended")
    static let extensionFailed = EventType(rawValue: "subscription.renewal_extension_failed")
    static let extensionCompleted = EventType(rawValue: "subscription.renewal_extension_completed")
    static let priceIncreasePending = EventType(rawValue: "subscription.price_increase_pending")
    static let priceIncreaseAccepted = EventType(rawValue: "subscription.price_increase_accepted")
    static let seatsAdded = EventType(rawValue: "subscription.seats_added")
    static let seatsRefunded = EventType(rawValue: "subscription.seats_refunded")
    static let seatChangeScheduled = EventType(rawValue: "subscription.seat_change_scheduled")
    static let seatClaimed = EventType(rawValue: "seat.claimed")
    static let seatReleased = EventType(rawValue: "seat.released")
    static let seatClaimFailed = EventType(rawValue: "seat.claim_failed")
    static let seatClaimDetected = EventType(rawValue: "seat.claim_detected")
    static let offerRedeemed = EventType(rawValue: "subscription.offer_redeemed")
    static let purchaseMade = EventType(rawValue: "purchase.completed")
    static let purchaseRefunded = EventType(rawValue: "purchase.refunded")
    static let purchaseRevoked = EventType(rawValue: "purchase.revoked")
    static let refundDeclined = EventType(rawValue: "refund.declined")
    static let refundReversed = EventType(rawValue: "refund.reversed")
    static let refundRequested = EventType(rawValue: "refund.requested")
    static let refundUnconfirmed = EventType(rawValue: "refund.unconfirmed")

    // Entitlements and customers.
    static let entitlementGranted = EventType(rawValue: "entitlement.granted")
    static let entitlementChanged = EventType(rawValue: "entitlement.updated")
    static let entitlementEnded = EventType(rawValue: "entitlement.ended")
    static let entitlementEnding = EventType(rawValue: "entitlement.ending")
    static let renewalUpcoming = EventType(rawValue: "subscription.renewal_upcoming")
    static let planConverted = EventType(rawValue: "plan.converted")
    static let purchaseTransferred = EventType(rawValue: "purchase.transferred")
    static let customerMerged = EventType(rawValue: "customer.merged")
    static let consentRescinded = EventType(rawValue: "customer.consent_rescinded")

    // What support should see.
    static let conflictFound = EventType(rawValue: "conflict.detected")
    static let fraudSignal = EventType(rawValue: "fraud.signal_detected")
    static let catalogWarning = EventType(rawValue: "catalog.warning")
    static let externalPurchaseToken = EventType(rawValue: "external_purchase.token_created")
    static let appleNotification = EventType(rawValue: "apple.notification_received")
}
