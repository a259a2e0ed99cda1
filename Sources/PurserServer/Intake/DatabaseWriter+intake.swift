// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

extension DatabaseWriter {
    /// Stores the facts of a submission, and decides about each purchase that they are about.
    func process(_ ready: PreparedSubmission) throws -> IntakeOutcome {
        let session = try FulfillmentSession(writer: self, context: ready.context)
        let submission = ready.submission
        var outcome = IntakeOutcome()
        for change in try append(ready, session, &outcome) {
            outcome.isNew = outcome.isNew || !change.newFacts.isEmpty
            outcome.hasNewInformation = outcome.hasNewInformation || change.containsNewInformation
            let decision = try session.fulfill(change, submission.input)
            outcome.add(decision, of: change, submission)
            try store(receipt: submission.receipt, of: change, now: session.now)
        }
        if outcome.isNew { try schedule(submission.refundQuestions, now: session.now) }
        return outcome
    }

    /// Stores the facts, and returns what they change, purchase by purchase.
    private func append(
        _ ready: PreparedSubmission,
        _ session: FulfillmentSession,
        _ outcome: inout IntakeOutcome
    ) throws -> [LineageChange] {
        var changes: [LineageChange] = []
        var groups: [LineageKey: [PreparedFact]] = [:]
        for prepared in ready.prepared {
            if let lineage = prepared.fact.lineage {
                groups[LineageKey(scope: prepared.fact.scope, lineage: lineage), default: []].append(prepared)
            } else if try appendWithoutPurchase(prepared, ready, session) {
                outcome.isNew = true
            }
        }
        let isPolled = ready.submission.isPolled
        for (key, facts) in groups.sorted(by: { $0.key < $1.key }) {
            var change = try session.change(of: key)
            for prepared in facts
            where try !change.isKnown(prepared.fact, isPolled: isPolled) && append(prepared, ready, session.now) {
                change.add(prepared.fact)
            }
            changes.append(change)
        }
        return changes
    }

    /// Stores a fact that is about no purchase, such as a test notification, and sends its event.
    private func appendWithoutPurchase(
        _ prepared: PreparedFact,
        _ ready: PreparedSubmission,
        _ session: FulfillmentSession
    ) throws -> Bool {
        guard try append(prepared, ready, session.now) else { return false }
        let fact = prepared.fact
        guard case .notification(let notification) = fact.content else { return true }
        try unclaim(notification.unclaimedSeats ?? [], in: fact.scope, session)
        guard ready.submission.emitsEvents else { return true }
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
        return true
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

    private func append(_ prepared: PreparedFact, _ ready: PreparedSubmission, _ now: Date) throws -> Bool {
        let result = try append(prepared, receivedDate: now, source: ready.submission.source.rawValue)
        if case .notification(let notification) = prepared.fact.content {
            try record(notification.id, in: prepared.fact.scope, receivedDate: now)
        }
        return result.isNew
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
