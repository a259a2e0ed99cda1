// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// A purchase, renewal or restore, as a document states it.
///
/// Made from a signed transaction or from an entry of a receipt; the latter knows no price and no product type.
public struct Transaction: Hashable, Sendable, Codable {
    /// The purchase, renewal or restore.
    public var id: TransactionID

    /// The purchase that began this one's life.
    public var originalTransactionID: OriginalTransactionID

    /// The renewal event, for subscriptions.
    public var webOrderLineItemID: WebOrderLineItemID?

    /// The product.
    public var productID: ProductID

    /// The kind of product; a receipt does not say.
    public var productType: ProductType?

    /// The subscription's group.
    public var subscriptionGroupID: SubscriptionGroupID?

    /// When the customer was charged, or the product restored.
    public var purchaseDate: Date

    /// When the original transaction was bought.
    public var originalPurchaseDate: Date

    /// When the subscription's period ends.
    public var expirationDate: Date?

    /// How many were bought; of a group subscription the seats that this transaction bought.
    public var quantity: Int

    /// The UUID that the app gave with the purchase.
    public var appAccountToken: AppAccountToken?

    /// Bought, shared by a family member, or assigned by the buyer of a group subscription.
    public var ownership: InAppOwnershipType

    /// What withdrew it, if anything did.
    public var revocation: Revocation?

    /// Whether the customer moved on to another plan before its period ended.
    public var isUpgraded: Bool

    /// The offer it was bought with, if any.
    public var offer: Offer?

    /// The storefront's country.
    public var storefront: StorefrontCountryCode?

    /// The storefront's number.
    public var storefrontID: StorefrontID?

    /// Whether the customer or a renewal began it.
    public var reason: TransactionReason?

    /// Apple's price, with quantity and discount; of seats the average of one, see ``charge``.
    ///
    /// A receipt does not say.
    public var price: Money?

    /// The customer's download of the app.
    public var appTransactionID: AppTransactionID?

    /// How a subscription with a commitment is billed.
    public var billingPlan: BillingPlanType?

    /// The lineage it came from when it was migrated.
    public var previousOriginalTransactionID: OriginalTransactionID?

    /// The seats that it bought; absent when it is not a group subscription's.
    public var multiSeatInfo: TransactionMultiSeatInfo?

    /// Why its period is represented by several transactions; absent when one suffices.
    public var additionalTransactionReason: AdditionalTransactionReason?

    /// The bundle that brought the subscription.
    public var bundle: SubscriptionBundle?

    /// Which part of a commitment it pays; absent when its period is paid at once.
    public var commitment: TransactionCommitmentInfo?

    /// Makes a transaction from what is known of it.
    public init(
        id: TransactionID,
        originalTransactionID: OriginalTransactionID,
        webOrderLineItemID: WebOrderLineItemID? = nil,
        productID: ProductID,
        productType: ProductType? = nil,
        subscriptionGroupID: SubscriptionGroupID? = nil,
        purchaseDate: Date,
        originalPurchaseDate: Date? = nil,
        expirationDate: Date? = nil,
        quantity: Int = 1,
        appAccountToken: AppAccountToken? = nil,
        ownership: InAppOwnershipType = .purchased,
        revocation: Revocation? = nil,
        isUpgraded: Bool = false,
        offer: Offer? = nil,
        storefront: StorefrontCountryCode? = nil,
        storefrontID: StorefrontID? = nil,
        reason: TransactionReason? = nil,
        price: Money? = nil,
        appTransactionID: AppTransactionID? = nil,
        billingPlan: BillingPlanType? = nil,
        previousOriginalTransactionID: OriginalTransactionID? = nil,
        multiSeatInfo: TransactionMultiSeatInfo? = nil,
        additionalTransactionReason: AdditionalTransactionReason? = nil,
        bundle: SubscriptionBundle? = nil,
        commitment: TransactionCommitmentInfo? = nil
    ) {
        self.id = id
        self.originalTransactionID = originalTransactionID
        self.webOrderLineItemID = webOrderLineItemID
        self.productID = productID
        self.productType = productType
        self.subscriptionGroupID = subscriptionGroupID
        self.purchaseDate = purchaseDate
        self.originalPurchaseDate = originalPurchaseDate ?? purchaseDate
        self.expirationDate = expirationDate
        self.quantity = quantity
        self.appAccountToken = appAccountToken
        self.ownership = ownership
        self.revocation = revocation
        self.isUpgraded = isUpgraded
        self.offer = offer
        self.storefront = storefront
        self.storefrontID = storefrontID
        self.reason = reason
        self.price = price
        self.appTransactionID = appTransactionID
        self.billingPlan = billingPlan
        self.previousOriginalTransactionID = previousOriginalTransactionID
        self.multiSeatInfo = multiSeatInfo
        self.additionalTransactionReason = additionalTransactionReason
        self.bundle = bundle
        self.commitment = commitment
    }
}
