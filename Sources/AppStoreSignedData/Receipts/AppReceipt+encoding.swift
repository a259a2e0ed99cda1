// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

extension AppReceipt {
    /// The payload of a receipt that is to be signed.
    var payload: [UInt8] {
        var writer = AttributeWriter()
        writer.text(AttributeType.receiptType, receiptType?.rawValue)
        writer.integer(AttributeType.appAppleID, appAppleID?.rawValue)
        writer.text(AttributeType.bundleID, bundleID?.rawValue)
        writer.text(AttributeType.applicationVersion, applicationVersion)
        writer.bytes(AttributeType.opaqueValue, opaqueValue, version: 2)
        writer.bytes(AttributeType.deviceHash, deviceHash)
        writer.ascii(AttributeType.ageRating, ageRating)
        writer.date(AttributeType.creationDate, creationDate)
        writer.integer(AttributeType.downloadID, downloadID)
        writer.integer(AttributeType.versionExternalIdentifier, versionExternalIdentifier)
        for purchase in purchases {
            writer.bytes(AttributeType.purchase, Data(purchase.payload))
        }
        writer.date(AttributeType.originalPurchaseDate, originalPurchaseDate)
        writer.text(AttributeType.originalApplicationVersion, originalApplicationVersion)
        writer.date(AttributeType.expirationDate, expirationDate)
        return ReceiptAttribute.encodeSet(writer.attributes)
    }
}

extension AppReceipt.Purchase {
    var payload: [UInt8] {
        var writer = AttributeWriter()
        writer.integer(AttributeType.quantity, quantity)
        writer.text(AttributeType.productID, productID?.rawValue)
        writer.text(AttributeType.transactionID, transactionID?.rawValue)
        writer.date(AttributeType.purchaseDate, purchaseDate)
        writer.text(AttributeType.originalTransactionID, originalTransactionID?.rawValue)
        writer.date(AttributeType.originalPurchaseDate, originalPurchaseDate)
        writer.integer(AttributeType.productType, productType)
        // Apple writes an empty text for an instant that is none.
        writer.ascii(AttributeType.expiresDate, expiresDate.map { CivilTime($0).text } ?? "")
        writer.integer(AttributeType.webOrderLineItemID, webOrderLineItemID.flatMap { Int64($0.rawValue) } ?? 0)
        writer.ascii(AttributeType.cancellationDate, cancellationDate.map { CivilTime($0).text } ?? "")
        writer.integer(AttributeType.isTrialPeriod, isTrialPeriod.map { $0 ? 1 : 0 })
        writer.integer(AttributeType.isInIntroductoryOfferPeriod, isInIntroductoryOfferPeriod.map { $0 ? 1 : 0 })
        writer.text(AttributeType.promotionalOfferID, promotionalOfferID?.rawValue)
        return ReceiptAttribute.encodeSet(writer.attributes)
    }
}

/// Collects attributes; an absent value writes none.
private struct AttributeWriter {
    private(set) var attributes: [ReceiptAttribute] = []

    mutating func text(_ type: Int64, _ value: String?) {
        element(type, value.map(DER.utf8String))
    }

    mutating func ascii(_ type: Int64, _ value: String?) {
        element(type, value.map(DER.ia5String))
    }

    mutating func integer(_ type: Int64, _ value: Int64?) {
        element(type, value.map { DER.integer($0) })
    }

    mutating func date(_ type: Int64, _ value: Date?) {
        ascii(type, value.map { CivilTime($0).text })
    }

    mutating func bytes(_ type: Int64, _ value: Data?, version: Int64 = 1) {
        guard let value else { return }
        attributes.append(ReceiptAttribute(type: type, version: version, value: value))
    }

    private mutating func element(_ type: Int64, _ value: [UInt8]?) {
        bytes(type, value.map { Data($0) })
    }
}
