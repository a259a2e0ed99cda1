// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A mistake that a server could make, planted where the simulation joins its parts.
///
/// The server's own code is never another one: each plant does to a request, an answer or a statement what a server
/// with that mistake would have done.
package enum InjectedBug: String, CaseIterable, Sendable {
    /// Orders are made without looking at the idempotency key.
    case skipIdempotencyKey
    /// Facts are ordered by when they came.
    case trustArrivalOrder
    /// A write is acknowledged before it is durable.
    case acknowledgeBeforeCommit
    /// The app finishes a transaction before the server has verified it.
    case finishBeforeVerify
    /// What a refund revoked stays delivered.
    case forgetRefund
    /// A renewal pays an order that waits for its payment.
    case useRenewalForUndeliveredOrder = "takeRenewalForLostOrder"
    /// A version 1 notification, which no one signed, gives an entitlement.
    case grantFromLegacyNotification = "grantFromLegacyNotification"
    /// Two webhooks change places.
    case reorderWebhooks
    /// An event is written without its way to the backend.
    case dropOutboxRow
    /// Entitlements are answered from a cache that knows no end.
    case cachePastExpiry
    /// The app's key is answered with all entitlements of the customer that the request names.
    case sendEntitlementsToApps = "tellEntitlementsToApps"
    /// A purchase goes to whichever customer the app's key names.
    case moveWithoutToken
    /// Deliveries credit what the catalog said before it was changed.
    case creditByOldCatalog
    /// An old document that an app shows clears the scheduled question to Apple.
    case forgetDueQuestion
    /// A round of recovery that failed counts as done, and the next one comes an hour later.
    case swallowRecoveryFailure
    /// A payment delivers its order whatever quantity was paid.
    case ignoreQuantity
    /// The team's own number of an order, which can be guessed, counts as the order's identifier.
    case acceptNumberAsOrder
    /// A seat that a member leaves is free by the server's books, and Apple is never told.
    case forgetSeatRelease
}
