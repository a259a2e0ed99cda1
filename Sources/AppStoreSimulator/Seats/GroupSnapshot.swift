// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// A member of a group subscription whose seat the App Store assigned.
public struct GroupMemberSnapshot: Hashable, Sendable, Codable {
    /// The member.
    public var customer: CustomerID

    /// The member's transaction for the period at hand.
    public var transaction: TransactionID

    /// The member's role in an organization; absent in a consumer's group.
    public var role: CustomerGroupRole?

    /// When the member loses the seat, because fewer seats renewed; absent while the member keeps it.
    public var endDate: Date?
}

/// A group whose members the App Store invites, or to whom an organization assigns seats.
public struct GroupSnapshot: Hashable, Sendable {
    /// The group.
    public var id: CustomerGroupID

    /// Whether a customer or an organization bought the seats.
    public var type: CustomerGroupType

    /// The customer or the organization that bought the seats.
    public var owner: CustomerID

    /// The customers in the group: the one who bought the seats first, unless that is an organization.
    public var customers: [CustomerID]

    /// The role of the customer who was asked about, by product; absent in a consumer's group.
    public var roles: [CustomerGroupProductRole]?
}
