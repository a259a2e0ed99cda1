// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// Takes a purchase from the customer who has it and gives it to another.
public struct Transfer: Hashable, Sendable, Codable {
    /// The purchase.
    public var lineage: OriginalTransactionID

    /// The customer who had it; absent when no one had.
    public var previousOwner: CustomerID?

    /// The customer who has it from now on.
    public var recipient: CustomerID

    /// Why, in words for people.
    public var reason: String

    /// Makes a transfer.
    public init(lineage: OriginalTransactionID, previousOwner: CustomerID?, recipient: CustomerID, reason: String) {
        self.lineage = lineage
        self.previousOwner = previousOwner
        self.recipient = recipient
        self.reason = reason
    }
}
