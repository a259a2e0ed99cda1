// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

extension IntakeWork {
    /// All that is known of a customer within the transaction.
    func account(
        of customer: CustomerID,
        in scope: AppScope,
        knowing purchase: LineageChange? = nil
    ) throws -> CustomerAccount {
        try writer.account(
            of: customer,
            in: scope,
            catalogue: context.catalogue,
            policy: context.policy,
            now: now,
            knowing: purchase
        )
    }

    /// Derives a customer's rights anew and tells what changed.
    ///
    /// A purchase that was just looked at need not be read again.
    func updateRights(of customer: CustomerID, in scope: AppScope, knowing purchase: LineageChange? = nil) throws {
        let account = try account(of: customer, in: scope, knowing: purchase)
        let derived = account.rights(asOf: now)
        let rights = derived.rights.map { StoredRight($0.answer, spans: $0.spans, asOf: now) }
        let everywhere = try writer.entitlements(of: customer)
        let stored = everywhere.filter { $0.scope == scope }
        let before = try stored.map { try ServiceJSON.decode(StoredRight.self, from: $0.body) }
        try writer.replaceEntitlements(
            of: customer,
            in: scope,
            stored: stored,
            with: try zip(derived.rights, rights).map { right, kept in
                StoredEntitlement(
                    scope: scope,
                    entitlement: kept.answer.entitlement,
                    body: try ServiceJSON.encode(kept),
                    dueDate: right.spans.nextChange(after: now),
                    reminderDate: right.schedule(context.app.reminders).nextDueDate(after: now)
                )
            }
        )
        for change in RightEvents(scope: scope, customer: customer, before: before, after: rights, now: now).all {
            try tellChange(change)
        }
        for conflict in derived.conflicts {
            try tell(ServerEvent(conflict, customer: customer, scope: scope, now: now))
        }
        try sendReminders(
            of: derived.rights,
            planned: stored.reduce(into: [:]) { $0[$1.entitlement] = $1.reminderDate },
            customer: customer,
            in: scope,
            beside: everywhere.filter { $0.scope != scope }
        )
        try tellSignals(of: account, customer: customer, in: scope)
    }

    /// Tells of what differs from what was stored until now.
    ///
    /// It is news even where the same was told before: a right may end and come back by the same purchase, any number of
    /// times.
    func tellChange(_ change: ServerEvent) throws {
        guard submission.tellsEvents else { return }
        var event = change
        var times = 1
        while try !writer.tell(event, endpoints: context.endpoints, now: now) {
            times += 1
            event.id = EventID(
                change.type,
                change.scope,
                beside: change.originalTransaction,
                causes: change.id.rawValue,
                String(times)
            )
        }
    }
}

extension ServerEvent {
    /// The event of a conflict; the same two things conflict once.
    fileprivate init(_ conflict: Conflict, customer: CustomerID, scope: AppScope, now: Date) {
        let kept = conflict.kept.transactionID?.rawValue ?? conflict.kept.grant?.rawValue ?? ""
        let superfluous = conflict.superfluous.lineage?.rawValue ?? ""
        self.init(
            id: EventID(.conflictFound, scope, causes: customer.rawValue, conflict.kind.rawValue, kept, superfluous),
            type: .conflictFound,
            scope: scope,
            customer: customer,
            occurred: now
        )
        entitlements = [conflict.entitlement]
        product = conflict.superfluous.productID
        originalTransaction = conflict.superfluous.lineage
        reason = conflict.kind.rawValue
        detail = conflict.advice.map(\.rawValue).joined(separator: ", ")
    }
}

extension StoreReader {
    /// A customer's rights in one app and environment, as they were derived last.
    func rights(of customer: CustomerID, in scope: AppScope) throws -> [StoredRight] {
        try entitlements(of: customer).filter { $0.scope == scope }
            .map { try ServiceJSON.decode(StoredRight.self, from: $0.body) }
    }
}
