// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// What a document says will happen next to a subscription.
public struct RenewalInfo: Hashable, Sendable, Codable {
    /// The subscription.
    public var originalTransactionID: OriginalTransactionID

    /// The product of the current period.
    public var productID: ProductID

    /// The product of the next period.
    public var autoRenewProductID: ProductID?

    /// Whether it renews; absent when the document does not say.
    public var willAutoRenew: Bool?

    /// Why it ended.
    public var expirationIntent: ExpirationIntent?

    /// Whether Apple still tries to charge.
    public var isInBillingRetryPeriod: Bool

    /// Until when the customer keeps access while Apple retries.
    public var gracePeriodExpirationDate: Date?

    /// The answer to a price increase.
    public var priceIncrease: PriceIncreaseStatus?

    /// The offer of the next period.
    public var offer: Offer?

    /// When it renews.
    public var renewalDate: Date?

    /// Apple's price of the next period; of seats the average of one, see ``renewalCharge``.
    public var renewalPrice: Money?

    /// When the customer's service began, gaps of up to 60 days ignored.
    public var recentSubscriptionStartDate: Date?

    /// The win-back offers the customer may have, best first.
    public var eligibleWinBackOfferIDs: [OfferID]

    /// The UUID that the app gave with the purchase.
    public var appAccountToken: AppAccountToken?

    /// The customer's download of the app.
    public var appTransactionID: AppTransactionID?

    /// How the next commitment is billed.
    public var renewalBillingPlan: BillingPlanType?

    /// How many seats renew.
    public var renewalQuantity: Int?

    /// The seats of the next period; absent when it is not a group subscription's.
    public var multiSeatInfo: RenewalMultiSeatInfo?

    /// The bundle that brings the subscription.
    public var bundle: SubscriptionBundle?

    /// Whether the subscription leaves the bundle at its next renewal.
    public var willUnbundle: Bool?

    /// What follows the commitment; absent outside one.
    public var commitment: RenewalCommitmentInfo?

    /// Makes a renewal info from what is known.
    public init(
        originalTransactionID: OriginalTransactionID,
        productID: ProductID,
        autoRenewProductID: ProductID? = nil,
        willAutoRenew: Bool? = nil,
        expirationIntent: ExpirationIntent? = nil,
        isInBillingRetryPeriod: Bool = false,
        gracePeriodExpirationDate: Date? = nil,
        priceIncrease: PriceIncreaseStatus? = nil,
        offer: Offer? = nil,
        renewalDate: Date? = nil,
        renewalPrice: Money? = nil,
        recentSubscriptionStartDate: Date? = nil,
        eligibleWinBackOfferIDs: [OfferID] = [],
        appAccountToken: AppAccountToken? = nil,
        appTransactionID: AppTransactionID? = nil,
        renewalBillingPlan: BillingPlanType? = nil,
        renewalQuantity: Int? = nil,
        multiSeatInfo: RenewalMultiSeatInfo? = nil,
        bundle: SubscriptionBundle? = nil,
        willUnbundle: Bool? = nil,
        commitment: RenewalCommitmentInfo? = nil
    ) {
        self.originalTransactionID = originalTransactionID
        self.productID = productID
        self.autoRenewProductID = autoRenewProductID
        self.willAutoRenew = willAutoRenew
        self.expirationIntent = expirationIntent
        self.isInBillingRetryPeriod = isInBillingRetryPeriod
        self.gracePeriodExpirationDate = gracePeriodExpirationDate
        self.priceIncrease = priceIncrease
        self.offer = offer
        self.renewalDate = renewalDate
        self.renewalPrice = renewalPrice
        self.recentSubscriptionStartDate = recentSubscriptionStartDate
        self.eligibleWinBackOfferIDs = eligibleWinBackOfferIDs
        self.appAccountToken = appAccountToken
        self.appTransactionID = appTransactionID
        self.renewalBillingPlan = renewalBillingPlan
        self.renewalQuantity = renewalQuantity
        self.multiSeatInfo = multiSeatInfo
        self.bundle = bundle
        self.willUnbundle = willUnbundle
        self.commitment = commitment
    }
}
