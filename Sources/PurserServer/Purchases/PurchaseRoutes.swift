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
                .transactionMismatch, .productMismatch, .quantityMismatch, .tokenMismatch, .customerTokenRequired,
                .transactionUsed, .transactionRevoked,
                .unknownProduct, .sandboxRefused, .ownedByAnother, .orderNotFound, .receiptEmpty, .receiptRefused,
                .appStoreUnavailable, .notConfigured,
            ]
        ) { [self] call in
            let request = try call.body(PurchaseRequest.self)
            let outcome = try await verify(request, call: call)
            let reader = PurchaseReader(call.caller, request)
            return try .json(try await answer(to: outcome, for: reader, now: call.now))
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
        try await hearBeforeMoving(verified.payload, to: claimant, app: app, now: call.now)
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
    ///
    /// Apple is asked only when the purchase would move, so that showing it again and again asks nothing.
    private func hearBeforeMoving(
        _ payload: TransactionPayload,
        to claimant: Submission.Claimant?,
        app: AppConfiguration,
        now: Date
    ) async throws {
        guard let claimant, claimant.proof == .proven, app.policy.restore == .transferIfLapsed,
            payload.type == .autoRenewableSubscription, let end = payload.expiresDate, end <= now
        else { return }
        let scope = AppScope(bundleID: app.bundleID, environment: payload.environment)
        let key = LineageKey(scope: scope, lineage: payload.originalTransactionId)
        let moves = try await store.read { reader in
            let known = try reader.lifeFacts(of: key.lineage, in: scope).map(\.fact)
            let change = LineageChange(key: key, known: known, policy: app.policy)
            let ownership = change.ownershipBefore
            guard !ownership.owners.isEmpty, !ownership.owners.contains(claimant.customer) else { return false }
            return change.after.state(asOf: now)?.hasAccess != true && ownership.mayMove(at: now)
        }
        guard moves else { return }
        _ = await hear(of: key, app: app)
    }

    /// Who shows the purchase: the token's customer, the one the request names, or the order's.
    func claimant(of request: PurchaseRequest, call: Call) async throws -> Submission.Claimant? {
        let app = try call.app
        let basis: Claim.Basis = request.isRestore == true ? .restore : .session
        if let customer = request.customer, !(1...200).contains(customer.rawValue.utf8.count) {
            throw ServiceProblem.invalid("customer", "1 to 200 bytes")
        }
        let ordering = try await orderer(request.order, of: app)
        guard let customer = request.customer ?? call.caller.provenCustomer ?? ordering?.customer else { return nil }
        try call.caller.requirePurchase(for: customer)
        if call.caller.proves(customer) { return Submission.Claimant(customer: customer, basis: basis) }
        if let ordering, ordering.customer == customer { return ordering }
        return Submission.Claimant(customer: customer, basis: .session, proof: .named)
    }

    /// The customer of an order of the app.
    func orderer(_ id: OrderID?, of app: AppConfiguration) async throws -> Submission.Claimant? {
        guard let id, let order = try await store.read({ try $0.order(id) }), order.scope.bundleID == app.bundleID,
            let customer = order.customer
        else { return nil }
        let isProven = try order.details.isProven ?? false
        return Submission.Claimant(customer: customer, basis: .session, proof: .order(isProven: isProven))
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

    /// The answer about a purchase, or the refusal as a problem.
    ///
    /// Whoever does not prove to be its owner is told what the transaction itself gives, and nothing else of the owner.
    func answer(
        to named: IntakeOutcome.NamedTransaction,
        for audience: PurchaseReader,
        now: Date
    ) async throws -> PurchaseBody {
        if let refusal = named.refusal { throw refusal.problem }
        let proven = audience.proven(of: named.owners)
        let order = try await store.read { reader in
            try named.order.flatMap { id in try reader.order(id).map { ($0, try reader.history(of: id)) } }
        }
        var body: OrderBody?
        if let order, let proven, audience.isBackend || order.0.customer == proven {
            body = OrderBody(order.0, history: order.1)
        } else if let order, order.0.id == audience.order {
            body = OrderBody(naming: audience.customer, order.0)
        }
        let answers =
            if let proven {
                try await entitlements(of: proven, in: named.scope, at: nil, now: now)
            } else {
                try await entitlements(ofTransaction: named, now: now)
            }
        return PurchaseBody(
            state: named.owner == nil ? "unclaimed" : named.delivered ? "delivered" : "accepted",
            transaction: TransactionBody(named.transaction, environment: named.scope.environment),
            customer: proven ?? audience.customer.flatMap { named.owners.contains($0) ? $0 : nil },
            order: body,
            entitlementsOf: proven == nil ? .transaction : .customer,
            entitlements: answers.map(EntitlementBody.init)
        )
    }

    /// What a delivered transaction gives by its own dates, whoever has it.
    private func entitlements(
        ofTransaction named: IntakeOutcome.NamedTransaction,
        now: Date
    ) async throws -> [EntitlementAnswer] {
        guard named.delivered, let app = app(named.scope.bundleID) else { return [] }
        let catalogue = try await catalogue.catalogue(of: app.bundleID, now: now)
        var policy = app.policy
        policy.sandbox = .accept
        let fact = Fact(
            scope: named.scope,
            kind: .transaction,
            order: FactOrder(instant: named.transaction.purchaseDate, sequence: 0),
            lineage: named.transaction.originalTransactionID,
            digest: try FactDigest(sha256Of: Array(named.transaction.id.rawValue.utf8)),
            content: .transaction(named.transaction)
        )
        let account = CustomerAccount(
            customer: "",
            catalogs: [catalogue.rules],
            facts: [fact],
            policy: policy,
            ownsUnclaimed: true
        )
        let given = Set(catalogue.rules.entitlements(of: named.transaction.productID))
        return account.entitlements(asOf: now).filter { given.contains($0.entitlement) }
    }
}

/// Who reads the answer about a purchase, and what the request named rightly or wrongly.
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
    init(claimant: Submission.Claimant?, order: OrderID?) {
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
