// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import FoundationEssentials

/// Documents with defaults.
enum Samples {
    static func transaction(
        at signedDate: Date,
        bundleID: BundleID = "com.example.app",
        environment: Environment = .sandbox
    ) -> TransactionPayload {
        TransactionPayload(
            transactionId: "2000000123456789",
            originalTransactionId: "2000000123456789",
            bundleId: bundleID,
            productId: "com.example.app.gold",
            purchaseDate: signedDate,
            originalPurchaseDate: signedDate,
            quantity: 1,
            type: .autoRenewableSubscription,
            inAppOwnershipType: .purchased,
            signedDate: signedDate,
            environment: environment
        )
    }

    static func renewalInfo(at signedDate: Date, environment: Environment? = .sandbox) -> RenewalInfoPayload {
        RenewalInfoPayload(
            originalTransactionId: "2000000123456789",
            productId: "com.example.app.gold",
            autoRenewProductId: "com.example.app.gold",
            autoRenewStatus: .on,
            environment: environment,
            signedDate: signedDate
        )
    }

    static func appTransaction(
        at date: Date,
        appAppleID: AppAppleID? = nil,
        environment: Environment = .sandbox
    ) -> AppTransactionPayload {
        AppTransactionPayload(
            receiptType: environment,
            appAppleId: appAppleID,
            bundleId: "com.example.app",
            receiptCreationDate: date
        )
    }

    static func notification(
        at signedDate: Date,
        bundleID: BundleID = "com.example.app",
        appAppleID: AppAppleID? = nil,
        environment: Environment = .sandbox,
        transaction: SignedPayload? = nil,
        renewalInfo: SignedPayload? = nil
    ) -> NotificationPayload {
        NotificationPayload(
            notificationType: .subscribed,
            notificationUUID: NotificationUUID(rawValue: UUID()),
            version: "2.0",
            signedDate: signedDate,
            data: NotificationData(
                environment: environment,
                appAppleId: appAppleID,
                bundleId: bundleID,
                signedTransactionInfo: transaction,
                signedRenewalInfo: renewalInfo
            )
        )
    }
}

extension Samples {
    static func appReceipt(
        at creationDate: Date,
        type: ReceiptType = .productionSandbox,
        bundleID: BundleID = "com.example.app",
        appAppleID: AppAppleID? = nil,
        device: Data = Data(0..<16)
    ) -> AppReceipt {
        let opaque = Data((0..<16).map { $0 &* 7 })
        return AppReceipt(
            receiptType: type,
            appAppleID: appAppleID,
            bundleID: bundleID,
            applicationVersion: "1.2.3",
            creationDate: creationDate,
            originalPurchaseDate: Date(millisecondsSince1970: 1_375_340_400_000),
            originalApplicationVersion: "1.0",
            downloadID: 0,
            versionExternalIdentifier: 0,
            opaqueValue: opaque,
            deviceHash: AppReceipt.deviceHash(deviceIdentifier: device, opaqueValue: opaque, bundleID: bundleID),
            purchases: [
                AppReceipt.Purchase(
                    productID: "com.example.app.gold",
                    transactionID: "1000000000000001",
                    purchaseDate: creationDate,
                    originalTransactionID: "1000000000000001",
                    originalPurchaseDate: creationDate,
                    productType: 3,
                    expiresDate: creationDate.addingTimeInterval(3600),
                    webOrderLineItemID: "1000000000000077",
                    isTrialPeriod: true,
                    isInIntroductoryOfferPeriod: false,
                    promotionalOfferID: "half"
                ),
                AppReceipt.Purchase(
                    quantity: 3,
                    productID: "com.example.app.coins",
                    transactionID: "1000000000000002",
                    purchaseDate: creationDate,
                    originalTransactionID: "1000000000000002",
                    originalPurchaseDate: creationDate
                ),
            ]
        )
    }

    static func transactionReceipt(at date: Date, environment: Environment = .sandbox) -> TransactionReceipt {
        let milliseconds = String(date.millisecondsSince1970)
        return TransactionReceipt(
            environment: environment,
            fields: [
                "bid": "com.example.app", "bvrs": "1.0", "product-id": "com.example.app.gold", "quantity": "1",
                "transaction-id": "33993399", "original-transaction-id": "33993398",
                "purchase-date-ms": milliseconds, "original-purchase-date-ms": milliseconds,
                "purchase-date": "2026-09-21 14:13:20 Etc/GMT", "item-id": "1234", "unique-identifier": "a\"b\\c",
            ]
        )
    }
}
