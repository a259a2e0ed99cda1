// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// When each event is sent, for the reference page.
enum EventMeanings {
    /// The texts by event type.
    static let all: [String: String] = [
        "test":
            "A test delivery that you requested.",
        "order.delivered":
            "An order was paid and delivered. Grant what the customer bought.",
        "order.refunded":
            "Apple refunded a delivered order.",
        "order.revoked":
            "A delivered order lost its purchase, such as when family sharing ended.",
        "order.reinstated":
            "Apple reversed the refund of an order. The customer has the purchase again.",
        "order.payment_differs":
            "The payment of an order differs from the order, such as in storefront or price.",
        "order.expired":
            "An order was not paid in time. A late payment still delivers it.",
        "subscription.started":
            "A customer's first period of a subscription started.",
        "subscription.renewed":
            "A subscription renewed.",
        "subscription.billing_recovered":
            "A failed renewal was paid during the grace period or billing retry.",
        "subscription.resubscribed":
            "A customer subscribed again after the subscription had expired.",
        "subscription.upgraded":
            "A customer moved to a higher level. The change is immediate.",
        "subscription.plan_change_scheduled":
            "A customer chose another plan from the next renewal on.",
        "subscription.plan_change_canceled":
            "A customer canceled a scheduled plan change.",
        "subscription.auto_renew_disabled":
            "A customer turned off automatic renewal.",
        "subscription.auto_renew_enabled":
            "A customer turned on automatic renewal.",
        "subscription.billing_failed":
            "A renewal could not be charged. `access` says whether a grace period keeps the entitlement.",
        "subscription.grace_period_expired":
            "The grace period ended without a payment.",
        "subscription.expired":
            "A subscription ended. `reason` says why.",
        "subscription.renewal_extended":
            "The renewal date was extended.",
        "subscription.renewal_extension_failed":
            "A renewal date could not be extended.",
        "subscription.renewal_extension_completed":
            "A mass extension of renewal dates is complete.",
        "subscription.price_increase_pending":
            "A price increase waits for the customer's consent.",
        "subscription.price_increase_accepted":
            "A customer consented to a price increase.",
        "subscription.seats_added":
            "A group subscription has more seats.",
        "subscription.seats_refunded":
            "Apple refunded seats of a group subscription.",
        "subscription.seat_change_scheduled":
            "A group subscription has another number of seats from the next renewal on.",
        "seat.claimed":
            "An invited member has a seat of a group subscription.",
        "seat.released":
            "A member's seat ended. `reason` says why.",
        "seat.claim_failed":
            "Apple refused a member's claim for good, or did not answer it for a day. The invitation is open again.",
        "seat.claim_detected":
            "Apple has a claim of a seat that no invitation led to.",
        "subscription.offer_redeemed":
            "A customer redeemed an offer.",
        "purchase.completed":
            "A one-time purchase was verified.",
        "purchase.refunded":
            "Apple refunded a purchase.",
        "purchase.revoked":
            "A purchase was revoked, such as when family sharing ended.",
        "refund.declined":
            "Apple declined a refund request.",
        "refund.reversed":
            "Apple reversed a refund.",
        "refund.requested":
            "A customer asked Apple for a refund. Apple asks for consumption information.",
        "refund.unconfirmed":
            "A version 1 notification reported a refund, and Apple's API has not confirmed it yet.",
        "entitlement.granted":
            "A customer got an entitlement.",
        "entitlement.updated":
            "The expiration date of an entitlement changed.",
        "entitlement.ended":
            "A customer lost an entitlement.",
        "entitlement.ending":
            "A reminder: an entitlement ends soon.",
        "subscription.renewal_upcoming":
            "A reminder: a subscription renews soon.",
        "plan.converted":
            "The remaining time of a plan was converted into another plan.",
        "purchase.transferred":
            "A purchase moved to another customer.",
        "customer.merged":
            "A customer without an account signed in. Everything of `previousCustomer` is the customer's now.",
        "customer.consent_rescinded":
            "A customer, or a parent, withdrew consent.",
        "conflict.detected":
            "A customer has two purchases that exclude each other.",
        "fraud.signal_detected":
            "A pattern that support should see, such as a debt after a refund.",
        "catalog.warning":
            "The App Store or a document contradicts the catalog.",
        "external_purchase.token_created":
            "A purchase outside the App Store must be reported to Apple.",
        "apple.notification_received":
            "A notification without an effect in Purser, or of an unknown type.",
    ]
}
