// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// Something that a customer, an operator or Apple does; the only way to change the simulated store.
///
/// None names a notification: what is sent follows from what happened.
public enum Command: Hashable, Sendable, Codable {
    /// An account is made.
    case addCustomer(CustomerProfile)
    /// An organization is made, which buys seats outside of any app and assigns them.
    case addOrganization(CustomerProfile)
    /// An account changes.
    case changeCustomer(CustomerID, CustomerChange)
    /// The account is deleted; its subscriptions end with their period.
    case deleteAccount(CustomerID)
    /// The tester's purchase history is cleared; only in the sandbox and in StoreKit testing.
    case clearHistory(CustomerID)
    /// The tester takes one transaction out of the history; only in the sandbox and in StoreKit testing.
    case forget(TransactionID)
    /// The customer gets the app.
    case download(CustomerID, app: BundleID)

    /// The customer buys a product.
    case buy(CustomerID, product: ProductID, options: PurchaseOptions)
    /// The customer redeems an offer code.
    case redeem(CustomerID, code: String, options: PurchaseOptions)
    /// A parent approves, or the customer resolves what interrupted the purchase.
    case completePending(PendingPurchaseID)
    /// A parent declines, or the customer abandons.
    case cancelPending(PendingPurchaseID)
    /// The customer asks for earlier purchases again.
    case restore(CustomerID, app: BundleID)
    /// The app is done with a transaction.
    case finish(TransactionID)

    /// The customer turns renewal on or off in the account's settings.
    case setRenewal(CustomerID, group: SubscriptionGroupID, on: Bool)
    /// The customer invites another one to a seat of a group subscription; an organization gives it at once.
    case inviteMember(CustomerID, group: SubscriptionGroupID, member: CustomerID, role: CustomerGroupRole?)
    /// The member accepts the invitation of the customer who bought the seats.
    case acceptInvitation(CustomerID, from: CustomerID, group: SubscriptionGroupID)
    /// The customer who bought the seats removes a member, or withdraws the invitation.
    case removeMember(CustomerID, group: SubscriptionGroupID, member: CustomerID)
    /// The customer leaves a bundle with the next renewal and keeps some of its subscriptions alone.
    case unbundle(CustomerID, bundle: ProductID, keeping: [ProductID])
    /// The customer changes how many seats of a group subscription renew.
    case setRenewalSeats(CustomerID, group: SubscriptionGroupID, seats: Int)
    /// The customer answers a price increase.
    case answerPriceIncrease(CustomerID, group: SubscriptionGroupID, agrees: Bool)

    /// The customer asks for a refund.
    case requestRefund(TransactionID, reason: ConsumptionRequestReason, inApp: Bool)
    /// Apple's support refunds, and cancels the subscription when asked.
    case refund(TransactionID, decision: RefundDecision, cancels: Bool)
    /// Apple's support refunds some seats of a transaction.
    case refundSeats(TransactionID, seats: Int)
    /// Apple decides now about a refund that was asked for.
    case decideRefund(TransactionID, decision: RefundDecision)
    /// Apple takes a refund back.
    case reverseRefund(TransactionID)
    /// The app's server says how much of a purchase was used.
    case sendConsumption(TransactionID, ConsumptionInformation)

    /// A customer joins a family; the first one organizes it.
    case joinFamily(CustomerID, FamilyID)
    /// A customer leaves the family.
    case leaveFamily(CustomerID)

    /// A bundle or suite is sold from now on.
    case addBundle(BundleDefinition)
    /// The operator puts a product on sale or withdraws it.
    case setForSale(ProductID, Bool)
    /// Apple's review approves a product, or takes the approval back.
    case setApproved(ProductID, Bool)
    /// The operator changes a subscription's price.
    case changePrice(ProductID, PriceList, preservesExisting: Bool)
    /// The operator makes codes for an offer.
    case addOfferCode(String, product: ProductID, offer: OfferID, redemptions: Int)
    /// The operator extends one subscription.
    case extendRenewal(OriginalTransactionID, days: Int, reason: Int, request: String)
    /// The operator extends all subscriptions of a product.
    case extendAllRenewals(MassExtension)
    /// The operator gives a member a seat of a group subscription.
    case claimSeat(OriginalTransactionID, request: UUID, appTransactionID: AppTransactionID?)
    /// The operator revokes a member's seat.
    case unclaimSeat(OriginalTransactionID, SeatClaimID)
    /// The operator names the download of the member who has a seat.
    case associateSeat(OriginalTransactionID, SeatClaimID, AppTransactionID)
    /// The operator sets the token of a lineage.
    case setAppAccountToken(OriginalTransactionID, AppAccountToken)
    /// The operator asks for a test notification.
    case requestTestNotification(app: BundleID, environment: Environment)
    /// The operator changes how an environment behaves.
    case configure(Environment, EnvironmentSettings)

    /// The tester makes a subscription renew now.
    case forceRenewal(CustomerID, group: SubscriptionGroupID)
    /// The tester makes a subscription end now.
    case expire(CustomerID, group: SubscriptionGroupID)

    /// The customer leaves the app to buy elsewhere.
    case beginExternalPurchase(CustomerID, app: BundleID)
    /// The operator reports what was bought with a token.
    case reportExternalPurchase(token: String)
    /// A parent withdraws the consent to the app.
    case rescindConsent(CustomerID, app: BundleID)
    /// The customer orders through Advanced Commerce, by way of a product that only lends its name.
    case orderAdvancedCommerce(CustomerID, product: ProductID, AdvancedCommerceOrder)
    /// The operator changes a purchase through the Advanced Commerce API.
    case changeAdvancedCommerce(TransactionID, AdvancedCommerceChange)
    /// The operator makes a product one that Advanced Commerce sells by, or an ordinary one.
    case setGeneric(ProductID, Bool)
}

/// What Apple decides about a refund.
public enum RefundDecision: Hashable, Sendable, Codable {
    /// The whole price goes back.
    case full(RevocationReason)
    /// A part goes back, in thousandths of a per cent.
    case prorated(RevocationReason, percentage: Int)
    /// Nothing goes back.
    case declined
}
