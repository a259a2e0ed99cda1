// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

/// How a verification goes about it.
struct VerificationStrategy: Sendable {
    var occasion: VerificationTrigger
    /// What comes after a subscription's transaction, as the store signed it.
    var renewalInfo: String?
    /// When the transaction was refunded.
    var revoked: Date?
    /// Whether it is tried again, and a failure is reported.
    var retriesOnFailure: Bool
    var progress: @Sendable (PurchaseProgress) -> Void
}

/// What confirmed a purchase.
enum VerificationAnswer: Sendable {
    /// The Purser server's description of it.
    case purchase(ServerResponse.Purchase)

    /// The team's own verifier.
    case accepted
}

extension Purser {
    /// Asks the server, again after growing waits, then as often as the customer wants; at last the failure is
    /// reported.
    func verify(
        _ record: inout PendingPurchase,
        _ verification: VerificationStrategy
    ) async -> Result<VerificationAnswer, PurserError> {
        var waits = verification.retriesOnFailure ? configuration.retries.delays[...] : []
        var (attempts, questions) = (0, 0)
        while true {
            attempts += 1
            verification.progress(attempts == 1 ? .verifying : .retrying(attempts))
            if attempts > 1 { emit(.retried, record) { $0.number = attempts } }
            let problem: ServerProblem
            do {
                if let verifier = configuration.verifier {
                    try await ask(verifier, &record, verification, attempt: attempts)
                    return .success(.accepted)
                }
                return .success(.purchase(try await verifyOnce(&record, verification)))
            } catch let refusal as ServerProblem {
                problem = refusal
            } catch {
                problem = ServerProblem(noAnswer: error)
            }
            let failure = error(problem.isTemporary ? .verificationFailed : .verificationRefused, problem: problem)
            guard failure.problem != "transaction-revoked" else { return .failure(failure) }
            await self.record(failure, &record)
            if problem.isTemporary, let wait = waits.popFirst() {
                let asked = min(problem.retryAfter ?? 0, configuration.retries.maximumDelay)
                await configuration.pause(max(wait, asked))
                continue
            }
            if problem.isTemporary, verification.retriesOnFailure,
                await shouldRetry(record, verification.occasion, &questions, failure)
            {
                continue
            }
            if verification.retriesOnFailure {
                if let verifier = configuration.verifier {
                    let request = request(record, verification, attempt: attempts)
                    await report(request, record, failure, to: verifier)
                } else {
                    await abandon(record, failure)
                }
            }
            return .failure(failure)
        }
    }

    private func record(_ failure: PurserError, _ record: inout PendingPurchase) async {
        record.failures += 1
        record.lastError = failure.problem ?? failure.code.rawValue
        emit(.verificationFailed, record) { event in
            event.code = record.lastError
            event.text = failure.detail
        }
        await save(record)
    }

    private func shouldRetry(
        _ record: PendingPurchase,
        _ occasion: VerificationTrigger,
        _ questions: inout Int,
        _ failure: PurserError
    ) async -> Bool {
        let plan = configuration.retries
        guard questions < (occasion.isStored ? plan.pendingPromptLimit : plan.promptLimit) else { return false }
        questions += 1
        let question = RetryPrompt(
            purchase: record,
            isStored: occasion.isStored,
            number: questions,
            error: failure
        )
        if let ask = configuration.shouldRetry { return await ask(question) }
        return await delegates.shouldRetry(self, question)
    }

    /// Reports the failure; when the server has it, the kept copy may go.
    ///
    /// The transaction stays unfinished.
    private func abandon(_ record: PendingPurchase, _ failure: PurserError) async {
        guard let server else { return }
        let hasReceipt =
            switch record.proof {
            case .signed(let document): !document.isEmpty
            case .receipt(let receipt): !receipt.isEmpty
            }
        let body = ServerResponse.Failure(
            code: record.lastError ?? failure.code.rawValue,
            text: failure.detail ?? failure.text(in: .english),
            product: record.product,
            appVersion: configuration.reportedVersion,
            customer: await account(of: record.customer),
            hasReceipt: hasReceipt,
            stage: "verification"
        )
        do {
            try await server.report(body)
            emit(.failureReported, record) { $0.code = body.code }
            try await vault.remove(record)
        } catch {
            // The copy stays, and the next launch begins again.
            configuration.onLog?("a failure could not be reported: \(error)")
        }
    }

    /// What a team's own verifier is asked.
    private func request(
        _ record: PendingPurchase,
        _ verification: VerificationStrategy,
        attempt: Int
    ) -> VerificationRequest {
        var request = VerificationRequest(
            transaction: record.transaction,
            originalTransaction: record.originalTransaction,
            product: record.product,
            quantity: record.quantity,
            reference: record.reference,
            customer: record.customer,
            environment: record.environment,
            isRenewal: record.isRenewal,
            isRestore: record.isRestore,
            revoked: verification.revoked,
            attempt: attempt
        )
        switch record.proof {
        case .signed(let document):
            request.signedTransaction = document
            request.signedRenewalInfo = verification.renewalInfo
        case .receipt(let receipt): request.receipt = receipt
        }
        return request
    }

    /// Asks a team's own verifier; where the device's receipt is older than the transaction, with a fresh one.
    private func ask(
        _ verifier: any PurchaseVerifier,
        _ record: inout PendingPurchase,
        _ verification: VerificationStrategy,
        attempt: Int
    ) async throws {
        if record.proof == .receipt("") { _ = await refreshReceipt(of: &record) }
        do {
            try await Self.verify(request(record, verification, attempt: attempt), with: verifier)
        } catch let problem as ServerProblem where !problem.isTemporary && problem.code != "transaction-revoked" {
            guard await refreshReceipt(of: &record) else { throw problem }
            try await Self.verify(request(record, verification, attempt: attempt), with: verifier)
        }
    }

    /// Fetches the app receipt again.
    ///
    /// - Returns: Whether it is another one than before.
    private func refreshReceipt(of record: inout PendingPurchase) async -> Bool {
        guard case .receipt(let old) = record.proof, let fresh = await store.refreshedReceipt(), fresh != old else {
            return false
        }
        record.proof = .receipt(fresh)
        return true
    }

    /// Asks a team's own verifier once.
    ///
    /// - Throws: `ServerProblem` unless it accepts.
    private static func verify(_ request: VerificationRequest, with verifier: any PurchaseVerifier) async throws {
        switch try await verifier.verify(request) {
        case .accepted: return
        case .revoked: throw ServerProblem(status: 409, code: "transaction-revoked")
        case .rejected(let code, let detail): throw ServerProblem(status: 422, code: code, detail: detail)
        case .unavailable(let wait, let detail):
            throw ServerProblem(status: 503, code: "unavailable", detail: detail, retryAfter: wait)
        }
    }

    /// Reports a failure to a team's own backend; when it has the report, the kept copy may go.
    private func report(
        _ request: VerificationRequest,
        _ record: PendingPurchase,
        _ failure: PurserError,
        to verifier: any PurchaseVerifier
    ) async {
        do {
            let body = VerificationFailure(request: request, error: failure, failures: record.failures)
            guard try await verifier.report(body) else { return }
            emit(.failureReported, record) { $0.code = record.lastError }
            try await vault.remove(record)
        } catch {
            // The copy stays, and the next launch begins again.
            configuration.onLog?("a failure could not be reported: \(error)")
        }
    }

    /// Asks once; a claim that does not fit is asked again without the part that does not.
    private func verifyOnce(
        _ record: inout PendingPurchase,
        _ verification: VerificationStrategy
    ) async throws -> ServerResponse.Purchase {
        guard let server else { throw ServerProblem(noAnswer: error(.unknown)) }
        var body = ServerResponse.PurchaseRequest(
            transactionId: record.transaction,
            originalTransactionId: record.originalTransaction,
            productId: record.product,
            order: record.order,
            customer: await account(of: record.customer),
            isRestore: record.isRestore ? true : nil
        )
        switch record.proof {
        case .signed(let document):
            body.signedTransaction = document
            body.signedRenewalInfo = verification.renewalInfo
        case .receipt(let receipt): body.receipt = receipt
        }
        var answer: ServerResponse.Purchase
        do {
            answer = try await server.verify(body)
        } catch {
            if body.receipt != nil, ["transaction-mismatch", "receipt-empty"].contains(error.code),
                let fresh = await store.refreshedReceipt(), fresh != body.receipt
            {
                // The receipt on the device was older than the transaction.
                record.proof = .receipt(fresh)
                body.receipt = fresh
            } else if let simpler = Self.simplified(body, after: error, verification.occasion) {
                body = simpler
            } else {
                throw error
            }
            answer = try await server.verify(body)
        }
        if answer.state == "unclaimed", body.customer == nil, let customer {
            body.customer = customer
            answer = try await server.verify(body)
        }
        return answer
    }

    private static func simplified(
        _ body: ServerResponse.PurchaseRequest,
        after problem: ServerProblem,
        _ occasion: VerificationTrigger
    ) -> ServerResponse.PurchaseRequest? {
        var simpler = body
        switch problem.code {
        case "order-not-found", "transaction-already-used", "token-mismatch", "product-mismatch", "quantity-mismatch":
            // The order is another's or unknown: the transaction itself says whose it is.
            guard body.order != nil else { return nil }
            simpler.order = nil
        case "owned-by-another-customer":
            // It is delivered to who has it; who is signed in here did not ask for it.
            guard body.customer != nil, body.order == nil, !occasion.isRestore else { return nil }
            simpler.customer = nil
        default: return nil
        }
        return simpler
    }
}
