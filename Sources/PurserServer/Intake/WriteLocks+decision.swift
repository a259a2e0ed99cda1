// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Persistence

extension WriteLocks {
    /// What a decision about purchases reads: the purchases, and the customers who may be theirs.
    ///
    /// - Parameters:
    ///   - purchases: The purchases that are decided about, and those that they were before.
    ///   - customers: The customers who are known to play a part, such as the claimant.
    ///   - tokens: The tokens of the payments, whose orders name their customers.
    /// - Returns: The locks, and how to find those of the customers.
    static func deciding(
        about purchases: Set<LineageKey>,
        customers: Set<CustomerID> = [],
        tokens: Set<AppAccountToken> = []
    ) -> WriteLocks {
        let known = Set(purchases.map(WriteLock.purchase)).union(customers.map(WriteLock.customer))
        return WriteLocks(known) { reader in
            Set(try reader.customers(of: purchases, tokens: tokens).map(WriteLock.customer)).union(known)
        }
    }

    /// What a decision about customers alone reads.
    static func deciding(aboutCustomers customers: [CustomerID]) -> WriteLocks {
        WriteLocks(Set(customers.map(WriteLock.customer)))
    }
}

extension Submission {
    /// What its intake reads, as far as it is known before anything is read.
    var locks: WriteLocks {
        var purchases: Set<LineageKey> = []
        var tokens: Set<AppAccountToken> = []
        for fact in intake.facts {
            if let lineage = fact.lineage { purchases.insert(LineageKey(scope: fact.scope, lineage: lineage)) }
            let transactions: [Transaction]
            switch fact.content {
            case .transaction(let transaction): transactions = [transaction]
            case .receiptAnswer(let answer): transactions = answer.transactions
            default: continue
            }
            tokens.formUnion(transactions.compactMap(\.appAccountToken))
            for previous in transactions.compactMap(\.previousOriginalTransactionID) {
                purchases.insert(LineageKey(scope: fact.scope, lineage: previous))
            }
        }
        return .deciding(about: purchases, customers: Set([claimant?.customer].compactMap(\.self)), tokens: tokens)
    }
}
