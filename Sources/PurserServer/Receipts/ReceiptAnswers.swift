// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreSignedData
import AppStoreTypes
import Commerce
import FoundationEssentials

extension ReceiptIntake {
    /// Asks Apple about a receipt and processes the answer: latest purchases, and what will happen next to each.
    ///
    /// - Returns: Where the receipt is from, and whether Apple said anything that was not known.
    @discardableResult
    func processResponse(
        of client: VerifyReceiptClient,
        to receipt: String,
        app: AppConfiguration,
        environment: Environment,
        claimant: Claimant? = nil,
        source: IntakeSource = .receipt,
        emitsEvents: Bool = true,
        now: Date
    ) async throws -> ReceiptIntakeResult {
        let answer = try await AppStoreClients.ask { try await client.verify(receipt, first: environment) }
        let response = answer.document.body
        guard response.status.isGood else {
            throw response.shouldRetry
                ? ServiceProblem(.appStoreUnavailable, response.status.explanation, retryAfterSeconds: 30)
                : ServiceProblem(.receiptRefused, response.status.explanation, check: .signature)
        }
        guard (response.receipt?.bundleId ?? response.transactionReceipt?.bid) == app.bundleID else {
            throw ServiceProblem(.wrongBundleID, "The receipt is for another app.", check: .bundleID)
        }
        let digest = try FactDigest(sha256Of: Array(answer.document.bytes))
        let intake = FactExtractor.intake(
            of: response,
            scope: AppScope(bundleID: app.bundleID, environment: answer.environment),
            askedDate: now,
            digest: digest
        )
        let submission = Submission(
            intake: intake,
            source: source,
            claimant: claimant,
            receipt: response.latestReceipt ?? receipt,
            emitsEvents: emitsEvents
        )
        let outcome = try await pipeline.process(submission, app: app, now: now)
        return ReceiptIntakeResult(
            environment: answer.environment,
            isNew: outcome.isNew,
            ownerships: outcome.ownerships
        )
    }
}

/// The result of Apple's answer about a receipt.
struct ReceiptIntakeResult: Hashable, Sendable {
    /// Where the receipt is from, as Apple says.
    var environment: Environment
    /// Whether anything was not known.
    var isNew: Bool
    /// Whose each purchase was and is; for a backfill only.
    var ownerships: [OriginalTransactionID: OwnershipChange]
}
