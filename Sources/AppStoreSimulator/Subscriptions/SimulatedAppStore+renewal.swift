// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

extension SimulatedAppStore {
    /// Lets a due event happen.
    mutating func happen(_ event: DueEvent) {
        switch event {
        case .subscription(let slot, let stamp):
            guard lineages[slot].stamp == stamp else { return }
            step(slot)
        case .refundDecision(let key):
            // Decided meanwhile, or too old: then there is nothing left to decide.
            try? decideRefund(key)
        case .suddenRefund(let key):
            // Refunded meanwhile.
            try? refund(TransactionID(key), .full(.other), cancels: false)
        case .massExtension(let key):
            processExtension(key)
        case .sharingEnd(let copy):
            lineages[copy].isAssigned ? endSeat(of: copy) : endSharing(of: copy)
        case .externalTokenReminder(let id):
            remindOfToken(id)
        }
    }

    /// A subscription's next step.
    mutating func step(_ slot: Int) {
        switch lineages[slot].phase {
        case .active, .revoked:
            stepAtEnd(slot)
        case .grace:
            if let end = lineages[slot].graceExpires, now >= end { endGrace(slot) } else { retry(slot) }
        case .retry:
            if let end = lineages[slot].retryUntil, now >= end { finishLife(slot, .billing) } else { retry(slot) }
        case .expired:
            break
        }
    }

    private mutating func stepAtEnd(_ slot: Int) {
        guard lineages[slot].willRenew else {
            guard now >= lineages[slot].expires else { return plan(slot) }
            return finishLife(slot, lineages[slot].chosenEnding)
        }
        let lineage = lineages[slot]
        if let obstacle = obstacle(to: lineage) { return endOrWait(slot, obstacle) }
        if reachesLimit(lineage) {
            lineages[slot].willRenew = false
            lineages[slot].renewalStatusChangeDate = now
            notify(.renewalTurnedOff, slot: slot)
            return now >= lineage.expires ? finishLife(slot, .voluntary) : plan(slot)
        }
        let terms = nextTerms(of: lineages[slot])
        if pays(lineage.customer, terms.price) {
            renew(slot, terms, from: renewalStart(after: lineage.expires, owner: lineage.customer), .renewed)
        } else if now < lineage.expires {
            lineages[slot].chargeDate = lineage.expires
            plan(slot)
        } else {
            fail(slot)
        }
    }

    /// What keeps a subscription from renewing although its customer wants it and could pay.
    private func obstacle(to lineage: Lineage) -> SimulatedEvent.Ending? {
        if customers[lineage.customer].isDeleted { return .other }
        guard let product = productSlots[lineage.renewalProduct], catalog.products[product].isForSale,
            !catalog.products[product].unavailableStorefronts.contains(
                customers[lineage.customer].profile.storefront
            )
        else { return .productNotForSale }
        if let increase = lineage.increase, increase.needsConsent, !increase.isAccepted,
            increase.effectiveDate <= lineage.expires
        {
            return .priceIncrease
        }
        return nil
    }

    private mutating func endOrWait(_ slot: Int, _ obstacle: SimulatedEvent.Ending) {
        guard now < lineages[slot].expires else { return finishLife(slot, obstacle) }
        lineages[slot].chargeDate = lineages[slot].expires
        plan(slot)
    }

    private func reachesLimit(_ lineage: Lineage) -> Bool {
        switch settings[customers[lineage.customer].profile.environment].renewalLimit {
        case .unlimited: false
        case .total(let limit): lineage.renewals >= limit
        case .perDay(let limit): lineage.renewalDates.count { now.timeIntervalSince($0) < 86_400 } >= limit
        }
    }

    /// The next period, paid.
    mutating func renew(_ slot: Int, _ terms: NextPeriodTerms, from start: Date, _ happening: SimulatedEvent) {
        beginPeriod(slot, terms, from: start, reason: .renewal)
        notify(happening, slot: slot)
        plan(slot)
    }

    /// Tries a payment; free periods need none.
    mutating func pays(_ customer: Int, _ price: Int64) -> Bool {
        guard customers[customer].profile.allowsPurchases else { return false }
        guard price > 0 else { return true }
        switch customers[customer].profile.payment {
        case .works:
            return true
        case .fails:
            return false
        case .failsNext(let count):
            customers[customer].profile.payment = count > 1 ? .failsNext(count - 1) : .works
            return false
        }
    }

    /// A renewal's payment failed at the end of the period: grace if the app has it, and retries.
    private mutating func fail(_ slot: Int) {
        let lineage = lineages[slot]
        let rate = rate(of: lineage.customer)
        let settings = settings[customers[lineage.customer].profile.environment]
        lineages[slot].intent = .billingError
        // Ninety days instead of sixty, and no grace, in a commitment.
        let retrySeconds = lineage.commitment == nil ? rate.retrySeconds : rate.retrySeconds * 3 / 2
        lineages[slot].retryUntil = lineage.expires.addingTimeInterval(Double(retrySeconds))
        lineages[slot].attempts = 1
        lineages[slot].phase = .retry
        if let grace = settings.grace, lineage.commitment == nil, lineage.isPaid || !grace.onlyAfterPaidPeriods {
            let seconds = rate.graceSeconds(days: grace.days, for: periodAtHand(of: lineage))
            let end = lineage.expires.addingTimeInterval(Double(seconds))
            lineages[slot].phase = .grace
            lineages[slot].graceExpires = end
            if let last = graceTransaction(slot) { grantAccess(last, customer: lineage.customer, until: end) }
        }
        planAttempt(slot)
        notify(.renewalFailed(inGrace: lineages[slot].phase == .grace), slot: slot)
        plan(slot)
    }

    /// Plans the next try to charge: in real time after days, close to each other at first; on a compressed clock
    /// eight in all, evenly apart.
    private mutating func planAttempt(_ slot: Int) {
        let rate = rate(of: lineages[slot].customer)
        let length = lineages[slot].retryUntil?.timeIntervalSince(lineages[slot].expires) ?? Double(rate.retrySeconds)
        let sixtieths: [Double] =
            rate == .realTime
            ? [1, 3, 6, 10, 15, 21, 28, 36, 45, 54] : [7.5, 15, 22.5, 30, 37.5, 45, 52.5]
        let index = lineages[slot].attempts - 1
        lineages[slot].nextAttempt =
            index < sixtieths.count
            ? lineages[slot].expires.addingTimeInterval((length * sixtieths[index] / 60).rounded()) : nil
    }

    /// One more try to charge, during grace or retry.
    mutating func retry(_ slot: Int) {
        let terms = nextTerms(of: lineages[slot])
        let owner = lineages[slot].customer
        guard !customers[owner].isDeleted, pays(owner, terms.price) else {
            lineages[slot].attempts += 1
            planAttempt(slot)
            return plan(slot)
        }
        recover(slot, terms)
    }

    /// A payment succeeded after it had failed: in grace the dates stay, later they begin again.
    mutating func recover(_ slot: Int, _ terms: NextPeriodTerms) {
        let isInGrace = lineages[slot].phase == .grace
        if !isInGrace { lineages[slot].anchorDay = now.civil.day.day }
        renew(slot, terms, from: isInGrace ? lineages[slot].expires : now, .recovered)
    }

    private mutating func endGrace(_ slot: Int) {
        guard lineages[slot].willRenew else { return finishLife(slot, lineages[slot].chosenEnding) }
        lineages[slot].phase = .retry
        notify(.graceEnded, slot: slot)
        plan(slot)
    }

    /// A subscription ends.
    mutating func finishLife(_ slot: Int, _ ending: SimulatedEvent.Ending) {
        former = FormerPeriod(
            product: lineages[slot].product,
            phase: lineages[slot].phase
        )
        if lineages[slot].willRenew {
            lineages[slot].willRenew = false
            lineages[slot].renewalStatusChangeDate = now
        }
        lineages[slot].phase = .expired
        lineages[slot].commitment = nil
        lineages[slot].intent = ending.intent
        lineages[slot].retryUntil = nil
        lineages[slot].nextAttempt = nil
        lineages[slot].increase = nil
        lineages[slot].queuedOffer = nil
        lineages[slot].runningOffer = nil
        lineages[slot].declinedIncrease = false
        lineages[slot].endDate = max(lineages[slot].expires, lineages[slot].graceExpires ?? .distantPast)
        lineages[slot].graceExpires = nil
        notify(.ended(ending), slot: slot)
        plan(slot)
    }
}
