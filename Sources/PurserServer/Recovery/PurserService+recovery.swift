// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

extension PurserService {
    /// Does one round of a kind of recovery and keeps its report.
    ///
    /// - Throws: A `ServiceProblem` when Apple cannot be asked; what was done until then is in the kept report.
    func recover(_ kind: RecoveryKind, _ scope: AppScope, from start: Date? = nil) async throws -> RecoveryReport {
        guard let app = app(scope.bundleID) else { throw ServiceProblem.notFound("app") }
        // What was looked at last is known before anything is kept: a report must not hide what no round looked at.
        let last = try await lastReport(kind, scope)
        var report = RecoveryReport(kind: kind.rawValue, environment: scope.environment, until: clock())
        do {
            switch kind {
            case .notifications: try await recoverNotifications(scope, app: app, from: start, after: last, &report)
            case .purchases: try await recoverPurchases(scope, app: app, &report)
            case .refunds: try await pollRefunds(scope, app: app, &report)
            case .statuses: try await refreshStatuses(scope, app: app, &report)
            case .receipts: try await refreshReceipts(scope, app: app, &report)
            case .reported: try await tryReportedReceipts(scope, &report)
            }
        } catch {
            report.stopped = (error as? ServiceProblem)?.message ?? "It was ended."
            // What was not looked at is looked at by the next round.
            report.until = report.from ?? report.until
            try await keep(report, scope)
            throw error
        }
        try await keep(report, scope)
        return report
    }

    /// One round of a kind for every app and environment; what fails is logged and tried again next time.
    func recoverEverywhere(_ kind: RecoveryKind) async {
        for app in configuration.apps where canRecover(kind, app) {
            let environments = [Environment.production, .sandbox].filter(app.acceptedEnvironments.contains)
            // What apps reported is one list for all environments.
            for environment in kind == .reported ? environments.prefix(1) : environments[...] {
                let scope = AppScope(bundleID: app.bundleID, environment: environment)
                do {
                    let report = try await recover(kind, scope)
                    guard report.failed > 0 else { continue }
                    let message = "recovery of \(kind) in \(scope) could not take in \(report.failed)"
                    log(ServiceLogEntry(kind: .warning, message: message))
                } catch {
                    log(ServiceLogEntry(kind: .failure, message: "recovery of \(kind) in \(scope) stopped: \(error)"))
                }
            }
        }
    }

    private func canRecover(_ kind: RecoveryKind, _ app: AppConfiguration) -> Bool {
        switch kind {
        case .receipts: receiptClients[app.bundleID] != nil
        case .reported: app.bundleID == configuration.apps.first?.bundleID
        default: links[app.bundleID] != nil
        }
    }

    /// Does a piece of a round: a refusal is counted and the round goes on, an outage ends it.
    func attempt(
        _ item: String,
        _ report: inout RecoveryReport,
        _ piece: (inout RecoveryReport) async throws -> Void
    ) async throws {
        do {
            try await piece(&report)
        } catch let problem as ServiceProblem where !problem.code.isTemporary && problem.code != .notConfigured {
            report.fail(item, problem)
        }
    }

    /// Verifies a transaction that Apple showed and takes it in.
    @discardableResult func take(
        _ document: SignedPayload,
        app: AppConfiguration,
        source: IntakeSource,
        claimant: Submission.Claimant? = nil,
        tellsEvents: Bool = true,
        _ report: inout RecoveryReport
    ) async throws -> OriginalTransactionID {
        report.checked += 1
        let now = clock()
        let verified = try verifiers.transaction(document, app: app.bundleID, now: now)
        let submission = Submission(
            intake: Ingestion.intake(of: verified, digest: Self.digest),
            source: source,
            claimant: claimant,
            tellsEvents: tellsEvents
        )
        let outcome = try await desk.take(submission, app: app, now: now)
        if outcome.isNews { report.missing += 1 }
        return verified.payload.originalTransactionId
    }

    func lastReport(_ kind: RecoveryKind, _ scope: AppScope) async throws -> RecoveryReport? {
        try await store.read { try $0.record(.recoveryReports, owner: scope.description, name: kind.rawValue) }
            .map { try ServiceJSON.decode(from: $0.body) }
    }

    private func keep(_ report: RecoveryReport, _ scope: AppScope) async throws {
        let body = try ServiceJSON.encode(report)
        let now = clock()
        try await store.write { writer in
            try writer.put(
                StoredRecord(
                    collection: .recoveryReports,
                    owner: scope.description,
                    name: report.kind,
                    updatedDate: now,
                    body: body
                )
            )
        }
    }
}
