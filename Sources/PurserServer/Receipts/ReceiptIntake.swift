// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreAPI
import AppStoreSignedData
import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// Verifies receipts, and asks Apple about them.
struct ReceiptIntake: Sendable {
    let apps: Apps
    let askedReceipts: AskedReceipts
    let catalog: CatalogCache
    let pipeline: IntakePipeline
    let database: any Database
    let verifiers: DocumentVerifiers

    /// The app that a receipt is of; the receipt itself says it, under its signature.
    func app(ofReceipt receipt: String) throws -> AppConfiguration {
        var refusal: (any Error)?
        for app in apps.configuration.apps {
            do {
                _ = try verifiers.receipt(receipt, app: app)
                return app
            } catch {
                refusal = refusal ?? error
            }
        }
        throw refusal ?? ServiceProblem(.wrongBundleID, "This server does not serve the app.", check: .bundleID)
    }

    /// Verifies a receipt that an app shows, takes its purchases in, and answers about the one that is meant.
    func verify(
        receipt text: String,
        _ request: PurchaseRequest,
        reference: String? = nil,
        claimant: Claimant?,
        app: AppConfiguration,
        now: Date
    ) async throws -> IntakeOutcome.RequestedTransaction {
        var receipt = try verifiers.receipt(text, app: app)
        if let client = apps.receiptClients[app.bundleID] {
            receipt.process(try await environment(of: receipt, text, claimant: claimant, client, app: app, now: now))
        }
        try receipt.requireKnownEnvironment()
        var ordered: ProductID?
        if let id = request.order { ordered = try await database.read { try $0.order(id)?.product } }
        guard let wanted = receipt.transaction(named: request, product: ordered) else {
            throw ServiceProblem(
                .transactionMismatch,
                "The receipt does not contain the transaction yet: refresh it on the device and send it again.",
                check: .transactionID
            )
        }
        try requireItemID(
            receipt,
            wanted,
            app: app,
            now: now,
            known: await self.catalog.catalog(of: app.bundleID, now: now)
        )
        let digest = try FactDigest(sha256Of: Array(receipt.document.rawValue.utf8))
        let submission = Submission(
            intake: receipt.intake(digest: digest),
            source: .receipt,
            claimant: claimant,
            order: request.order,
            reference: reference,
            named: wanted.id,
            receipt: text
        )
        guard let named = try await pipeline.process(submission, app: app, now: now).named else {
            throw ServiceProblem(.internalError, "The transaction was not found after it was stored.")
        }
        return named
    }

    /// Asks Apple about a receipt and processes the answer, unless it was asked about the same a moment ago.
    private func environment(
        of receipt: ReceiptSubmission,
        _ text: String,
        claimant: Claimant?,
        _ client: VerifyReceiptClient,
        app: AppConfiguration,
        now: Date
    ) async throws -> Environment {
        let proven = claimant.flatMap { $0.proof == .proven ? $0 : nil }
        let question = AskedReceipts.Question(
            app: app.bundleID,
            digest: try FactDigest(sha256Of: Array(text.utf8)),
            customer: proven?.customer
        )
        if let known = askedReceipts.environment(of: question, now: now) { return known }
        let received = try await processResponse(
            of: client,
            to: text,
            app: app,
            environment: receipt.scope.environment,
            claimant: proven,
            now: now
        )
        askedReceipts.record(received.environment, to: question, now: now)
        return received.environment
    }

    /// The product's App Store number must be the one in the catalog, where both are known.
    private func requireItemID(
        _ receipt: ReceiptSubmission,
        _ transaction: Commerce.Transaction,
        app: AppConfiguration,
        now: Date,
        known catalog: AppCatalog
    ) throws {
        guard let said = receipt.itemIDs[transaction.id], let expected = catalog[transaction.productID]?.itemID,
            said != expected
        else { return }
        throw ServiceProblem(
            .wrongItemID,
            "The receipt's item number differs from that of \(transaction.productID) in the catalog.",
            check: .itemID
        )
    }
}
