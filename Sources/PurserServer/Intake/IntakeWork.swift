// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// A scheduled question to Apple about a purchase, and what came of it.
struct AppleQuestion: Hashable, Sendable {
    /// The instant for which it was scheduled.
    var due: Date
    /// When to ask again; nothing when Apple has answered.
    var again: Date?
}

/// The work of one intake within a transaction of the database.
struct IntakeWork {
    let writer: any StoreWriter
    let context: IntakeContext
    let submission: Submission
    /// The submission's facts, ready to be stored.
    var prepared: [PreparedFact] = []
    /// The scheduled question to Apple that was just asked; nothing when none was.
    var question: AppleQuestion?

    /// Makes the work ready: it goes by the catalog that is stored, not by what the instance remembers.
    init(
        writer: any StoreWriter,
        context: IntakeContext,
        submission: Submission,
        prepared: [PreparedFact] = []
    ) throws {
        self.writer = writer
        self.context = try context.current(in: writer)
        self.submission = submission
        self.prepared = prepared
    }

    var now: Date { context.now }

    func run() throws -> IntakeOutcome {
        var outcome = IntakeOutcome()
        for var change in try append(&outcome) {
            outcome.isNew = outcome.isNew || !change.newFacts.isEmpty
            outcome.isNews = outcome.isNews || change.hasNews
            try take(&change, &outcome)
            try keepReceipt(for: change)
        }
        if outcome.isNew { try schedule(submission.refundQuestions) }
        return outcome
    }

    /// Keeps the facts, and answers what they change, purchase by purchase.
    private func append(_ outcome: inout IntakeOutcome) throws -> [LineageChange] {
        var changes: [LineageChange] = []
        var groups: [LineageKey: [PreparedFact]] = [:]
        for ready in prepared {
            if let lineage = ready.fact.lineage {
                groups[LineageKey(scope: ready.fact.scope, lineage: lineage), default: []].append(ready)
            } else {
                if try appendLoose(ready) { outcome.isNew = true }
            }
        }
        for (key, facts) in groups.sorted(by: { $0.key < $1.key }) {
            var change = try change(of: key)
            let isPolled = submission.isPolled
            for ready in facts where try !change.hasHeard(ready.fact, isPolled: isPolled) && append(ready) {
                change.add(ready.fact)
            }
            changes.append(change)
        }
        return changes
    }

    /// All that is known of a purchase, with nothing new yet.
    func change(of key: LineageKey) throws -> LineageChange {
        let known = try writer.lifeFacts(of: key.lineage, in: key.scope).map(\.fact)
        return LineageChange(key: key, known: known, policy: context.policy)
    }

    /// Keeps a fact that is about no purchase, such as a test notification, and tells of it.
    private func appendLoose(_ ready: PreparedFact) throws -> Bool {
        guard try append(ready) else { return false }
        if case .notification(let notification) = ready.fact.content {
            try tell(NotificationEvents.event(for: notification, fact: ready.fact, owner: nil, transaction: nil))
        }
        return true
    }

    private func append(_ ready: PreparedFact) throws -> Bool {
        let result = try writer.append(ready, receivedDate: now, source: submission.source.rawValue)
        if case .notification(let notification) = ready.fact.content {
            try writer.note(notification.id, in: ready.fact.scope, receivedDate: now)
        }
        return result.isNew
    }

    /// Brings ownership, orders and rights up to what is known of a purchase.
    func take(_ change: inout LineageChange, _ outcome: inout IntakeOutcome) throws {
        let named = submission.named.flatMap { id in change.after.record(of: id) }
        let isBackfill = submission.source == .backfill
        let isClaimed = isBackfill && submission.claimant != nil
        guard !change.newFacts.isEmpty || named != nil || submission.source == .recovery || isClaimed else {
            if isBackfill {
                let owners = change.ownershipBefore.owners
                outcome.ownerships[change.lineage] = OwnershipChange(owners: owners, previousOwners: owners)
            }
            return
        }
        let settlement = try reconsider(&change)
        if isBackfill { outcome.ownerships[change.lineage] = settlement.ownership }
        outcome.customers.formUnion(settlement.ownership.affected)
        outcome.measures.add(settlement.measures)
        guard let named else { return }
        outcome.named = try settlement.answer(about: named.transaction)
    }

    @discardableResult
    func reconsider(_ change: inout LineageChange) throws -> Settlement {
        for record in change.changedTransactions {
            try writer.note(record.transaction.id, of: change.lineage, in: change.scope)
        }
        try noteMigration(of: change)
        let ownership = try settleOwnership(of: &change)
        try tellLifecycle(of: change, owner: ownership.owner)
        var settlement = Settlement(work: self, change: change, ownership: ownership)
        try settlement.run()
        try convertUpgrades(settlement.delivered, of: change, customer: ownership.owner)
        try noteState(of: change, owner: ownership.owner)
        for customer in ownership.affected.sorted() {
            try updateRights(of: customer, in: change.scope, knowing: change)
        }
        return settlement
    }

    /// Writes an event and its way to each endpoint that wants it, unless it was told before.
    func tell(_ event: ServerEvent?) throws {
        guard let event, submission.tellsEvents else { return }
        try writer.tell(event, endpoints: context.endpoints, now: now)
    }
}
