// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes
package import Commerce
package import FoundationEssentials

/// A line of a customer's balance of one currency, as its history shows it.
package struct StoredPosting: Hashable, Sendable {
    /// Its number, the cursor for reading on.
    package let number: Int64
    /// What makes it once.
    package let key: String
    /// What it changes of the balance.
    package let amount: Int64
    /// Why.
    package let reason: LedgerReason
    /// When.
    package let instant: Date
    /// When what it gives runs out.
    package let expiresDate: Date?
    /// What it gives, by when that runs out; empty when all of it does at once, or never.
    package let parts: [ExpiringPortion]
    /// The purchase it belongs to.
    package let transaction: TransactionID?
    /// The other customer of a transfer.
    package let counterpart: CustomerID?
    /// What was asked for; the amount itself, where it was not noted.
    package let asked: Int64
    /// The balance right after it, where it was noted.
    package let balance: Int64?
    /// Whether the customer's own key made it, and not that of who gave or took the other side.
    let isOwn: Bool

    func isOf(_ request: LedgerRequest) -> Bool {
        reason == request.reason && counterpart == request.counterpart && asked == request.amount
    }
}

/// The result of a posting.
package enum PostingOutcome: Hashable, Sendable {
    /// It is booked, with this amount.
    case posted(Int64)
    /// It was booked before, with this amount; nothing changed.
    case repeated(Int64)
    /// A refund that may take nothing, now or when its key came first.
    case writtenOff
    /// There is less than is to be taken, or was when its key came first.
    case insufficient(balance: Int64)
    /// The key was used for something else.
    case keyReused
    /// The amount is zero or does not fit.
    case invalidAmount
}
