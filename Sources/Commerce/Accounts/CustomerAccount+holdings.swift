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

    /// The purchases that count for the customer at an instant.
    public func ownedLineages(asOf instant: Date) -> [LineageKey] {
        lineageKeys.filter { key in
            guard counts(key.scope), let lineage = lineages[key] else { return false }
            if lineage.claims.isEmpty { return ownsUnclaimed }
            return lineage.ownership(under: policy.restore).owners(asOf: instant).contains(customer)
        }
    }

    /// The device that a purchase serves; nothing when it serves the account.
    public func device(of key: LineageKey) -> DeviceID? {
        guard !orderedDevices.isEmpty, let history = lineages[key]?.history else { return nil }
        for entry in history.entries {
            let purchase = PurchaseKey(scope: key.scope, transactionID: entry.id)
            if let order = orderedTransactions[purchase], let device = orderedDevices[order] { return device }
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
        devices.values.map(\.registration).filter(\.isRegistered).sorted { $0.device < $1.device }
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
