// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// What happened, as a version 1 notification names it.
///
/// An open set: a value that Apple adds later is kept as it came.
///
/// <https://developer.apple.com/documentation/appstoreservernotifications/notification_type>
public struct NotificationTypeV1: WireString {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Makes a value from Apple's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Apple's support canceled and refunded a subscription, or the customer moved to another plan.
    public static let cancel = NotificationTypeV1(rawValue: "CANCEL")

    /// A customer asked for a refund and Apple asks how much was used.
    public static let consumptionRequest = NotificationTypeV1(rawValue: "CONSUMPTION_REQUEST")

    /// The customer changed the plan from the next renewal.
    public static let didChangeRenewalPref = NotificationTypeV1(rawValue: "DID_CHANGE_RENEWAL_PREF")

    /// Renewal was turned on or off.
    public static let didChangeRenewalStatus = NotificationTypeV1(rawValue: "DID_CHANGE_RENEWAL_STATUS")

    /// A renewal's payment failed.
    public static let didFailToRenew = NotificationTypeV1(rawValue: "DID_FAIL_TO_RENEW")

    /// A renewal's payment succeeded after it had failed.
    public static let didRecover = NotificationTypeV1(rawValue: "DID_RECOVER")

    /// A subscription renewed.
    public static let didRenew = NotificationTypeV1(rawValue: "DID_RENEW")

    /// The first purchase of a subscription.
    public static let initialBuy = NotificationTypeV1(rawValue: "INITIAL_BUY")

    /// The customer renewed in the app.
    public static let interactiveRenewal = NotificationTypeV1(rawValue: "INTERACTIVE_RENEWAL")

    /// The customer was asked to agree to a price increase.
    public static let priceIncreaseConsent = NotificationTypeV1(rawValue: "PRICE_INCREASE_CONSENT")

    /// Apple refunded a product that is bought once.
    public static let refund = NotificationTypeV1(rawValue: "REFUND")

    /// A renewal's payment succeeded after it had failed; until 2021.
    public static let renewal = NotificationTypeV1(rawValue: "RENEWAL")

    /// Family Sharing of a product ended.
    public static let revoke = NotificationTypeV1(rawValue: "REVOKE")
}
