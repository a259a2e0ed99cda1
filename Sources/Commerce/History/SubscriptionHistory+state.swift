// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
public import FoundationEssentials

extension SubscriptionHistory {
    /// How long after a period's end a renewal that is to come is awaited: a day, or the team's leeway when it is
    /// longer.
    package var awaitedMilliseconds: Int64 { max(Self.chargeMilliseconds, policy.renewalLeewayMilliseconds) }

    /// How long Apple's charge of a renewal, and the notification of it, may take: a day.
    private static let chargeMilliseconds: Int64 = 86_400_000

    /// What the subscription is at an instant, or nothing when none of its periods had begun.
    ///
    /// All facts of the history count, also those that became known later; leave later facts out of the history to
    /// see what was known then.
    public func state(asOf instant: Date) -> SubscriptionState? {
        var place = lastPlace(boughtBy: instant)
        while place >= 0, !beginsPeriod(place) || isSuperseded(place) { place -= 1 }
        guard place >= 0, let latest = period(place) else { return nil }
        var sound = place
        while sound > 0, !beginsPeriod(sound) || isSuperseded(sound) || isUndone(sound) { sound -= 1 }
        guard let current = period(sound), current.covers(instant) else {
            return endedState(latest, at: place, asOf: instant)
        }
        return state(current, .subscribed, asOf: instant, reason: reason(coveredBy: current))
    }

    private func endedState(_ period: ServicePeriod, at place: Int, asOf instant: Date) -> SubscriptionState {
        if period.isWithdrawn {
            // A refund of a commitment's present month ends the commitment: nothing is charged afterward.
            if !period.isCommitted, instant >= period.expirationDate, let failure = failure(after: place, asOf: instant)
            {
                return failedState(period, failure, asOf: instant)
            }
            return state(period, .revoked, asOf: instant, reason: reason(withdrawn: period))
        }
        if period.ending == .upgrade {
            return state(period, .expired, asOf: instant, reason: reason(.movedToAnotherPlan, ended: period))
        }
        guard let failure = failure(after: place, asOf: instant) else {
            return awaitedState(period, asOf: instant)
                ?? state(period, .expired, asOf: instant, reason: reason(.expired, ended: period))
        }
        if !failure.reportsFailure, wasWithdrawnWhileTried(place) {
            return state(period, .revoked, asOf: instant, reason: reason(withdrawn: period))
        }
        return failedState(period, failure, asOf: instant)
    }

    /// The state after a period's end of which a document tells.
    private func failedState(
        _ period: ServicePeriod,
        _ failure: RenewalRecord,
        asOf instant: Date
    ) -> SubscriptionState {
        let grace = period.isCommitted ? nil : failure.info.gracePeriodExpirationDate
        let retryEnd = period.renewalDate.adding(milliseconds: Self.retryMilliseconds(of: period.transaction))
        let isInGrace = grace.map { instant < $0 } ?? false
        let isRetrying = failure.info.isInBillingRetryPeriod && instant < retryEnd
        let graceRule: Rule = policy.honorsGracePeriod ? .gracePeriod : .graceIgnored
        let rule = isInGrace ? graceRule : isRetrying ? .billingRetry : rule(ofEnd: failure.info)
        var result = state(
            period,
            isInGrace ? .inGracePeriod : isRetrying ? .inBillingRetryPeriod : .expired,
            asOf: instant,
            reason: reason(rule, ended: period, failure)
        )
        result.graceEndDate = grace
        if isInGrace || isRetrying {
            result.retryEndDate = retryEnd
            result.reason.endDate = isInGrace ? grace : retryEnd
        }
        if policy.honorsGracePeriod, let grace {
            result.accessEndDate = max(grace, period.endDate)
            result.hasAccess = isInGrace
        }
        return result
    }

    /// The state of a period whose renewal is to come any moment.
    private func awaitedState(_ period: ServicePeriod, asOf instant: Date) -> SubscriptionState? {
        guard let renewal = renewalRecord(asOf: instant), renewal.info.willAutoRenew == true else { return nil }
        let over = instant.milliseconds(since: period.endDate)
        guard over < awaitedMilliseconds else { return nil }
        var result = state(period, .expired, asOf: instant, reason: reason(.expired, ended: period, renewal))
        result.isRenewalPending = true
        if over < policy.renewalLeewayMilliseconds {
            result.hasAccess = true
            result.accessEndDate = period.endDate.adding(milliseconds: policy.renewalLeewayMilliseconds)
            result.reason.rule = .awaitedRenewal
            result.reason.endDate = result.accessEndDate
        }
        return result
    }

    private func state(
        _ period: ServicePeriod,
        _ renewalState: RenewalState,
        asOf instant: Date,
        reason: Reason
    ) -> SubscriptionState {
        let info = renewalRecord(asOf: instant)?.info
        let isAlive = renewalState != .expired && renewalState != .revoked
        return SubscriptionState(
            asOf: instant,
            lineage: lineage,
            renewalState: renewalState,
            period: period,
            hasAccess: renewalState == .subscribed,
            accessEndDate: period.endDate,
            isRenewalPending: false,
            willAutoRenew: info?.willAutoRenew,
            nextRenewal: isAlive ? nextRenewal(after: period, info) : nil,
            expirationIntent: isAlive ? nil : info?.expirationIntent,
            priceIncrease: info?.priceIncrease,
            seats: period.seats(asOf: instant),
            renewalSeats: isAlive ? info?.renewalQuantity : nil,
            commitment: Commitment(period.transaction, info),
            reason: reason
        )
    }

    private func nextRenewal(
        after period: ServicePeriod,
        _ info: RenewalInfo?
    ) -> SubscriptionState.NextRenewal? {
        guard let info, info.willAutoRenew == true, !period.endsCommitment(info) else { return nil }
        let product = info.autoRenewProductID ?? period.transaction.productID
        return SubscriptionState.NextRenewal(
            date: max(info.renewalDate ?? period.expirationDate, period.endDate),
            productID: product,
            price: info.renewalCharge,
            offer: info.offer,
            isPlanChange: product != period.transaction.productID
        )
    }
}
