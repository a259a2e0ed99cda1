// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// Compares one customer with another provider's answer, and stores what differs.
struct ShadowChecker: Sendable {
    let accounts: EntitlementReader
    let apps: Apps
    let clock: @Sendable () -> Date
    let metrics: MetricsRecorder
    let provider: ShadowProvider
    let database: any Database

    /// The result of a comparison.
    struct Outcome: Hashable, Sendable {
        /// The customer's open differences.
        var open: [StoredShadowDifference] = []
        /// How many delays are over.
        var delays = 0
        /// How many differences could not be stored, because there are too many.
        var dropped = 0
    }

    /// Compares a customer.
    ///
    /// - Throws: `ShadowFailure`, `DatabaseError`, or a `CancellationError`.
    func check(_ named: CustomerID, of app: BundleID, _ settings: ShadowSettings) async throws -> Outcome {
        let customer = try await database.read { try $0.resolve(named) }
        do {
            let answer = try await provider.answer(about: customer, settings, at: clock())
            let now = clock()
            let found = try await differences(of: customer, from: answer, settings, at: now)
            let outcome = try await record(found, of: customer, in: app, settings, at: now)
            metrics.recordShadow("ok", confirmed: outcome.confirmed)
            return outcome.outcome
        } catch let failure as ShadowFailure {
            metrics.recordShadow("failed", confirmed: 0)
            throw failure
        }
    }

    /// What differs, by the documents that are stored now.
    private func differences(
        of customer: CustomerID,
        from answer: ProviderAnswer,
        _ settings: ShadowSettings,
        at now: Date
    ) async throws -> [Divergence] {
        let aliases = try await database.read { reader in try reader.aliases(of: customer).map(\.alias) }
        var comparison = ShadowComparison(
            accounts: try await accounts(of: customer, in: settings.environment, at: now),
            environment: settings.environment,
            identifiers: Set(aliases),
            policy: settings.policy
        )
        let found = comparison.divergences(from: answer, asOf: now)
        // The other environment is read only where it may explain something.
        guard found.contains(where: { !$0.own.isEntitled }) else { return found }
        let other: Environment = settings.environment == .production ? .sandbox : .production
        comparison.otherAccounts = try await accounts(of: customer, in: other, at: now)
        return comparison.divergences(from: answer, asOf: now)
    }

    private func accounts(
        of customer: CustomerID,
        in environment: Environment,
        at now: Date
    ) async throws -> [CustomerAccount] {
        var found: [CustomerAccount] = []
        for app in apps.configuration.apps {
            let scope = AppScope(bundleID: app.bundleID, environment: environment)
            found.append(try await accounts.account(of: customer, in: scope, app: app, now: now))
        }
        return found
    }

    private func record(
        _ found: [Divergence],
        of customer: CustomerID,
        in app: BundleID,
        _ settings: ShadowSettings,
        at now: Date
    ) async throws -> (outcome: Outcome, confirmed: Int) {
        let before = try await database.read { try $0.openShadowDifferences(of: customer, in: app) }
        guard !found.isEmpty || !before.isEmpty else { return (Outcome(), 0) }
        return try await database.write { writer in
            let stored = try writer.openShadowDifferences(of: customer, in: app)
            let change = ObservedDivergence.observe(
                found,
                previous: stored.map(\.observed),
                at: now,
                under: settings.policy
            )
            var outcome = Outcome(delays: change.vanished)
            let known = Set(stored.map(\.id))
            var free = StoredShadowDifference.maximumCount - (try writer.shadowDifferenceCount(of: app))
            var remaining: Set<String> = []
            for observed in change.open + change.resolved {
                let delay = observed.state == .pending ? settings.policy.recheckSeconds : Self.recheckSeconds
                let difference = StoredShadowDifference(
                    id: Self.id(of: observed, customer, app),
                    app: app,
                    customer: customer,
                    observed: observed,
                    dueDate: now.addingTimeInterval(Double(delay))
                )
                if !known.contains(difference.id) {
                    // What is resolved makes room for what is open.
                    if free <= 0 { free += try writer.removeOldestResolvedShadowDifferences(of: app, limit: 100) }
                    guard free > 0 else {
                        outcome.dropped += 1
                        continue
                    }
                    free -= 1
                }
                try writer.upsert(difference)
                remaining.insert(difference.id)
                if observed.state != .resolved { outcome.open.append(difference) }
            }
            for id in known.subtracting(remaining) { try writer.removeShadowDifference(id) }
            return (outcome, change.confirmed.count)
        }
    }

    /// How soon a confirmed difference is looked at again, in seconds.
    private static let recheckSeconds = 3600

    /// The same for the same difference, from when it was first seen.
    private static func id(of observed: ObservedDivergence, _ customer: CustomerID, _ app: BundleID) -> String {
        let parts = [
            app.rawValue, customer.rawValue, observed.divergence.entitlement.rawValue,
            String(observed.firstSeenDate.millisecondsSince1970),
        ]
        return "shd_" + Hexadecimal.encode(SHA256.digest(of: Array(parts.joined(separator: "\n").utf8)).prefix(10))
    }
}
