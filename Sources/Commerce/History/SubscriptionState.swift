// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// What a subscription is at an instant.
public struct SubscriptionState: Hashable, Sendable {
    /// The next period, when one is to come.
    public struct NextRenewal: Hashable, Sendable, Codable {
        /// When.
        public var date: Date

        /// Of which product.
        public var productID: ProductID

        /// At which price, when a document says it.
        public var price: Money?

        /// With which offer.
        public var offer: Offer?

        /// Whether the product is another one than now.
        public var isPlanChange: Bool
    }

    /// The instant.
    public var asOf: Date

    /// The subscription.
    public var lineage: OriginalTransactionID

    /// The state in StoreKit's words.
    public var renewalState: RenewalState

    /// The period that covers the instant, or the last one before it.
    public var period: ServicePeriod

    /// Whether the customer has access.
    public var hasAccess: Bool

    /// Until when the customer has, or had, access as far as is known.
    public var accessEndDate: Date

    /// Until when grace keeps, or kept, access open, when the payment failed.
    public var graceEndDate: Date?

    /// Until when Apple tries to charge, when the payment failed.
    public var retryEndDate: Date?

    /// Whether the period is over, the renewal is to come and nothing is known to be wrong.
    ///
    /// Short gaps between a period's end and the renewal are usual: no one is to be notified that it ended.
    public var isRenewalPending: Bool

    /// Whether it is set to renew; absent when no document says.
    public var willAutoRenew: Bool?

    /// The next period, when one is to come.
    public var nextRenewal: NextRenewal?

    /// Apple's reason for its end.
    public var expirationIntent: ExpirationIntent?

    /// The answer to a price increase, when there is one.
    public var priceIncrease: PriceIncreaseStatus?

    /// How many people may use a group subscription; absent when it is not one.
    public var seats: Int?

    /// How many seats renew, when a document says it.
    public var renewalSeats: Int?

    /// The commitment that the period is a part of; absent when the period is paid at once.
    public var commitment: Commitment?

    /// Why the state is as it is.
    public var reason: Reason

    /// The state as the server's documents number it.
    public var status: SubscriptionStatus { renewalState.status }

    /// When the customer was last charged for it.
    public var lastRenewalDate: Date { period.startDate }

    /// When it renews next, or would: the period's expiration, also when the renewal is off or the period is over.
    public var nextRenewalDate: Date { nextRenewal?.date ?? period.expirationDate }
}
