// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// Applies a decision: the one writer of orders, deliveries, credits of purchases, entitlements and their events.
struct DecisionWriter {
    let writer: any DatabaseWriter
    let scope: AppScope
    let lineage: OriginalTransactionID?
    /// What the purchase meant to its customers as it was read: only what differs is written.
    let storedPurchases: [CustomerPurchase]
    let endpoints: [WebhookEndpoint]
    /// The customers' entitlements as they were read: only what differs is written.
    let storedEntitlements: [CustomerID: [StoredEntitlement]]
    /// How many events there are about each of the customers who were read.
    let storedCustomers: [CustomerID: Int64]
    /// The tokens that lead to orders, by which their purchases are found.
    let orderedTokens: Set<AppAccountToken>
    /// The name under which commands and order steps are recorded.
    let actor: String
    let now: Date

    /// Applies a decision.
    ///
    /// - Throws: `DatabaseError`; then nothing of it may stay.
    func apply(_ decision: Decision) throws {
        for customer in decision.newCustomers where storedCustomers[customer] == nil {
            try writer.ensureCustomer(customer, now: now)
        }
        try writer.append(decision.commands, by: actor, now: now)
        if let lineage { try applyPurchase(decision, LineageKey(scope: scope, lineage: lineage)) }
        try apply(decision.orders)
        for change in decision.deliveries { try apply(change) }
        for posting in decision.postings { try post(posting) }
        for change in decision.profiles { try apply(change) }
        for change in decision.entitlements { try apply(change) }
        try send(decision.events)
        for request in decision.consumptionRequests {
            try writer.enqueue(request.notification, in: scope, asked: request.askedDate, now: now)
        }
    }

    private func applyPurchase(_ decision: Decision, _ key: LineageKey) throws {
        for id in decision.identifiers { try writer.record(id, of: key.lineage, in: scope) }
        for predecessor in decision.predecessors {
            // Whoever gives the earlier one an owner must see that this one follows it.
            try writer.requireLocks([.purchase(LineageKey(scope: scope, lineage: predecessor))])
            try writer.upsert(key.lineage, as: predecessor, in: OriginalTransactionID.successors[scope], now: now)
        }
        try writer.index(decision.commands.seatSteps, in: scope, now: now)
        try writer.enqueueSeatTasks(decision, of: key, now: now)
        for token in decision.searchTokens where !orderedTokens.contains(token) {
            try writer.indexToken(token, of: key, now: now)
        }
        if let purchases = decision.customerPurchases {
            try writer.replaceCustomerPurchases(of: key, stored: storedPurchases, with: purchases)
        }
        if let owner = decision.owner {
            try writer.upsert(StoredClaim(scope: scope, lineage: key.lineage, customer: owner, claimedDate: now))
        }
        switch decision.unclaimed {
        case .list(let transaction):
            let purchase = UnclaimedPurchase(transaction, scope: scope)
            try writer.upsert(purchase, as: key.lineage, in: UnclaimedPurchase.records[scope], now: now)
        case .remove: try writer.removeRecord(key.lineage, in: UnclaimedPurchase.records[scope])
        case nil: break
        }
        guard let reported = decision.reportedState, let state = reported.state else { return }
        try writer.upsert(
            StoredLineageState(
                scope: scope,
                lineage: key.lineage,
                dueDate: reported.dueDate,
                body: try ServiceJSON.encode(state)
            )
        )
    }

    // MARK: - Orders and deliveries

    /// Creates and changes orders, with the steps of their history.
    func apply(_ changes: [Decision.OrderChange]) throws {
        for change in changes {
            let order = change.order
            let steps = change.steps.map { step in
                StoredOrderStep(
                    state: step.state,
                    instant: now,
                    actor: actor,
                    document: step.evidence.map { FactKey($0) },
                    detail: step.note
                )
            }
            if let key = change.idempotencyKey, let step = steps.first {
                guard case .created = try writer.create(order, idempotencyKey: key, step: step) else {
                    throw DatabaseError(code: .conflict, message: "another writer makes the same order; try again")
                }
            } else if change.isNew {
                try writer.create(order, steps: steps)
            } else {
                try writer.update(order, steps: steps)
            }
        }
    }

    private func apply(_ change: Decision.DeliveryChange) throws {
        guard change.isNew else { return try writer.update(change.delivery) }
        try writer.create(change.delivery)
    }

    // MARK: - Balances and profiles

    private func post(_ posting: LedgerPosting) throws {
        var entry = StoredLedgerEntry.posting(
            posting.amount,
            to: posting.customer,
            currency: posting.currency,
            posting.reason,
            scope: scope,
            at: now,
            key: posting.key,
            against: posting.counterpart
        )
        if posting.amount == 0 { entry.lines = [] }
        entry.body = try ServiceJSON.encode(posting.note)
        try writer.postEntry(entry)
    }

    private func apply(_ change: Decision.ProfileChange) throws {
        switch change {
        case .tokenMismatch(let customer):
            try writer.changeProfile(of: customer, now: now) { $0.tokenMismatches = ($0.tokenMismatches ?? 0) + 1 }
        case .quantityMismatch(let customer):
            try writer.changeProfile(of: customer, now: now) {
                $0.quantityMismatches = ($0.quantityMismatches ?? 0) + 1
            }
        case .reportedSignals(let customer, let signals):
            try writer.changeProfile(of: customer, now: now) {
                $0.reportedSignals = ($0.reportedSignals ?? []) + signals
            }
        }
    }

    // MARK: - Entitlements and events

    private func apply(_ change: Decision.EntitlementChange) throws {
        try writer.replaceEntitlements(
            of: change.customer,
            in: scope,
            stored: storedEntitlements[change.customer] ?? [],
            with: try change.entitlements.map {
                StoredEntitlement(
                    scope: scope,
                    entitlement: $0.cached.answer.entitlement,
                    body: try ServiceJSON.encode($0.cached),
                    dueDate: $0.dueDate,
                    reminderDate: $0.reminderDate
                )
            }
        )
    }

    /// Stores events in their order and enqueues their deliveries, unless they were stored before.
    ///
    /// An event that is sent each time gets a number where the same happened before. A customer's events are counted
    /// together.
    func send(_ events: [DomainEvent]) throws {
        var all = events.compactMap { event in
            ServerEvent(event).map { (event: $0, isSentEachTime: event.isSentEachTime) }
        }
        ServerEvent.shareTraces(among: &all)
        guard !all.isEmpty else { return }
        var stored: Set<String>?
        if writer.dialect.sparesRoundTrips { stored = try writer.storedEvents(all.map(\.event.id.rawValue)) }
        var counts: [CustomerID: (before: Int64, new: Int64)] = [:]
        for (first, isSentEachTime) in all {
            var event = first
            var times = 1
            while try !send(event, known: &stored, &counts), isSentEachTime {
                times += 1
                event.id = EventID(
                    first.type,
                    first.scope,
                    beside: first.originalTransaction,
                    causes: [first.id.rawValue, String(times)]
                )
                // Of this one it is not known whether it is there.
                if let known = try stored.map({ _ in try writer.storedEvents([event.id.rawValue]) }) {
                    stored?.formUnion(known)
                }
            }
        }
        for (customer, count) in counts.sorted(by: { $0.key < $1.key }) where count.new > 0 {
            try writer.raiseEventCount(of: customer, by: count.new, now: now)
        }
    }

    /// Stores an event unless it is there.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - stored: The events that are there, where they were asked for together.
    ///   - counts: How many events each customer had, and how many are new.
    /// - Returns: Whether it is new.
    /// - Throws: `DatabaseError`.
    private func send(
        _ event: ServerEvent,
        known stored: inout Set<String>?,
        _ counts: inout [CustomerID: (before: Int64, new: Int64)]
    ) throws -> Bool {
        if let stored, stored.contains(event.id.rawValue) { return false }
        var sequence: Int64?
        if let customer = event.customer {
            var count = try counts[customer] ?? (storedCustomers[customer] ?? writer.eventCount(of: customer), 0)
            sequence = count.before + count.new + 1
            guard try writer.insert(event.stored(), sequence: sequence, isUnknown: stored != nil) else { return false }
            count.new += 1
            counts[customer] = count
        } else {
            guard try writer.insert(event.stored(), sequence: nil, isUnknown: stored != nil) else { return false }
        }
        stored?.insert(event.id.rawValue)
        let wanting = endpoints.filter { $0.accepts(event) }.map(\.id)
        try writer.enqueueDeliveries(ofNew: event.id.rawValue, of: event.customer, to: wanting, now: now)
        return true
    }
}

extension OriginalTransactionID {
    /// The purchase that another one became when Apple gave it a new identifier, by the earlier one.
    static let successors = OwnedRecordStore<AppScope, OriginalTransactionID, OriginalTransactionID>(
        "migrated-purchases"
    )
}
