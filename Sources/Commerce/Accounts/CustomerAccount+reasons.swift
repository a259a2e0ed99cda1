// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

extension CustomerAccount {
    /// Why a span gives an entitlement.
    func reason(of span: AccessSpan, _ timeline: AccountTimeline) -> Reason {
        switch span.origin {
        case .period(let key, let place): return periodReason(key, place, span)
        case .afterPeriod(let key, let place): return graceReason(key, place, span)
        case .purchase(let key, let place): return purchaseReason(.lifetime, key, place, span)
        case .credit(let number): return creditReason(timeline.credits[number], span)
        case .seat(let seat): return seatReason(seat, span, timeline)
        case .grant(let id):
            return Reason(
                rule: .granted,
                startDate: span.startDate,
                endDate: span.endDate,
                grant: id,
                note: grants[id]?.grant?.reason,
                evidence: [grants[id]?.evidence, grants[id]?.revocationEvidence].compactMap(\.self)
            )
        }
    }

    private func periodReason(_ key: LineageKey, _ place: Int, _ span: AccessSpan) -> Reason {
        guard let history = lineages[key]?.history, let period = history.period(place) else {
            return Reason(rule: .neverBought)
        }
        var reason = history.reason(coveredBy: period)
        reason.scope = key.scope
        reason.endDate = span.endDate
        return reason
    }

    private func graceReason(_ key: LineageKey, _ place: Int, _ span: AccessSpan) -> Reason {
        guard let history = lineages[key]?.history, let period = history.period(place) else {
            return Reason(rule: .neverBought)
        }
        let failure = history.failure(after: place, asOf: span.startDate)
        let rule: Rule = failure == nil ? .awaitedRenewal : .gracePeriod
        var reason = history.reason(rule, ended: period, failure)
        reason.scope = key.scope
        reason.endDate = span.endDate
        return reason
    }

    func purchaseReason(_ rule: Rule, _ key: LineageKey, _ place: Int, _ span: AccessSpan) -> Reason {
        guard let entry = lineages[key]?.history.entries[place] else { return Reason(rule: .neverBought) }
        return Reason(
            rule: rule,
            startDate: span.startDate,
            endDate: span.endDate,
            scope: key.scope,
            lineage: key.lineage,
            transactionID: entry.transaction.id,
            productID: entry.transaction.productID,
            ownership: entry.transaction.ownership,
            evidence: [entry.record.evidence]
        )
    }

    private func creditReason(_ credit: ServiceCredit, _ span: AccessSpan) -> Reason {
        Reason(
            rule: credit.conversion == nil ? .serviceDuration : .convertedTime,
            startDate: span.startDate,
            endDate: span.endDate,
            scope: credit.scope,
            lineage: credit.key?.lineage,
            transactionID: credit.transactionID,
            productID: credit.productID,
            conversion: credit.conversion,
            evidence: [credit.evidence]
        )
    }

    /// Why the things that once gave an entitlement, or would have, give it no more.
    func closedReasons(
        of entitlement: EntitlementID,
        asOf instant: Date,
        _ spans: [AccessSpan],
        _ states: [SubscriptionState],
        _ timeline: AccountTimeline
    ) -> [Reason] {
        let ended = states.map(\.reason) + leftPlans(giving: entitlement, asOf: instant, states, timeline)
        var reasons = ended.map { converted($0, timeline) ?? $0 }
        reasons += refundedPurchases(giving: entitlement, asOf: instant, timeline)
        reasons += closedSeatReasons(of: entitlement, asOf: instant, timeline)
        for (number, credit) in timeline.credits.enumerated()
        where index.gives(credit.productID, entitlement, in: credit.scope) {
            let end = timeline.uses[number].spans.last?.end ?? credit.cutDate ?? credit.acquiredDate
            guard end <= instant else { continue }
            var reason = creditReason(credit, AccessSpan(startDate: end, endDate: nil, origin: .credit(number)))
            reason.rule = credit.conversion == nil ? .serviceTimeUsed : .convertedTimeUsed
            reasons.append(reason)
        }
        for span in spans {
            guard case .grant = span.origin, let end = span.endDate, end <= instant else { continue }
            var reason = reason(of: span, timeline)
            (reason.rule, reason.startDate, reason.endDate) = (.grantEnded, end, nil)
            reasons.append(reason)
        }
        return reasons
    }

    /// Why the subscriptions that gave an entitlement, and are another plan's now, give it no more.
    private func leftPlans(
        giving entitlement: EntitlementID,
        asOf instant: Date,
        _ states: [SubscriptionState],
        _ timeline: AccountTimeline
    ) -> [Reason] {
        timeline.keys.compactMap { key in
            guard !states.contains(where: { $0.lineage == key.lineage && $0.reason.scope == key.scope }),
                var reason = lineages[key]?.history.reasonLeft(
                    asOf: instant,
                    where: { index.gives($0, entitlement, in: key.scope) }
                )
            else { return nil }
            reason.scope = key.scope
            return reason
        }
    }

    private func converted(_ reason: Reason, _ timeline: AccountTimeline) -> Reason? {
        guard let scope = reason.scope, let id = reason.transactionID else { return nil }
        let key = PurchaseKey(scope: scope, transactionID: id)
        guard let date = timeline.cuts[key], let conversion = timeline.cutters[key] else { return nil }
        var reason = reason
        (reason.rule, reason.startDate, reason.endDate) = (.convertedAway, date, nil)
        reason.conversion = conversion
        if let evidence = conversions[conversion]?.evidence { reason.evidence.insert(evidence, at: 0) }
        return reason
    }

    /// The one-time purchases that were refunded or are no longer shared.
    private func refundedPurchases(
        giving entitlement: EntitlementID,
        asOf instant: Date,
        _ timeline: AccountTimeline
    ) -> [Reason] {
        timeline.keys.flatMap { key -> [Reason] in
            guard let history = lineages[key]?.history else { return [] }
            return history.entries.enumerated().compactMap { place, entry in
                guard entry.isRevoked, entry.expirationDate == nil, entry.purchaseDate <= instant else { return nil }
                let transaction = entry.transaction
                guard let revocation = transaction.revocation,
                    index.gives(transaction.productID, entitlement, in: key.scope)
                else { return nil }
                let rule = history.rule(of: revocation, ownership: transaction.ownership)
                let span = AccessSpan(startDate: revocation.date, endDate: nil, origin: .purchase(key, place))
                return purchaseReason(rule, key, place, span)
            }
        }
    }
}
