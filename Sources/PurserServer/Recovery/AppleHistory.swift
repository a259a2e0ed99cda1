// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreSignedData
import AppStoreTypes
import Commerce
import FoundationEssentials

/// Takes in what Apple's history of transactions tells.
struct AppleHistory: Sendable {
    let apps: Apps
    let clock: @Sendable () -> Date
    let pipeline: IntakePipeline
    let verifiers: DocumentVerifiers

    /// Fetches the whole history behind a transaction and processes what is not known.
    ///
    /// - Returns: The purchases in it.
    /// - Throws: `ServiceProblem`, `DatabaseError`.
    @discardableResult func recoverHistory(
        of id: some AnyTransactionID,
        _ scope: AppScope,
        app: AppConfiguration,
        claimant: Claimant? = nil,
        source: IntakeSource = .history,
        emitsEvents: Bool = true,
        _ report: inout RecoveryReport
    ) async throws -> Set<OriginalTransactionID> {
        let api = try apps.link(app)[scope.environment]
        var stated: Set<OriginalTransactionID> = []
        try await AppStoreClients.ask {
            for try await page in api.transactionHistory(for: id) {
                for document in page.body.signedTransactions {
                    let lineage = try await take(
                        document,
                        app: app,
                        source: source,
                        claimant: claimant,
                        emitsEvents: emitsEvents,
                        &report
                    )
                    stated.insert(lineage)
                }
            }
        }
        return stated
    }

    /// Verifies and processes a transaction that Apple returned.
    @discardableResult func take(
        _ document: SignedPayload,
        app: AppConfiguration,
        source: IntakeSource,
        claimant: Claimant? = nil,
        emitsEvents: Bool = true,
        _ report: inout RecoveryReport
    ) async throws -> OriginalTransactionID {
        report.checked += 1
        let now = clock()
        let verified = try verifiers.transaction(document, app: app.bundleID, now: now)
        let submission = Submission(
            intake: FactExtractor.intake(of: verified, digest: FactDigest.digest),
            source: source,
            claimant: claimant,
            emitsEvents: emitsEvents
        )
        let outcome = try await pipeline.process(submission, app: app, now: now)
        if outcome.hasNewInformation { report.missing += 1 }
        report.record(outcome.ownerships, claimant: claimant?.customer)
        return verified.payload.originalTransactionId
    }
}
