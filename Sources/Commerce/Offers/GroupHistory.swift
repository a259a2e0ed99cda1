// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

/// What a customer did in one subscription group up to an instant, over all of the customer's purchases in one app.
struct GroupHistory {
    /// Each purchase's own periods that had begun, not those that were shared, in the order of purchase.
    var periods: [ServicePeriod]

    /// The customer's own subscriptions as they are at the instant.
    var states: [SubscriptionState]

    /// What tells that the customer subscribes: a period that covers the instant, or a renewal that is to come or still tried.
    ///
    /// Who is in a grace period or in billing retry has not left: Apple wins no one back who has not.
    var ongoing: [Evidence]? {
        let state = states.last { $0.renewalState == .subscribed } ?? states.last(where: \.isOngoing)
        return state?.reason.evidence
    }

    /// The period that ended last, of those that were not undone.
    var last: ServicePeriod? {
        periods.filter { !$0.isUndone }.max { $0.endDate < $1.endDate }
    }

    /// How many whole months the customer paid for, all periods together; loose days count 30 to the month.
    var paidMonths: Int {
        var (months, milliseconds) = (0, BoundedSum())
        for period in periods where period.kind.isPaid && !period.isUndone {
            let whole = Self.months(from: period.startDate, to: period.endDate)
            let rest = CalendarPeriod(months: whole).end(from: period.startDate)
            months += whole
            milliseconds += period.endDate.milliseconds(since: rest)
        }
        return months + Int(milliseconds.value / (30 * 86_400_000))
    }

    /// Whole months between two instants, as the calendar counts.
    static func months(from start: Date, to end: Date) -> Int {
        var count = max(0, Int(end.timeIntervalSince(start) / (31 * 86_400)))
        while CalendarPeriod(months: count + 1).end(from: start) <= end { count += 1 }
        return count
    }
}

extension GroupHistory {
    /// What a customer did in a subscription group; with `isProven` only what was proven to be the customer's.
    init(
        _ account: CustomerAccount,
        _ group: SubscriptionGroupID,
        in scope: AppScope,
        isProven: Bool = false,
        asOf instant: Date
    ) {
        func counts(_ period: ServicePeriod) -> Bool {
            let transaction = period.transaction
            let known =
                transaction.subscriptionGroupID
                ?? account.index.product(transaction.productID, in: scope)?.groupID
            return known == group && transaction.isSale && period.startDate <= instant
        }
        let histories = account.ownedLineages(asOf: instant).filter { key in
            // Apple decides who gets an offer, and knows of no other store.
            key.scope == scope && key.lineage.isOfAppStore && (!isProven || account.isTrusted(key))
        }
        .compactMap { account.lineages[$0]?.history }
        self.init(
            periods: histories.flatMap(\.periods).filter(counts).sorted(on: \.startDate),
            states: histories.compactMap { $0.state(asOf: instant) }.filter { counts($0.period) }
                .sorted(on: \.period.startDate)
        )
    }
}

extension SubscriptionState {
    /// Whether it continues: a period covers the instant, or the next one is awaited or still tried to be charged.
    fileprivate var isOngoing: Bool {
        switch renewalState {
        case .subscribed, .inGracePeriod, .inBillingRetryPeriod: true
        case .expired, .revoked: isRenewalPending
        }
    }
}
