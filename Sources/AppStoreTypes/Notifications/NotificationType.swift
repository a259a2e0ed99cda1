// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// What happened, as a version 2 notification names it.
///
/// An open set: a value that Apple adds later is kept as it came.
///
/// <https://developer.apple.com/documentation/appstoreservernotifications/notificationtype>
public struct NotificationType: WireString {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Makes a value from Apple's text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A customer asked for a refund and Apple asks how much was used.
    public static let consumptionRequest = NotificationType(rawValue: "CONSUMPTION_REQUEST")

    /// The customer changed the plan or the number of seats, at once or from the next renewal.
    public static let didChangeRenewalPref = NotificationType(rawValue: "DID_CHANGE_RENEWAL_PREF")

    /// Renewal was turned on or off.
    public static let didChangeRenewalStatus = NotificationType(rawValue: "DID_CHANGE_RENEWAL_STATUS")

    /// A renewal's payment failed.
    public static let didFailToRenew = NotificationType(rawValue: "DID_FAIL_TO_RENEW")

    /// A subscription renewed.
    public static let didRenew = NotificationType(rawValue: "DID_RENEW")

    /// A subscription ended.
    public static let expired = NotificationType(rawValue: "EXPIRED")

    /// A token for an external purchase was made or awaits its report.
    public static let externalPurchaseToken = NotificationType(rawValue: "EXTERNAL_PURCHASE_TOKEN")

    /// The grace period ended unpaid.
    public static let gracePeriodExpired = NotificationType(rawValue: "GRACE_PERIOD_EXPIRED")

    /// A subscription's metadata changed through the Advanced Commerce API.
    public static let metadataUpdate = NotificationType(rawValue: "METADATA_UPDATE")

    /// A subscription moved to the Advanced Commerce API.
    public static let migration = NotificationType(rawValue: "MIGRATION")

    /// An active subscriber redeemed an offer.
    public static let offerRedeemed = NotificationType(rawValue: "OFFER_REDEEMED")

    /// A product other than an auto-renewable subscription was bought.
    public static let oneTimeCharge = NotificationType(rawValue: "ONE_TIME_CHARGE")

    /// A price changed through the Advanced Commerce API.
    public static let priceChange = NotificationType(rawValue: "PRICE_CHANGE")

    /// A price increase was announced or agreed to.
    public static let priceIncrease = NotificationType(rawValue: "PRICE_INCREASE")

    /// Apple refunded a transaction.
    public static let refund = NotificationType(rawValue: "REFUND")

    /// Apple declined a refund.
    public static let refundDeclined = NotificationType(rawValue: "REFUND_DECLINED")

    /// Apple took a refund back.
    public static let refundReversed = NotificationType(rawValue: "REFUND_REVERSED")

    /// One renewal date was extended.
    public static let renewalExtended = NotificationType(rawValue: "RENEWAL_EXTENDED")

    /// The App Store works on extending many renewal dates.
    public static let renewalExtension = NotificationType(rawValue: "RENEWAL_EXTENSION")

    /// A parent withdrew consent for the app.
    public static let rescindConsent = NotificationType(rawValue: "RESCIND_CONSENT")

    /// Family Sharing of a product ended, or the buyer of seats removed a member.
    public static let revoke = NotificationType(rawValue: "REVOKE")

    /// A customer subscribed.
    public static let subscribed = NotificationType(rawValue: "SUBSCRIBED")

    /// The test that the server asked for.
    public static let test = NotificationType(rawValue: "TEST")

    /// The App Store revoked claims of seats that Apple refunded.
    public static let unclaimSeats = NotificationType(rawValue: "UNCLAIM_SEATS")
}
