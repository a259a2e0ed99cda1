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

    // What a group subscription adds; what an older store lacks is optional.
    var seats: SeatHolding?
    /// The members' copies, the oldest first.
    var assignedTo: [Int]?
    /// Who may have a seat and has none yet, the oldest first.
    var invitations: [SeatInvitation]?
    /// Whose seat it is, of a member's copy.
    var assignment: SeatAssignment?

    // What a bundle adds.
    /// The subscriptions that a bundle brings.
    var bundled: [Int]?
    /// What the customer keeps when the bundle ends; absent while it is to continue, or to end as a whole.
    var remainingAlone: [ProductID]?
    /// The bundle that brings the subscription.
    var bundle: Int?

    // What Advanced Commerce sells by the product.
    var advanced: AdvancedSubscription?

    /// Whether it follows another customer's: one of the family, or of a group that the customer is a member of.
    var isShared: Bool { sharedFrom != nil || isAssigned }

    var isAssigned: Bool { assignment != nil }

    var ownership: InAppOwnershipType {
        isAssigned ? .assigned : isShared ? .familyShared : .purchased
    }

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
        if isShared || bundle != nil { return nil }
        switch phase {
        case .active: return willRenew ? chargeDate : expires
        case .grace: return [graceExpires, willRenew ? nextAttempt : nil].compactMap(\.self).min()
        case .retry: return [retryUntil, nextAttempt].compactMap(\.self).min()
        // What a bundle brings ends with it, refunded or not.
        case .revoked: return willRenew || bundled?.isEmpty == false ? expires : nil
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
