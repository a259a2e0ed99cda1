// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreSignedData
public import AppStoreTypes
public import FoundationEssentials

/// What a customer's receipts say, before signing.
public struct ReceiptContents: Sendable {
    /// The app.
    public var app: CatalogApp

    /// The environment.
    public var environment: Environment

    /// The customer's transactions as they are now, in the order in which they were made.
    public var transactions: [TransactionPayload]

    /// The transactions that the app is done with.
    public var finished: Set<TransactionID>

    /// When the customer first got the app, and which build.
    public var original: (date: Date, version: String)?

    /// When the receipt is made.
    public var date: Date

    /// Joins what a receipt is made of.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - environment: The environment.
    ///   - transactions: The customer's transactions as they are now, those of other apps too.
    ///   - finished: The transactions that the app is done with.
    ///   - original: When the customer first got the app, and which build; the sandbox names the same for everyone.
    ///   - date: When the receipt is made.
    public init(
        app: CatalogApp,
        environment: Environment,
        transactions: [TransactionPayload],
        finished: Set<TransactionID> = [],
        original: (date: Date, version: String)? = nil,
        date: Date
    ) {
        self.app = app
        self.environment = environment
        self.transactions = transactions.filter { $0.bundleId == app.bundleID }
        self.finished = finished
        self.original = original
        self.date = date
    }
}

extension ReceiptContents {
    /// The transactions that the receipt lists: finished consumables are gone, and so are refunded purchases other than
    /// subscriptions.
    public var listed: [TransactionPayload] {
        transactions.filter { transaction in
            if transaction.type == .autoRenewableSubscription { return true }
            guard transaction.revocationDate == nil else { return false }
            return transaction.type != .consumable || !finished.contains(transaction.transactionId)
        }
    }

    /// The transactions as latest_receipt_info lists them, newest first.
    public var latest: [TransactionPayload] {
        listed.sorted { ($0.purchaseDate, $0.transactionId) > ($1.purchaseDate, $1.transactionId) }
    }

    /// The latest transaction of each subscription, as exclude-old-transactions asks for.
    public var latestOnly: [TransactionPayload] {
        var seen: Set<OriginalTransactionID> = []
        return latest.filter {
            $0.type != .autoRenewableSubscription || seen.insert($0.originalTransactionId).inserted
        }
    }

    private var isProduction: Bool { environment == .production }

    /// When the customer first got the app; the same for everyone outside production.
    public var originalPurchaseDate: Date {
        isProduction ? original?.date ?? date : Date(millisecondsSince1970: 1_375_340_400_000)
    }

    /// The build that the customer first got; the same for everyone outside production.
    public var originalVersion: String { isProduction ? original?.version ?? app.version : "1.0" }

    /// The receipt of the whole app, as iOS 7 brought it.
    public var appReceipt: AppReceipt {
        AppReceipt(
            receiptType: isProduction ? .production : environment == .sandbox ? .productionSandbox : .xcode,
            appAppleID: AppAppleID(rawValue: isProduction ? app.appAppleID.rawValue : 0),
            bundleID: app.bundleID,
            applicationVersion: app.version,
            creationDate: date,
            originalPurchaseDate: originalPurchaseDate,
            originalApplicationVersion: originalVersion,
            ageRating: "4+",
            downloadID: isProduction ? app.appAppleID.rawValue * 17 % 100_000_000_000_000 : 0,
            versionExternalIdentifier: 0,
            purchases: listed.map(purchase)
        )
    }

    private func purchase(_ transaction: TransactionPayload) -> AppReceipt.Purchase {
        let isSubscription = transaction.type == .autoRenewableSubscription
        let types: [ProductType: Int64] = [
            .nonConsumable: 0, .consumable: 1, .nonRenewingSubscription: 2, .autoRenewableSubscription: 3,
        ]
        return AppReceipt.Purchase(
            quantity: Int64(transaction.quantity),
            productID: transaction.productId,
            transactionID: transaction.transactionId,
            purchaseDate: transaction.purchaseDate,
            originalTransactionID: transaction.originalTransactionId,
            originalPurchaseDate: transaction.originalPurchaseDate,
            productType: types[transaction.type],
            expiresDate: transaction.expiresDate,
            webOrderLineItemID: transaction.webOrderLineItemId,
            cancellationDate: transaction.revocationDate,
            isTrialPeriod: isSubscription ? ReceiptFields.isTrial(transaction) : nil,
            isInIntroductoryOfferPeriod: isSubscription ? ReceiptFields.isIntroductory(transaction) : nil,
            promotionalOfferID: transaction.offerType == .promotional ? transaction.offerIdentifier : nil
        )
    }
}
