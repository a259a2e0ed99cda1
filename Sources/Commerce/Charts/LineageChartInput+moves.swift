// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

extension LineageChartInput {
    /// How long after a period's end a transaction without a reason counts as its renewal: as long as Apple retries.
    private static let renewalMilliseconds = SubscriptionHistory.retryMilliseconds

    /// Whether a period is the renewal of the one before it; a purchase by the customer is none.
    static func isRenewal(_ period: ServicePeriod, after before: ServicePeriod) -> Bool {
        if let reason = period.transaction.reason { return reason == .renewal }
        return period.startDate.milliseconds(since: before.endDate) <= renewalMilliseconds
    }

    /// The periods that ended in their own time, each with the next one, and with that where it is its renewal.
    ///
    /// A period that was refunded, revoked or left for another plan before its end was not due.
    var duePeriods: [(period: ServicePeriod, next: ServicePeriod?, renewal: ServicePeriod?)] {
        periods.indices.compactMap { place in
            let period = periods[place]
            guard period.ending == .expiration || period.ending == .succession else { return nil }
            let next = place + 1 < periods.count ? periods[place + 1] : nil
            return (period, next, next.flatMap { Self.isRenewal($0, after: period) ? $0 : nil })
        }
    }

    /// Whether the newest document that Apple signed by an instant says that the subscription will not renew.
    func isRenewalOff(asOf instant: Date) -> Bool {
        renewalSwitches.last { $0.date <= instant }?.isOff ?? false
    }

    /// When documents began to say that the subscription will not renew, and that it will again, in the order of time.
    static func renewalSwitches(in history: SubscriptionHistory) -> [(date: Date, isOff: Bool)] {
        var switches: [(date: Date, isOff: Bool)] = []
        for record in history.renewalRecords {
            let isOff = record.info.willAutoRenew == false
            if isOff != switches.last?.isOff ?? false { switches.append((record.evidence.instant, isOff)) }
        }
        return switches
    }

    /// Why a period that is over was not followed by another one, as known at an instant.
    func churnMeasure(of period: ServicePeriod, asOf instant: Date) -> ChartMeasure {
        // A renewal that was refunded leaves the period before it as the last one.
        let isRefunded = period.isWithdrawn || undoneStarts.contains { $0 > period.startDate && $0 <= instant }
        if isRefunded { return .churnedRefunded }
        let outcome = history.place(of: period.transaction.id).flatMap { history.failure(after: $0, asOf: instant) }
        guard let outcome else { return isRenewalOff(asOf: instant) ? .churnedCanceled : .churnedOther }
        if outcome.reportsFailure { return .churnedBilling }
        switch outcome.info.expirationIntent {
        case .canceled?: return .churnedCanceled
        case .billingError?: return .churnedBilling
        case .priceIncreaseNotConsented?: return .churnedPrice
        case nil: return outcome.info.willAutoRenew == false ? .churnedCanceled : .churnedOther
        default: return .churnedOther
        }
    }

    /// What customers were asked about a price increase and answered, with when Apple signed it and the newest period then.
    var priceAnswers: [(measure: ChartMeasure, date: Date, period: ServicePeriod)] {
        var answers: [(measure: ChartMeasure, date: Date, period: ServicePeriod)] = []
        var before: RenewalInfo?
        for record in history.renewalRecords {
            let (info, date) = (record.info, record.evidence.instant)
            defer { before = info }
            var measures: [ChartMeasure] = []
            if let status = info.priceIncrease, status != before?.priceIncrease {
                if status == .pending { measures.append(.priceAsked) }
                if status == .accepted { measures.append(.priceAccepted) }
            }
            if info.expirationIntent == .priceIncreaseNotConsented, before?.expirationIntent != info.expirationIntent {
                measures.append(.priceDeclined)
            }
            guard !measures.isEmpty,
                let period = periods.last(where: { $0.startDate <= date }) ?? periods.first
            else { continue }
            answers += measures.map { ($0, date, period) }
        }
        return answers
    }

    /// The renewals of the same product at another price, each with the change of the monthly revenue.
    ///
    /// What else changes a charge is left out: an offer, another storefront or billing plan, seats. A period to which seats
    /// were added has several charges and no price of its own.
    var priceChanges: [(renewal: ServicePeriod, effect: Money)] {
        duePeriods.compactMap { period, _, renewal in
            guard let renewal, period.hasTerms(of: renewal), let old = period.monthlyPrice,
                let new = renewal.monthlyPrice, old.currency == new.currency,
                period.transaction.charge != renewal.transaction.charge
            else { return nil }
            return (renewal, Money(milliunits: new.milliunits - old.milliunits, currency: new.currency))
        }
    }

    /// The instants at which a state of the purchase may change besides those of its periods.
    var instantsOfChange: [Date] {
        var instants = billingProblems.flatMap { problem in problem.spans.flatMap { [$0.startDate, $0.endDate] } }
        instants += renewalSwitches.map(\.date)
        return instants + priceAnswers.map(\.date) + refundAnswers.map(\.date)
    }
}

extension ServicePeriod {
    /// Whether nothing but its price can make its charge differ from that of another period.
    fileprivate func hasTerms(of other: Self) -> Bool {
        let (own, others) = (transaction, other.transaction)
        return own.productID == others.productID && own.storefront == others.storefront && own.offer == nil
            && others.offer == nil && own.paysCommitment == others.paysCommitment && own.quantity == others.quantity
            && additions.isEmpty
    }

    /// What it was sold for, by the month; `nil` for what was free, or what a bundle brings.
    fileprivate var monthlyPrice: Money? {
        guard kind.isPaid, transaction.bundle == nil, let charge = transaction.charge, charge.milliunits > 0 else {
            return nil
        }
        return Self.monthlyRevenue(
            of: charge,
            in: (firstExpirationDate ?? expirationDate).milliseconds(since: startDate)
        )
    }
}
