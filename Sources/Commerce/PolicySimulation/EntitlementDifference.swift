// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// What one customer would gain or lose under another policy, another catalog, or with other facts.
public struct EntitlementDifference: Hashable, Sendable, Codable {
    /// The customer.
    public var customer: CustomerID

    /// The right.
    public var entitlement: EntitlementID

    /// How it is.
    public var before: EntitlementDecision

    /// How it would be.
    public var after: EntitlementDecision

    /// Whether the customer would lose the entitlement.
    public var isLoss: Bool { before.isActive && !after.isActive }

    /// Whether the customer would gain the entitlement.
    public var isGain: Bool { !before.isActive && after.isActive }
}
