// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

// MARK: - The stage of a subscription, and when to recheck it

extension Decider {
    /// The shortest wait before Apple is asked again, in seconds: a charge can be up to ten minutes late.
    private static let minimumRecheck: TimeInterval = 600
    /// The longest wait before Apple is asked again, in seconds.
    private static let maximumRecheck: TimeInterval = 86_400
    /// How long Apple is asked about an ended period, in seconds: it retries a charge for 60 days, and a renewal may
    /// take a few days to appear.
    private static let recheckPeriod: TimeInterval = 65 * 86_400
    /// The same for a commitment, in seconds: Apple retries its charges for 90 days.
    private static let commitmentRecheckPeriod: TimeInterval = 95 * 86_400
    /// From when a notification is late, in seconds: Apple sends one again after an hour at the earliest.
    private static let lateNotification: TimeInterval = 1800

    /// Emits the event of the stage that a subscription reached, and schedules its next recheck.
    mutating func decideReportedState(owner: CustomerID?) {
        guard !change.after.isEmpty, let reported = reportedState() else { return }
        let state = ReportedLineageState(change.after, asOf: now)
        let known = reported.state
        if state.phase != known?.phase || state.transaction != known?.transaction,
            let (stage, current, access) = stage(state, from: known)
        {
            emit(
                .stage(stage, current, access: access, entitlements(of: current.period.transaction.productID)),
                customer: owner,
                at: min(now, current.accessEndDate),
                about: change.lineage,
                // A period may end more than once: Apple extends it afterward, or states a grace period late.
                eachTime: known != nil
            )
        }
        decision.reportedState = PurchaseState.Reported(state: state, dueDate: dueDate(state, reported))
    }

    /// When to recheck the purchase.
    ///
    /// A scheduled question to Apple stays until Apple has answered it: a late or old document neither cancels nor
    /// postpones it. Only a later period that covers this instant makes the question about the earlier one unnecessary.
    private func dueDate(_ state: ReportedLineageState, _ reported: PurchaseState.Reported) -> Date? {
        if isOvertaken { return now }
        let next = nextRecheck(state)
        guard let due = reported.dueDate else { return next }
        if case .timePassed(let question) = input.cause, question.due == due {
            guard let again = question.again else { return next }
            return min(next ?? again, again)
        }
        if let last = reported.state?.expires, due >= last, let end = state.expires, end > last, end > due, end > now {
            return next
        }
        return min(next ?? due, due)
    }

    /// When the state changes by time alone, or Apple is asked again because it has not stated how it ended.
    ///
    /// Both lie ahead, so that a recheck never asks for another one at once.
    private func nextRecheck(_ state: ReportedLineageState) -> Date? {
        let scheduled = ReportedLineageState.nextChange(of: change.after, after: now)
        guard let question = nextQuestion(state) else { return scheduled }
        return min(scheduled ?? question, question)
    }

    /// When to ask Apple about a period that ended by time alone, or whose charge is retried.
    ///
    /// The customer may have paid since, and the notification may be lost. The wait grows with the time since the end,
    /// so that one subscription costs Apple at most about 75 questions. A refund that left auto-renew on ends no
    /// subscription: Apple charges again at the end of the refunded period.
    private func nextQuestion(_ state: ReportedLineageState) -> Date? {
        let current = change.after.state(asOf: now)?.period
        let isCommitted = current?.isCommitted ?? false
        let renewsAfterRefund =
            state.phase == .revoked && state.rule == .refunded && state.willAutoRenew == true && !isCommitted
        let isUnsettled =
            state.phase == .inBillingRetry || state.phase == .awaitingRenewal || renewsAfterRefund
            || state.phase == .expired && state.rule == .expired && state.willAutoRenew != false
        guard isUnsettled, rules.canAskApple, change.lineage.isOfAppStore else { return nil }
        guard let end = renewsAfterRefund ? current?.transaction.expirationDate : state.expires else { return nil }
        let age = now.timeIntervalSince(end)
        if age < 0 { return end }
        guard age < (isCommitted ? Self.commitmentRecheckPeriod : Self.recheckPeriod) else { return nil }
        return now.addingTimeInterval(min(max(age, Self.minimumRecheck), Self.maximumRecheck))
    }

    /// Whether a notification came so late that Apple may have been asked since, and have stated something else.
    ///
    /// What Apple shows when it is asked and was known already is not stored, so it cannot prove to be newer: Apple is
    /// asked about the subscription at once.
    private var isOvertaken: Bool {
        guard input.source == .notification, change.after.state(asOf: now) != nil else { return false }
        let late = now.addingTimeInterval(-Self.lateNotification)
        return change.newFacts.contains { $0.kind == .notification && $0.order.instant < late }
    }

    private func stage(
        _ state: ReportedLineageState,
        from known: ReportedLineageState?
    ) -> (DomainEvent.Stage, SubscriptionState, DomainEvent.Access)? {
        let earlier = known?.transaction == state.transaction ? known?.phase : nil
        let stage: DomainEvent.Stage
        switch state.phase {
        case .inBillingRetry where earlier == .inGracePeriod: stage = .gracePeriodExpired
        case .inGracePeriod, .inBillingRetry: stage = .billingFailed
        case .expired where state.rule != .movedToAnotherPlan: stage = .expired
        default: return nil
        }
        guard let current = change.after.state(asOf: now) else { return nil }
        let access: DomainEvent.Access =
            current.hasAccess ? .remained : current.hadLapsed(in: earlier) ? .endedBefore : .ended
        return (stage, current, access)
    }
}

extension SubscriptionState {
    /// Whether access had ended already in the earlier phase.
    fileprivate func hadLapsed(in earlier: ReportedLineageState.Phase?) -> Bool {
        switch earlier {
        case .inBillingRetry, .expired: true
        // The policy decides whether a grace period keeps it.
        case .inGracePeriod: graceEndDate.map { $0 > accessEndDate } ?? false
        default: false
        }
    }
}
