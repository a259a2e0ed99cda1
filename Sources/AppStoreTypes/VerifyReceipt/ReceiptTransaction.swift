// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// A transaction as verifyReceipt answers and version 1 notifications give it.
///
/// <https://developer.apple.com/documentation/appstorereceipts/responsebody/latest_receipt_info>
public struct ReceiptTransaction: Hashable, Sendable {
    /// How many were bought.
    public var quantity: Int64?

    /// The product.
    public var productId: ProductID

    /// The purchase, renewal or restore.
    public var transactionId: TransactionID

    /// The purchase that began this one's life.
    public var originalTransactionId: OriginalTransactionID

    /// When the customer was charged, or the product restored.
    public var purchaseDate: Date

    /// When the original transaction was bought.
    public var originalPurchaseDate: Date?

    /// When the subscription's period ends.
    public var expiresDate: Date?

    /// When Apple refunded or revoked the transaction, or the customer moved to another plan.
    public var cancellationDate: Date?

    /// Why Apple refunded it.
    public var cancellationReason: RevocationReason?

    /// The renewal event, for subscriptions.
    public var webOrderLineItemId: WebOrderLineItemID?

    /// Whether it is a free trial.
    public var isTrialPeriod: Bool?

    /// Whether it has an introductory price.
    public var isInIntroOfferPeriod: Bool?

    /// Bought, or shared by a family member.
    public var inAppOwnershipType: InAppOwnershipType?

    /// True when the customer moved to another plan; otherwise absent.
    public var isUpgraded: Bool?

    /// The promotional offer it was bought with.
    public var promotionalOfferId: OfferID?

    /// The offer code's name it was bought with.
    public var offerCodeRefName: String?

    /// The UUID that the app gave with the purchase.
    public var appAccountToken: AppAccountToken?

    /// The subscription's group.
    public var subscriptionGroupIdentifier: SubscriptionGroupID?

    /// The app; in the transaction style.
    public var bid: BundleID?

    /// The app's build; in the transaction style.
    public var bvrs: String?

    /// The product's number; in the transaction style.
    public var itemId: String?

    /// The app's number; in the transaction style.
    public var appItemId: String?

    /// The number of the app's version; in the transaction style.
    public var versionExternalIdentifier: String?

    /// The device; in the transaction style.
    public var uniqueIdentifier: String?

    /// The device as the vendor's apps see it; in the transaction style.
    public var uniqueVendorIdentifier: String?

    /// Which of the two styles it is written in.
    public var style: ReceiptStyle

    /// Makes a value from its fields; an absent one is left out of the JSON.
    public init(
        quantity: Int64? = nil,
        productId: ProductID,
        transactionId: TransactionID,
        originalTransactionId: OriginalTransactionID,
        purchaseDate: Date,
        originalPurchaseDate: Date? = nil,
        expiresDate: Date? = nil,
        cancellationDate: Date? = nil,
        cancellationReason: RevocationReason? = nil,
        webOrderLineItemId: WebOrderLineItemID? = nil,
        isTrialPeriod: Bool? = nil,
        isInIntroOfferPeriod: Bool? = nil,
        inAppOwnershipType: InAppOwnershipType? = nil,
        isUpgraded: Bool? = nil,
        promotionalOfferId: OfferID? = nil,
        offerCodeRefName: String? = nil,
        appAccountToken: AppAccountToken? = nil,
        subscriptionGroupIdentifier: SubscriptionGroupID? = nil,
        bid: BundleID? = nil,
        bvrs: String? = nil,
        itemId: String? = nil,
        appItemId: String? = nil,
        versionExternalIdentifier: String? = nil,
        uniqueIdentifier: String? = nil,
        uniqueVendorIdentifier: String? = nil,
        style: ReceiptStyle = .app
    ) {
        self.quantity = quantity
        self.productId = productId
        self.transactionId = transactionId
        self.originalTransactionId = originalTransactionId
        self.purchaseDate = purchaseDate
        self.originalPurchaseDate = originalPurchaseDate
        self.expiresDate = expiresDate
        self.cancellationDate = cancellationDate
        self.cancellationReason = cancellationReason
        self.webOrderLineItemId = webOrderLineItemId
        self.isTrialPeriod = isTrialPeriod
        self.isInIntroOfferPeriod = isInIntroOfferPeriod
        self.inAppOwnershipType = inAppOwnershipType
        self.isUpgraded = isUpgraded
        self.promotionalOfferId = promotionalOfferId
        self.offerCodeRefName = offerCodeRefName
        self.appAccountToken = appAccountToken
        self.subscriptionGroupIdentifier = subscriptionGroupIdentifier
        self.bid = bid
        self.bvrs = bvrs
        self.itemId = itemId
        self.appItemId = appItemId
        self.versionExternalIdentifier = versionExternalIdentifier
        self.uniqueIdentifier = uniqueIdentifier
        self.uniqueVendorIdentifier = uniqueVendorIdentifier
        self.style = style
    }
}

extension ReceiptTransaction: Codable {
    /// Decodes a value from texts, numbers and truth values, whichever Apple wrote.
    public init(from decoder: any Decoder) throws {
        let reader = try ReceiptReader(decoder)
        self.quantity = try reader.number("quantity")
        self.productId = try reader.required("product_id", reader.wire("product_id"))
        self.transactionId = try reader.required("transaction_id", reader.wire("transaction_id"))
        self.originalTransactionId = try reader.required(
            "original_transaction_id",
            reader.wire("original_transaction_id")
        )
        self.purchaseDate = try reader.required("purchase_date", reader.date("purchase_date"))
        self.originalPurchaseDate = try reader.date("original_purchase_date")
        self.expiresDate = try reader.date("expires_date") ?? reader.date("expires_date_formatted")
        self.cancellationDate = try reader.date("cancellation_date")
        self.cancellationReason = try reader.wire("cancellation_reason")
        self.webOrderLineItemId = try reader.wire("web_order_line_item_id")
        self.isTrialPeriod = try reader.flag("is_trial_period")
        self.isInIntroOfferPeriod = try reader.flag("is_in_intro_offer_period")
        self.inAppOwnershipType = try reader.wire("in_app_ownership_type")
        self.isUpgraded = try reader.flag("is_upgraded")
        self.promotionalOfferId = try reader.wire("promotional_offer_id")
        self.offerCodeRefName = try reader.text("offer_code_ref_name")
        self.appAccountToken = try reader.text("app_account_token").flatMap { AppAccountToken($0) }
        self.subscriptionGroupIdentifier = try reader.wire("subscription_group_identifier")
        self.bid = try reader.wire("bid")
        self.bvrs = try reader.text("bvrs")
        self.itemId = try reader.text("item_id")
        self.appItemId = try reader.text("app_item_id")
        self.versionExternalIdentifier = try reader.text("version_external_identifier")
        self.uniqueIdentifier = try reader.text("unique_identifier")
        self.uniqueVendorIdentifier = try reader.text("unique_vendor_identifier")
        self.style = reader.style
    }

    /// Encodes a value with Apple's mix of texts and numbers.
    public func encode(to encoder: any Encoder) throws {
        var writer = ReceiptWriter(encoder)
        try writer.textNumber(quantity, "quantity")
        try writer.text(productId.rawValue, "product_id")
        try writer.text(transactionId.rawValue, "transaction_id")
        try writer.text(originalTransactionId.rawValue, "original_transaction_id")
        try writer.date(purchaseDate, "purchase_date")
        try writer.date(originalPurchaseDate, "original_purchase_date")
        try writer.expiry(expiresDate, style: style)
        try writer.date(cancellationDate, "cancellation_date")
        try writer.textNumber(cancellationReason.map { Int64($0.rawValue) }, "cancellation_reason")
        try writer.text(webOrderLineItemId?.rawValue, "web_order_line_item_id")
        try writer.literal(isTrialPeriod, "is_trial_period")
        try writer.literal(isInIntroOfferPeriod, "is_in_intro_offer_period")
        try writer.text(inAppOwnershipType?.rawValue, "in_app_ownership_type")
        try writer.literal(isUpgraded, "is_upgraded")
        try writer.text(promotionalOfferId?.rawValue, "promotional_offer_id")
        try writer.text(offerCodeRefName, "offer_code_ref_name")
        try writer.text(appAccountToken?.description, "app_account_token")
        try writer.text(subscriptionGroupIdentifier?.rawValue, "subscription_group_identifier")
        try writer.text(bid?.rawValue, "bid")
        try writer.text(bvrs, "bvrs")
        try writer.text(itemId, "item_id")
        try writer.text(appItemId, "app_item_id")
        try writer.text(versionExternalIdentifier, "version_external_identifier")
        try writer.text(uniqueIdentifier, "unique_identifier")
        try writer.text(uniqueVendorIdentifier, "unique_vendor_identifier")
    }
}
