// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

extension IntakeWork {
    /// Sends the reminders about a customer's rights that are due.
    ///
    /// - Parameters:
    ///   - derived: The rights as they are now.
    ///   - planned: When the next reminder of each right was to be sent.
    ///   - customer: The customer.
    ///   - scope: The app and environment.
    ///   - others: The customer's rights in the other apps, as they were derived last.
    /// - Throws: `StoreError`.
    func sendReminders(
        of derived: [DerivedRight],
        planned: [EntitlementID: Date],
        customer: CustomerID,
        in scope: AppScope,
        beside others: [StoredEntitlement]
    ) throws {
        for right in derived {
            let due = right.schedule(context.app.reminders).due(since: planned[right.answer.entitlement], asOf: now)
            guard !due.isEmpty else { continue }
            for reminder in due {
                switch reminder.kind {
                case .end:
                    guard try !lasts(right.answer.entitlement, after: reminder.target, in: scope, others) else {
                        continue
                    }
                    try tell(ServerEvent(reminder, of: right.answer, customer: customer, scope: scope))
                case .renewal:
                    guard let state = right.renewing else { continue }
                    try tell(renewalEvent(reminder, of: state, customer: customer, scope: scope))
                }
            }
        }
    }

    /// Whether another app gives the same right beyond an instant: then service does not end there.
    ///
    /// Of two apps that end it at the same instant, the one with the smaller bundle identifier reminds.
    private func lasts(
        _ entitlement: EntitlementID,
        after end: Date,
        in scope: AppScope,
        _ others: [StoredEntitlement]
    ) throws -> Bool {
        for stored in others where stored.entitlement == entitlement && stored.scope.environment == scope.environment {
            let other = try ServiceJSON.decode(StoredRight.self, from: stored.body).answer
            guard other.isActive else { continue }
            guard let otherEnd = other.endDate, !other.willRenew else { return true }
            if otherEnd > end || (otherEnd == end && stored.scope.bundleID < scope.bundleID) { return true }
        }
        return false
    }

    private func renewalEvent(
        _ reminder: ReminderSchedule.Reminder,
        of state: SubscriptionState,
        customer: CustomerID,
        scope: AppScope
    ) -> ServerEvent {
        var event = ServerEvent(
            id: EventID(
                .renewalUpcoming,
                scope,
                beside: state.lineage,
                causes: customer.rawValue,
                String(reminder.target.millisecondsSince1970),
                reminder.lead.description
            ),
            type: .renewalUpcoming,
            scope: scope,
            customer: customer,
            occurred: reminder.dueDate
        )
        event.describe(state.period.transaction)
        event.expires = reminder.target
        event.leadTime = reminder.lead
        event.nextProduct = state.nextRenewal?.productID
        event.price = state.nextRenewal?.price?.milliunits
        event.currency = state.nextRenewal?.price?.currency
        event.entitlements = context.catalogue.rules.entitlements(of: state.period.transaction.productID)
        return event
    }
}

extension ServerEvent {
    /// The reminder that a right ends; there is one for each end and lead time.
    fileprivate init(
        _ reminder: ReminderSchedule.Reminder,
        of answer: EntitlementAnswer,
        customer: CustomerID,
        scope: AppScope
    ) {
        self.init(
            id: EventID(
                .entitlementEnding,
                scope,
                causes: customer.rawValue,
                answer.entitlement.rawValue,
                String(reminder.target.millisecondsSince1970),
                reminder.lead.description
            ),
            type: .entitlementEnding,
            scope: scope,
            customer: customer,
            occurred: reminder.dueDate
        )
        entitlements = [answer.entitlement]
        expires = reminder.target
        leadTime = reminder.lead
        product = answer.reason.productID
        transaction = answer.reason.transactionID
        originalTransaction = answer.reason.lineage
        conversion = answer.reason.conversion
        reason = answer.reason.rule.rawValue
    }
}

extension DerivedRight {
    /// When reminders about the right are due.
    ///
    /// Service is known to end where it has an end and no subscription renews. While a payment is retried in a grace
    /// period, a renewal is awaited, or no document says whether a subscription renews, its end is not known.
    func schedule(_ policy: ReminderPolicy) -> ReminderSchedule {
        let isEndKnown = answer.isActive && !answer.willRenew && !mayRenew && answer.reason.rule != .awaitedRenewal
        return ReminderSchedule(
            end: isEndKnown ? answer.endDate : nil,
            renewal: answer.isActive ? renewing?.nextRenewal?.date : nil,
            policy: policy
        )
    }
}

/// Tells of what will happen, before it does.
struct ReminderFeature: Sendable {
    let apps: Apps
    let clock: @Sendable () -> Date
    let desk: IntakeDesk
    let store: any Store

    var chores: [Chore] {
        [Chore(name: "reminders", interval: .seconds(30)) { [self] in try await followReminders() }]
    }

    /// Sends the reminders that are due: about service that ends, and about renewals.
    func followReminders() async throws {
        while !Task.isCancelled {
            let now = clock()
            let due = try await store.read { try $0.dueReminders(asOf: now, limit: 200) }
            for (scope, customer) in due {
                guard let app = apps[scope.bundleID] else {
                    try await store.write { try $0.forgetReminders(of: customer, in: scope) }
                    continue
                }
                let context = try await desk.context(app: app, now: now)
                try await store.write { writer in
                    let submission = Submission(intake: Intake(), source: .recovery)
                    try IntakeWork(writer: writer, context: context, submission: submission)
                        .updateRights(of: customer, in: scope)
                }
            }
            guard due.count == 200 else { return }
        }
    }
}
