// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

extension IntakeWork {
    /// Tells what the new facts of a purchase mean.
    func tellLifecycle(of change: LineageChange, owner: CustomerID?) throws {
        guard !change.newFacts.isEmpty else { return }
        for event in LifecycleEvents(change: change, owner: owner).all {
            var event = event
            // After an upgrade the better plan's rights count.
            let upgraded = event.type == .subscriptionUpgraded ? event.nextProduct : nil
            if let product = upgraded ?? event.product {
                event.entitlements = context.catalogue.rules.entitlements(of: product)
            }
            try tell(event)
        }
        for (fact, notification) in change.newNotifications {
            try noteConsumptionRequest(notification, in: change.scope, asked: fact.order.instant)
            let transaction = notification.transactionID.flatMap { change.after.record(of: $0) }
            try tell(
                NotificationEvents.event(
                    for: notification,
                    fact: fact,
                    owner: owner,
                    transaction: transaction?.transaction
                )
            )
        }
    }

    /// Keeps where a purchase's life stands, tells of the stage it came to, and notes when to look again.
    func noteState(of change: LineageChange, owner: CustomerID?) throws {
        guard !change.after.isEmpty else { return }
        let stored = try writer.lineageState(of: change.lineage, in: change.scope)
        let known = try stored.map { try ServiceJSON.decode(LineageState.self, from: $0.body) }
        let state = LineageState(change.after, asOf: now)
        if state.phase != known?.phase || state.transaction != known?.transaction {
            let event = stage(state, from: known, change: change, owner: owner)
            // A period may end more than once: Apple extends it afterwards, or tells late of a grace period.
            if let event, known != nil { try tellChange(event) } else { try tell(event) }
        }
        try writer.put(
            StoredLineageState(
                scope: change.scope,
                lineage: change.lineage,
                dueDate: try dueDate(of: change, state, stored: stored),
                body: try ServiceJSON.encode(state)
            )
        )
    }

    /// When to look at the purchase again.
    ///
    /// A scheduled question to Apple stays until Apple has answered it: a late or an old document neither cancels nor
    /// postpones it. Only a later period that covers this instant makes the question about the earlier one needless.
    private func dueDate(of change: LineageChange, _ state: LineageState, stored: StoredLineageState?) throws -> Date? {
        if isOvertaken(change) { return now }
        let next = nextLook(at: change, state)
        guard let due = stored?.dueDate else { return next }
        if let question, question.due == due {
            guard let again = question.again else { return next }
            return min(next ?? again, again)
        }
        let known = try stored.map { try ServiceJSON.decode(LineageState.self, from: $0.body) }
        if let last = known?.expires, due >= last, let end = state.expires, end > last, end > due, end > now {
            return next
        }
        return min(next ?? due, due)
    }

    /// When the state changes by time alone, or Apple is to be asked again because it has not said how it ended.
    ///
    /// It is never the present instant, or there would be no end of looking.
    private func nextLook(at change: LineageChange, _ state: LineageState) -> Date? {
        let scheduled = change.after.nextChange(after: now)
            .map { $0 > now ? $0 : now.addingTimeInterval(Self.shortestFollowUp) }
        guard let followUp = followUp(state, of: change) else { return scheduled }
        return min(scheduled ?? followUp, followUp)
    }

    private static let shortestFollowUp: TimeInterval = 600
    private static let longestFollowUp: TimeInterval = 86_400
    /// Apple tries to charge for 60 days, and a renewal may take a few days to show.
    private static let followUpDays: TimeInterval = 65

    /// When to ask again about a period that ended by time alone, or whose charge is retried.
    ///
    /// The customer may have paid since, and the notification may be lost. The wait grows with the time since the end, so
    /// that one subscription costs Apple at most about 75 questions.
    /// A refund that left the renewal on ends no subscription: Apple charges again at the end of the refunded period.
    private func followUp(_ state: LineageState, of change: LineageChange) -> Date? {
        let renewsAfterRefund = state.phase == .revoked && state.rule == .refunded && state.willAutoRenew == true
        let isOpen =
            state.phase == .inBillingRetry || state.phase == .awaitingRenewal || renewsAfterRefund
            || state.phase == .expired && state.rule == .expired && state.willAutoRenew != false
        guard isOpen, context.app.canAskApple else { return nil }
        let period = change.after.state(asOf: now)?.period.transaction.expirationDate
        guard let end = renewsAfterRefund ? period : state.expires else { return nil }
        let age = now.timeIntervalSince(end)
        if age < 0 { return end }
        guard age < Self.followUpDays * 86_400 else { return nil }
        return now.addingTimeInterval(min(max(age, Self.shortestFollowUp), Self.longestFollowUp))
    }

    /// Whether a notification came so late that Apple may have been asked since, and have said something else.
    ///
    /// What Apple shows when it is asked and was known already is not kept, so it cannot say that it is the newer word: the
    /// subscription is asked about at once. Apple sends a notification again after an hour at the earliest.
    private func isOvertaken(_ change: LineageChange) -> Bool {
        guard submission.source == .notification, change.hasNews, change.after.state(asOf: now) != nil else {
            return false
        }
        let late = now.addingTimeInterval(-1800)
        return change.newFacts.contains { $0.kind == .notification && $0.order.instant < late }
    }

    private func stage(
        _ state: LineageState,
        from known: LineageState?,
        change: LineageChange,
        owner: CustomerID?
    ) -> ServerEvent? {
        let earlier = known?.transaction == state.transaction ? known?.phase : nil
        switch state.phase {
        case .inBillingRetry where earlier == .inGracePeriod:
            return event(.gracePeriodEnded, after: earlier, change, owner)
        case .inGracePeriod, .inBillingRetry:
            return event(.billingFailed, after: earlier, change, owner)
        case .expired where state.rule != .movedToAnotherPlan:
            return event(.subscriptionExpired, after: earlier, change, owner)
        default:
            return nil
        }
    }

    private func event(
        _ type: EventType,
        after earlier: LineageState.Phase?,
        _ change: LineageChange,
        _ owner: CustomerID?
    ) -> ServerEvent? {
        guard let current = change.after.state(asOf: now) else { return nil }
        var event = ServerEvent(
            id: EventID(type, change.scope, beside: change.lineage, causes: current.period.transaction.id.rawValue),
            type: type,
            scope: change.scope,
            customer: owner,
            occurred: min(now, current.accessEndDate)
        )
        event.describe(current.period.transaction)
        event.gracePeriodExpires = current.graceEndDate
        event.access = current.hasAccess ? .kept : current.hadLapsed(in: earlier) ? .endedBefore : .ended
        event.reason = Self.reasons[current.reason.rule] ?? current.reason.rule.rawValue
        event.entitlements = context.catalogue.rules.entitlements(of: current.period.transaction.productID)
        return event
    }

    /// The few reasons that handlers ask about, by the rule that was applied.
    private static let reasons: [Rule: String] = [
        .cancelled: "cancelled", .billingFailed: "billing-error", .billingRetry: "billing-error",
        .gracePeriod: "billing-error", .graceIgnored: "billing-error", .priceIncreaseRefused: "price-increase",
        .productUnavailable: "product-unavailable", .refunded: "refunded",
    ]
}

extension SubscriptionState {
    /// Whether access had ended already in the phase before.
    fileprivate func hadLapsed(in earlier: LineageState.Phase?) -> Bool {
        switch earlier {
        case .inBillingRetry, .expired: true
        // The policy says whether a grace period keeps it.
        case .inGracePeriod: graceEndDate.map { $0 > accessEndDate } ?? false
        default: false
        }
    }
}
