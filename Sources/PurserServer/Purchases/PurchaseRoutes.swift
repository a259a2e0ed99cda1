// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import HTTPService
import Persistence

extension PurserService {
    var purchaseRoutes: [Route] { [verifyPurchase] }

    private var verifyPurchase: Route {
        Route(
            method: .post,
            path: "/v1/transactions",
            name: "verifyPurchase",
            summary:
                "Verifies a purchase, settles its order and delivers; the same purchase again is answered the same.",
            group: .purchases,
            access: .app,
            body: .json(PurchaseRequest.self),
            answers: [.json(PurchaseBody.self, "It is verified, and delivered unless the state says otherwise.")],
            problems: [
                .malformedDocument, .signatureInvalid, .chainInvalid, .wrongBundleID, .wrongAppAppleID, .wrongItemID,
                .wrongEnvironment,
                .transactionMismatch, .productMismatch, .tokenMismatch, .transactionUsed, .transactionRevoked,
                .unknownProduct, .sandboxRefused, .ownedByAnother, .orderNotFound, .receiptEmpty, .receiptRefused,
                .appStoreUnavailable, .notConfigured,
            ]
        ) { [self] call in
            let request = try call.body(PurchaseRequest.self)
            let outcome = try await verify(request, call: call)
            return try .json(try await answer(to: outcome, now: call.now))
        }
    }

    /// Verifies what an app shows and takes it in.
    private func verify(_ request: PurchaseRequest, call: Call) async throws -> IntakeOutcome.NamedTransaction {
        let app = try call.app
        let claimant = try await claimant(of: request, call: call)
        guard let signed = request.signedTransaction, !signed.rawValue.isEmpty else {
            guard let receipt = request.receipt else {
                throw ServiceProblem(.malformedBody, "Send signedTransaction, or receipt.")
            }
            return try await verify(receipt: receipt, request, claimant: claimant, app: app, now: call.now)
        }
        let verified = try await verifiers.checkedTransaction(signed, app: app.bundleID, now: call.now)
        var intake = Ingestion.intake(of: verified, digest: Self.digest)
        if let renewalInfo = request.signedRenewalInfo {
            let scope = AppScope(bundleID: app.bundleID, environment: verified.payload.environment)
            let verifiedInfo = try verifiers.renewalInfo(renewalInfo, app: app.bundleID, now: call.now)
            intake = intake.joined(with: Ingestion.intake(of: verifiedInfo, scope: scope, digest: Self.digest))
        }
        try Self.require(request, toName: verified.payload)
        try await hearBeforeMoving(verified.payload, to: claimant?.customer, app: app, now: call.now)
        let submission = Submission(
            intake: intake,
            source: .app,
            claimant: claimant,
            order: request.order,
            named: verified.payload.transactionId
        )
        guard let named = try await desk.take(submission, app: app, now: call.now).named else {
            throw ServiceProblem(.internalError, "The transaction was not found after it was stored.")
        }
        return named
    }

    /// Asks Apple how a subscription stands before a lapsed one moves to whoever shows its old document: it may have been
    /// taken up again, and the news be on its way.
    private func hearBeforeMoving(
        _ payload: TransactionPayload,
        to customer: CustomerID?,
        app: AppConfiguration,
        now: Date
    ) async throws {
        guard let customer, app.policy.restore == .transferIfLapsed, payload.type == .autoRenewableSubscription,
            let end = payload.expiresDate, end <= now
        else { return }
        let scope = AppScope(bundleID: app.bundleID, environment: payload.environment)
        let key = LineageKey(scope: scope, lineage: payload.originalTransactionId)
        let owner = try await store.read { try $0.claim(on: key.lineage, in: scope)?.customer }
        guard let owner, owner != customer else { return }
        _ = await hear(of: key, app: app)
    }

    /// Who shows the purchase: the token's customer, the one the request names, or the order's.
    func claimant(of request: PurchaseRequest, call: Call) async throws -> Submission.Claimant? {
        var customer = request.customer ?? call.caller.provenCustomer
        if customer == nil, let id = request.order {
            customer = try await store.read { try $0.order(id)?.customer }
        }
        guard let customer else { return nil }
        guard (1...200).contains(customer.rawValue.utf8.count) else {
            throw ServiceProblem.invalid("customer", "1 to 200 bytes")
        }
        try call.caller.requirePurchase(for: customer)
        return Submission.Claimant(customer: customer, basis: request.isRestore == true ? .restore : .session)
    }

    /// The transaction that the app named must be the one that is signed.
    private static func require(_ request: PurchaseRequest, toName payload: TransactionPayload) throws {
        let fits =
            (request.transactionId.map { $0 == payload.transactionId } ?? true)
            && (request.originalTransactionId.map { $0 == payload.originalTransactionId } ?? true)
        guard fits else {
            throw ServiceProblem(
                .transactionMismatch,
                "The signed transaction is another one than the request names.",
                check: .transactionID
            )
        }
        guard request.productId.map({ $0 == payload.productId }) ?? true else {
            throw ServiceProblem(
                .productMismatch,
                "The signed transaction is of \(payload.productId), the request names another.",
                check: .orderedProduct
            )
        }
    }

    /// The answer to an app, or the refusal as a problem.
    func answer(to named: IntakeOutcome.NamedTransaction, now: Date) async throws -> PurchaseBody {
        if let refusal = named.refusal { throw refusal.problem }
        let order = try await store.read { reader in
            try named.order.flatMap { id in try reader.order(id).map { ($0, try reader.history(of: id)) } }
        }
        var answers: [EntitlementAnswer] = []
        if let owner = named.owner {
            answers = try await entitlements(of: owner, in: named.scope, at: nil, now: now)
        }
        return PurchaseBody(
            state: named.owner == nil ? "unclaimed" : named.delivered ? "delivered" : "accepted",
            transaction: TransactionBody(named.transaction, environment: named.scope.environment),
            customer: named.owner,
            order: order.map { OrderBody($0.0, history: $0.1) },
            entitlements: answers.map(EntitlementBody.init)
        )
    }
}
