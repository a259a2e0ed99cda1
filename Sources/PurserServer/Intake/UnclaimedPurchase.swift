// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// A purchase that is paid and that no one can be given yet, because no customer is known for it.
struct UnclaimedPurchase: Hashable, Sendable, Codable {
    /// Purchases without a known customer.
    static let records = OwnedRecordStore<AppScope, OriginalTransactionID, UnclaimedPurchase>("unclaimed-purchases")

    var scope: AppScope
    var transaction: TransactionID
    var originalTransaction: OriginalTransactionID
    var product: ProductID
    var purchased: Date
    var appAccountToken: AppAccountToken?

    private enum CodingKeys: String, CodingKey {
        case scope, appAccountToken
        case transaction = "transactionId"
        case originalTransaction = "originalTransactionId"
        case product = "productId"
        case purchased = "purchaseDate"
    }

    init(_ transaction: Transaction, scope: AppScope) {
        self.scope = scope
        self.transaction = transaction.id
        originalTransaction = transaction.originalTransactionID
        product = transaction.productID
        purchased = transaction.purchaseDate
        appAccountToken = transaction.appAccountToken
    }
}
