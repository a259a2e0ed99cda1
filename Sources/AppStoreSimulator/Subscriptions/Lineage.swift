// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

/// A customer's subscription of one group through its whole life: one original transaction, many periods.
struct Lineage: Sendable, Codable {
    enum Phase: String, Sendable, Codable {
        case active, grace, retry, expired, revoked
    }

    var customer: Int
    var app: BundleID
    var group: SubscriptionGroupID
    var key: TransactionKey
    var originalPurchaseDate: Date
    var token: AppAccountToken?

    // The period that was bought last.
    var product: ProductID
    var phase = Phase.active
    var periodStart: Date
    var expires: Date
    var anchorDay: Int
    var runningOffer: AppliedOffer?
    var isPaid = false

    // What comes next.
    var willRenew = true
    var renewalProduct: ProductID
    var renewalPrice: Int64
    var queuedOffer: AppliedOffer?
    var increase: PriceIncrease?
    var chargeDate: Date
    var renewalStatusChangeDate: Date
    var declinedIncrease = false

    // A failed payment.
    var graceExpires: Date?
    var retryUntil: Date?
    var nextAttempt: Date?
    var attempts = 0

    // What rules count.
    var renewals = 0
    var renewalDates: [Date] = []
    var recentStart: Date
    /// Paid service of periods that nothing changes any more.
    var paidSeconds = 0.0
    /// When the last of those ended; their store kept none before it counted this way.
    var servedUntil: Date?
    /// The periods that may still be refunded, extended or left.
    var served: [PaidServicePeriod]?
    var paidPeriods = 0
    var consecutivePaidPeriods = 0
    var earnsHigherRate = false
    var wasExtended = false
    var lastIncrease: Date?
    var intent: ExpirationIntent?
    var endDate: Date?

    // Family Sharing.
    var sharedFrom: Int?
    var sharedTo: [Int] = []

    var transactions: [TransactionPayload] = []
    var stamp: UInt32 = 0

    // What a commitment adds.
    var commitment: RunningCommitment?
    /// How the period after the one at hand, or after the commitment, is billed.
    var renewalPlan: BillingPlanType?

    // What a group subscription adds.
    var seats: SeatHolding?

    // What Advanced Commerce sells by the product.
    var advanced: AdvancedSubscription?

    var isShared: Bool { sharedFrom != nil }

    /// Whether the customer is subscribed: in a paid period, or in grace.
    var isLive: Bool { phase == .active || phase == .grace }

    var status: SubscriptionStatus {
        switch phase {
        case .active: .active
        case .grace: .billingGracePeriod
        case .retry: .billingRetry
        case .expired: .expired
        case .revoked: .revoked
        }
    }

    /// How a subscription ends whose customer let it end.
    var chosenEnding: SimulatedEvent.Ending { declinedIncrease ? .priceIncrease : .voluntary }

    /// The instant of the next step that happens automatically.
    var nextDue: Date? {
        if isShared { return nil }
        switch phase {
        case .active: return willRenew ? chargeDate : expires
        case .grace: return [graceExpires, willRenew ? nextAttempt : nil].compactMap(\.self).min()
        case .retry: return [retryUntil, nextAttempt].compactMap(\.self).min()
        case .revoked: return willRenew ? expires : nil
        case .expired: return nil
        }
    }
}

/// An offer that a customer has taken, in the storefront's price.
struct AppliedOffer: Hashable, Sendable, Codable {
    var type: OfferType
    var id: OfferID?
    var mode: OfferDiscountType
    var period: BillingPeriod
    var wholePeriod: BillingPeriod
    var price: Int64
    /// How many more periods are paid at the offer's price after the one at hand.
    var remaining: Int
    /// Whether it waits for the offer before it to be used up; absent in stores of an older version.
    var isStacked: Bool?

    var isFree: Bool { mode == .freeTrial }
}

/// A price increase that waits for the renewal from which it counts.
struct PriceIncrease: Hashable, Sendable, Codable {
    var price: Int64
    var effectiveDate: Date
    var needsConsent: Bool
    var isAccepted: Bool
}
