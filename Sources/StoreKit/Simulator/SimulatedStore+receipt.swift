// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
import AppStoreTypes

extension SimulatedStore {
    package var hasReceiptAtHand: Bool { true }

    package func receipt() async throws -> Data {
        try failIfSimulated(.appStoreSync)
        return try makeReceipt()
    }

    package func receiptAtHand() throws -> Data? { try makeReceipt() }

    /// A receipt of iOS 6 for one transaction; nil when there is no such transaction.
    package func transactionReceipt(of id: UInt64) throws -> Data? {
        let receipt = perform { mutation -> TransactionReceipt? in
            let id = TransactionID(rawValue: String(id))
            guard let transaction = mutation.state.ledger.transactions[id] else { return nil }
            let device = ReceiptDevice(of: mutation.customer)
            // Such receipts know two environments, and only the sandbox is named.
            return LegacyReceiptFields(transaction, catalog: mutation.state.core.catalog, device: device)
                .receipt(in: .sandbox)
        }
        return try receipt.map(documents.sign)
    }

    private func makeReceipt() throws -> Data {
        let (purchases, download, now) = perform { mutation in
            (
                mutation.state.ledger.receiptContents,
                mutation.state.core.appTransaction(of: mutation.customer, app: bundleID),
                mutation.state.core.now
            )
        }
        let receipt = AppReceipt(
            receiptType: .xcode,
            appAppleID: nil,
            bundleID: bundleID,
            applicationVersion: download?.applicationVersion,
            creationDate: now,
            originalPurchaseDate: download?.originalPurchaseDate,
            originalApplicationVersion: download?.originalApplicationVersion,
            purchases: purchases.map(AppReceipt.Purchase.init)
        )
        return try documents.sign(receipt)
    }
}

extension PurchaseHistory {
    /// What an app receipt lists: everything but consumables that are finished, and nothing of what was revoked
    /// but subscriptions.
    fileprivate var receiptContents: [TransactionPayload] {
        all.filter { transaction in
            switch transaction.type {
            case .consumable: !finished.contains(transaction.transactionId) && transaction.revocationDate == nil
            case .autoRenewableSubscription: true
            default: transaction.revocationDate == nil
            }
        }
    }
}

extension AppReceipt.Purchase {
    fileprivate init(_ transaction: TransactionPayload) {
        let isSubscription = transaction.type == .autoRenewableSubscription
        let isIntroductory = transaction.offerType == .introductory
        let isFree = transaction.offerDiscountType == .freeTrial
        self.init(
            quantity: Int64(transaction.quantity),
            productID: transaction.productId,
            transactionID: transaction.transactionId,
            purchaseDate: transaction.purchaseDate,
            originalTransactionID: transaction.originalTransactionId,
            originalPurchaseDate: transaction.originalPurchaseDate,
            expiresDate: transaction.expiresDate,
            webOrderLineItemID: transaction.webOrderLineItemId,
            cancellationDate: transaction.revocationDate,
            isTrialPeriod: isSubscription ? isIntroductory && isFree : nil,
            isInIntroductoryOfferPeriod: isSubscription ? isIntroductory && !isFree : nil,
            promotionalOfferID: transaction.offerType == .promotional ? transaction.offerIdentifier : nil
        )
    }
}
