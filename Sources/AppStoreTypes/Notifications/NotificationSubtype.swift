// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// The finer meaning of a notification's type.
///
/// An open set: a value that Apple adds later is kept as it came.
///
/// <https://developer.apple.com/documentation/appstoreservernotifications/subtype>
public struct NotificationSubtype: WireString {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Makes a value from Apple's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The price increase is agreed to or needs no consent.
    public static let accepted = NotificationSubtype(rawValue: "ACCEPTED")

    /// A token for external purchases is still active.
    public static let activeTokenReminder = NotificationSubtype(rawValue: "ACTIVE_TOKEN_REMINDER")

    /// Renewal is off.
    public static let autoRenewDisabled = NotificationSubtype(rawValue: "AUTO_RENEW_DISABLED")

    /// Renewal is on.
    public static let autoRenewEnabled = NotificationSubtype(rawValue: "AUTO_RENEW_ENABLED")

    /// The payment succeeded after it had failed.
    public static let billingRecovery = NotificationSubtype(rawValue: "BILLING_RECOVERY")

    /// Apple stopped trying to charge.
    public static let billingRetry = NotificationSubtype(rawValue: "BILLING_RETRY")

    /// A token for external purchases was made.
    public static let created = NotificationSubtype(rawValue: "CREATED")

    /// Fewer seats from the next renewal.
    public static let decreaseQuantity = NotificationSubtype(rawValue: "DECREASE_QUANTITY")

    /// A plan change from the next renewal.
    public static let downgrade = NotificationSubtype(rawValue: "DOWNGRADE")

    /// One extension failed.
    public static let failure = NotificationSubtype(rawValue: "FAILURE")

    /// The customer keeps access while Apple retries.
    public static let gracePeriod = NotificationSubtype(rawValue: "GRACE_PERIOD")

    /// More seats, at once or from the next renewal.
    public static let increaseQuantity = NotificationSubtype(rawValue: "INCREASE_QUANTITY")

    /// The first subscription in the group.
    public static let initialBuy = NotificationSubtype(rawValue: "INITIAL_BUY")

    /// The price increase awaits an answer.
    public static let pending = NotificationSubtype(rawValue: "PENDING")

    /// The price increase was not agreed to.
    public static let priceIncrease = NotificationSubtype(rawValue: "PRICE_INCREASE")

    /// The product was not for sale at renewal.
    public static let productNotForSale = NotificationSubtype(rawValue: "PRODUCT_NOT_FOR_SALE")

    /// A lapsed customer subscribed again.
    public static let resubscribe = NotificationSubtype(rawValue: "RESUBSCRIBE")

    /// Apple refunded some seats; the transaction stays valid.
    public static let seats = NotificationSubtype(rawValue: "SEATS")

    /// All extensions are done.
    public static let summary = NotificationSubtype(rawValue: "SUMMARY")

    /// A token for external purchases was not reported.
    public static let unreported = NotificationSubtype(rawValue: "UNREPORTED")

    /// A plan change at once.
    public static let upgrade = NotificationSubtype(rawValue: "UPGRADE")

    /// The customer had turned renewal off.
    public static let voluntary = NotificationSubtype(rawValue: "VOLUNTARY")
}
