// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

// MARK: - Who owns the purchase

extension Decider {
    /// Makes the purchase findable by all of its transactions and by its earlier identifiers.
    mutating func indexIdentifiers() {
        decision.identifiers = change.changedTransactions.map(\.transaction.id)
        decision.predecessors = change.newTransactions.compactMap(\.previousOriginalTransactionID)
            .filter { $0 != change.lineage }
    }

    /// Decides the owner: the customer whose order's token the purchase carries, or who shows it, under the restore
    /// policy.
    ///
    /// A claim is a fact, and the owner follows from the facts: a rebuild finds the same owner.
    mutating func decideOwnership() -> OwnershipChange {
        for command in input.commands { recordAboutPurchase(command) }
        claimForPayer()
        claimForPredecessor()
        let rejection = input.source == .statement ? claimForStatement() : claimForClaimant()
        let change = OwnershipChange(
            owners: ownership.owners,
            previousOwners: change.ownershipBefore.owners,
            rejection: rejection
        )
        decision.ownership = change
        if change.isNew { changeOwner(change) }
        return change
    }

    /// The ownership that follows from the commands so far.
    var ownership: Ownership { change.account.ownership(of: change.key) }

    /// A purchase paid with the token of a customer's order is that customer's.
    ///
    /// A later decision stays: clocks differ, so a decision of the same minutes is not older.
    private mutating func claimForPayer() {
        guard let payer = payer() else { return }
        let isDecided = ownership.steps.contains { step in
            step.customer == payer.customer && step.outcome != .ownerRetained
                && step.date > payer.date.addingTimeInterval(-OrderMatching.clockTolerance)
        }
        let isOwner = ownership.owners.contains(payer.customer)
        let isProof = isOwner && payer.isProven && !ownership.isProven(payer.customer)
        guard (!isDecided && !isOwner) || isProof else { return }
        claim(payer.customer, .token, isProven: payer.isProven)
    }

    /// The customer whose order carries the token of the purchase, and when it was paid.
    ///
    /// A customer who resubscribes or changes the plan pays for it from then on. A renewal carries the token of the
    /// first purchase.
    private mutating func payer() -> (customer: CustomerID, date: Date, isProven: Bool)? {
        for payment in change.after.paymentTokens {
            let order = orders(withToken: payment.token).first { $0.customer != nil }
            guard let order, let customer = order.customer.map({ resolve($0) }) else { continue }
            // Every renewal carries the token; an erased customer takes nothing from the person's new account.
            guard !isErased(customer) else { continue }
            return (customer, payment.purchaseDate, order.details.isProven ?? false)
        }
        return nil
    }

    /// A purchase that Apple gave a new identifier belongs to the owner of the earlier one.
    private mutating func claimForPredecessor() {
        guard ownership.owners.isEmpty,
            let previous = change.after.transactions.compactMap(\.transaction.previousOriginalTransactionID)
                .last(where: { $0 != change.lineage }),
            let owner = predecessor(previous)
        else { return }
        claim(owner.customer, .migration, isProven: owner.isProven)
    }

    /// The claim of the customer who shows the purchase; a claim that changes nothing is not stored, however often it
    /// comes.
    private mutating func claimForClaimant() -> FulfillmentRejection? {
        guard let claimant = input.claimant, input.claims(change.after) else { return nil }
        let known = ownership
        let isProven = claimant.proof == .proven || claimant.proof == .order(isProven: true)
        guard !known.owners.contains(claimant.customer) else {
            if isProven, !known.isProven(claimant.customer) {
                claim(claimant.customer, claimant.basis, isProven: true)
            }
            return nil
        }
        guard claimant.proof == .proven || known.owners.isEmpty else { return .ownedByAnother }
        guard claimant.proof != .named else { return .customerTokenRequired }
        let basis = known.owners.isEmpty || claimant.basis != .session ? claimant.basis : .restore
        let instant = max(now, known.steps.last?.date ?? now)
        var claim = Claim(lineage: change.lineage, customer: claimant.customer, basis: basis, isProven: isProven)
        if !known.owners.isEmpty { claim.restorePolicy = rules.policy.restore }
        if outcome(of: claim, at: instant) == .ownerRetained {
            let stored = known.steps.filter { $0.outcome == .ownerRetained }
            let isKnown = stored.contains { $0.customer == claimant.customer }
            if !isKnown, stored.count < Ownership.maximumStoredClaims { recordAboutPurchase(.claim(claim)) }
            return .ownedByAnother
        }
        guard known.owners.isEmpty || known.mayMove(at: instant) else { return .movedTooOften }
        recordAboutPurchase(.claim(claim))
        return nil
    }

    /// What a claim would come to under the restore policy.
    private func outcome(of claim: Claim, at instant: Date) -> Ownership.Outcome? {
        var trial = change.account
        trial.add(
            Fact(
                command: .claim(claim),
                scope: scope,
                order: FactOrder(instant: instant, sequence: .max),
                digest: .zero
            )
        )
        return trial.ownership(of: change.key).steps.last?.outcome
    }

    private mutating func claim(_ customer: CustomerID, _ basis: Claim.Basis, isProven: Bool) {
        recordAboutPurchase(
            .claim(Claim(lineage: change.lineage, customer: customer, basis: basis, isProven: isProven))
        )
    }

    /// Stores the new owner, and sends an event to both sides when the purchase moved.
    private mutating func changeOwner(_ ownership: OwnershipChange) {
        guard let owner = ownership.owner else { return }
        decision.owner = owner
        decision.unclaimed = .remove
        if let next = successor() { decision.followUps.append(LineageKey(scope: scope, lineage: next)) }
        guard let previous = ownership.previousOwners.first, let step = self.ownership.steps.last else { return }
        let product = change.after.latestTransaction?.transaction.productID
        for customer in [previous, owner] {
            // A late document may return it by the very step that had moved it.
            emit(
                .transferred(from: previous, to: owner, product: product, evidence: step.evidence),
                customer: customer,
                at: now,
                about: change.lineage,
                eachTime: true
            )
        }
    }
}

// MARK: - Seats that the team gives

extension Decider {
    /// The seats of the purchase with the commands so far.
    private var roster: SeatRoster { change.seatRoster(asOf: now) }

    /// Ends the claims that notifications say the App Store revoked, and has Apple's claims compared where the purchase
    /// changed.
    ///
    /// - Returns: The customers who have, or had, a seat.
    mutating func decideSeats() -> Set<CustomerID> {
        guard change.account.hasSeatSteps(of: change.key) else { return [] }
        let claims = change.newNotifications.flatMap { $0.notification.unclaimedSeats ?? [] }
        if !claims.isEmpty {
            let rules = SeatRules(change.lineage, roster, owners: ownership.owners)
            for step in rules.unclaim(claims, .appStore) { recordAboutPurchase(.seat(step)) }
        }
        let members = change.account.seatMembers(of: change.key)
        // Apple may revoke claims when a subscription begins again, and does not say so.
        let hasNewPeriod = change.changedTransactions.contains { change.earlier($0.transaction.id) == nil }
        if hasNewPeriod, !roster.claims.isEmpty { decision.checksSeats = true }
        return members.union(change.membersBefore)
    }

    /// Emits what a step about a seat states, and has Apple asked where the step is only half of it.
    mutating func decideSeat(_ step: SeatStep, before: SeatInvitation?) {
        let what: DomainEvent.SeatChange?
        switch step.action {
        case .claimed(let claim, _):
            decision.checksSeats = true
            what = .claimed(claim)
        case .released(let name):
            decision.requestsSeats = true
            what = before?.claim.map { .released($0, by: name) }
        case .unclaimed(let claim, let cause):
            // The one who left was announced then.
            what = before?.releasedDate == nil && before != nil ? .unclaimed(claim, cause) : nil
        case .refused(_, let code): what = .failed(code: code)
        case .detected(let claim): what = .detected(claim)
        case .requested:
            decision.requestsSeats = true
            what = nil
        case .invited, .canceled, .associated: what = nil
        }
        guard let what else { return }
        emit(
            .seat(what, step.invitation, seats: change.after.state(asOf: now)?.seats),
            customer: step.customer,
            at: now,
            about: step.lineage,
            // An invitation may be refused more than once, and a claim be missed and found again.
            eachTime: true
        )
    }
}

// MARK: - Purchases in other stores

extension Decider {
    /// Rejects a statement that contradicts what was stated before; the caller must not store it then.
    ///
    /// What is recomputed has no claimant, and was accepted when it was stored.
    ///
    /// - Returns: A decision that changes nothing; `nil` when the statement is accepted.
    mutating func rejectStatement() -> Decision? {
        guard input.source == .statement, let claimant = input.claimant, let rejection = rejection(of: claimant),
            let id = input.named, let transaction = change.after.record(of: id)?.transaction
        else { return nil }
        var rejected = Decision()
        rejected.named = Decision.NamedTransaction(
            transaction: transaction,
            owners: ownership.owners,
            isDelivered: false,
            rejection: rejection
        )
        return rejected
    }

    private func rejection(of claimant: Claimant) -> FulfillmentRejection? {
        let known = change.knownStatements
        for new in change.newStatements {
            guard known.count < StoreStatement.maximumStatements else { return .tooManyStatements }
            if let found = new.statement.contradiction(statedOn: new.date, known: known) {
                return .contradiction(found)
            }
        }
        // A purchase that the team transferred may still be stated for the customer who made it.
        let ownership = ownership
        guard let owner = ownership.owners.first,
            !ownership.steps.contains(where: { $0.owners.contains(claimant.customer) })
        else { return nil }
        return .contradiction(
            .init("customer", known: owner.rawValue, stated: claimant.customer.rawValue)
        )
    }

    /// Records whose a purchase is that the team stated, once.
    ///
    /// A purchase of an erased customer was released, and stays so: what names the person again later must not undo it.
    mutating func claimForStatement() -> FulfillmentRejection? {
        guard let customer = input.claimant?.customer, ownership.steps.isEmpty else { return nil }
        let claim = Claim(lineage: change.lineage, customer: customer, basis: .statement)
        recordAboutPurchase(.claim(claim))
        return nil
    }
}
