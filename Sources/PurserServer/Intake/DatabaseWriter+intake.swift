// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

extension DatabaseWriter {
    /// Stores the facts of a submission, and decides about each purchase that they are about.
    func process(_ ready: PreparedSubmission) throws -> IntakeOutcome {
        let submission = ready.submission
        let keys = ready.purchases
        try requireLocks(keys.map(WriteLock.purchase))
        try prefetch { reader in
            _ = try reader.catalogVersion(of: ready.context.app.bundleID)
            for key in keys { _ = try reader.purchaseFacts(of: key.lineage, in: key.scope) }
            _ = try reader.storedKeys(of: ready.prepared)
            _ = try reader.drawNumbers(for: ready.prepared)
        }
        let session = try FulfillmentSession(writer: self, context: ready.context)
        var outcome = IntakeOutcome()
        for change in try append(ready, keys, session, &outcome) {
            outcome.isNew = outcome.isNew || !change.newFacts.isEmpty
            outcome.hasNewInformation = outcome.hasNewInformation || change.containsNewInformation
            let decision = try session.fulfill(change, submission.input)
            // Nothing of it is stored: the transaction of the database ends here.
            if let refused = decision.named?.rejection, refused.refusesStatement {
                throw IntakeOutcome.Rejection(refused).problem
            }
            outcome.add(decision, of: change, submission)
            try store(receipt: submission.receipt, of: change, now: session.now)
        }
        if outcome.isNew { try schedule(submission.refundQuestions, now: session.now) }
        return outcome
    }

    /// Stores the facts, and returns what they change, purchase by purchase.
    private func append(
        _ ready: PreparedSubmission,
        _ keys: [LineageKey],
        _ session: FulfillmentSession,
        _ outcome: inout IntakeOutcome
    ) throws -> [LineageChange] {
        let isPolled = ready.submission.isPolled
        var known = try storedKeys(of: ready.prepared)
        // What is stored already is compared with nothing: an app shows its old transaction again and again.
        let unstored = ready.prepared.lazy.map(\.fact).filter { !known.contains(StoredFactKey($0)) }
        let facts = Dictionary(grouping: unstored) { fact in
            fact.lineage.map { LineageKey(scope: fact.scope, lineage: $0) }
        }
        var changes: [LineageKey: LineageChange] = [:]
        for key in keys {
            changes[key] = try session.change(of: key, comparing: facts[key] ?? [], isPolled: isPolled)
        }
        var new: [PreparedFact] = []
        for prepared in ready.prepared {
            let fact = prepared.fact
            let key = fact.lineage.map { LineageKey(scope: fact.scope, lineage: $0) }
            if let key, changes[key]?.isKnown(fact, isPolled: isPolled) ?? false { continue }
            guard known.insert(StoredFactKey(fact)).inserted else { continue }
            if let key { changes[key]?.add(fact) }
            new.append(prepared)
        }
        let numbers = try drawNumbers(for: ready.prepared)
        try insert(new, numbers, receivedDate: session.now, source: ready.submission.source.rawValue)
        // One that is not new may have come by another way, such as a list of what could not be delivered.
        for prepared in ready.prepared {
            guard case .notification(let notification) = prepared.fact.content else { continue }
            try record(notification.id, in: prepared.fact.scope, receivedDate: session.now)
        }
        for prepared in new where prepared.fact.lineage == nil {
            outcome.isNew = true
            try sendEvent(aboutNoPurchase: prepared.fact, ready, session)
        }
        return keys.compactMap { changes[$0] }
    }

    /// Sends the event of a fact that is about no purchase, such as a test notification.
    private func sendEvent(
        aboutNoPurchase fact: Fact,
        _ ready: PreparedSubmission,
        _ session: FulfillmentSession
    ) throws {
        guard case .notification(let notification) = fact.content else { return }
        try unclaim(notification.unclaimedSeats ?? [], in: fact.scope, session)
        guard ready.submission.emitsEvents else { return }
        try session.send(
            ServerEvent(
                DomainEvent(
                    kind: .notified(notification, nil),
                    scope: fact.scope,
                    customer: nil,
                    occurredDate: fact.order.instant,
                    lineage: notification.originalTransactionID
                )
            )
        )
    }

    /// Ends claims that the App Store revoked without a word about which purchase they are of.
    private func unclaim(_ claims: [SeatClaimID], in scope: AppScope, _ session: FulfillmentSession) throws {
        let places = try claims.prefix(SeatRules.maximumMembers).compactMap { claim in
            try value(claim.description, in: SeatPlace.claims).map { (claim: claim, key: $0.key) }
        }
        let known = Dictionary(grouping: places.filter { $0.key.scope == scope }, by: \.key)
        for (key, found) in known.sorted(by: { $0.key < $1.key }) {
            let change = try session.change(of: key)
            let rules = SeatRules(
                key.lineage,
                change.seatRoster(asOf: session.now),
                owners: change.ownershipBefore.owners
            )
            let steps = rules.unclaim(found.map(\.claim), .appStore)
            guard !steps.isEmpty else { continue }
            try session.fulfill(change, .command(steps.map { .seat($0) }, by: IntakeSource.notification.rawValue))
        }
    }
}

extension PreparedSubmission {
    /// The purchases that the facts are about, in their order.
    fileprivate var purchases: [LineageKey] {
        let keys = prepared.compactMap { prepared in
            prepared.fact.lineage.map { LineageKey(scope: prepared.fact.scope, lineage: $0) }
        }
        return Set(keys).sorted()
    }
}

extension IntakeOutcome {
    /// Adds what was decided about one purchase.
    fileprivate mutating func add(_ decision: Decision, of change: LineageChange, _ submission: Submission) {
        if submission.source == .backfill { ownerships[change.lineage] = decision.ownership }
        // Members of a group among them, who own nothing.
        customers.formUnion(decision.entitlements.map(\.customer))
        measures.add(decision.counts)
        guard let named = decision.named else { return }
        self.named = RequestedTransaction(
            scope: change.scope,
            transaction: named.transaction,
            owners: named.owners,
            order: named.order,
            delivered: named.isDelivered,
            refusal: named.rejection.map(Rejection.init)
        )
    }
}
