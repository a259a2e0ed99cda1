// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// Imports old purchases.
struct Backfill: Sendable {
    let apps: Apps
    let clock: @Sendable () -> Date
    let pipeline: IntakePipeline
    let history: AppleHistory
    let receipts: ReceiptIntake
    let verifiers: DocumentVerifiers

    /// Imports old purchases; what cannot be is named in the report, and the rest is imported all the same.
    ///
    /// - Throws: A `ServiceProblem` when Apple cannot be asked now; the same request may be sent again at no harm.
    func backfill(
        _ request: BackfillRequest,
        in scope: AppScope,
        app: AppConfiguration
    ) async throws -> RecoveryReport {
        var report = RecoveryReport(kind: "backfill", environment: scope.environment, until: clock())
        report.ownersByPurchase = [:]
        let claimant = request.customer.map { Claimant(customer: $0, basis: .backfill) }
        for id in request.transactions ?? [] {
            try await RecoveryReport.attempt(id.rawValue, &report) { report in
                try await history.recoverHistory(
                    of: id,
                    scope,
                    app: app,
                    claimant: claimant,
                    source: .backfill,
                    emitsEvents: request.sendsEvents ?? false,
                    &report
                )
            }
        }
        for (index, receipt) in (request.receipts ?? []).enumerated() {
            try await RecoveryReport.attempt("receipts[\(index)]", &report) { report in
                try await backfill(
                    receipt: receipt,
                    claimant: claimant,
                    emitsEvents: request.sendsEvents ?? false,
                    app: app,
                    &report
                )
            }
        }
        report.owners = report.ownersByPurchase?.values.sorted { $0.purchase < $1.purchase }
        return report
    }

    /// Takes a receipt in by its signature, and by what Apple says of it where Apple is asked.
    private func backfill(
        receipt: String,
        claimant: Claimant?,
        emitsEvents: Bool,
        app: AppConfiguration,
        _ report: inout RecoveryReport
    ) async throws {
        let now = clock()
        var read = try verifiers.receipt(receipt, app: app)
        var isNew = false
        if let client = apps.receiptClients[app.bundleID] {
            let received = try await receipts.processResponse(
                of: client,
                to: receipt,
                app: app,
                environment: read.scope.environment,
                claimant: claimant,
                source: .backfill,
                emitsEvents: emitsEvents,
                now: now
            )
            isNew = received.isNew
            report.record(received.ownerships, claimant: claimant?.customer)
            read.process(received.environment)
        }
        try read.requireKnownEnvironment(orElse: .notConfigured)
        let digest = try FactDigest(sha256Of: Array(read.document.rawValue.utf8))
        report.checked += read.transactions.count
        let submission = Submission(
            intake: read.intake(digest: digest),
            source: .backfill,
            claimant: claimant,
            receipt: receipt,
            emitsEvents: emitsEvents
        )
        let outcome = try await pipeline.process(submission, app: app, now: now)
        report.record(outcome.ownerships, claimant: claimant?.customer)
        if outcome.isNew { isNew = true }
        if isNew { report.missing += 1 }
    }
}
