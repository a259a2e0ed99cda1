// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// What a signed transaction says.
///
/// <https://developer.apple.com/documentation/appstoreserverapi/jwstransactiondecodedpayload>
public struct TransactionPayload: Hashable, Sendable, Codable {
    /// The purchase, renewal or restore.
    public var transactionId: TransactionID

    /// The purchase that began this one's life.
    public var originalTransactionId: OriginalTransactionID

    /// The renewal event, for subscriptions.
    public var webOrderLineItemId: WebOrderLineItemID?

    /// The app.
    public var bundleId: BundleID

    /// The product.
    public var productId: ProductID

    /// The subscription's group.
    public var subscriptionGroupIdentifier: SubscriptionGroupID?

    /// When the customer was charged, or the product restored.
    public var purchaseDate: Date

    /// When the original transaction was bought.
    public var originalPurchaseDate: Date

    /// When the subscription's period ends.
    public var expiresDate: Date?

    /// How many were bought; seats of a group subscription, otherwise 1 to 10.
    public var quantity: Int

    /// The kind of product.
    public var type: ProductType

    /// The UUID that the app gave with the purchase.
    public var appAccountToken: AppAccountToken?

    /// Bought, shared by a family member, or assigned by the buyer of a group subscription.
    public var inAppOwnershipType: InAppOwnershipType

    /// When Apple signed the document.
    public var signedDate: Date

    /// When Apple refunded or revoked the transaction.
    public var revocationDate: Date?

    /// Why Apple refunded it.
    public var revocationReason: RevocationReason?

    /// What withdrew it.
    public var revocationType: RevocationType?

    /// How much was refunded, in thousandths of a per cent: 50000 is half.
    public var revocationPercentage: Int?

    /// True when the customer moved to another plan; otherwise absent.
    public var isUpgraded: Bool?

    /// The kind of offer it was bought with.
    public var offerType: OfferType?

    /// The offer; absent for an introductory one.
    public var offerIdentifier: OfferID?

    /// How the offer is paid.
    public var offerDiscountType: OfferDiscountType?

    /// The offer's whole length as an ISO 8601 duration.
    public var offerPeriod: String?

    /// Where it was bought.
    public var environment: Environment

    /// The storefront's country.
    public var storefront: StorefrontCountryCode?

    /// The storefront's number.
    public var storefrontId: StorefrontID?

    /// Whether the customer or a renewal began it.
    public var transactionReason: TransactionReason?

    /// The price's currency.
    public var currency: Currency?

    /// The price in thousandths of the currency's unit, with quantity and discount; of seats the average of one.
    public var price: Int64?

    /// The customer's download of the app.
    public var appTransactionId: AppTransactionID?

    /// How a subscription with a commitment is billed.
    public var billingPlanType: BillingPlanType?

    /// The lineage it came from when it was migrated.
    public var previousOriginalTransactionId: OriginalTransactionID?

    /// What the Advanced Commerce API adds.
    public var advancedCommerceInfo: AdvancedCommerceTransactionInfo?

    /// Where it is in a commitment that is billed in parts.
    public var commitmentInfo: TransactionCommitmentInfo?

    /// The seats that it bought; absent when it is not a group subscription's.
    public var multiSeatInfo: TransactionMultiSeatInfo?

    /// Why its period is represented by several transactions; absent when one suffices.
    public var additionalTransactionReason: AdditionalTransactionReason?

    /// How many of its seats Apple refunded, where Apple writes it outside `multiSeatInfo`.
    public var revokedSeatQuantity: Int?

    /// The bundle that brought the subscription.
    public var bundleProductId: ProductID?

    /// The bundle's subscription group.
    public var bundleSubscriptionGroupIdentifier: SubscriptionGroupID?

    /// The bundle's subscription group in its other spelling.
    public var bundleSubscriptionGroupId: SubscriptionGroupID?

    /// The bundle's transaction.
    public var bundleTransactionId: TransactionID?

    /// The bundle's first transaction.
    public var bundleOriginalTransactionId: OriginalTransactionID?

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(
        transactionId: TransactionID,
        originalTransactionId: OriginalTransactionID,
        webOrderLineItemId: WebOrderLineItemID? = nil,
        bundleId: BundleID,
        productId: ProductID,
        subscriptionGroupIdentifier: SubscriptionGroupID? = nil,
        purchaseDate: Date,
        originalPurchaseDate: Date,
        expiresDate: Date? = nil,
        quantity: Int,
        type: ProductType,
        appAccountToken: AppAccountToken? = nil,
        inAppOwnershipType: InAppOwnershipType,
        signedDate: Date,
        revocationDate: Date? = nil,
        revocationReason: RevocationReason? = nil,
        revocationType: RevocationType? = nil,
        revocationPercentage: Int? = nil,
        isUpgraded: Bool? = nil,
        offerType: OfferType? = nil,
        offerIdentifier: OfferID? = nil,
        offerDiscountType: OfferDiscountType? = nil,
        offerPeriod: String? = nil,
        environment: Environment,
        storefront: StorefrontCountryCode? = nil,
        storefrontId: StorefrontID? = nil,
        transactionReason: TransactionReason? = nil,
        currency: Currency? = nil,
        price: Int64? = nil,
        appTransactionId: AppTransactionID? = nil,
        billingPlanType: BillingPlanType? = nil,
        previousOriginalTransactionId: OriginalTransactionID? = nil,
        advancedCommerceInfo: AdvancedCommerceTransactionInfo? = nil,
        commitmentInfo: TransactionCommitmentInfo? = nil,
        multiSeatInfo: TransactionMultiSeatInfo? = nil,
        additionalTransactionReason: AdditionalTransactionReason? = nil,
        revokedSeatQuantity: Int? = nil,
        bundleProductId: ProductID? = nil,
        bundleSubscriptionGroupIdentifier: SubscriptionGroupID? = nil,
        bundleSubscriptionGroupId: SubscriptionGroupID? = nil,
        bundleTransactionId: TransactionID? = nil,
        bundleOriginalTransactionId: OriginalTransactionID? = nil
    ) {
        self.transactionId = transactionId
        self.originalTransactionId = originalTransactionId
        self.webOrderLineItemId = webOrderLineItemId
        self.bundleId = bundleId
        self.productId = productId
        self.subscriptionGroupIdentifier = subscriptionGroupIdentifier
        self.purchaseDate = purchaseDate
        self.originalPurchaseDate = originalPurchaseDate
        self.expiresDate = expiresDate
        self.quantity = quantity
        self.type = type
        self.appAccountToken = appAccountToken
        self.inAppOwnershipType = inAppOwnershipType
        self.signedDate = signedDate
        self.revocationDate = revocationDate
        self.revocationReason = revocationReason
        self.revocationType = revocationType
        self.revocationPercentage = revocationPercentage
        self.isUpgraded = isUpgraded
        self.offerType = offerType
        self.offerIdentifier = offerIdentifier
        self.offerDiscountType = offerDiscountType
        self.offerPeriod = offerPeriod
        self.environment = environment
        self.storefront = storefront
        self.storefrontId = storefrontId
        self.transactionReason = transactionReason
        self.currency = currency
        self.price = price
        self.appTransactionId = appTransactionId
        self.billingPlanType = billingPlanType
        self.previousOriginalTransactionId = previousOriginalTransactionId
        self.advancedCommerceInfo = advancedCommerceInfo
        self.commitmentInfo = commitmentInfo
        self.multiSeatInfo = multiSeatInfo
        self.additionalTransactionReason = additionalTransactionReason
        self.revokedSeatQuantity = revokedSeatQuantity
        self.bundleProductId = bundleProductId
        self.bundleSubscriptionGroupIdentifier = bundleSubscriptionGroupIdentifier
        self.bundleSubscriptionGroupId = bundleSubscriptionGroupId
        self.bundleTransactionId = bundleTransactionId
        self.bundleOriginalTransactionId = bundleOriginalTransactionId
    }
}

extension TransactionPayload: SignedDocument {
    /// The kind of document.
    public static var kind: DocumentKind { .transaction }

    /// The instant at which Apple signed it.
    public var effectiveDate: Date? { signedDate }

    /// The app it is about.
    public var documentBundleID: BundleID? { bundleId }

    /// The app's number; this document does not say.
    public var documentAppAppleID: AppAppleID? { nil }

    /// The environment it was made in.
    public var documentEnvironment: Environment? { environment }
}
