// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// Compares the customers of each app without end: first those with a difference that is due, then those with a fresh
/// change, then all others in turn.
///
/// One instance at a time compares an app's customers: it leases the app's task for a slice.
struct ShadowRounds: Sendable {
    let apps: Apps
    let checker: ShadowChecker
    let clock: @Sendable () -> Date
    let leases: LeasedJobs
    let log: @Sendable (ServiceLogEntry) -> Void
    let database: any Database

    static let queue = "shadow-slices"

    /// How often an app's customers are looked at, in seconds; the rate is divided by it.
    private static let sliceSeconds = 10
    /// The longest that a slice takes, in seconds: much shorter than the lease.
    private static let maximumSlice: TimeInterval = 60
    /// The shortest time from the end of a round to the next one, in seconds.
    private static let roundPause: TimeInterval = 3600
    private static let firstBackoff = 30
    private static let maximumBackoff = 3600
    /// After how many customers in a row without a usable answer the provider is left alone.
    private static let maximumFailures = 5
    private static let eventsAtOnce = 500
    /// How many events may wait; of more, the walk through all customers sees to it.
    private static let maximumEventLag: Int64 = 10_000
    /// How long what was resolved is stored, in seconds.
    private static let retention: TimeInterval = 90 * 86_400

    var backgroundJobs: [BackgroundJob] {
        [BackgroundJob(name: "shadow", interval: .seconds(5)) { [self] in try await compareDue() }]
    }

    /// Compares what is due of each app.
    func compareDue() async throws {
        try await leases.forEachLeasedJob(of: Self.queue) { task, owner in
            let app = BundleID(rawValue: task.job.uniqueKey ?? "")
            let settings = try await database.read { try $0.value(app, in: ShadowSettings.records) }
            guard let settings, settings.isEnabled, apps[app] != nil else {
                try await database.write { _ = try $0.complete(task, owner: owner) }
                return
            }
            let next = try await slice(of: app, settings)
            try await database.write { _ = try $0.postpone(task, owner: owner, until: next, error: nil) }
        }
    }

    /// One slice; returns when the next one begins.
    private func slice(of app: BundleID, _ settings: ShadowSettings) async throws -> Date {
        let began = clock()
        var progress =
            try await database.read { try $0.value(app, in: ShadowProgress.records) }
            ?? ShadowProgress(started: settings.started)
        if let pause = progress.pausedUntil, pause > began { return pause }
        progress.pausedUntil = nil
        let budget = max(1, settings.requestsPerMinute * Self.sliceSeconds / 60)
        var plan = try await plan(of: app, settings, budget: budget, &progress, at: began)
        for customer in plan.customers {
            guard clock().timeIntervalSince(began) < Self.maximumSlice, !Task.isCancelled else {
                plan.isWhole = false
                break
            }
            do {
                let outcome = try await checker.check(customer.id, of: app, settings)
                progress.compared += 1
                progress.delays += outcome.delays
                progress.dropped += outcome.dropped
                progress.lastCompared = clock()
                progress.failuresInARow = 0
                if customer.isOfRound { progress.roundCompared += 1 }
            } catch let failure as ShadowFailure {
                progress.failuresInARow += 1
                progress.lastFailure = failure.description
                progress.lastFailureAt = clock()
                if failure.concernsAll || progress.failuresInARow >= Self.maximumFailures {
                    pause(&progress, failure, of: app)
                    plan.isWhole = false
                    break
                }
                if customer.isOfRound { progress.roundFailed += 1 }
            }
            if customer.isOfRound { progress.cursor = customer.id }
        }
        finish(plan, &progress)
        let (now, done) = (clock(), progress)
        try await database.write { writer in
            // Whoever changed the settings meanwhile began again.
            let stored = try writer.value(app, in: ShadowProgress.records)
            guard stored.map({ $0.started == done.started }) ?? true else { return }
            try writer.upsert(done, as: app, in: ShadowProgress.records, now: now)
            try writer.removeShadowDifferences(of: app, resolvedBefore: now.addingTimeInterval(-Self.retention))
        }
        return done.pausedUntil ?? began.addingTimeInterval(Double(Self.sliceSeconds))
    }

    /// Leaves the provider alone: as long as it says, or twice as long after each further failure.
    private func pause(_ progress: inout ShadowProgress, _ failure: ShadowFailure, of app: BundleID) {
        let doublings = min(progress.failuresInARow - 1, 7)
        let seconds = failure.retryAfterSeconds ?? min(Self.firstBackoff << doublings, Self.maximumBackoff)
        progress.pausedUntil = clock().addingTimeInterval(Double(seconds))
        let message = "shadow mode of \(app) waits for \(seconds) seconds: \(failure.description)"
        log(ServiceLogEntry(kind: .warning, message: message))
    }

    // MARK: - Who is compared

    private struct Plan {
        var customers: [(id: CustomerID, isOfRound: Bool)] = []
        /// The last event whose customer is among them.
        var eventPosition: Int64?
        /// Whether the round has no customer after these.
        var endsRound = false
        /// Whether all were compared.
        var isWhole = true

        mutating func add(_ id: CustomerID, isOfRound: Bool) {
            guard isOfRound || !customers.contains(where: { $0.id == id }) else { return }
            customers.append((id, isOfRound))
        }
    }

    private func plan(
        of app: BundleID,
        _ settings: ShadowSettings,
        budget: Int,
        _ progress: inout ShadowProgress,
        at now: Date
    ) async throws -> Plan {
        let scope = AppScope(bundleID: app, environment: settings.environment)
        let isRoundDue =
            progress.roundStarted != nil
            || progress.lastRound.map { now.timeIntervalSince($0) >= Self.roundPause } ?? true
        if isRoundDue, progress.roundStarted == nil { progress.roundStarted = now }
        let (position, cursor) = (progress.eventPosition, progress.cursor)
        return try await database.read { reader in
            var plan = Plan()
            for customer in try reader.dueShadowCustomers(of: app, asOf: now, limit: budget) {
                plan.add(customer, isOfRound: false)
            }
            let newest = try reader.newestEvents(limit: 100).compactMap(\.position).max() ?? 0
            var last = position ?? newest
            if newest - last > Self.maximumEventLag { last = newest }
            // A part of the budget is the round's, however much changes.
            let share = max(1, budget - budget / 4)
            for event in try reader.events(after: last, limit: Self.eventsAtOnce) {
                guard plan.customers.count < share else { break }
                last = event.position ?? last
                if event.event.scope == scope, let customer = event.event.customer {
                    plan.add(customer, isOfRound: false)
                }
            }
            plan.eventPosition = last
            guard isRoundDue else { return plan }
            let rest = max(1, budget - plan.customers.count)
            let page = try reader.customers(CustomerFilter(), after: cursor, limit: rest)
            for customer in page { plan.add(customer.id, isOfRound: true) }
            plan.endsRound = page.count < rest
            return plan
        }
    }

    private func finish(_ plan: Plan, _ progress: inout ShadowProgress) {
        // Events whose customers were not reached are read again.
        if plan.isWhole || progress.eventPosition == nil { progress.eventPosition = plan.eventPosition }
        if plan.isWhole, plan.endsRound { progress.completeRound(at: clock()) }
    }
}
