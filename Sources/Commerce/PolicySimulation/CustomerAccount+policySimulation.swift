// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import FoundationEssentials

extension CustomerAccount {
    /// What would differ for the customer under another policy, or with other catalogs.
    ///
    /// - Parameters:
    ///   - policy: The other policy.
    ///   - catalogs: The other catalogs; the same ones when absent.
    ///   - instant: The instant.
    /// - Returns: One difference for each entitlement that would be open or closed, or end, otherwise than now.
    public func differences(
        under policy: CommercePolicy,
        catalogs: [Catalog]? = nil,
        asOf instant: Date
    ) -> [EntitlementDifference] {
        differences(from: under(policy, catalogs: catalogs), asOf: instant)
    }

    /// What differs between this account and another of the same customer.
    public func differences(from other: CustomerAccount, asOf instant: Date) -> [EntitlementDifference] {
        let names = Set(knownEntitlements(asOf: instant)).union(other.knownEntitlements(asOf: instant))
        return names.sorted().compactMap { name in
            let before = entitlement(name, asOf: instant)
            let after = other.entitlement(name, asOf: instant)
            guard before.isActive != after.isActive || before.endDate != after.endDate else { return nil }
            return EntitlementDifference(customer: customer, entitlement: name, before: before, after: after)
        }
    }
}
