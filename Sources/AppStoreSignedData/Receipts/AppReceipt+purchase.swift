// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

extension AppReceipt {
    /// One purchase in an app receipt.
    ///
    /// <https://developer.apple.com/documentation/appstorereceipts/responsebody/receipt/in_app>
    public struct Purchase: Hashable, Sendable, Codable {
        /// How many were bought.
        public var quantity: Int64?

        /// The product.
        public var productID: ProductID?

        /// The purchase, renewal or restore.
        public var transactionID: TransactionID?

        /// When the customer was charged, or the product restored.
        public var purchaseDate: Date?

        /// The purchase that began this one's life.
        public var originalTransactionID: OriginalTransactionID?

        /// When the original transaction was bought.
        public var originalPurchaseDate: Date?

        /// The kind of product: 0 non-consumable, 1 consumable, 2 non-renewing, 3 auto-renewable.
        public var productType: Int64?

        /// When the subscription's period ends.
        public var expiresDate: Date?

        /// The renewal event, for subscriptions.
        public var webOrderLineItemID: WebOrderLineItemID?

        /// When Apple refunded it.
        public var cancellationDate: Date?

        /// Whether it is a free trial.
        public var isTrialPeriod: Bool?

        /// Whether it is at an introductory price.
        public var isInIntroductoryOfferPeriod: Bool?

        /// The promotional offer it was bought with.
        public var promotionalOfferID: OfferID?

        /// Every attribute as it came, the unknown ones too; empty in a purchase that is to be written.
        public var attributes: [ReceiptAttribute]

        /// Describes a purchase in a receipt that is to be made.
        public init(
            quantity: Int64 = 1,
            productID: ProductID,
            transactionID: TransactionID,
            purchaseDate: Date,
            originalTransactionID: OriginalTransactionID,
            originalPurchaseDate: Date,
            productType: Int64? = nil,
            expiresDate: Date? = nil,
            webOrderLineItemID: WebOrderLineItemID? = nil,
            cancellationDate: Date? = nil,
            isTrialPeriod: Bool? = nil,
            isInIntroductoryOfferPeriod: Bool? = nil,
            promotionalOfferID: OfferID? = nil
        ) {
            self.quantity = quantity
            self.productID = productID
            self.transactionID = transactionID
            self.purchaseDate = purchaseDate
            self.originalTransactionID = originalTransactionID
            self.originalPurchaseDate = originalPurchaseDate
            self.productType = productType
            self.expiresDate = expiresDate
            self.webOrderLineItemID = webOrderLineItemID
            self.cancellationDate = cancellationDate
            self.isTrialPeriod = isTrialPeriod
            self.isInIntroductoryOfferPeriod = isInIntroductoryOfferPeriod
            self.promotionalOfferID = promotionalOfferID
            attributes = []
        }
    }
}
