// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence
import Synchronization

/// Asks Apple for the status of subscriptions.
struct StatusRecovery: Sendable {
    let apps: Apps
    let clock: @Sendable () -> Date
    let cursors: RoundCursors
    let pipeline: IntakePipeline
    let log: @Sendable (ServiceLogEntry) -> Void
    let receipts: ReceiptIntake
    let database: any Database
    let verifiers: DocumentVerifiers

    /// How many subscriptions are read at a time, and how many a round asks about at most.
    private static let statusesAtOnce = 200
    private static let maximumStatuses = 10_000

    /// How long before a period's end, in seconds, Apple is asked: Apple charges up to a day before the end.
    private static let chargeWindow: TimeInterval = 86_400

    /// Asks Apple about every subscription whose period ends within a day, has just ended, or ended without Apple's
    /// saying how.
    ///
    /// - Throws: A `ServiceProblem` when Apple does not answer for several in a row; the others were asked about by
    ///   then.
    func refreshStatuses(_ scope: AppScope, app: AppConfiguration, _ report: inout RecoveryReport) async throws {
        let soon = report.until.addingTimeInterval(Self.chargeWindow)
        var last: StoredLineageState?
        var outages = OutageCount()
        for _ in 0..<(Self.maximumStatuses / Self.statusesAtOnce) where !Task.isCancelled {
            let after = last
            let due = try await database.read { reader in
                try reader.dueLineages(in: scope, asOf: soon, after: after, limit: Self.statusesAtOnce)
            }
            for state in due where state.lineage.isOfAppStore {
                let key = LineageKey(scope: scope, lineage: state.lineage)
                try await RecoveryReport.attempt(state.lineage.rawValue, &report, &outages) { report in
                    try await refreshStatus(key, app: app, &report)
                }
            }
            guard due.count == Self.statusesAtOnce else { break }
            last = due.last
        }
        try outages.rethrow()
    }

    /// Asks Apple how a subscription stands, and takes the answer's documents in.
    func refreshStatus(_ key: LineageKey, app: AppConfiguration, _ report: inout RecoveryReport) async throws {
        let api = try apps.link(app)[key.scope.environment]
        let answer = try await AppStoreClients.ask {
            do {
                return try await api.subscriptionStatuses(for: key.lineage)
            } catch let error as AppStoreAPIError where error.isAboutNoPurchase {
                let message = "Apple does not know \(key.lineage) in \(key.scope): \(error.message)"
                throw UnknownPurchase(problem: ServiceProblem(.appStoreRefused, message))
            }
        }
        let now = clock()
        for item in answer.body.data.flatMap(\.lastTransactions) {
            report.checked += 1
            let transaction = try verifiers.transaction(item.signedTransactionInfo, app: app.bundleID, now: now)
            let info = try verifiers.renewalInfo(item.signedRenewalInfo, app: app.bundleID, now: now)
            let intake = FactExtractor.intake(of: transaction, digest: FactDigest.digest)
                .joined(with: FactExtractor.intake(of: info, scope: key.scope, digest: FactDigest.digest))
            let outcome = try await pipeline.process(Submission(intake: intake, source: .status), app: app, now: now)
            if outcome.hasNewInformation { report.missing += 1 }
        }
    }

    /// Verifies kept receipts of subscriptions with Apple again, some a round, all of them in turn.
    func refreshReceipts(
        _ scope: AppScope,
        app: AppConfiguration,
        limit: Int = 200,
        _ report: inout RecoveryReport
    ) async throws {
        guard apps.receiptClients[app.bundleID] != nil else {
            throw ServiceProblem(.notConfigured, "Configure the app's verifyReceipt URL first.")
        }
        let cursor = try await cursors.roundCursor("receipt-cursor", scope).map(OriginalTransactionID.init(rawValue:))
        let stored = try await database.read { try $0.records(in: Self.receipts[scope], after: cursor, limit: limit) }
        var outages = OutageCount()
        for record in stored {
            let key = LineageKey(scope: scope, lineage: record.name)
            try await RecoveryReport.attempt(record.name.rawValue, &report, &outages) { report in
                try await refreshReceipt(of: key, app: app, &report)
            }
        }
        let next = stored.count == limit ? stored.last?.name.rawValue : nil
        try await cursors.setRoundCursor("receipt-cursor", scope, next)
        try outages.rethrow()
    }

    /// Verifies the newest receipt of a subscription with Apple again, when one is kept.
    func refreshReceipt(of key: LineageKey, app: AppConfiguration, _ report: inout RecoveryReport) async throws {
        guard let client = apps.receiptClients[app.bundleID], let receipt = try await storedReceipt(of: key) else {
            return
        }
        report.checked += 1
        let received = try await receipts.processResponse(
            of: client,
            to: receipt,
            app: app,
            environment: key.scope.environment,
            source: .receipt,
            now: clock()
        )
        if received.isNew { report.missing += 1 }
    }

    /// Asks Apple around an expiry, by the server's key or by the kept receipt.
    ///
    /// When Apple does not answer, what is known already counts for now, and Apple is asked again soon.
    func refreshStatus(of key: LineageKey, app: AppConfiguration) async -> Hearing {
        // Apple knows nothing of another store's purchase, so that there is nothing to ask.
        guard key.lineage.isOfAppStore else { return .answered }
        var report = RecoveryReport(kind: "", environment: key.scope.environment, until: clock())
        do {
            if apps.links[app.bundleID] != nil {
                try await refreshStatus(key, app: app, &report)
            } else {
                try await refreshReceipt(of: key, app: app, &report)
            }
            return .answered
        } catch let unknown as UnknownPurchase {
            log(ServiceLogEntry(kind: .warning, message: unknown.problem.message))
            return .answered
        } catch let problem as ServiceProblem where !problem.code.isTemporary {
            log(ServiceLogEntry(kind: .warning, message: "Apple refused to say how \(key.scope) stands: \(problem)"))
            return .refused
        } catch {
            log(
                ServiceLogEntry(
                    kind: .warning,
                    message: "Could not refresh the subscription status in \(key.scope): \(error)"
                )
            )
            return .unreachable
        }
    }
}

/// The result of a question to Apple about one purchase.
enum Hearing: Hashable, Sendable {
    /// Apple has answered, if only that it does not know the purchase.
    case answered
    /// Apple refuses, such as a key that was revoked; a person has to look.
    case refused
    /// Apple did not answer, or the answer could not be stored.
    case unreachable

    /// How long to wait before the question is asked again, in seconds; nothing when it is answered.
    var wait: TimeInterval? {
        switch self {
        case .answered: nil
        case .refused: Self.refusedWait
        case .unreachable: 30
        }
    }

    static let refusedWait: TimeInterval = 600
}

/// Apple's answer that it does not know a purchase.
struct UnknownPurchase: Error {
    var problem: ServiceProblem
}

/// In which apps and environments Apple does not answer just now, so that a round need not wait for each of its
/// questions.
final class AppleOutages: Sendable {
    private let failures = Mutex<[AppScope: Int]>([:])
    private static let maximum = 5

    /// Whether so many questions in a row went unanswered that the round asks no more.
    func isDown(_ scope: AppScope) -> Bool { failures.withLock { $0[scope, default: 0] } >= Self.maximum }

    /// Notes the result of a question.
    func record(_ hearing: Hearing, _ scope: AppScope) {
        failures.withLock { $0[scope] = hearing == .unreachable ? $0[scope, default: 0] + 1 : 0 }
    }
}
