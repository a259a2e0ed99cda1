// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import FoundationEssentials

extension AppReceipt {
    /// A receipt with one purchase of beans.
    static func beans(_ id: TransactionID) -> AppReceipt {
        AppReceipt(
            receiptType: .production,
            appAppleID: AppAppleID(rawValue: 1_234_567_890),
            bundleID: TestShop.app,
            applicationVersion: "1",
            creationDate: TestClock.start,
            purchases: [
                AppReceipt.Purchase(
                    quantity: 1,
                    productID: TestShop.beans,
                    transactionID: id,
                    purchaseDate: TestClock.start,
                    originalTransactionID: OriginalTransactionID(rawValue: id.rawValue),
                    originalPurchaseDate: TestClock.start,
                    productType: 1
                )
            ]
        )
    }
}
