// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// Says that a purchase, with all that comes of it, is a customer's.
public struct Claim: Hashable, Sendable, Codable {
    /// How we know.
    public struct Basis: WireString {
        /// The basis as it is stored.
        public let rawValue: String

        /// Makes a basis from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The purchase carries the token of an order of the customer.
        public static let token: Basis = "token"

        /// The signed-in customer's app showed the purchase.
        public static let session: Basis = "session"

        /// The customer restored the purchase.
        public static let restore: Basis = "restore"

        /// An administrator said so.
        public static let administrator: Basis = "administrator"

        /// Apple moved the customer's subscription to another system of billing, under a new identifier.
        public static let migration: Basis = "migration"

        /// The team stated with the purchase, which was made in another store, whose it is.
        public static let statement: Basis = "statement"

        /// It was imported from another system.
        public static let backfill: Basis = "backfill"
    }

    /// The purchase.
    public var lineage: OriginalTransactionID

    /// The customer.
    public var customer: CustomerID

    /// How we know.
    public var basis: Basis

    /// Whether the customer, or the team's backend, said so: by the customer's token or a secret key, when the purchase was
    /// shown or when the order was created whose token the purchase carries.
    ///
    /// Everybody who has the app's key can name any customer. What such a claim gives is the customer's; what it takes later,
    /// by a refund, is not a debt of the customer's and does not count against the customer.
    public var isProven: Bool

    /// The restore policy in force, when the purchase had an owner and the policy decided; a later policy changes nothing.
    public var restorePolicy: RestorePolicy?

    /// Makes a claim.
    ///
    /// - Parameters:
    ///   - lineage: The purchase.
    ///   - customer: The customer.
    ///   - basis: How we know.
    ///   - isProven: Whether the customer, or the team's backend, said so.
    public init(lineage: OriginalTransactionID, customer: CustomerID, basis: Basis, isProven: Bool = true) {
        self.lineage = lineage
        self.customer = customer
        self.basis = basis
        self.isProven = isProven
    }
}
