// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// What a signed renewal info says about a subscription's next period.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/jwsrenewalinfodecodedpayload>
public struct RenewalInfoPayload: Hashable, Sendable, Codable {
    /// The subscription.
    public var originalTransactionId: OriginalTransactionID

    /// The product of the current period.
    public var productId: ProductID

    /// The product of the next period.
    public var autoRenewProductId: ProductID?

    /// Whether it renews.
    public var autoRenewStatus: AutoRenewStatus?

    /// Why it ended.
    public var expirationIntent: ExpirationIntent?

    /// Whether Apple still tries to charge.
    public var isInBillingRetryPeriod: Bool?

    /// Until when the customer keeps access while Apple retries.
    public var gracePeriodExpiresDate: Date?

    /// The answer to a price increase.
    public var priceIncreaseStatus: PriceIncreaseStatus?

    /// The kind of offer of the next period.
    public var offerType: OfferType?

    /// The offer of the next period.
    public var offerIdentifier: OfferID?

    /// How the next period's offer is paid.
    public var offerDiscountType: OfferDiscountType?

    /// The next period's offer's length as an ISO 8601 duration.
    public var offerPeriod: String?

    /// When it renews.
    public var renewalDate: Date?

    /// The next price in thousandths of the currency's unit.
    public var renewalPrice: Int64?

    /// The next price's currency.
    public var currency: Currency?

    /// When the customer's service began, gaps of up to 60 days ignored.
    public var recentSubscriptionStartDate: Date?

    /// The win-back offers the customer may have, best first.
    public var eligibleWinBackOfferIds: [OfferID]?

    /// The UUID that the app gave with the purchase.
    public var appAccountToken: AppAccountToken?

    /// The customer's download of the app.
    public var appTransactionId: AppTransactionID?

    /// Where it was bought.
    public var environment: Environment?

    /// When Apple signed the document.
    public var signedDate: Date

    /// How the next commitment is billed.
    public var renewalBillingPlanType: BillingPlanType?

    /// What the Advanced Commerce API adds.
    public var advancedCommerceInfo: AdvancedCommerceRenewalInfo?

    /// What follows a commitment that is billed in parts.
    public var commitmentInfo: RenewalCommitmentInfo?

    /// How many seats renew.
    public var renewalQuantity: Int?

    /// The seats of the next period; absent when it is not a group subscription's.
    public var multiSeatInfo: RenewalMultiSeatInfo?

    /// The bundle that brings the subscription.
    public var bundleProductId: ProductID?

    /// The bundle's subscription group.
    public var bundleSubscriptionGroupIdentifier: SubscriptionGroupID?

    /// The bundle's subscription group in its other spelling.
    public var bundleSubscriptionGroupId: SubscriptionGroupID?

    /// The bundle's first transaction.
    public var bundleOriginalTransactionId: OriginalTransactionID?

    /// Whether the subscription leaves the bundle at its next renewal.
    public var willUnbundle: Bool?

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(
        originalTransactionId: OriginalTransactionID,
        productId: ProductID,
        autoRenewProductId: ProductID? = nil,
        autoRenewStatus: AutoRenewStatus? = nil,
        expirationIntent: ExpirationIntent? = nil,
        isInBillingRetryPeriod: Bool? = nil,
        gracePeriodExpiresDate: Date? = nil,
        priceIncreaseStatus: PriceIncreaseStatus? = nil,
        offerType: OfferType? = nil,
        offerIdentifier: OfferID? = nil,
        offerDiscountType: OfferDiscountType? = nil,
        offerPeriod: String? = nil,
        renewalDate: Date? = nil,
        renewalPrice: Int64? = nil,
        currency: Currency? = nil,
        recentSubscriptionStartDate: Date? = nil,
        eligibleWinBackOfferIds: [OfferID]? = nil,
        appAccountToken: AppAccountToken? = nil,
        appTransactionId: AppTransactionID? = nil,
        environment: Environment? = nil,
        signedDate: Date,
        renewalBillingPlanType: BillingPlanType? = nil,
        advancedCommerceInfo: AdvancedCommerceRenewalInfo? = nil,
        commitmentInfo: RenewalCommitmentInfo? = nil,
        renewalQuantity: Int? = nil,
        multiSeatInfo: RenewalMultiSeatInfo? = nil,
        bundleProductId: ProductID? = nil,
        bundleSubscriptionGroupIdentifier: SubscriptionGroupID? = nil,
        bundleSubscriptionGroupId: SubscriptionGroupID? = nil,
        bundleOriginalTransactionId: OriginalTransactionID? = nil,
        willUnbundle: Bool? = nil
    ) {
        self.originalTransactionId = originalTransactionId
        self.productId = productId
        self.autoRenewProductId = autoRenewProductId
        self.autoRenewStatus = autoRenewStatus
        self.expirationIntent = expirationIntent
        self.isInBillingRetryPeriod = isInBillingRetryPeriod
        self.gracePeriodExpiresDate = gracePeriodExpiresDate
        self.priceIncreaseStatus = priceIncreaseStatus
        self.offerType = offerType
        self.offerIdentifier = offerIdentifier
        self.offerDiscountType = offerDiscountType
        self.offerPeriod = offerPeriod
        self.renewalDate = renewalDate
        self.renewalPrice = renewalPrice
        self.currency = currency
        self.recentSubscriptionStartDate = recentSubscriptionStartDate
        self.eligibleWinBackOfferIds = eligibleWinBackOfferIds
        self.appAccountToken = appAccountToken
        self.appTransactionId = appTransactionId
        self.environment = environment
        self.signedDate = signedDate
        self.renewalBillingPlanType = renewalBillingPlanType
        self.advancedCommerceInfo = advancedCommerceInfo
        self.commitmentInfo = commitmentInfo
        self.renewalQuantity = renewalQuantity
        self.multiSeatInfo = multiSeatInfo
        self.bundleProductId = bundleProductId
        self.bundleSubscriptionGroupIdentifier = bundleSubscriptionGroupIdentifier
        self.bundleSubscriptionGroupId = bundleSubscriptionGroupId
        self.bundleOriginalTransactionId = bundleOriginalTransactionId
        self.willUnbundle = willUnbundle
    }
}

extension RenewalInfoPayload: SignedDocument {
    /// The kind of document.
    public static var kind: DocumentKind { .renewalInfo }

    /// The instant at which Apple signed it.
    public var effectiveDate: Date? { signedDate }

    /// The app it is about; this document does not say.
    public var documentBundleID: BundleID? { nil }

    /// The app's number; this document does not say.
    public var documentAppAppleID: AppAppleID? { nil }

    /// The environment it was made in.
    public var documentEnvironment: Environment? { environment }
}
