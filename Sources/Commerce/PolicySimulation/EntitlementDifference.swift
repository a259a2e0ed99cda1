// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

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

extension EntitlementDifference {
    /// What would differ for a customer under another policy, or with other catalogs.
    ///
    /// - Parameters:
    ///   - account: The customer's account.
    ///   - policy: The other policy.
    ///   - catalogs: The other catalogs; the same ones when absent.
    ///   - instant: The instant.
    /// - Returns: One difference for each entitlement that would be active or not, or end, otherwise than now.
    public static func of(
        _ account: CustomerAccount,
        under policy: CommercePolicy,
        catalogs: [Catalog]? = nil,
        asOf instant: Date
    ) -> [EntitlementDifference] {
        between(account, account.under(policy, catalogs: catalogs), asOf: instant)
    }

    /// What differs between two accounts of the same customer.
    public static func between(
        _ account: CustomerAccount,
        _ other: CustomerAccount,
        asOf instant: Date
    ) -> [EntitlementDifference] {
        let names = Set(account.knownEntitlements(asOf: instant)).union(other.knownEntitlements(asOf: instant))
        return names.sorted().compactMap { name in
            let before = account.entitlement(name, asOf: instant)
            let after = other.entitlement(name, asOf: instant)
            guard before.isActive != after.isActive || before.endDate != after.endDate else { return nil }
            return EntitlementDifference(customer: account.customer, entitlement: name, before: before, after: after)
        }
    }
}
