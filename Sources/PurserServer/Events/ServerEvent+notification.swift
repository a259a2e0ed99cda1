// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

// A transaction or renewal info becomes an event when it becomes known, from whatever source. The notification itself states only
// the rest; one of an unknown type is passed on as it is.

extension ServerEvent {
    mutating func describe(_ notification: ServerNotification, _ transaction: Transaction?) {
        if let transaction { describe(transaction) }
        product = product ?? notification.productID ?? notification.summary?.productId
        originalTransaction = notification.originalTransactionID
        self.notification = notification.id
        reason = notification.consumptionRequestReason?.rawValue
        detail = [notification.type.rawValue, notification.subtype?.rawValue].compactMap(\.self).joined(separator: ".")
        if let summary = notification.summary {
            succeeded = summary.succeededCount
            failed = summary.failedCount
            requestIdentifier = summary.requestIdentifier
        }
        if let token = notification.externalPurchaseToken {
            externalPurchase = token.externalPurchaseId
            tokenCreated = token.tokenCreationDate
            tokenExpires = token.tokenExpirationDate
        }
        if type == .consentRescinded { appTransaction = notification.appTransactionID }
    }
}

extension EventType {
    /// The types of notifications whose documents state everything.
    private static let statedByDocuments: Set<NotificationType> = [
        .subscribed, .didRenew, .oneTimeCharge, .didChangeRenewalPref, .didChangeRenewalStatus, .didFailToRenew,
        .expired, .gracePeriodExpired, .refund, .refundReversed, .revoke, .renewalExtended, .priceIncrease, .test,
    ]

    /// The type of the event about a notification; `nil` when its documents state everything.
    init?(_ notification: ServerNotification) {
        switch notification.type {
        case .consumptionRequest: self = .refundRequested
        case .refundDeclined: self = .refundDeclined
        case .offerRedeemed: self = .offerRedeemed
        case .renewalExtension: self = notification.subtype == .failure ? .extensionFailed : .extensionCompleted
        case .rescindConsent: self = .consentRescinded
        case .externalPurchaseToken: self = .externalPurchaseToken
        case let type where Self.statedByDocuments.contains(type): return nil
        default: self = .appleNotification
        }
    }
}
