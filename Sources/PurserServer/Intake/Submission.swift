// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce

/// How something came to the server; it stands in the history of what it moved.
enum IntakeSource: String, Sendable, Codable {
    case app
    case notification
    case history
    case status
    case refunds
    case receipt
    case backfill
    case recovery
    case administrator
}

/// Verified documents on their way into the store, and who brought them.
struct Submission: Sendable {
    /// Who says that the purchase is theirs, and on what ground.
    struct Claimant: Hashable, Sendable {
        /// How the server knows that the customer is the one who asks.
        enum Proof: Hashable, Sendable {
            /// The customer's token, or the team's backend.
            case proven

            /// The order that the request names is the customer's.
            ///
            /// Whoever has the app's key can create one for anybody: the order is proven when the customer's token or the
            /// team's backend created it. Either way a purchase that somebody has stays there.
            case order(isProven: Bool)

            /// The request names the customer, and that is all.
            case named
        }

        var customer: CustomerID
        var basis: Claim.Basis
        var proof: Proof = .proven
    }

    var intake: Intake
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
    /// Whether the team's backend is told; a backfill may be quiet.
    var tellsEvents = true
}

extension Submission {
    /// Whether the claimant says that a purchase is theirs: without proof only the one that is asked about.
    func claims(_ history: SubscriptionHistory) -> Bool {
        guard let claimant, claimant.proof != .proven else { return claimant != nil }
        return named.map { history.record(of: $0) != nil } ?? false
    }

    /// Whether Apple was asked and only showed how things stand, as it does again each time it is asked.
    var isPolled: Bool {
        [.refunds, .status, .history].contains(source) && !intake.facts.contains { $0.kind == .notification }
    }
}

/// What became of a submission.
struct IntakeOutcome: Sendable {
    /// Whether any fact was new.
    var isNew = false
    /// Whether anything became known that was not.
    var isNews = false
    /// What became of the transaction that the caller asked about.
    var named: NamedTransaction?
    /// The customers whose rights were derived anew.
    var customers: Set<CustomerID> = []
    /// What is worth counting once it is durable.
    var measures = IntakeMeasures()
    /// Whose each purchase was and is; for a backfill only, which reports it.
    var ownerships: [OriginalTransactionID: OwnershipChange] = [:]

    struct NamedTransaction: Sendable {
        var scope: AppScope
        var transaction: Transaction
        /// Everybody who has the purchase; the first is the one whom it was delivered to.
        var owners: [CustomerID] = []
        var order: OrderID?
        var delivered: Bool
        var refusal: Refusal?

        var owner: CustomerID? { owners.first }
    }

    /// A check that a purchase did not pass: an answer, not a failure; what was verified is kept all the same.
    struct Refusal: Hashable, Sendable {
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
