// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

/// How a verification goes about it.
struct VerificationStrategy: Sendable {
    var occasion: VerificationTrigger
    /// What comes after a subscription's transaction, as the store signed it.
    var renewalInfo: String?
    /// Whether it is tried again, and a failure is reported.
    var retriesOnFailure: Bool
    var progress: @Sendable (PurchaseProgress) -> Void
}

extension Purser {
    /// Asks the server, again after growing waits, then as often as the customer wants; at last the failure is
    /// reported.
    func verify(
        _ record: inout PendingPurchase,
        _ verification: VerificationStrategy
    ) async -> Result<ServerResponse.Purchase, PurserError> {
        var waits = verification.retriesOnFailure ? configuration.retries.delays[...] : []
        var (attempts, questions) = (0, 0)
        while true {
            attempts += 1
            verification.progress(attempts == 1 ? .verifying : .retrying(attempts))
            if attempts > 1 { emit(.retried, record) { $0.number = attempts } }
            let problem: ServerProblem
            do {
                return .success(try await verifyOnce(&record, verification))
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
            if verification.retriesOnFailure { await abandon(record, failure) }
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
            appVersion: configuration.appVersion,
            customer: record.customer,
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
            customer: record.customer,
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
