// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// The names of accounts in the store's books.
enum LedgerAccountNames {
    /// What a customer has of a virtual currency in an environment: what was bought in the sandbox, for nothing, is
    /// there alone.
    static func wallet(in environment: Environment) -> String {
        environment == .production ? "wallet" : "wallet \(environment)"
    }
}

extension StoredLedgerEntry {
    /// An entry that gives a customer an amount, or takes it when it is negative.
    ///
    /// Its other side is booked on the reason's own account, unless another is named.
    static func posting(
        _ amount: Int64,
        to customer: CustomerID,
        currency: String,
        _ reason: LedgerReason,
        scope: AppScope,
        at instant: Date,
        key: String,
        against counterpart: String? = nil
    ) -> StoredLedgerEntry {
        StoredLedgerEntry(
            idempotencyKey: key,
            scope: scope,
            instant: instant,
            reason: reason.rawValue,
            lines: [
                Line(
                    account: LedgerAccountNames.wallet(in: scope.environment),
                    customer: customer,
                    amount: amount,
                    currency: currency
                ),
                Line(
                    account: counterpart ?? reason.counterpart.description,
                    amount: -amount,
                    currency: currency
                ),
            ]
        )
    }
}
