// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
public import FoundationEssentials

extension CustomerAccount {
    /// The purchases that were ever said to be anybody's, with the facts known of each.
    public var lineageKeys: [LineageKey] { lineages.keys.sorted() }

    /// The life of one purchase, whoever has it.
    public func history(of key: LineageKey) -> SubscriptionHistory? {
        lineages[key]?.history
    }

    /// Whose a purchase is, and was.
    public func ownership(of key: LineageKey) -> Ownership {
        lineages[key]?.ownership(under: policy.restore) ?? Ownership()
    }

    /// Whether a purchase speaks for or against the customer: its claim is proven, it is unclaimed, or the team trusts
    /// claims without proof.
    public func isTrusted(_ key: LineageKey) -> Bool {
        let ownership = ownership(of: key)
        return policy.trustsUnprovenClaims || ownership.owners.isEmpty || ownership.isProven(customer)
    }

    /// The purchases that count for the customer at an instant.
    public func ownedLineages(asOf instant: Date) -> [LineageKey] {
        lineageKeys.filter { key in
            guard counts(key.scope), let lineage = lineages[key] else { return false }
            if lineage.claims.isEmpty { return ownsUnclaimed }
            let ownership = lineage.ownership(under: policy.restore)
            let owners = isPresent(instant) ? ownership.owners : ownership.owners(asOf: instant)
            return owners.contains(customer)
        }
    }

    /// Whether all that was recorded has happened by an instant.
    func isPresent(_ instant: Date) -> Bool {
        present.map { $0 <= instant } ?? false
    }

    /// The device that a purchase serves; nothing when it serves the account.
    ///
    /// A subscription that is taken up again or changes its plan serves the device that the newest order names; a
    /// renewal has none of its own.
    public func device(of key: LineageKey) -> DeviceID? {
        guard !orderedDevices.isEmpty, let history = lineages[key]?.history else { return nil }
        for entry in history.entries.reversed() {
            let purchase = PurchaseKey(scope: key.scope, transactionID: entry.id)
            guard let order = orderedTransactions[purchase]?.value else { continue }
            if let device = orderedDevices[order]?.value { return device }
        }
        return nil
    }

    /// Whether a purchase serves a device: its own, or all that the account has.
    func serves(_ key: LineageKey, _ device: DeviceID?) -> Bool {
        guard let device, let own = self.device(of: key) else { return true }
        return own == device
    }

    /// The subscriptions that the customer has, or had, as they are at an instant.
    public func subscriptions(asOf instant: Date) -> [(key: LineageKey, state: SubscriptionState)] {
        ownedLineages(asOf: instant).compactMap { key in
            lineages[key]?.history.state(asOf: instant).map { (key, $0) }
        }
    }

    /// The devices that the customer has registered.
    public var registeredDevices: [DeviceRegistration] {
        devices.values.map(\.registration).filter(\.isRegistered).sorted(on: \.device)
    }

    /// The registered devices that a purchase was ordered for.
    var devicesWithOwnPurchases: [DeviceID] {
        guard !orderedDevices.isEmpty else { return [] }
        let ordered = Set(lineageKeys.compactMap { device(of: $0) })
        return registeredDevices.map(\.device).filter(ordered.contains)
    }

    /// Why purchases that would give an entitlement do not count for this customer.
    func lostReasons(of entitlement: EntitlementID, asOf instant: Date, _ timeline: AccountTimeline) -> [Reason] {
        let owned = ownedLineages(asOf: instant)
        let seated = timeline.seats.map(\.key)
        return lineageKeys.filter { !timeline.keys.contains($0) && !seated.contains($0) }.compactMap { key in
            guard let history = lineages[key]?.history,
                let entry = history.entries.last(where: { index.gives($0.record.productID, entitlement, in: key.scope) }
                )
            else { return nil }
            let steps = ownership(of: key).steps.filter { isPresent(instant) || $0.date <= instant }
            let step = steps.last { $0.customer == customer || $0.previousOwners.contains(customer) }
            let rule: Rule
            if !counts(key.scope) {
                rule = .sandboxRefused
            } else if owned.contains(key) {
                rule = .anotherDevice
            } else if let step {
                rule = step.outcome == .ownerRetained ? .ownedByAnotherCustomer : .transferredAway
            } else if steps.isEmpty {
                rule = .unclaimed
            } else {
                return nil
            }
            return Reason(
                rule: rule,
                startDate: step?.date,
                scope: key.scope,
                lineage: key.lineage,
                transactionID: entry.id,
                productID: entry.record.productID,
                evidence: [step?.evidence, entry.record.evidence].compactMap(\.self)
            )
        }
    }

    /// Whether purchases of an environment count for the customer.
    func counts(_ scope: AppScope) -> Bool {
        if scope.environment == .production { return true }
        switch policy.sandbox {
        case .refuse: return false
        case .accept: return true
        case .testersOnly(let testers): return testers.contains(customer)
        }
    }
}
