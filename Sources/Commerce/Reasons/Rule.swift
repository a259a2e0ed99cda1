// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// The rule by which an answer was reached.
public struct Rule: WireString {
    /// The rule's name, as answers carry it.
    public let rawValue: String

    /// Makes a rule from its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A period that was paid at the product's price covers the instant.
    public static let paidPeriod: Rule = "paid-period"

    /// A free trial covers the instant.
    public static let freeTrial: Rule = "free-trial"

    /// A period bought with a paid offer covers the instant.
    public static let offerPeriod: Rule = "offer-period"

    /// A period whose renewal date was moved covers the instant.
    public static let extendedPeriod: Rule = "extended-period"

    /// The payment failed, and Apple's grace period covers the instant.
    public static let gracePeriod: Rule = "grace-period"

    /// The payment failed, and the team does not keep access open in Apple's grace period.
    public static let graceIgnored: Rule = "grace-period-not-honored"

    /// The renewal is awaited, and the team's leeway covers the instant.
    public static let awaitedRenewal: Rule = "renewal-pending"

    /// The payment failed and Apple still tries; without grace there is no access.
    public static let billingRetry: Rule = "billing-retry"

    /// The payment failed, and Apple stopped trying.
    public static let billingFailed: Rule = "billing-failed"

    /// The customer had turned renewal off.
    public static let canceled: Rule = "canceled"

    /// The customer did not agree to a higher price.
    public static let priceIncreaseRefused: Rule = "price-increase-declined"

    /// The product was no longer for sale.
    public static let productUnavailable: Rule = "product-unavailable"

    /// It ended, and no document says why.
    public static let expired: Rule = "expired"

    /// It was refunded, as if it had never been bought.
    public static let refunded: Rule = "refunded"

    /// It was refunded in part, and ended then.
    public static let refundedInPart: Rule = "partially-refunded"

    /// A family member no longer shares it.
    public static let familySharingEnded: Rule = "family-sharing-ended"

    /// The buyer of a group subscription, or the organization, no longer assigns it.
    public static let assignmentEnded: Rule = "assignment-ended"

    /// The customer moved to another plan.
    public static let movedToAnotherPlan: Rule = "replaced-by-another-plan"

    /// It begins later.
    public static let notYetBegun: Rule = "not-started"

    /// Nothing that gives it was ever bought or granted.
    public static let neverBought: Rule = "never-purchased"

    /// It is a lifetime product.
    public static let lifetime: Rule = "lifetime"

    /// Time that was bought once covers the instant.
    public static let serviceDuration: Rule = "service-time"

    /// Time that was bought once is used up.
    public static let serviceTimeUsed: Rule = "service-time-used"

    /// Time that another plan was converted into covers the instant.
    public static let convertedTime: Rule = "converted-time"

    /// Time that another plan was converted into is used up.
    public static let convertedTimeUsed: Rule = "converted-time-used"

    /// The plan was converted into another one.
    public static let convertedAway: Rule = "converted-away"

    /// The team granted it manually.
    public static let granted: Rule = "granted"

    /// The team's grant is over or was revoked.
    public static let grantEnded: Rule = "grant-ended"

    /// A seat of another customer's group subscription is the customer's, by the team's record of Apple's claim.
    public static let seatClaimed: Rule = "seat-claimed"

    /// The customer left the seat of a group subscription, or was removed.
    public static let seatReleased: Rule = "seat-released"

    /// The App Store has the claim of the seat no more.
    public static let seatUnclaimed: Rule = "seat-unclaimed"

    /// The group subscription of which the customer has a seat gives no access.
    public static let groupSubscriptionEnded: Rule = "group-subscription-ended"

    /// The purchase went to another customer.
    public static let transferredAway: Rule = "transferred-away"

    /// The purchase is another customer's, and the restore policy left it there.
    public static let ownedByAnotherCustomer: Rule = "owned-by-another-customer"

    /// The purchase serves another device of the customer.
    public static let anotherDevice: Rule = "another-device"

    /// No one said yet whose the purchase is.
    public static let unclaimed: Rule = "unclaimed"

    /// Purchases of this environment do not count for this customer.
    public static let sandboxRefused: Rule = "sandbox-not-accepted"
}
