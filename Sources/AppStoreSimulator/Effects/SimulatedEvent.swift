// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

/// What happened, as the simulator's own value; the notifications of both versions follow from it.
enum SimulatedEvent: Hashable, Sendable {
    enum Ending: Hashable, Sendable {
        case voluntary, billing, priceIncrease, productNotForSale, unbundled, other
    }

    case subscribed(isFirst: Bool, sameProduct: Bool)
    case renewed
    case recovered
    case upgraded
    case planChangeQueued
    case planChangeWithdrawn
    case offerRedeemed
    case upgradedWithOffer
    case planChangeQueuedWithOffer
    case renewalTurnedOff
    case renewalTurnedOn
    case renewalFailed(inGrace: Bool)
    case graceEnded
    case ended(Ending)
    case priceIncreaseAsked
    case priceIncreaseAccepted
    case refundAsked
    case refunded
    case refundDeclined
    case refundReversed
    case sharingLost
    case extended
    case extensionFailed
    case boughtOnce
    case metadataChanged
    case migrated
    case priceChanged
    case seatsIncreased
    case seatsDecreased
    case seatsRefunded
    /// The customer is to keep the subscription alone when its bundle ends.
    case unbundlingChosen
}

extension SimulatedEvent {
    /// The version 2 notification: each thing that happens has one of its own.
    ///
    /// <https://developer.apple.com/documentation/appstoreservernotifications/notificationtype>
    var version2: (type: NotificationType, subtype: NotificationSubtype?) {
        switch self {
        case .subscribed(let isFirst, _): (.subscribed, isFirst ? .initialBuy : .resubscribe)
        case .renewed: (.didRenew, nil)
        case .recovered: (.didRenew, .billingRecovery)
        case .upgraded: (.didChangeRenewalPref, .upgrade)
        case .planChangeQueued: (.didChangeRenewalPref, .downgrade)
        case .planChangeWithdrawn: (.didChangeRenewalPref, nil)
        case .offerRedeemed: (.offerRedeemed, nil)
        case .upgradedWithOffer: (.offerRedeemed, .upgrade)
        case .planChangeQueuedWithOffer: (.offerRedeemed, .downgrade)
        case .renewalTurnedOff: (.didChangeRenewalStatus, .autoRenewDisabled)
        case .renewalTurnedOn: (.didChangeRenewalStatus, .autoRenewEnabled)
        case .renewalFailed(let inGrace): (.didFailToRenew, inGrace ? .gracePeriod : nil)
        case .graceEnded: (.gracePeriodExpired, nil)
        case .ended(let ending): (.expired, ending.subtype)
        case .priceIncreaseAsked: (.priceIncrease, .pending)
        case .priceIncreaseAccepted: (.priceIncrease, .accepted)
        case .refundAsked: (.consumptionRequest, nil)
        case .refunded: (.refund, nil)
        case .refundDeclined: (.refundDeclined, nil)
        case .refundReversed: (.refundReversed, nil)
        case .sharingLost: (.revoke, nil)
        case .extended: (.renewalExtended, nil)
        case .extensionFailed: (.renewalExtension, .failure)
        case .boughtOnce: (.oneTimeCharge, nil)
        case .metadataChanged: (.metadataUpdate, nil)
        case .migrated: (.migration, nil)
        case .priceChanged: (.priceChange, nil)
        case .seatsIncreased: (.didChangeRenewalPref, .increaseQuantity)
        case .seatsDecreased: (.didChangeRenewalPref, .decreaseQuantity)
        case .seatsRefunded: (.refund, .seats)
        case .unbundlingChosen: (.didChangeRenewalPref, nil)
        }
    }

    /// The version 1 notifications; several things had no notification of their own.
    ///
    /// <https://developer.apple.com/documentation/appstoreservernotifications/notification_type>
    func version1(isSubscription: Bool) -> [String] {
        switch self {
        case .subscribed(isFirst: true, _): ["INITIAL_BUY"]
        case .subscribed(isFirst: false, sameProduct: true): ["DID_CHANGE_RENEWAL_STATUS"]
        case .subscribed: ["INTERACTIVE_RENEWAL", "DID_CHANGE_RENEWAL_STATUS"]
        case .renewed: ["DID_RENEW"]
        case .recovered: ["DID_RECOVER"]
        case .upgraded, .upgradedWithOffer: ["DID_CHANGE_RENEWAL_STATUS", "INTERACTIVE_RENEWAL"]
        case .planChangeQueued, .planChangeWithdrawn, .planChangeQueuedWithOffer: ["DID_CHANGE_RENEWAL_PREF"]
        case .renewalTurnedOff, .renewalTurnedOn: ["DID_CHANGE_RENEWAL_STATUS"]
        case .renewalFailed: ["DID_FAIL_TO_RENEW"]
        case .ended(.billing), .ended(.priceIncrease), .ended(.productNotForSale): ["DID_CHANGE_RENEWAL_STATUS"]
        case .priceIncreaseAsked: ["PRICE_INCREASE_CONSENT"]
        case .refundAsked: ["CONSUMPTION_REQUEST"]
        case .refunded: [isSubscription ? "CANCEL" : "REFUND"]
        case .sharingLost: ["REVOKE"]
        case .offerRedeemed, .graceEnded, .ended, .priceIncreaseAccepted, .refundDeclined, .refundReversed,
            .extended, .extensionFailed, .boughtOnce, .metadataChanged, .migrated, .priceChanged, .seatsIncreased,
            .seatsDecreased, .seatsRefunded, .unbundlingChosen:
            []
        }
    }

    /// The version 1 notifications of 2018, when there were five types.
    ///
    /// An upgrade cancels the old plan, which is not a refund; a renewal is reported only when it had failed before.
    func earlyVersion1(isSubscription: Bool) -> [String] {
        switch self {
        case .subscribed(isFirst: true, _): ["INITIAL_BUY"]
        case .subscribed: ["INTERACTIVE_RENEWAL"]
        case .upgraded, .upgradedWithOffer: ["CANCEL", "INTERACTIVE_RENEWAL"]
        case .recovered: ["RENEWAL"]
        case .planChangeQueued, .planChangeWithdrawn, .planChangeQueuedWithOffer: ["DID_CHANGE_RENEWAL_PREF"]
        case .refunded where isSubscription: ["CANCEL"]
        default: []
        }
    }

    /// Whether a better plan began.
    var isUpgrade: Bool { self == .upgraded || self == .upgradedWithOffer }

    /// The version 1 notifications that are about a purchaser's own transactions only.
    static let purchaserOnly: Set<String> = [
        "CANCEL", "CONSUMPTION_REQUEST", "INITIAL_BUY", "PRICE_INCREASE_CONSENT", "REFUND",
    ]

    /// The version 1 notifications that the sandbox sends.
    static let sandboxVersion1: Set<String> = [
        "INITIAL_BUY", "DID_CHANGE_RENEWAL_PREF", "DID_CHANGE_RENEWAL_STATUS", "DID_RENEW", "INTERACTIVE_RENEWAL",
        "CANCEL", "REFUND",
    ]
}

extension SimulatedEvent.Ending {
    var subtype: NotificationSubtype? {
        switch self {
        case .voluntary: .voluntary
        case .billing: .billingRetry
        case .priceIncrease: .priceIncrease
        case .productNotForSale: .productNotForSale
        case .other, .unbundled: nil
        }
    }

    var intent: ExpirationIntent {
        switch self {
        case .voluntary: .canceled
        case .billing: .billingError
        case .priceIncrease: .priceIncreaseNotConsented
        case .productNotForSale: .productUnavailable
        case .unbundled: .unbundled
        case .other: .other
        }
    }
}
