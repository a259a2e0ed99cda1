// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
package import FoundationEssentials

// MARK: - A customer's entitlements

extension Decider {
    /// A customer's account with the purchase and the commands of this decision.
    mutating func account(of customer: CustomerID) -> CustomerAccount? {
        guard let records = records(of: customer) else { return nil }
        var account = records.account
        for fact in decision.commands where fact.customer == customer { account.add(fact) }
        if let purchase {
            let isNamed = decision.commands.contains { $0.customer == customer && $0.lineage == purchase.lineage }
            if isNamed || decision.owner == customer || records.lineages.contains(purchase.lineage) {
                account.transfer(purchase.key, from: purchase.account)
            }
        }
        account.present = now
        return account
    }

    /// Derives a customer's entitlements again, and emits events about what differs from what was stored.
    mutating func decideEntitlements(of customer: CustomerID) {
        guard let account = account(of: customer), let records = records(of: customer) else { return }
        let derived = account.derivedEntitlements(asOf: now)
        let stored = records.entitlements.filter { $0.scope == scope }
        let entitlements = derived.entitlements.map { access in
            Decision.EntitlementChange.Derived(
                cached: CachedEntitlement(access.answer, spans: access.spans, asOf: now),
                dueDate: access.spans.nextChange(after: now),
                reminderDate: access.nextReminder(rules.reminders, after: now)
            )
        }
        decision.entitlements.append(Decision.EntitlementChange(customer: customer, entitlements: entitlements))
        emitChanges(of: customer, from: stored.map(\.cached.answer), to: entitlements.map(\.cached.answer))
        for conflict in derived.conflicts {
            emit(.conflict(conflict), customer: customer, at: now, about: conflict.redundantPurchase.lineage)
        }
        emitReminders(
            of: derived.entitlements,
            customer,
            stored,
            others: records.entitlements.filter { $0.scope != scope }
        )
        emitFraudSignals(of: account, records)
    }

    /// Emits what changed between two derivations.
    ///
    /// While a renewal is awaited nothing has ended: a short gap between the end of a period and the notification of
    /// its renewal is usual, and no event is sent about it.
    private mutating func emitChanges(
        of customer: CustomerID,
        from before: [EntitlementDecision],
        to after: [EntitlementDecision]
    ) {
        let earlier = Dictionary(before.map { ($0.entitlement, $0) }, uniquingKeysWith: { $1 })
        let later = Dictionary(after.map { ($0.entitlement, $0) }, uniquingKeysWith: { $1 })
        for entitlement in Set(earlier.keys).union(later.keys).sorted() {
            let (before, after) = (earlier[entitlement], later[entitlement])
            let had = before?.isGivenOrAwaited ?? false
            let has = after?.isGivenOrAwaited ?? false
            let transition: DomainEvent.EntitlementTransition
            switch (had, has) {
            case (false, true): transition = .granted
            case (true, false): transition = .ended
            case (true, true) where before?.endDate != after?.endDate && after?.isActive == true: transition = .changed
            default: continue
            }
            guard let answer = after ?? before else { continue }
            emit(
                .entitlement(transition, answer, hasAccess: after?.isActive == true),
                customer: customer,
                at: now,
                about: answer.reason.lineage,
                // An entitlement may end and return by the same purchase, any number of times.
                eachTime: true
            )
        }
    }

    // MARK: - Reminders

    private mutating func emitReminders(
        of derived: [DerivedEntitlement],
        _ customer: CustomerID,
        _ stored: [CustomerRecords.StoredEntitlement],
        others: [CustomerRecords.StoredEntitlement]
    ) {
        let planned = stored.reduce(into: [EntitlementID: Date]()) {
            $0[$1.cached.answer.entitlement] = $1.reminderDate
        }
        for access in derived {
            let entitlement = access.answer.entitlement
            for (device, schedule) in access.deviceSchedules(rules.reminders) {
                for reminder in schedule.due(since: planned[entitlement], asOf: now)
                where !lasts(entitlement, after: reminder.target, others) {
                    emit(
                        .entitlementEnding(reminder, device.answer, device: device.device),
                        customer: customer,
                        at: reminder.dueDate,
                        about: device.answer.reason.lineage
                    )
                }
            }
            for reminder in access.schedule(rules.reminders).due(since: planned[entitlement], asOf: now) {
                switch reminder.kind {
                case .end:
                    guard !lasts(entitlement, after: reminder.target, others) else { continue }
                    emit(
                        .entitlementEnding(reminder, access.answer, device: nil),
                        customer: customer,
                        at: reminder.dueDate,
                        about: access.answer.reason.lineage
                    )
                case .renewal:
                    guard let state = access.renewing else { continue }
                    emit(
                        .renewalUpcoming(reminder, state, entitlements(of: state.period.transaction.productID)),
                        customer: customer,
                        at: reminder.dueDate,
                        about: state.lineage
                    )
                }
            }
        }
    }

    /// Whether another app gives the same entitlement beyond an instant: then service does not end there.
    ///
    /// Of two apps that end it at the same instant, the one with the smaller bundle identifier sends the reminder.
    private func lasts(
        _ entitlement: EntitlementID,
        after end: Date,
        _ others: [CustomerRecords.StoredEntitlement]
    ) -> Bool {
        others.contains { stored in
            let other = stored.cached.answer
            guard other.entitlement == entitlement, stored.scope.environment == scope.environment, other.isActive
            else { return false }
            guard let otherEnd = other.endDate, !other.willRenew else { return true }
            return otherEnd > end || (otherEnd == end && stored.scope.bundleID < scope.bundleID)
        }
    }

    // MARK: - Fraud signals

    /// Emits the fraud signals that were not there before.
    private mutating func emitFraudSignals(of account: CustomerAccount, _ records: CustomerRecords) {
        let customer = account.customer
        var (tokens, quantities) = (records.tokenMismatches, records.quantityMismatches)
        for change in decision.profiles {
            switch change {
            case .tokenMismatch(customer): tokens += 1
            case .quantityMismatch(customer): quantities += 1
            default: break
            }
        }
        let signals = FraudSignals(
            account,
            unread: account.counts(scope) ? records.unread : PurchaseCounts(),
            tokenMismatches: tokens,
            quantityMismatches: quantities,
            asOf: now
        )
        let new = signals.signals.filter { !records.reportedSignals.contains($0) }
        guard !new.isEmpty else { return }
        for signal in new { emit(.fraudSignal(signal), customer: customer, at: now, about: nil) }
        decision.profiles.append(.reportedSignals(customer, new))
    }
}

extension EntitlementDecision {
    /// Whether the entitlement is active, or its renewal is on its way.
    fileprivate var isGivenOrAwaited: Bool { isActive || isRenewalPending }
}

extension DerivedEntitlement {
    /// When reminders about the entitlement are due.
    ///
    /// Service is known to end where it has an end and no subscription renews. While a payment is retried in a grace
    /// period, a renewal is awaited, or no document states whether a subscription renews, its end is not known.
    package func schedule(_ policy: ReminderPolicy) -> ReminderSchedule {
        ReminderSchedule(
            end: answer.knownEnd(mayRenew: mayRenew),
            renewal: answer.isActive ? renewing?.nextRenewal?.date : nil,
            policy: policy
        )
    }

    /// When reminders about single devices are due: where service ends there, and not together with the account's.
    package func deviceSchedules(_ policy: ReminderPolicy) -> [(device: OnDevice, schedule: ReminderSchedule)] {
        let whole = answer.knownEnd(mayRenew: mayRenew)
        return devices.compactMap { device in
            guard let end = device.answer.knownEnd(mayRenew: device.mayRenew), end != whole else { return nil }
            return (device, ReminderSchedule(end: end, renewal: nil, policy: policy))
        }
    }

    /// When the next reminder about the entitlement, on all devices together or on one, is due.
    package func nextReminder(_ policy: ReminderPolicy, after instant: Date) -> Date? {
        ([schedule(policy)] + deviceSchedules(policy).map(\.schedule))
            .compactMap { $0.nextDueDate(after: instant) }.min()
    }
}

extension EntitlementDecision {
    /// When service ends, if that is known.
    fileprivate func knownEnd(mayRenew: Bool) -> Date? {
        let isKnown = isActive && !willRenew && !mayRenew && reason.rule != .awaitedRenewal
        return isKnown ? endDate : nil
    }
}
