// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials

/// A purchase that is paid and that nobody can be given yet, because no customer is known for it.
struct UnclaimedPurchase: Hashable, Sendable, Codable {
    var scope: AppScope
    var transaction: TransactionID
    var originalTransaction: OriginalTransactionID
    var product: ProductID
    var purchased: Date
    var appAccountToken: AppAccountToken?

    init(_ transaction: Transaction, scope: AppScope) {
        self.scope = scope
        self.transaction = transaction.id
        originalTransaction = transaction.originalTransactionID
        product = transaction.productID
        purchased = transaction.purchaseDate
        appAccountToken = transaction.appAccountToken
    }
}
