// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Console
import FoundationEssentials
import HTTPService
import Persistence

/// Asks Apple for what was missed: everything of an app and environment, or one customer's purchases.
struct RecoveryPages: Sendable {
    let actions: ConsoleActions
    let apps: Apps
    let history: AppleHistory
    let rounds: RecoveryRounds
    let statuses: StatusRecovery
    let clock: @Sendable () -> Date
    let pages: ConsoleFrame
    let database: any Database
    let work: ConsoleWork

    /// How many purchases of a customer Apple is asked about.
    private static let maximumPurchases = 1000

    var routes: [ConsoleRoute] { [actions.perform("recover", .support, recover)] }

    private func recover(_ call: ConsoleRequest, _ visitor: SignedInUser) async throws -> String {
        let scope = try pages.scope(call.form["scope"])
        guard let app = apps[scope.bundleID] else { throw ServiceProblem.notFound("app") }
        let name = ConsoleRequest.trimmed(call.form["customer"] ?? "")
        guard name.utf8.count <= 200 else { throw ServiceProblem.invalid("customer", "at most 200 bytes") }
        let language = visitor.session.language
        let purchases =
            name.isEmpty ? nil : try await self.purchases(of: CustomerID(rawValue: name), in: scope, language)
        try await actions.record("recovery.run", name.isEmpty ? "all" : name, nil, call)
        _ = try await work.begin(.recovery, scope, actor: visitor.actor) { [self] meter in
            let report =
                if let purchases {
                    try await recover(purchases, in: scope, app: app, meter)
                } else {
                    try await recoverAll(in: scope, meter)
                }
            let message = language(
                "\(report.checked) documents checked, \(report.missing) missing and found, \(report.failed) failed"
            )
            return (message + (report.stopped.map { " · " + $0 } ?? ""), nil)
        }
        return language("It has begun; the bar shows how far it is.")
    }

    private func purchases(
        of customer: CustomerID,
        in scope: AppScope,
        _ language: ConsoleLanguage
    ) async throws -> [OriginalTransactionID] {
        try await database.read { reader in
            guard let known = try reader.customer(customer), known.erasedDate == nil else {
                throw ServiceProblem(.notFound, language("The customer \(customer) is not known here."))
            }
            let own = try reader.claims(of: customer).filter { $0.scope == scope && $0.lineage.isOfAppStore }
            return own.prefix(Self.maximumPurchases).map(\.lineage)
        }
    }

    /// A round of each kind; one that Apple does not answer does not keep the others from being done.
    private func recoverAll(in scope: AppScope, _ meter: ProgressReporter) async throws -> RecoveryReport {
        let kinds = RecoveryKind.allCases
        var sum = RecoveryReport(kind: "all", environment: scope.environment, until: clock())
        var stops: [String] = []
        meter.expect(kinds.count)
        for kind in kinds {
            try Task.checkCancellation()
            do {
                let report = try await rounds.recover(kind, scope)
                sum.checked += report.checked
                sum.missing += report.missing
                sum.failed += report.failed
            } catch let problem as ServiceProblem {
                // An app without a key or without verifyReceipt has nothing to ask by.
                if problem.code != .notConfigured { stops.append("\(kind): \(problem.message)") }
            }
            meter.add(1)
        }
        sum.stopped = stops.isEmpty ? nil : stops.joined(separator: " ")
        return sum
    }

    /// The histories and statuses of some purchases.
    private func recover(
        _ purchases: [OriginalTransactionID],
        in scope: AppScope,
        app: AppConfiguration,
        _ meter: ProgressReporter
    ) async throws -> RecoveryReport {
        var report = RecoveryReport(kind: "customer", environment: scope.environment, until: clock())
        meter.expect(purchases.count)
        for lineage in purchases {
            try Task.checkCancellation()
            let key = LineageKey(scope: scope, lineage: lineage)
            let isSubscription = try await database.read { reader in
                guard let stored = try reader.lineageState(of: lineage, in: scope) else { return false }
                return try ServiceJSON.decode(ReportedLineageState.self, from: stored.body).phase != .single
            }
            try await RecoveryReport.attempt(lineage.rawValue, &report) { report in
                try await history.recoverHistory(of: lineage, scope, app: app, &report)
                if isSubscription { try await statuses.refreshStatus(key, app: app, &report) }
            }
            meter.add(1)
        }
        return report
    }
}
