// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Commerce
import FoundationEssentials

/// A receipt whose signature was checked here, reduced to its purchases.
///
/// It is as old as its creation: what Apple revoked since is not in it, so its facts rank below signed transactions.
struct ReceiptSubmission: Sendable {
    var scope: AppScope
    var made: Date
    var part: ReceiptRecord.Part
    var transactions: [Commerce.Transaction]
    /// The products' numbers in the App Store, where the receipt says them.
    var itemIDs: [TransactionID: String]
    var document: SignedPayload
    /// Whether the environment is sure.
    ///
    /// An iOS 6 receipt says it beside what is signed, where anyone can change it.
    private(set) var isEnvironmentSure = true
    /// Whether its signature was checked, here or by Apple.
    private(set) var isGenuine = true

    /// Notes that no one has checked its signature yet.
    mutating func needsApple() {
        isGenuine = false
    }

    /// Takes over where the receipt is from, as Apple says.
    mutating func process(_ environment: Environment) {
        guard !isEnvironmentSure else { return }
        scope = AppScope(bundleID: scope.bundleID, environment: environment)
        isEnvironmentSure = true
        isGenuine = true
    }

    /// Refuses for now what only says of itself that it was paid for.
    ///
    /// - Parameter code: What the refusal is called; a temporary one, so that an app keeps what it has.
    /// - Throws: A `ServiceProblem`: the purchase counts once Apple is asked.
    func requireKnownEnvironment(orElse code: ProblemCode = .appStoreUnavailable) throws {
        guard !isGenuine || (!isEnvironmentSure && scope.environment == .production) else { return }
        throw ServiceProblem(
            code,
            "An iOS 6 receipt must be verified with Apple: configure the app's verifyReceipt URL.",
            check: .environment,
            retryAfterSeconds: 300
        )
    }

    /// The facts of the receipt: one for each purchase's transaction history in it.
    func intake(digest: FactDigest) -> FactBatch {
        let lives = Dictionary(grouping: transactions, by: \.originalTransactionID)
        let facts = lives.sorted { $0.key < $1.key }.map { lineage, transactions in
            Fact(
                scope: scope,
                kind: .receiptAnswer,
                order: FactOrder(instant: made, rank: .answered, digest: digest),
                lineage: lineage,
                digest: digest,
                content: .receiptAnswer(ReceiptRecord(part: part, transactions: transactions))
            )
        }
        return FactBatch(facts: facts, documents: [digest: document])
    }

    /// The transaction that a request means.
    func transaction(named request: PurchaseRequest, product: ProductID?) -> Commerce.Transaction? {
        if let id = request.transactionId { return transactions.first { $0.id == id } }
        let wanted = request.productId ?? product
        let candidates = transactions.filter { transaction in
            (request.originalTransactionId.map { $0 == transaction.originalTransactionID } ?? true)
                && (wanted.map { $0 == transaction.productID } ?? true)
        }
        return candidates.max { ($0.purchaseDate, $0.id.rawValue) < ($1.purchaseDate, $1.id.rawValue) }
    }
}

extension ReceiptSubmission {
    init?(_ receipt: AppReceipt, document: SignedPayload) {
        guard let bundleID = receipt.bundleID, let type = receipt.receiptType, let made = receipt.creationDate else {
            return nil
        }
        self.init(
            scope: AppScope(bundleID: bundleID, environment: type.environment),
            made: made,
            part: .embedded,
            transactions: receipt.purchases.compactMap(Commerce.Transaction.init),
            itemIDs: [:],
            document: document
        )
    }

    /// An iOS 6 receipt is as old as its purchase, whenever it is shown: what is known since is newer.
    init?(_ receipt: TransactionReceipt, document: SignedPayload) {
        guard let bundleID = receipt.bundleID, let transaction = Commerce.Transaction(receipt) else { return nil }
        self.init(
            scope: AppScope(bundleID: bundleID, environment: receipt.environment),
            made: transaction.purchaseDate,
            part: .transactionReceipt,
            transactions: [transaction],
            itemIDs: receipt.fields["item-id"].map { [transaction.id: $0] } ?? [:],
            document: document
        )
        isEnvironmentSure = false
    }
}

extension Commerce.Transaction {
    /// What an entry of an app receipt tells.
    init?(_ purchase: AppReceipt.Purchase) {
        guard let id = purchase.transactionID, let product = purchase.productID, let bought = purchase.purchaseDate
        else { return nil }
        let types: [Int64: ProductType] = [
            0: .nonConsumable, 1: .consumable, 2: .nonRenewingSubscription, 3: .autoRenewableSubscription,
        ]
        let isIntroductory = purchase.isTrialPeriod == true || purchase.isInIntroductoryOfferPeriod == true
        let discount: OfferDiscountType? = purchase.isTrialPeriod == true ? .freeTrial : nil
        self.init(
            id: id,
            originalTransactionID: purchase.originalTransactionID ?? OriginalTransactionID(rawValue: id.rawValue),
            webOrderLineItemID: purchase.webOrderLineItemID,
            productID: product,
            productType: purchase.productType.flatMap { types[$0] },
            purchaseDate: bought,
            originalPurchaseDate: purchase.originalPurchaseDate,
            expirationDate: purchase.expiresDate,
            quantity: Int(purchase.quantity ?? 1),
            revocation: purchase.cancellationDate.map { Revocation(date: $0) },
            offer: isIntroductory
                ? Offer(type: .introductory, discount: discount)
                : purchase.promotionalOfferID.map { Offer(type: .promotional, id: $0) }
        )
    }

    /// What an iOS 6 receipt tells.
    init?(_ receipt: TransactionReceipt) {
        func date(_ name: String) -> Date? {
            receipt.fields[name].flatMap { Int64($0) }.map { Date(millisecondsSince1970: $0) }
        }
        guard let id = receipt.fields["transaction-id"], let product = receipt.fields["product-id"],
            let bought = date("purchase-date-ms")
        else { return nil }
        self.init(
            id: TransactionID(rawValue: id),
            originalTransactionID: OriginalTransactionID(rawValue: receipt.fields["original-transaction-id"] ?? id),
            webOrderLineItemID: receipt.fields["web-order-line-item-id"].map { WebOrderLineItemID(rawValue: $0) },
            productID: ProductID(rawValue: product),
            purchaseDate: bought,
            originalPurchaseDate: date("original-purchase-date-ms"),
            expirationDate: date("expires-date"),
            quantity: receipt.fields["quantity"].flatMap { Int($0) } ?? 1
        )
    }
}
