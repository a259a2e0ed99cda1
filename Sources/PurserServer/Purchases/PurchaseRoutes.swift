// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence

/// Purchases that apps show.
struct PurchaseFeature: Sendable {
    let answers: PurchaseAnswers
    let claimants: Claimants
    let pipeline: IntakePipeline
    let receipts: ReceiptIntake
    let statuses: StatusRecovery
    let database: any Database
    let verifiers: DocumentVerifiers

    var routes: [Route] { [verifyPurchase] }

    private var verifyPurchase: Route {
        Route(
            method: .post,
            path: "/v1/transactions",
            name: "verifyPurchase",
            summary:
                "Verifies a purchase, pays its order and delivers. A repeated request gets the same response.",
            group: .purchases,
            access: .app,
            body: .json(PurchaseRequest.self),
            answers: [.json(PurchaseBody.self, "The purchase is verified. `state` shows whether it is delivered.")],
            problems: [
                .malformedDocument, .signatureInvalid, .chainInvalid, .wrongBundleID, .wrongAppAppleID, .wrongItemID,
                .wrongEnvironment,
                .transactionMismatch, .productMismatch, .quantityMismatch, .tokenMismatch, .customerTokenRequired,
                .transactionUsed, .transactionRevoked,
                .unknownProduct, .sandboxRefused, .ownedByAnother, .orderNotFound, .receiptEmpty, .receiptRefused,
                .appStoreUnavailable, .notConfigured,
            ]
        ) { [self] call in
            let request = try call.body(PurchaseRequest.self)
            let outcome = try await verify(request, call: call)
            let reader = PurchaseReader(call.caller, request)
            return try .json(try await answers.answer(to: outcome, for: reader, now: call.now))
        }
    }

    /// Verifies what an app shows and processes it.
    private func verify(
        _ request: PurchaseRequest,
        call: RequestContext
    ) async throws -> IntakeOutcome.RequestedTransaction {
        let app = try call.app
        let claimant = try await claimants.claimant(of: request, call: call)
        guard let signed = request.signedTransaction, !signed.rawValue.isEmpty else {
            guard let receipt = request.receipt else {
                throw ServiceProblem(.malformedBody, "Send signedTransaction, or receipt.")
            }
            return try await receipts.verify(receipt: receipt, request, claimant: claimant, app: app, now: call.now)
        }
        let verified = try await verifiers.checkedTransaction(signed, app: app.bundleID, now: call.now)
        var intake = FactExtractor.intake(of: verified, digest: FactDigest.digest)
        if let renewalInfo = request.signedRenewalInfo {
            let scope = AppScope(bundleID: app.bundleID, environment: verified.payload.environment)
            let verifiedInfo = try verifiers.renewalInfo(renewalInfo, app: app.bundleID, now: call.now)
            intake = intake.joined(
                with: FactExtractor.intake(of: verifiedInfo, scope: scope, digest: FactDigest.digest)
            )
        }
        try Self.require(request, toName: verified.payload)
        try await refreshStatusBeforeTransfer(verified.payload, to: claimant, app: app, now: call.now)
        let submission = Submission(
            intake: intake,
            source: .app,
            claimant: claimant,
            order: request.order,
            named: verified.payload.transactionId
        )
        guard let named = try await pipeline.process(submission, app: app, now: call.now).named else {
            throw ServiceProblem(.internalError, "The transaction was not found after it was stored.")
        }
        return named
    }

    /// Asks Apple how a subscription stands before a lapsed one moves to whoever shows its old document: it may have
    /// been resumed while the notification is in flight.
    ///
    /// Apple is asked only when the purchase would move, so that showing it again and again asks nothing.
    private func refreshStatusBeforeTransfer(
        _ payload: TransactionPayload,
        to claimant: Claimant?,
        app: AppConfiguration,
        now: Date
    ) async throws {
        guard let claimant, claimant.proof == .proven, app.policy.restore == .transferIfLapsed,
            payload.type == .autoRenewableSubscription, let end = payload.expiresDate, end <= now
        else { return }
        let scope = AppScope(bundleID: app.bundleID, environment: payload.environment)
        let key = LineageKey(scope: scope, lineage: payload.originalTransactionId)
        let moves = try await database.read { reader in
            let change = try reader.purchase(key, policy: app.policy)
            let ownership = change.ownershipBefore
            guard !ownership.owners.isEmpty, !ownership.owners.contains(claimant.customer) else { return false }
            return change.after.state(asOf: now)?.hasAccess != true && ownership.mayMove(at: now)
        }
        guard moves else { return }
        _ = await statuses.refreshStatus(of: key, app: app)
    }

    /// The transaction that the app named must be the one that is signed.
    private static func require(_ request: PurchaseRequest, toName payload: TransactionPayload) throws {
        let fits =
            (request.transactionId.map { $0 == payload.transactionId } ?? true)
            && (request.originalTransactionId.map { $0 == payload.originalTransactionId } ?? true)
        guard fits else {
            throw ServiceProblem(
                .transactionMismatch,
                "The signed transaction is not the one in the request.",
                check: .transactionID
            )
        }
        guard request.productId.map({ $0 == payload.productId }) ?? true else {
            throw ServiceProblem(
                .productMismatch,
                "The signed transaction is for \(payload.productId), the request is for another product.",
                check: .orderedProduct
            )
        }
    }
}

/// The caller who reads the answer about a purchase, and what the request named rightly or wrongly.
struct PurchaseReader: Sendable {
    /// The customer whom a token proves.
    var provenCustomer: CustomerID?
    /// Whether it is the team itself.
    var isBackend = false
    /// The customer whom the request names.
    var customer: CustomerID?
    /// The order that the request names.
    var order: OrderID?

    init(_ caller: Caller, _ request: PurchaseRequest) {
        provenCustomer = caller.provenCustomer
        isBackend = caller.isBackend
        customer = request.customer
        order = request.order
    }

    /// Describes who shows a purchase without a key of the app.
    init(claimant: Claimant?, order: OrderID?) {
        if let claimant, claimant.proof == .proven { provenCustomer = claimant.customer }
        self.order = order
    }

    /// The owner whom the reader proves to be, or acts for.
    func proven(of owners: [CustomerID]) -> CustomerID? {
        if let provenCustomer { return owners.contains(provenCustomer) ? provenCustomer : nil }
        guard isBackend else { return nil }
        return customer.flatMap { owners.contains($0) ? $0 : nil } ?? owners.first
    }
}
