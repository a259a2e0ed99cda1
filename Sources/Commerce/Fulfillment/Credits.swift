// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes
package import FoundationEssentials

/// A credit of virtual currency that one delivery gives.
package struct DeliveredCredit: Hashable, Sendable {
    /// The virtual currency.
    package var account: String
    /// The amount, in whole units.
    package var amount: Int64

    /// Creates a credit.
    package init(account: String, amount: Int64) {
        self.account = account
        self.amount = amount
    }
}

extension CatalogProduct {
    /// The credit of so many of the product, bought in a store; `nil` when it credits none.
    package func credit(for quantity: Int, in store: Store) -> DeliveredCredit? {
        guard let credit, let amount = credit.amount(for: quantity, in: store), amount != 0 else { return nil }
        return DeliveredCredit(account: credit.account, amount: amount)
    }
}

/// The identity of a credit in the ledger: a transaction is credited once for each reason.
package struct CreditKey: Hashable, Sendable, CustomStringConvertible {
    /// The reason: the purchase itself, or the difference to a custom price.
    package var reason: LedgerReason
    /// The transaction.
    package var transaction: TransactionID
    /// The app and environment.
    package var scope: AppScope

    /// Creates a key.
    package init(_ reason: LedgerReason, _ transaction: TransactionID, _ scope: AppScope) {
        self.reason = reason
        self.transaction = transaction
        self.scope = scope
    }

    /// The idempotency key of the ledger entry.
    package var description: String { "\(reason) \(scope) \(transaction)" }

    /// The idempotency key of one of the credit's corrections, counted from 1.
    package func correction(_ number: Int) -> String { "\(reason) corrected \(number) \(scope) \(transaction)" }
}

/// A credit with its corrections so far.
package struct CreditHistory: Hashable, Sendable {
    /// The customer who was credited; `nil` when the credit moved nothing.
    package var customer: CustomerID?
    /// The virtual currency.
    package var currency: String
    /// The credited amount.
    package var amount: Int64
    /// The account on the other side.
    package var counterpart: String?
    /// The note of the entry.
    package var note: CreditStatement?
    /// The corrections in their order.
    package var corrections: [Correction]

    /// One correction.
    package struct Correction: Hashable, Sendable {
        /// The amount, negative when it was taken.
        package var amount: Int64
        /// The note of the entry.
        package var note: CreditStatement?

        /// Creates a correction.
        package init(amount: Int64, note: CreditStatement?) {
            self.amount = amount
            self.note = note
        }
    }

    /// Creates a credit's history.
    package init(
        customer: CustomerID?,
        currency: String,
        amount: Int64,
        counterpart: String?,
        note: CreditStatement?,
        corrections: [Correction] = []
    ) {
        self.customer = customer
        self.currency = currency
        self.amount = amount
        self.counterpart = counterpart
        self.note = note
        self.corrections = corrections
    }
}

/// The statement of Apple's that a credit or a correction follows; without a date nothing is revoked.
package struct CreditStatement: Hashable, Sendable, Codable {
    /// The purchase.
    package var transaction: TransactionID?
    /// When Apple revoked the purchase.
    package var date: Date?
    /// The revoked part, in thousandths of a percent.
    package var percentage: Int?
    /// Whether nothing proved, when the credit was booked, that its buyer is the customer.
    package var isUnproven: Bool?
    /// The key of the credit that is corrected.
    package var credit: String?

    /// Creates a note.
    package init(
        transaction: TransactionID?,
        date: Date? = nil,
        percentage: Int? = nil,
        isUnproven: Bool? = nil,
        credit: String? = nil
    ) {
        self.transaction = transaction
        self.date = date
        self.percentage = percentage
        self.isUnproven = isUnproven
        self.credit = credit
    }

    /// Whether two notes state the same revocation.
    func agrees(with other: CreditStatement) -> Bool { date == other.date && percentage == other.percentage }
}

/// One line of a customer's statement.
package struct StatementLine: Hashable, Sendable {
    /// The amount.
    package var amount: Int64
    /// The reason.
    package var reason: LedgerReason
    /// The idempotency key of the entry.
    package var key: String
    /// The note of the entry, when the server itself booked it for a purchase.
    package var note: CreditStatement?
    /// Whether the buyer was proven to be the customer after the entry was booked.
    package var isProvenSince: Bool

    /// Creates a line.
    package init(
        amount: Int64,
        reason: LedgerReason,
        key: String,
        note: CreditStatement?,
        isProvenSince: Bool = false
    ) {
        self.amount = amount
        self.reason = reason
        self.key = key
        self.note = note
        self.isProvenSince = isProvenSince
    }
}

/// A change of a customer's balance that a decision books, once for its key.
package struct LedgerPosting: Hashable, Sendable {
    /// The idempotency key.
    package var key: String
    /// The customer.
    package var customer: CustomerID
    /// The virtual currency.
    package var currency: String
    /// The amount, in whole units; zero books an entry that moves nothing and keeps the note.
    package var amount: Int64
    /// The reason.
    package var reason: LedgerReason
    /// The account of the other side; the reason's own when absent.
    package var counterpart: String?
    /// The note that is stored with the entry.
    package var note: CreditStatement

    /// Creates a posting.
    package init(
        key: String,
        customer: CustomerID,
        currency: String,
        amount: Int64,
        reason: LedgerReason,
        counterpart: String? = nil,
        note: CreditStatement
    ) {
        self.key = key
        self.customer = customer
        self.currency = currency
        self.amount = amount
        self.reason = reason
        self.counterpart = counterpart
        self.note = note
    }
}
