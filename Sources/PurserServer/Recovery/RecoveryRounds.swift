// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence
import Synchronization

/// The rounds of recovery: each kind in every app and environment.
struct RecoveryRounds: Sendable {
    let apps: Apps
    let clock: @Sendable () -> Date
    let log: @Sendable (ServiceLogEntry) -> Void
    let recoveryMemory: RecoveryMemory
    let serverName: String
    let sources: RecoverySources
    let database: any Database

    /// How often the latest notifications and the reported purchases are looked at: what was lost is missed for a minute at most.
    private static let shortInterval: Duration = .seconds(60)

    /// How often purchases and refunds are compared with Apple's: what no notification tells may wait this long.
    private static let longInterval: Duration = .seconds(600)

    /// For how long, in seconds, a comparison of all notifications of the last day is good enough.
    private static let fullComparisonAge: TimeInterval = 3600

    /// The periodic recoveries; statuses are also requested around each expiration.
    ///
    /// Of notifications, the latest are looked at each minute, and those of a day each hour.
    var backgroundJobs: [BackgroundJob] {
        let kinds: [(kind: RecoveryKind, interval: Duration, isGoodFor: TimeInterval)] = [
            (.notifications, Self.shortInterval, Self.fullComparisonAge),
            (.purchases, Self.longInterval, Self.longInterval / .seconds(1)),
            (.refunds, Self.longInterval, Self.longInterval / .seconds(1)),
        ]
        let everywhere = kinds.map { kind, interval, isGoodFor in
            BackgroundJob(name: "recovery of \(kind)", interval: interval) { [self] in
                try await recoverEverywhere(kind, every: isGoodFor)
            }
        }
        let reported = BackgroundJob(name: "recovery of \(RecoveryKind.reported)", interval: Self.shortInterval) {
            [self] in
            try await recoverReported()
        }
        return everywhere + [reported]
    }

    /// Does one round of a kind of recovery and keeps its report.
    ///
    /// - Throws: A `ServiceProblem` when Apple cannot be asked; what was done until then is in the kept report.
    func recover(_ kind: RecoveryKind, _ scope: AppScope, from start: Date? = nil) async throws -> RecoveryReport {
        guard let app = apps[scope.bundleID] else { throw ServiceProblem.notFound("app") }
        // What was looked at last is known before anything is kept: a report must not hide what no round looked at.
        let last = try await lastReport(kind, scope)
        var report = RecoveryReport(kind: kind.rawValue, environment: scope.environment, until: clock())
        do {
            switch kind {
            case .notifications:
                try await sources.notifications.recoverNotifications(scope, app: app, from: start, after: last, &report)
            case .purchases: try await sources.purchases.recoverPurchases(scope, app: app, &report)
            case .refunds: try await sources.refunds.pollRefunds(scope, app: app, &report)
            case .statuses: try await sources.statuses.refreshStatuses(scope, app: app, &report)
            case .receipts: try await sources.statuses.refreshReceipts(scope, app: app, &report)
            case .reported: try await sources.reported.tryReportedReceipts(scope, &report)
            }
        } catch {
            report.stopped = (error as? ServiceProblem)?.message ?? "It was ended."
            // What was not looked at is looked at by the next round.
            report.until = report.from ?? report.until
            try await save(report, scope)
            throw error
        }
        try await save(report, scope)
        return report
    }

    /// One round of a kind for every app and environment; one that fails holds up no other.
    ///
    /// After a round in which some failed, the next one, which comes within seconds, does these only, until it is time
    /// for all.
    ///
    /// - Parameters:
    ///   - kind: The kind.
    ///   - interval: How long one that went well is good for, in seconds.
    /// - Throws: ``RecoveryFailure`` when one of them failed.
    func recoverEverywhere(_ kind: RecoveryKind, every interval: TimeInterval) async throws {
        var failures: [String] = []
        let isRetry = recoveryMemory.withLock { !$0.failed[kind, default: []].isEmpty }
        for scope in recoveredScopes(kind) {
            let now = clock()
            let done = recoveryMemory.withLock { $0.done[RecoveryMemory.Key(kind: kind, scope: scope)] }
            let isFresh = done.map { (0..<interval).contains(now.timeIntervalSince($0)) } ?? false
            if isRetry, isFresh { continue }
            do {
                try await recoverOnce(kind, scope, isFresh: isFresh)
                recoveryMemory.withLock { memory in
                    _ = memory.failed[kind]?.remove(scope)
                    if kind != .notifications || !isFresh {
                        memory.done[RecoveryMemory.Key(kind: kind, scope: scope)] = now
                    }
                }
            } catch {
                guard !Task.isCancelled else { throw error }
                recoveryMemory.withLock { memory in
                    _ = memory.failed[kind, default: []].insert(scope)
                    memory.done[RecoveryMemory.Key(kind: kind, scope: scope)] = nil
                }
                let reason = (error as? ServiceProblem)?.message ?? "\(error)"
                failures.append("recovery of \(kind) in \(scope) stopped: \(reason)")
                log(ServiceLogEntry(kind: .error, message: failures.last ?? ""))
            }
        }
        if !failures.isEmpty { throw RecoveryFailure(description: failures.joined(separator: "; ")) }
    }

    /// How long no other instance begins a round of its own, in seconds; a little less than the time between two
    /// rounds.
    private static let roundLength: TimeInterval = 50

    /// A round of what apps reported, which is one for all instances, apps and environments.
    func recoverReported() async throws {
        let queue = "recovery of \(RecoveryKind.reported)"
        let (owner, now) = (serverName, clock())
        let turn = try await database.write { writer in
            if try writer.jobs(of: queue, limit: 1).isEmpty {
                try writer.enqueue(
                    NewTask(queue: queue, uniqueKey: "round", dueDate: Date(timeIntervalSince1970: 0))
                )
            }
            let end = now.addingTimeInterval(Self.roundLength)
            return try writer.leaseJobs(of: queue, to: owner, now: now, until: end, limit: 1).first
        }
        guard let turn else { return }
        do {
            try await recoverEverywhere(.reported, every: Self.roundLength)
        } catch {
            // Whoever comes next tries again.
            try await database.write { writer in
                _ = try writer.postpone(turn, owner: owner, until: Date(timeIntervalSince1970: 0), error: "\(error)")
            }
            throw error
        }
    }

    /// One round of a kind in one app and environment.
    private func recoverOnce(_ kind: RecoveryKind, _ scope: AppScope, isFresh: Bool) async throws {
        if kind == .notifications, isFresh {
            try await sources.notifications.recoverLatestNotifications(scope)
            return
        }
        let report = try await recover(kind, scope)
        guard report.failed > 0 else { return }
        let message = "recovery of \(kind) in \(scope) could not process \(report.failed)"
        log(ServiceLogEntry(kind: .warning, message: message))
    }

    /// Where a kind of recovery has something to do.
    private func recoveredScopes(_ kind: RecoveryKind) -> [AppScope] {
        apps.configuration.apps.filter { canRecover(kind, $0) }
            .flatMap { app in
                let environments = [Environment.production, .sandbox].filter(app.acceptedEnvironments.contains)
                // What apps reported is one list for all environments.
                return (kind == .reported ? environments.prefix(1) : environments[...])
                    .map { AppScope(bundleID: app.bundleID, environment: $0) }
            }
    }

    private func canRecover(_ kind: RecoveryKind, _ app: AppConfiguration) -> Bool {
        switch kind {
        case .receipts: apps.receiptClients[app.bundleID] != nil
        case .reported: app.bundleID == apps.configuration.apps.first?.bundleID
        default: apps.links[app.bundleID] != nil
        }
    }

    func lastReport(_ kind: RecoveryKind, _ scope: AppScope) async throws -> RecoveryReport? {
        try await database.read { try $0.value(kind.rawValue, in: RecoveryReport.records[scope]) }
    }

    private func save(_ report: RecoveryReport, _ scope: AppScope) async throws {
        let now = clock()
        try await database.write { writer in
            try writer.upsert(report, as: report.kind, in: RecoveryReport.records[scope], now: now)
        }
    }
}

/// How often Apple did not answer within a round.
struct OutageCount {
    /// How many pieces in a row failed because of an outage.
    var inARow = 0
    /// Why the last one failed.
    var last: ServiceProblem?

    /// How many in a row end a round: then it is not the single piece that is wrong.
    static let maximum = 5

    /// Fails when any piece did, so that the round is tried again soon.
    func rethrow() throws {
        if let last { throw last }
    }
}

/// What this process remembers of its rounds of recovery.
final class RecoveryMemory: Sendable {
    /// A kind of recovery in one app and environment.
    struct Key: Hashable, Sendable {
        var kind: RecoveryKind
        var scope: AppScope
    }

    /// What is remembered.
    struct Content: Sendable {
        /// When each last went well.
        var done: [Key: Date] = [:]
        /// Where the last round failed.
        var failed: [RecoveryKind: Set<AppScope>] = [:]
    }

    private let content = Mutex(Content())

    /// Reads or changes what is remembered.
    func withLock<Result: Sendable>(_ body: (inout sending Content) throws -> sending Result) rethrows -> Result {
        try content.withLock(body)
    }
}

/// The kinds of recovery, each by the part that does it.
struct RecoverySources: Sendable {
    let notifications: NotificationRecovery
    let purchases: PurchaseRecovery
    let refunds: RefundRecovery
    let statuses: StatusRecovery
    let reported: ReportedRecovery
}

/// Why a round of recovery failed, place by place.
struct RecoveryFailure: Error, CustomStringConvertible {
    var description: String
}

extension RecoveryReport {
    /// Does a piece of a round: a rejection is counted and the round continues, an outage ends it.
    static func attempt(
        _ item: String,
        _ report: inout RecoveryReport,
        _ piece: (inout RecoveryReport) async throws -> Void
    ) async throws {
        do {
            try await piece(&report)
        } catch let unknown as UnknownPurchase {
            report.fail(item, unknown.problem)
        } catch let problem as ServiceProblem where !problem.code.isTemporary && problem.code != .notConfigured {
            report.fail(item, problem)
        }
    }

    /// Does a piece of a round: neither a refusal nor one outage ends it, several outages in a row do.
    static func attempt(
        _ item: String,
        _ report: inout RecoveryReport,
        _ outages: inout OutageCount,
        _ piece: (inout RecoveryReport) async throws -> Void
    ) async throws {
        do {
            try await attempt(item, &report, piece)
            outages.inARow = 0
        } catch let problem as ServiceProblem where problem.code.isTemporary {
            report.fail(item, problem)
            outages.last = problem
            outages.inARow += 1
            if outages.inARow >= OutageCount.maximum { throw problem }
        }
    }
}
