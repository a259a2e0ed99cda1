// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

/// The events of notifications that tell more than their documents do.
///
/// What a transaction or a renewal info tells becomes an event when it becomes known, from whatever source; only the
/// rest is told by the notification itself, and one of an unknown type is passed on as it is.
enum NotificationEvents {
    static func event(
        for notification: ServerNotification,
        fact: Fact,
        owner: CustomerID?,
        transaction: Transaction?
    ) -> ServerEvent? {
        guard let type = type(of: notification) else { return nil }
        var event = ServerEvent(
            id: EventID(type, fact.scope, causes: notification.id.description),
            type: type,
            scope: fact.scope,
            customer: owner,
            occurred: fact.order.instant
        )
        if let transaction { event.describe(transaction) }
        event.product = event.product ?? notification.productID ?? notification.summary?.productId
        event.originalTransaction = notification.originalTransactionID
        event.notification = notification.id
        event.reason = notification.consumptionRequestReason?.rawValue
        event.detail = [notification.type.rawValue, notification.subtype?.rawValue].compactMap(\.self)
            .joined(separator: ".")
        if let summary = notification.summary {
            event.succeeded = summary.succeededCount
            event.failed = summary.failedCount
            event.requestIdentifier = summary.requestIdentifier
        }
        if let token = notification.externalPurchaseToken {
            event.externalPurchase = token.externalPurchaseId
            event.tokenCreated = token.tokenCreationDate
            event.tokenExpires = token.tokenExpirationDate
        }
        if type == .consentRescinded { event.appTransaction = notification.appTransactionID }
        return event
    }

    /// The types whose documents tell everything.
    private static let toldByDocuments: Set<NotificationType> = [
        .subscribed, .didRenew, .oneTimeCharge, .didChangeRenewalPref, .didChangeRenewalStatus, .didFailToRenew,
        .expired, .gracePeriodExpired, .refund, .refundReversed, .revoke, .renewalExtended, .priceIncrease, .test,
    ]

    private static func type(of notification: ServerNotification) -> EventType? {
        switch notification.type {
        case .consumptionRequest: .refundRequested
        case .refundDeclined: .refundDeclined
        case .offerRedeemed: .offerRedeemed
        case .renewalExtension: notification.subtype == .failure ? .extensionFailed : .extensionCompleted
        case .rescindConsent: .consentRescinded
        case .externalPurchaseToken: .externalPurchaseToken
        case let type where toldByDocuments.contains(type): nil
        default: .appleNotification
        }
    }
}
