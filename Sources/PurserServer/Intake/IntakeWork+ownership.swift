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
        if let (payer, paid) = try payer(of: change) {
            let ownership = change.account.ownership(of: change.key)
            // What was decided after the payment stands. Clocks differ: what was decided with it is not older.
            let isSettled = ownership.steps.contains { step in
                step.customer == payer && step.outcome != .kept && step.date > paid.addingTimeInterval(-300)
            }
            if !isSettled, !ownership.owners.contains(payer) {
                try record(.claim(Claim(lineage: change.lineage, customer: payer, basis: .token)), in: &change)
            }
        }
        if change.account.ownership(of: change.key).owners.isEmpty, let owner = try migratedOwner(of: change) {
            try record(.claim(Claim(lineage: change.lineage, customer: owner, basis: .migration)), in: &change)
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
    private func payer(of change: LineageChange) throws -> (customer: CustomerID, date: Date)? {
        for payment in change.after.paymentTokens {
            guard let customer = try writer.orders(token: payment.token).compactMap(\.customer).first else { continue }
            // The token goes on with every renewal; an erased customer takes nothing back from the person's new account.
            guard try writer.customer(customer)?.erasedDate == nil else { continue }
            return (customer, payment.purchaseDate)
        }
        return nil
    }

    /// Who has what the purchase was before Apple gave it a new identifier.
    private func migratedOwner(of change: LineageChange) throws -> CustomerID? {
        let earlier = change.after.transactions.compactMap(\.transaction.previousOriginalTransactionID)
        guard let previous = earlier.last(where: { $0 != change.lineage }) else { return nil }
        return try writer.claim(on: previous, in: change.scope)?.customer
    }

    /// Records the claim of whoever shows the purchase, unless it is theirs or the policy leaves it where it is.
    private func settleClaim(in change: inout LineageChange) throws -> IntakeOutcome.Refusal? {
        guard let claimant = submission.claimant else { return nil }
        let ownership = change.account.ownership(of: change.key)
        guard !ownership.owners.contains(claimant.customer) else { return nil }
        let basis = ownership.owners.isEmpty || claimant.basis != .session ? claimant.basis : .restore
        let claim = Claim(lineage: change.lineage, customer: claimant.customer, basis: basis)
        var trial = change.account
        trial.add(
            Fact(
                command: .claim(claim),
                scope: change.scope,
                order: FactOrder(instant: max(now, ownership.steps.last?.date ?? now), sequence: .max),
                digest: try FactDigest(sha256Of: [])
            )
        )
        let isKept = trial.ownership(of: change.key).steps.last?.outcome == .kept
        let wasKept = ownership.steps.contains { $0.customer == claimant.customer && $0.outcome == .kept }
        if !(isKept && wasKept) { try record(.claim(claim), in: &change) }
        return isKept ? .ownedByAnother : nil
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
