// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// A type and subtype of version 2 notifications that Apple documents, to be sent without a history behind it.
///
/// <https://developer.apple.com/documentation/appstoreservernotifications/notificationtype>
public struct NotificationSample: Hashable, Sendable {
    /// The notification's type.
    public let type: NotificationType

    /// The notification's subtype; absent where Apple sends the type alone.
    public let subtype: NotificationSubtype?

    /// When Apple sends it, in one sentence.
    public let summary: String

    init(_ type: NotificationType, _ subtype: NotificationSubtype, _ summary: String) {
        self.type = type
        self.subtype = subtype
        self.summary = summary
    }

    init(_ type: NotificationType, _ summary: String) {
        self.type = type
        subtype = nil
        self.summary = summary
    }

    /// The type and subtype joined by a period, such as `DID_RENEW.BILLING_RECOVERY`.
    public var label: String { subtype.map { "\(type).\($0)" } ?? type.rawValue }

    /// Finds a sample by its label, in any case.
    ///
    /// - Returns: The sample; `nil` when Apple documents no such pair.
    public static func named(_ label: String) -> NotificationSample? {
        all.first { $0.label == label.uppercased() }
    }

    /// Every documented type and subtype, in the order of a subscription's lifecycle.
    public static let all: [NotificationSample] = subscriptions + moneyBack + others

    private static let subscriptions = [
        NotificationSample(.subscribed, .initialBuy, "A customer subscribes for the first time."),
        NotificationSample(.subscribed, .resubscribe, "A customer subscribes again after the subscription expired."),
        NotificationSample(.didRenew, "The subscription renews."),
        NotificationSample(.didRenew, .billingRecovery, "A payment succeeds after it failed."),
        NotificationSample(.didChangeRenewalPref, "The customer cancels a scheduled downgrade."),
        NotificationSample(.didChangeRenewalPref, .upgrade, "The customer upgrades; the new plan begins at once."),
        NotificationSample(.didChangeRenewalPref, .downgrade, "The customer downgrades from the next renewal."),
        NotificationSample(.didChangeRenewalPref, .increaseQuantity, "The buyer of a group subscription adds seats."),
        NotificationSample(.didChangeRenewalPref, .decreaseQuantity, "Fewer seats renew."),
        NotificationSample(.didChangeRenewalStatus, .autoRenewDisabled, "The customer turns off auto-renewal."),
        NotificationSample(.didChangeRenewalStatus, .autoRenewEnabled, "The customer turns on auto-renewal."),
        NotificationSample(.offerRedeemed, "A subscriber redeems an offer for the same product."),
        NotificationSample(.offerRedeemed, .upgrade, "A subscriber redeems an offer that upgrades at once."),
        NotificationSample(.offerRedeemed, .downgrade, "A subscriber redeems an offer that downgrades at renewal."),
        NotificationSample(.didFailToRenew, "A renewal's payment fails without a grace period."),
        NotificationSample(.didFailToRenew, .gracePeriod, "A renewal's payment fails; the grace period begins."),
        NotificationSample(.gracePeriodExpired, "The grace period ends unpaid."),
        NotificationSample(.expired, "The subscription expires for another reason."),
        NotificationSample(.expired, .voluntary, "The subscription expires after the customer canceled it."),
        NotificationSample(.expired, .billingRetry, "The subscription expires after 60 days of billing retry."),
        NotificationSample(.expired, .priceIncrease, "The customer did not consent to a price increase."),
        NotificationSample(.expired, .productNotForSale, "The product was not for sale at renewal."),
        NotificationSample(.priceIncrease, .pending, "A price increase awaits the customer's consent."),
        NotificationSample(.priceIncrease, .accepted, "The customer consents, or no consent is required."),
        NotificationSample(.renewalExtended, "The team extends one renewal date."),
        NotificationSample(.renewalExtension, .failure, "A mass extension fails for one subscription."),
        NotificationSample(.renewalExtension, .summary, "A mass extension is complete."),
        NotificationSample(.revoke, "A family member or a member of a group subscription loses access."),
        NotificationSample(.metadataUpdate, "The Advanced Commerce API changes a subscription's metadata."),
        NotificationSample(.migration, "A subscription moves to the Advanced Commerce API."),
        NotificationSample(.priceChange, "The Advanced Commerce API changes a subscription's price."),
        NotificationSample(.unclaimSeats, "The App Store revokes claims of refunded seats."),
    ]

    private static let moneyBack = [
        NotificationSample(.consumptionRequest, "A customer requests a refund; Apple asks for consumption data."),
        NotificationSample(.refund, "Apple refunds a transaction."),
        NotificationSample(.refund, .seats, "Apple refunds some seats of a group subscription."),
        NotificationSample(.refundDeclined, "Apple declines a refund."),
        NotificationSample(.refundReversed, "Apple reverses a refund after a dispute."),
    ]

    private static let others = [
        NotificationSample(.oneTimeCharge, "A customer buys a product that does not renew."),
        NotificationSample(.externalPurchaseToken, .created, "A token for external purchases is created."),
        NotificationSample(.externalPurchaseToken, .activeTokenReminder, "A token is still active."),
        NotificationSample(.externalPurchaseToken, .unreported, "No purchase was reported for a token."),
        NotificationSample(.rescindConsent, "A parent withdraws consent for the app."),
        NotificationSample(.test, "The server requested a test notification."),
    ]
}

extension NotificationSample {
    /// The subscription's status after the notification; `nil` where Apple sends none.
    var status: SubscriptionStatus? {
        switch type {
        case .didFailToRenew: subtype == .gracePeriod ? .billingGracePeriod : .billingRetry
        case .gracePeriodExpired: .billingRetry
        case .expired: .expired
        case .revoke: .revoked
        case .refund: subtype == .seats ? .active : .revoked
        default: .active
        }
    }

    /// Whether it is about a group subscription with seats.
    var isAboutSeats: Bool {
        let subtypes: [NotificationSubtype] = [.increaseQuantity, .decreaseQuantity, .seats]
        return subtype.map(subtypes.contains) ?? false
    }

    /// Whether it is about an Advanced Commerce subscription.
    var isAboutAdvancedCommerce: Bool {
        let types: [NotificationType] = [.metadataUpdate, .migration, .priceChange]
        return types.contains(type)
    }

    /// Whether it is about a purchase of any kind, so that a one-time product may be its subject.
    var isAboutAnyPurchase: Bool {
        let types: [NotificationType] = [.consumptionRequest, .refund, .refundDeclined, .refundReversed]
        return types.contains(type) && subtype == nil
    }
}
