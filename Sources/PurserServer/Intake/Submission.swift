// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce

/// Verified documents on their way into the store, and who brought them.
struct Submission: Sendable {
    var intake: FactBatch
    var source: IntakeSource
    var claimant: Claimant?
    /// The order that the app says was paid.
    var order: OrderID?
    /// The team's own number of the order that was paid, as an app without the order's identifier knows it.
    var reference: String?
    /// The transaction that the caller asks about.
    var named: TransactionID?
    /// The receipt that the facts come from; kept for subscriptions.
    var receipt: String?
    /// What Apple is to be asked about, because an unsigned notification reports it.
    var refundQuestions: [RefundQuestion] = []
    /// Whether the team's backend is notified; a backfill may be quiet.
    var emitsEvents = true
}

extension Submission {
    /// What fulfillment decides by.
    var input: FulfillmentInput {
        FulfillmentInput(
            .documents(source),
            actor: source.rawValue,
            claimant: claimant,
            order: order,
            reference: reference,
            named: named,
            sendsEvents: emitsEvents
        )
    }

    /// Whether Apple was asked and only showed the status, as it does again each time it is asked.
    var isPolled: Bool {
        [.refunds, .status, .history].contains(source) && !intake.facts.contains { $0.kind == .notification }
    }
}

/// The result of a submission.
struct IntakeOutcome: Sendable {
    /// Whether any fact was new.
    var isNew = false
    /// Whether anything became known that was not.
    var hasNewInformation = false
    /// The result of the transaction that the caller asked about.
    var named: RequestedTransaction?
    /// The customers whose entitlements were derived again.
    var customers: Set<CustomerID> = []
    /// What is worth counting once it is durable.
    var measures = IntakeCounts()
    /// Whose each purchase was and is; for a backfill only, which reports it.
    var ownerships: [OriginalTransactionID: OwnershipChange] = [:]

    struct RequestedTransaction: Sendable {
        var scope: AppScope
        var transaction: Transaction
        /// Everybody who has the purchase; the first is the one whom it was delivered to.
        var owners: [CustomerID] = []
        var order: OrderID?
        var delivered: Bool
        var refusal: Rejection?

        var owner: CustomerID? { owners.first }
    }

    /// A check that a purchase did not pass: an answer, not a failure; what was verified is kept all the same.
    struct Rejection: Hashable, Sendable {
        var check: PurchaseCheck
        var code: ProblemCode
        var message: String

        init(_ check: PurchaseCheck, _ code: ProblemCode, _ message: String) {
            self.check = check
            self.code = code
            self.message = message
        }

        var problem: ServiceProblem { ServiceProblem(code, message, check: check) }
    }
}
