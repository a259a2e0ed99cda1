// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// Ends a customer's ownership of a purchase and gives it to no one: the next claim is a first one.
///
/// An erasure releases what the customer can restore, so that the same person, with a new account of the app, can.
public struct Release: Hashable, Sendable, Codable {
    /// The purchase.
    public var lineage: OriginalTransactionID

    /// The customer who owned it until then.
    public var customer: CustomerID

    /// Creates a release.
    public init(lineage: OriginalTransactionID, customer: CustomerID) {
        self.lineage = lineage
        self.customer = customer
    }
}
