// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

/// A purchase, a renewal or a restore, as the App Store signed it.
///
/// <https://developer.apple.com/documentation/storekit/transaction>
public struct Transaction: Identifiable {
    /// The signed document's payload.
    public var jsonRepresentation: Data { signed.payload }

    /// The transaction's number.
    public let id: UInt64

    /// The number of the purchase that began this one's life.
    public let originalID: UInt64

    /// The renewal event, for subscriptions.
    public let webOrderLineItemID: String?

    /// The product.
    public let productID: String

    /// The subscription's group.
    public let subscriptionGroupID: String?

    /// The app.
    public let appBundleID: String

    /// When the customer was charged, or the product restored.
    public let purchaseDate: Date

    /// When the original transaction was bought.
    public let originalPurchaseDate: Date

    /// When the subscription's period ends.
    public let expirationDate: Date?

    /// How many were bought.
    public let purchasedQuantity: Int

    /// Whether the customer moved to another plan.
    public let isUpgraded: Bool

    /// The offer it was bought with.
    public let offer: Transaction.Offer?

    /// When the App Store revoked it.
    public let revocationDate: Date?

    /// Why the App Store revoked it.
    public let revocationReason: Transaction.RevocationReason?

    /// What revoked it.
    public let revocationType: Transaction.RevocationType?

    /// The kind of product.
    public let productType: Product.ProductType

    /// The UUID that the app gave with the purchase.
    public let appAccountToken: UUID?

    /// Where it was bought.
    public let environment: AppStore.Environment

    /// What began it.
    public let reason: Transaction.Reason

    /// The storefront it was bought in.
    public let storefront: Storefront

    /// The hash that ties the document to this device.
    public let deviceVerification: Data

    /// The value that went into the hash.
    public let deviceVerificationNonce: UUID

    /// Bought, or shared by a family member.
    public let ownershipType: Transaction.OwnershipType

    /// When the document was signed.
    public let signedDate: Date

    /// What the App Store sold on the developer's behalf.
    public let advancedCommerceInfo: Transaction.AdvancedCommerceInfo?

    /// How a subscription with a commitment is billed.
    public let billingPlanType: Product.SubscriptionInfo.BillingPlanType?

    /// Where the transaction is in the customer's commitment.
    public let commitmentInfo: Transaction.CommitmentInfo?

    /// The seats that it bought; nil when it is not of a group subscription.
    public let multiSeatInfo: Transaction.MultiSeatInfo?

    /// Why its period has several transactions; nil when one suffices.
    public let additionalTransactionReason: Transaction.AdditionalTransactionReason?

    let signed: SignedBytes
    let fields: TransactionPayload

    /// Tells the store that the app has given the customer what was bought.
    ///
    /// Until then the transaction comes back at each launch. When the store cannot be reached it stays unfinished. A
    /// transaction of an earlier test session finishes nothing in a later one, where its number may be another's.
    public func finish() async {
        await StoreRuntime.shared.finish(self)
    }
}

extension Transaction: SignedContent {
    init?(signed: SignedBytes) {
        guard let fields = try? AppStoreJSON.decode(TransactionPayload.self, from: signed.payload),
            let id = UInt64(fields.transactionId.rawValue),
            let originalID = UInt64(fields.originalTransactionId.rawValue)
        else { return nil }
        self.signed = signed
        self.fields = fields
        self.id = id
        self.originalID = originalID
        webOrderLineItemID = fields.webOrderLineItemId?.rawValue
        productID = fields.productId.rawValue
        subscriptionGroupID = fields.subscriptionGroupIdentifier?.rawValue
        appBundleID = fields.bundleId.rawValue
        purchaseDate = fields.purchaseDate
        originalPurchaseDate = fields.originalPurchaseDate
        expirationDate = fields.expiresDate
        purchasedQuantity = fields.quantity
        isUpgraded = fields.isUpgraded ?? false
        offer = Offer(transaction: fields)
        revocationDate = fields.revocationDate
        revocationReason = fields.revocationReason.map { RevocationReason(rawValue: $0.rawValue) }
        revocationType = fields.revocationType.map { RevocationType(rawValue: $0.rawValue) }
        productType = Product.ProductType(rawValue: fields.type.rawValue)
        appAccountToken = fields.appAccountToken?.rawValue
        environment = AppStore.Environment(rawValue: fields.environment.rawValue)
        reason = fields.transactionReason.map { Reason(rawValue: $0.rawValue) } ?? .purchase
        storefront = Storefront(country: fields.storefront?.rawValue ?? "", id: fields.storefrontId?.rawValue ?? "")
        let device = DeviceFields(payload: signed.payload)
        deviceVerification = device.verification
        deviceVerificationNonce = device.nonce
        ownershipType = OwnershipType(rawValue: fields.inAppOwnershipType.rawValue)
        signedDate = fields.signedDate
        let advanced = try? AppStoreJSON.decode(AdvancedCommerceEnvelope.self, from: signed.payload)
        advancedCommerceInfo = advanced?.advancedCommerceInfo.flatMap(AdvancedCommerceInfo.init(fields:))
        billingPlanType = fields.billingPlanType.map { .init(rawValue: $0.rawValue) }
        commitmentInfo = CommitmentInfo(payload: signed.payload)
        multiSeatInfo = fields.multiSeatInfo.map { MultiSeatInfo($0, revoked: fields.revokedSeats) }
        additionalTransactionReason = fields.additionalTransactionReason.map {
            AdditionalTransactionReason(rawValue: $0.rawValue)
        }
    }
}

extension Transaction: Equatable {
    /// Compares the whole payloads.
    public static func == (lhs: Transaction, rhs: Transaction) -> Bool { lhs.signed.payload == rhs.signed.payload }
}

extension Transaction: Hashable {
    /// Hashes the payload.
    public func hash(into hasher: inout Hasher) { hasher.combine(signed.payload) }
}

extension Transaction: CustomDebugStringConvertible {
    /// The payload as JSON.
    public var debugDescription: String { String(decoding: jsonRepresentation, as: UTF8.self) }
}

extension Transaction: Sendable {}
