// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

package import AppStoreTypes
package import FoundationEssentials

/// Why a purchase or a customer is decided about.
package struct FulfillmentInput: Sendable {
    /// What happened.
    package enum Cause: Hashable, Sendable {
        /// Documents arrived from this source.
        case documents(IntakeSource)

        /// Time passed. The question was just put to Apple.
        case timePassed(AppleQuestion)

        /// Recovery or a repair compares everything.
        case recheck

        /// The team's backend, an administrator or a rule change wants it.
        case command
    }

    /// What happened.
    package var cause: Cause
    /// The name under which commands and order steps are recorded, such as `app` or `notification`.
    package var actor: String
    /// Commands about the purchase, or for the customer, that are recorded before anything is decided.
    package var commands: [Command]
    /// The customer who shows the purchase, and the basis of the claim.
    package var claimant: Claimant?
    /// The order that the app says was paid.
    package var order: OrderID?
    /// The team's own number of the order that was paid.
    package var reference: String?
    /// The transaction that the caller asks about.
    package var named: TransactionID?
    /// Whether events are sent; a backfill may be silent.
    package var sendsEvents: Bool
    /// Whether the decision follows from one about another purchase.
    package var isFollowUp = false

    /// Creates an input.
    package init(
        _ cause: Cause,
        actor: String,
        commands: [Command] = [],
        claimant: Claimant? = nil,
        order: OrderID? = nil,
        reference: String? = nil,
        named: TransactionID? = nil,
        sendsEvents: Bool = true
    ) {
        self.cause = cause
        self.actor = actor
        self.commands = commands
        self.claimant = claimant
        self.order = order
        self.reference = reference
        self.named = named
        self.sendsEvents = sendsEvents
    }

    /// The source that documents came from; `nil` when none came.
    package var source: IntakeSource? {
        guard case .documents(let source) = cause else { return nil }
        return source
    }

    /// The input of recovery and of repairs; after a question to Apple, of the passing of time.
    package static func recheck(_ question: AppleQuestion? = nil) -> FulfillmentInput {
        FulfillmentInput(question.map { .timePassed($0) } ?? .recheck, actor: "recovery")
    }

    /// The input of what an administrator or the team's backend does.
    package static func command(_ commands: [Command] = [], by actor: String = "administrator") -> FulfillmentInput {
        FulfillmentInput(.command, actor: actor, commands: commands)
    }

    /// Whether the claimant claims a purchase: without proof, only the one that the caller asks about.
    func claims(_ history: SubscriptionHistory) -> Bool {
        guard let claimant, claimant.proof != .proven else { return claimant != nil }
        return named.map { history.record(of: $0) != nil } ?? false
    }
}

/// A customer who shows a purchase, and on what ground.
package struct Claimant: Hashable, Sendable {
    /// How the server knows that the customer is the one who asks.
    package enum Proof: Hashable, Sendable {
        /// The customer's token, or the team's backend.
        case proven

        /// The order that the request names is the customer's.
        ///
        /// Anyone with the app's key can create one for any customer: the order is proven when the customer's token or the
        /// team's backend created it. Either way a purchase that has an owner stays there.
        case order(isProven: Bool)

        /// The request names the customer, without any proof.
        case named
    }

    /// The customer.
    package var customer: CustomerID
    /// The basis of the claim.
    package var basis: Claim.Basis
    /// The proof.
    package var proof: Proof

    /// Creates a claimant.
    package init(customer: CustomerID, basis: Claim.Basis, proof: Proof = .proven) {
        self.customer = customer
        self.basis = basis
        self.proof = proof
    }
}

/// Where documents came from; the history of an order names it.
package enum IntakeSource: String, Sendable, Codable {
    case app
    case notification
    case history
    case status
    case refunds
    case receipt
    case backfill
    /// The team stated a purchase in another store.
    case statement
}

/// A scheduled question to Apple about a purchase, and its result.
package struct AppleQuestion: Hashable, Sendable {
    /// The instant for which it was scheduled.
    package var due: Date
    /// When to ask again; `nil` when Apple has answered.
    package var again: Date?

    /// Creates a question.
    package init(due: Date, again: Date?) {
        self.due = due
        self.again = again
    }
}
