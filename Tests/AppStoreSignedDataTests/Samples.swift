// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

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
