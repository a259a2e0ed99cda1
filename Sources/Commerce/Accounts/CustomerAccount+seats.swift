// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
public import FoundationEssentials

extension CustomerAccount {
    /// The seats of a group subscription at an instant, whoever has it.
    public func seatRoster(of key: LineageKey, asOf instant: Date) -> SeatRoster {
        let lineage = lineages[key]
        let history = lineage?.history ?? SubscriptionHistory(lineage: key.lineage, policy: policy)
        let known = lineage?.seats.invitations(asOf: isPresent(instant) ? nil : instant) ?? []
        return SeatRoster(history: history, invitations: known, asOf: instant)
    }

    /// Whether anything was ever done about seats of a purchase.
    package func hasSeatSteps(of key: LineageKey) -> Bool { lineages[key].map { !$0.seats.isEmpty } ?? false }

    /// The customers who have a seat of a purchase by all that was recorded.
    package func seatMembers(of key: LineageKey) -> Set<CustomerID> {
        guard let ledger = lineages[key]?.seats, !ledger.isEmpty else { return [] }
        return Set(
            ledger.invitations().compactMap { $0.releasedDate == nil && $0.unclaimedDate == nil ? $0.customer : nil }
        )
    }

    /// The customers whom the steps about a purchase's seats name, whether or not they have one.
    func seatCustomers(of key: LineageKey) -> Set<CustomerID> { lineages[key]?.seats.customers ?? [] }

    /// The purchases of others of which the customer has, or had, a seat.
    func seatedLineages(except owned: [LineageKey]) -> [SeatedLineage] {
        lineageKeys.compactMap { key in
            guard let lineage = lineages[key], !lineage.seats.isEmpty, counts(key.scope), !owned.contains(key) else {
                return nil
            }
            let own = lineage.seats.invitations().filter { $0.customer == customer && $0.accessDates != nil }
            return own.isEmpty ? nil : SeatedLineage(key: key, invitations: own)
        }
    }

    /// The times in which seats give an entitlement: the buyer's, while the customer's claim lasts.
    func seatSpans(of entitlement: EntitlementID, _ timeline: AccountTimeline) -> [AccessSpan] {
        timeline.seats.flatMap { seated -> [AccessSpan] in
            guard let history = lineages[seated.key]?.history else { return [] }
            let spans = history.entries.indices.flatMap { place -> [AccessSpan] in
                guard index.gives(history.entries[place].record.productID, entitlement, in: seated.key.scope),
                    history.period(place)?.invitationManagement == .developer
                else { return [] }
                return history.spans(at: place, of: seated.key, cut: nil)
            }
            return seated.invitations.flatMap { invitation in
                spans.compactMap { seatSpan($0, invitation) }
            }
        }
    }

    private func seatSpan(_ span: AccessSpan, _ invitation: SeatInvitation) -> AccessSpan? {
        guard let dates = invitation.accessDates else { return nil }
        let (key, place, isAfterPeriod): (LineageKey, Int, Bool)
        switch span.origin {
        case .period(let ofKey, let at): (key, place, isAfterPeriod) = (ofKey, at, false)
        case .afterPeriod(let ofKey, let at): (key, place, isAfterPeriod) = (ofKey, at, true)
        default: return nil
        }
        // What was recorded has happened now, whatever another instance's clock showed.
        let limit = present ?? .distantFuture
        let start = max(span.startDate, min(dates.start, limit))
        let end = [span.endDate, dates.end.map { min($0, limit) }].compactMap(\.self).min()
        if let end, end <= start { return nil }
        let seat = AccessSpan.Seat(key: key, place: place, invitation: invitation.id, isAfterPeriod: isAfterPeriod)
        return AccessSpan(startDate: start, endDate: end, origin: .seat(seat))
    }

    /// The states of the group subscriptions of which the customer has a seat at an instant.
    func seatStates(
        giving entitlement: EntitlementID,
        asOf instant: Date,
        _ timeline: AccountTimeline
    ) -> [SubscriptionState] {
        timeline.seats.compactMap { seated in
            guard seated.invitations.compactMap(\.accessDates).contains(where: { hasSeat($0, asOf: instant) }),
                let state = lineages[seated.key]?.history.state(asOf: instant),
                index.gives(state.period.transaction.productID, entitlement, in: seated.key.scope)
            else { return nil }
            return state
        }
    }

    /// Whether a claim that gives access in some time does at an instant.
    private func hasSeat(_ dates: (start: Date, end: Date?), asOf instant: Date) -> Bool {
        if isPresent(instant) { return dates.end == nil }
        return dates.start <= instant && dates.end.map { instant < $0 } ?? true
    }

    // MARK: - Reasons

    /// Why a seat gives an entitlement: the team's record of the invitation and of Apple's claim.
    func seatReason(_ seat: AccessSpan.Seat, _ span: AccessSpan, _ timeline: AccountTimeline) -> Reason {
        guard let history = lineages[seat.key]?.history, let period = history.period(seat.place),
            let invitation = timeline.seats.first(where: { $0.key == seat.key })?
                .invitations.first(where: { $0.id == seat.invitation })
        else { return Reason(rule: .neverBought) }
        var reason = seatReason(.seatClaimed, invitation, seat.key)
        (reason.startDate, reason.endDate) = (span.startDate, span.endDate)
        reason.transactionID = period.transaction.id
        reason.productID = period.transaction.productID
        reason.evidence.append(period.evidence)
        return reason
    }

    private func seatReason(_ rule: Rule, _ invitation: SeatInvitation, _ key: LineageKey) -> Reason {
        Reason(
            rule: rule,
            scope: key.scope,
            lineage: key.lineage,
            invitation: invitation.id,
            invitedBy: invitation.terms?.invitedBy,
            seatClaim: invitation.claim,
            evidence: invitation.evidence.reversed()
        )
    }

    /// Why seats that gave an entitlement give it no more: the claim ended, or the buyer's subscription did.
    ///
    /// How the buyer's subscription ended is not the member's to know.
    func closedSeatReasons(
        of entitlement: EntitlementID,
        asOf instant: Date,
        _ timeline: AccountTimeline
    ) -> [Reason] {
        timeline.seats.flatMap { seated -> [Reason] in
            guard let history = lineages[seated.key]?.history,
                let entry = history.entries.last(where: {
                    index.gives($0.record.productID, entitlement, in: seated.key.scope)
                })
            else { return [] }
            return seated.invitations.compactMap { invitation in
                guard let dates = invitation.accessDates, isPresent(instant) || dates.start <= instant else {
                    return nil
                }
                var reason: Reason
                if !hasSeat(dates, asOf: instant) {
                    let isReleased = invitation.releasedDate != nil
                    reason = seatReason(isReleased ? .seatReleased : .seatUnclaimed, invitation, seated.key)
                    reason.startDate = dates.end
                } else {
                    reason = seatReason(.groupSubscriptionEnded, invitation, seated.key)
                    reason.startDate = history.state(asOf: instant)?.accessEndDate
                }
                reason.productID = entry.record.productID
                reason.evidence.append(entry.record.evidence)
                return reason
            }
        }
    }
}

/// A group subscription of another customer, with the account's own invitations whose claims gave access.
struct SeatedLineage: Hashable, Sendable {
    var key: LineageKey
    var invitations: [SeatInvitation]
}
