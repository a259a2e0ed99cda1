// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

extension AppReceipt {
    /// The numbers of the attributes with a known meaning.
    enum AttributeType {
        static let receiptType: Int64 = 0
        static let appAppleID: Int64 = 1
        static let bundleID: Int64 = 2
        static let applicationVersion: Int64 = 3
        static let opaqueValue: Int64 = 4
        static let deviceHash: Int64 = 5
        static let ageRating: Int64 = 10
        static let creationDate: Int64 = 12
        static let downloadID: Int64 = 15
        static let versionExternalIdentifier: Int64 = 16
        static let purchase: Int64 = 17
        static let originalPurchaseDate: Int64 = 18
        static let originalApplicationVersion: Int64 = 19
        static let expirationDate: Int64 = 21
    }

    /// Reads a receipt's payload; total on any bytes.
    init(payload: [UInt8]) throws(DERError) {
        attributes = try ReceiptAttribute.decodeSet(payload)
        let values = ReceiptAttributes(attributes)
        receiptType = try values.text(AttributeType.receiptType).map(ReceiptType.init(rawValue:))
        appAppleID = try values.integer(AttributeType.appAppleID).map(AppAppleID.init(rawValue:))
        bundleID = try values.text(AttributeType.bundleID).map(BundleID.init(rawValue:))
        applicationVersion = try values.text(AttributeType.applicationVersion)
        opaqueValue = values.bytes(AttributeType.opaqueValue)
        deviceHash = values.bytes(AttributeType.deviceHash)
        ageRating = try values.text(AttributeType.ageRating)
        creationDate = try values.date(AttributeType.creationDate)
        downloadID = try values.integer(AttributeType.downloadID)
        versionExternalIdentifier = try values.integer(AttributeType.versionExternalIdentifier)
        originalPurchaseDate = try values.date(AttributeType.originalPurchaseDate)
        originalApplicationVersion = try values.text(AttributeType.originalApplicationVersion)
        expirationDate = try values.date(AttributeType.expirationDate)
        purchases = []
        for attribute in attributes where attribute.type == AttributeType.purchase {
            purchases.append(try Purchase(attributes: ReceiptAttribute.decodeSet(Array(attribute.value))))
        }
    }
}

extension AppReceipt.Purchase {
    enum AttributeType {
        static let quantity: Int64 = 1701
        static let productID: Int64 = 1702
        static let transactionID: Int64 = 1703
        static let purchaseDate: Int64 = 1704
        static let originalTransactionID: Int64 = 1705
        static let originalPurchaseDate: Int64 = 1706
        static let productType: Int64 = 1707
        static let expiresDate: Int64 = 1708
        static let webOrderLineItemID: Int64 = 1711
        static let cancellationDate: Int64 = 1712
        static let isTrialPeriod: Int64 = 1713
        static let isInIntroductoryOfferPeriod: Int64 = 1719
        static let promotionalOfferID: Int64 = 1721
    }

    init(attributes: [ReceiptAttribute]) throws(DERError) {
        self.attributes = attributes
        let values = ReceiptAttributes(attributes)
        quantity = try values.integer(AttributeType.quantity)
        productID = try values.text(AttributeType.productID).map(ProductID.init(rawValue:))
        transactionID = try values.text(AttributeType.transactionID).map(TransactionID.init(rawValue:))
        purchaseDate = try values.date(AttributeType.purchaseDate)
        originalTransactionID = try values.text(AttributeType.originalTransactionID)
            .map(OriginalTransactionID.init(rawValue:))
        originalPurchaseDate = try values.date(AttributeType.originalPurchaseDate)
        productType = try values.integer(AttributeType.productType)
        expiresDate = try values.date(AttributeType.expiresDate)
        // Receipts made outside of subscriptions carry the number 0.
        let item = try values.integer(AttributeType.webOrderLineItemID) ?? 0
        webOrderLineItemID = item == 0 ? nil : WebOrderLineItemID(rawValue: String(item))
        cancellationDate = try values.date(AttributeType.cancellationDate)
        isTrialPeriod = try values.integer(AttributeType.isTrialPeriod).map { $0 != 0 }
        isInIntroductoryOfferPeriod = try values.integer(AttributeType.isInIntroductoryOfferPeriod).map { $0 != 0 }
        promotionalOfferID = try values.text(AttributeType.promotionalOfferID).map(OfferID.init(rawValue:))
    }
}
