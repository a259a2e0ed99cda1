// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

extension IntakeWork {
    /// Finds the owner: the one whose order's token the purchase carries, or who shows it, under the restore policy.
    ///
    /// What was claimed is a fact; whose it is follows from the facts, so a rebuild finds the same owner.
    func settleOwnership(of change: inout LineageChange) throws -> OwnershipChange {
        if let payment = try payer(of: change) {
            let ownership = change.account.ownership(of: change.key)
            // What was decided after the payment stands. Clocks differ: what was decided with it is not older.
            let isSettled = ownership.steps.contains { step in
                step.customer == payment.customer && step.outcome != .kept
                    && step.date > payment.date.addingTimeInterval(-300)
            }
            let isOwner = ownership.owners.contains(payment.customer)
            let isProof = isOwner && payment.isProven && !ownership.isProven(payment.customer)
            if (!isSettled && !isOwner) || isProof {
                let claim = Claim(
                    lineage: change.lineage,
                    customer: payment.customer,
                    basis: .token,
                    isProven: payment.isProven
                )
                try record(.claim(claim), in: &change)
            }
        }
        if change.account.ownership(of: change.key).owners.isEmpty,
            let (owner, isProven) = try migratedOwner(of: change)
        {
            let claim = Claim(lineage: change.lineage, customer: owner, basis: .migration, isProven: isProven)
            try record(.claim(claim), in: &change)
        }
        let refusal = try settleClaim(in: &change)
        let result = OwnershipChange(
            owners: change.account.ownership(of: change.key).owners,
            previousOwners: change.ownershipBefore.owners,
            refusal: refusal
        )
        if result.isNew {
            try note(result, of: change)
            try reconsiderMigration(of: change.key)
        }
        return result
    }

    /// The customer whose order carries the token of the purchase, and when it was paid.
    ///
    /// Who takes a subscription up again or changes its plan pays for it from then on; a renewal has the token of whoever
    /// began what it renews.
    private func payer(of change: LineageChange) throws -> Payment? {
        for payment in change.after.paymentTokens {
            let order = try writer.orders(token: payment.token)
                .first { $0.customer != nil && $0.scope.bundleID == change.scope.bundleID }
            guard let order, let customer = order.customer else { continue }
            // The token goes on with every renewal; an erased customer takes nothing back from the person's new account.
            guard try writer.customer(customer)?.erasedDate == nil else { continue }
            let isProven = try order.details.isProven ?? false
            return Payment(customer: customer, date: payment.purchaseDate, isProven: isProven)
        }
        return nil
    }

    private struct Payment {
        var customer: CustomerID
        var date: Date
        /// Whether the order that was paid was created by the customer's token or by the team's backend.
        var isProven: Bool
    }

    /// Who has what the purchase was before Apple gave it a new identifier, and whether that was proven.
    private func migratedOwner(of change: LineageChange) throws -> (customer: CustomerID, isProven: Bool)? {
        let earlier = change.after.transactions.compactMap(\.transaction.previousOriginalTransactionID)
        guard let previous = earlier.last(where: { $0 != change.lineage }),
            let customer = try writer.claim(on: previous, in: change.scope)?.customer
        else { return nil }
        let key = LineageKey(scope: change.scope, lineage: previous)
        return (customer, try self.change(of: key).ownershipBefore.isProven(customer))
    }

    /// Records the claim of whoever shows the purchase, unless it is theirs or it stays where it is.
    ///
    /// A claim that changes nothing is not stored, however often it comes.
    private func settleClaim(in change: inout LineageChange) throws -> IntakeOutcome.Refusal? {
        guard let claimant = submission.claimant, submission.claims(change.after) else { return nil }
        let ownership = change.account.ownership(of: change.key)
        let isProven = claimant.proof == .proven || claimant.proof == .order(isProven: true)
        if ownership.owners.contains(claimant.customer) {
            if isProven, !ownership.isProven(claimant.customer) {
                let claim = Claim(lineage: change.lineage, customer: claimant.customer, basis: claimant.basis)
                try record(.claim(claim), in: &change)
            }
            return nil
        }
        guard claimant.proof == .proven || ownership.owners.isEmpty else { return .ownedByAnother }
        guard claimant.proof != .named else { return .customerTokenRequired }
        let basis = ownership.owners.isEmpty || claimant.basis != .session ? claimant.basis : .restore
        let claim = Claim(lineage: change.lineage, customer: claimant.customer, basis: basis, isProven: isProven)
        var trial = change.account
        let instant = max(now, ownership.steps.last?.date ?? now)
        trial.add(
            Fact(
                command: .claim(claim),
                scope: change.scope,
                order: FactOrder(instant: instant, sequence: .max),
                digest: try FactDigest(sha256Of: [])
            )
        )
        if trial.ownership(of: change.key).steps.last?.outcome == .kept {
            let kept = ownership.steps.filter { $0.outcome == .kept }
            let isKnown = kept.contains { $0.customer == claimant.customer }
            if !isKnown, kept.count < Ownership.greatestKeptClaims { try record(.claim(claim), in: &change) }
            return .ownedByAnother
        }
        guard ownership.owners.isEmpty || ownership.mayMove(at: instant) else { return .movedTooOften }
        try record(.claim(claim), in: &change)
        return nil
    }

    /// Records a command about a purchase and lets the purchase's account know.
    func record(_ command: Command, in change: inout LineageChange) throws {
        if let customer = command.customer { try writer.ensureCustomer(customer, now: now) }
        let fact = try writer.record(command, in: change.scope, by: submission.source.rawValue, now: now)
        change.account.add(fact)
    }

    /// Keeps who owns the purchase where it is looked up, and tells both sides when it moved.
    private func note(_ ownership: OwnershipChange, of change: LineageChange) throws {
        guard let owner = ownership.owner else { return }
        try writer.put(StoredClaim(scope: change.scope, lineage: change.lineage, customer: owner, claimedDate: now))
        try writer.removeRecord(.unclaimed, owner: change.scope.description, name: change.lineage.rawValue)
        guard let previous = ownership.previousOwners.first,
            let step = change.account.ownership(of: change.key).steps.last
        else { return }
        for customer in [previous, owner] {
            var event = ServerEvent(
                id: EventID(
                    .purchaseTransferred,
                    change.scope,
                    causes: step.evidence.digest.hexadecimal,
                    customer.rawValue
                ),
                type: .purchaseTransferred,
                scope: change.scope,
                customer: customer,
                occurred: now
            )
            event.originalTransaction = change.lineage
            event.product = change.after.latestTransaction?.transaction.productID
            event.previousCustomer = previous
            event.nextCustomer = owner
            // A late document may give it back by the very step that had taken it away.
            try tellChange(event)
        }
    }

    /// Notes what a purchase was before Apple gave it a new identifier, so that whoever is found to own that gets this, too.
    func noteMigration(of change: LineageChange) throws {
        for transaction in change.newTransactions {
            guard let previous = transaction.previousOriginalTransactionID, previous != change.lineage else { continue }
            try writer.put(
                StoredRecord(
                    collection: .migrations,
                    owner: change.scope.description,
                    name: previous.rawValue,
                    updatedDate: now,
                    body: Data(change.lineage.rawValue.utf8)
                )
            )
        }
    }

    /// Looks again at what a purchase became, now that it has an owner.
    private func reconsiderMigration(of key: LineageKey) throws {
        guard let record = try writer.record(.migrations, owner: key.scope.description, name: key.lineage.rawValue)
        else { return }
        let lineage = OriginalTransactionID(rawValue: String(decoding: record.body, as: UTF8.self))
        var change = try change(of: LineageKey(scope: key.scope, lineage: lineage))
        guard change.ownershipBefore.owners.isEmpty, !change.after.isEmpty else { return }
        try reconsider(&change)
    }
}

extension RecordCollection {
    /// Purchases whose customer is not known yet, by scope and lineage.
    static let unclaimed = RecordCollection(rawValue: "unclaimed-purchases")

    /// The purchase that another one became when Apple gave it a new identifier, by scope and the earlier lineage.
    static let migrations = RecordCollection(rawValue: "migrated-purchases")
}
