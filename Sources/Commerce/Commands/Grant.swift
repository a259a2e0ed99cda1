// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

/// A right that the team gives manually.
public struct Grant: Hashable, Sendable, Codable {
    /// The grant; the same one again changes nothing.
    public var id: GrantID

    /// The one who gets it.
    public var customer: CustomerID

    /// What the customer may use.
    public var entitlement: EntitlementID

    /// From when.
    public var startDate: Date

    /// Until when; permanently when absent.
    public var endDate: Date?

    /// Why, in words for people.
    public var reason: String

    /// Makes a grant.
    public init(
        id: GrantID,
        customer: CustomerID,
        entitlement: EntitlementID,
        startDate: Date,
        endDate: Date? = nil,
        reason: String
    ) {
        self.id = id
        self.customer = customer
        self.entitlement = entitlement
        self.startDate = startDate
        self.endDate = endDate
        self.reason = reason
    }
}
