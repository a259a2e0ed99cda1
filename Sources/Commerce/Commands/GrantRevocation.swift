// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// Revokes an entitlement that the team gave manually.
public struct GrantRevocation: Hashable, Sendable, Codable {
    /// The grant.
    public var id: GrantID

    /// The one who had it.
    public var customer: CustomerID

    /// From when it is gone.
    public var date: Date

    /// Why, in words for people.
    public var reason: String

    /// Makes a revocation.
    public init(id: GrantID, customer: CustomerID, date: Date, reason: String) {
        self.id = id
        self.customer = customer
        self.date = date
        self.reason = reason
    }
}
