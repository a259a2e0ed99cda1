// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

extension PurserService {
    /// Asks Apple about every subscription whose period ends within a day or has just ended.
    func refreshStatuses(_ scope: AppScope, app: AppConfiguration, _ report: inout RecoveryReport) async throws {
        let soon = report.until.addingTimeInterval(86_400)
        let due = try await store.read { try $0.dueLineages(asOf: soon, limit: 1000) }
        for state in due where state.scope == scope {
            let key = LineageKey(scope: scope, lineage: state.lineage)
            try await attempt(state.lineage.rawValue, &report) { report in
                try await refreshStatus(key, app: app, &report)
            }
        }
    }

    /// Asks Apple how a subscription stands, and takes the answer's documents in.
    func refreshStatus(_ key: LineageKey, app: AppConfiguration, _ report: inout RecoveryReport) async throws {
        let api = try link(app)[key.scope.environment]
        let answer = try await ask { try await api.subscriptionStatuses(for: key.lineage) }
        let now = clock()
        for item in answer.body.data.flatMap(\.lastTransactions) {
            report.checked += 1
            let transaction = try verifiers.transaction(item.signedTransactionInfo, app: app.bundleID, now: now)
            let info = try verifiers.renewalInfo(item.signedRenewalInfo, app: app.bundleID, now: now)
            let intake = Ingestion.intake(of: transaction, digest: Self.digest)
                .joined(with: Ingestion.intake(of: info, scope: key.scope, digest: Self.digest))
            let outcome = try await desk.take(Submission(intake: intake, source: .status), app: app, now: now)
            if outcome.isNews { report.missing += 1 }
        }
    }

    /// Verifies kept receipts of subscriptions with Apple again, some a round, all of them in turn.
    func refreshReceipts(
        _ scope: AppScope,
        app: AppConfiguration,
        limit: Int = 200,
        _ report: inout RecoveryReport
    ) async throws {
        guard receiptClients[app.bundleID] != nil else {
            throw ServiceProblem(.notConfigured, "Configure where Apple is asked about the app's receipts first.")
        }
        let cursor = try await roundCursor("receipt-cursor", scope) ?? ""
        let kept = try await store.read { reader in
            try reader.records(.keptReceipts, owner: scope.description, after: cursor, limit: limit)
        }
        for record in kept {
            let key = LineageKey(scope: scope, lineage: OriginalTransactionID(rawValue: record.name))
            try await attempt(record.name, &report) { report in try await refreshReceipt(of: key, app: app, &report) }
        }
        try await setRoundCursor("receipt-cursor", scope, kept.count == limit ? kept.last?.name : nil)
    }

    /// Verifies the newest receipt of a subscription with Apple again, when one is kept.
    func refreshReceipt(of key: LineageKey, app: AppConfiguration, _ report: inout RecoveryReport) async throws {
        guard let client = receiptClients[app.bundleID], let receipt = try await keptReceipt(of: key) else { return }
        report.checked += 1
        let taken = try await takeAnswer(
            of: client,
            to: receipt,
            app: app,
            environment: key.scope.environment,
            source: .receipt,
            now: clock()
        )
        if taken.isNew { report.missing += 1 }
    }

    /// Asks Apple around an expiry, by the server's key or by the kept receipt; answers whether it was heard.
    ///
    /// When it was not, what is known already counts for now, and Apple is asked again soon.
    func hear(of key: LineageKey, app: AppConfiguration) async -> Bool {
        var report = RecoveryReport(kind: "", environment: key.scope.environment, until: clock())
        do {
            if links[app.bundleID] != nil {
                try await refreshStatus(key, app: app, &report)
            } else {
                try await refreshReceipt(of: key, app: app, &report)
            }
            return true
        } catch let problem as ServiceProblem where !problem.code.isTemporary {
            log(ServiceLogEntry(kind: .warning, message: "Apple refused to say how \(key.scope) stands: \(problem)"))
            return true
        } catch {
            log(ServiceLogEntry(kind: .warning, message: "the status of \(key.scope) was not heard: \(error)"))
            return false
        }
    }
}
