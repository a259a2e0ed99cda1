// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence
import Synchronization

extension PolicyChange {
    /// The policies that an app's configuration sets.
    init(_ app: AppConfiguration) {
        self.init(
            policy: app.policy,
            acceptsXcodeTransactions: app.acceptsXcodeTransactions,
            sandboxFulfillsProductionOrders: app.sandboxFulfillsProductionOrders
        )
    }
}

/// Records an app's policies before the first decision under them.
final class RecordedPolicies: Sendable {
    /// The apps whose policies were recorded.
    private static let records = RecordStore<BundleID, Presence>("recorded-policies")

    private let known = Mutex<[BundleID: PolicyChange]>([:])

    /// Records policies that differ from the last recorded ones; this process asks the database once about each.
    func record(_ change: PolicyChange, of app: BundleID, in database: any Database, now: Date) async throws {
        guard known.withLock({ $0[app] != change }) else { return }
        let scope = AppScope.rules(of: app)
        try await database.write { writer in
            // Servers that start together wait for each other here, and the second sees what the first recorded.
            try writer.upsert(Presence(), as: app, in: Self.records, now: now)
            let last = try writer.ruleFacts(in: scope).lazy.compactMap { stored -> PolicyChange? in
                guard case .command(.policy(let change)) = stored.fact.content else { return nil }
                return change
            }.last
            guard last != change else { return }
            try writer.record(.policy(change), in: scope, by: "configuration", now: now)
        }
        known.withLock { $0[app] = change }
    }
}
