// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// States that a customer without an account signed in: from then on the anonymous identifier is an alias of the account.
///
/// Everything of the anonymous customer is the account's: purchases, orders, balances, entitlements and seats.
public struct CustomerMerge: Hashable, Sendable, Codable {
    /// The identifier of the anonymous customer.
    public var alias: CustomerID

    /// The customer with the account.
    public var customer: CustomerID

    /// Creates a merge.
    public init(alias: CustomerID, customer: CustomerID) {
        self.alias = alias
        self.customer = customer
    }
}

extension CustomerID {
    /// The beginning of the identifiers of customers without an account.
    package static let anonymousPrefix = "anon_"

    /// Whether it names a customer without an account.
    ///
    /// Only such an identifier becomes an alias, and an account never does: aliases form no chains.
    package var isAnonymous: Bool { rawValue.hasPrefix(Self.anonymousPrefix) }
}
