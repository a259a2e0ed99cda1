// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

extension SimulatedAppStore {
    /// Begins a period that was paid, or that an offer gives: its transaction, its dates, what comes after it.
    mutating func beginPeriod(_ slot: Int, _ terms: NextPeriodTerms, from start: Date, reason: TransactionReason) {
        let owner = lineages[slot].customer
        if reason == .renewal, let later = lineages[slot].advanced?.upcoming { lineages[slot].advanced = later }
        let end = rate(of: owner).end(of: terms.period, from: start, anchorDay: lineages[slot].anchorDay)
        // Months after some weeks, as after a trial, are counted from the day on which the weeks end.
        if terms.period.months == 0 { lineages[slot].anchorDay = end.civil.day.day }
        enterCommitment(slot, terms, from: start)
        let transaction = makeTransaction(slot, terms, from: start, to: end, reason: reason)
        endGraceAccess(slot, at: start)
        former = FormerPeriod(
            product: lineages[slot].product,
            offer: lineages[slot].runningOffer,
            phase: lineages[slot].phase,
            endDate: lineages[slot].endDate
        )
        count(terms, as: transaction, slot: slot, reason: reason)
        lineages[slot].wasExtended = false
        lineages[slot].product = terms.product
        lineages[slot].renewalProduct = terms.product
        lineages[slot].phase = .active
        lineages[slot].periodStart = start
        lineages[slot].expires = end
        lineages[slot].isPaid = terms.price > 0
        lineages[slot].runningOffer = terms.offer
        if lineages[slot].queuedOffer == terms.offer { lineages[slot].queuedOffer = nil }
        applyPriceIncrease(slot, terms)
        lineages[slot].graceExpires = nil
        lineages[slot].retryUntil = nil
        lineages[slot].nextAttempt = nil
        lineages[slot].attempts = 0
        lineages[slot].intent = nil
        lineages[slot].endDate = nil
        lineages[slot].chargeDate = chargeDate(before: end, owner: owner)
        record(transaction, slot: slot)
        grantAccess(transaction, customer: owner, until: end)
        recordSale(
            transaction,
            customer: owner,
            higherRate: lineages[slot].earnsHigherRate,
            preserved: hasPreservedPrice(lineages[slot])
        )
    }

    /// A payment during grace begins the next period where the last one ended: the grace is used no more.
    mutating func endGraceAccess(_ slot: Int, at start: Date) {
        guard let end = lineages[slot].graceExpires, end > start, let last = graceTransaction(slot) else { return }
        grantAccess(last, customer: lineages[slot].customer, until: min(start, lineages[slot].expires))
    }

    /// The transaction that gives access in grace: the last of the period at hand that was not refunded; nothing for a copy
    /// that has no transaction yet.
    ///
    /// A refund of added seats leaves the grace to the seats that are left.
    func graceTransaction(_ slot: Int) -> TransactionPayload? {
        guard let last = lineages[slot].transactions.last else { return nil }
        let period = periodPlaces(slot).map { lineages[slot].transactions[$0] }
        return period.last { $0.revocationDate == nil } ?? last
    }

    /// Keeps a new transaction of a subscription and drops those that nothing acts upon any more.
    mutating func record(_ transaction: TransactionPayload, slot: Int) {
        lineages[slot].transactions.append(transaction)
        if let key = transaction.transactionId.key { places[key] = .lineage(slot) }
        let window = now.addingTimeInterval(-Double(windowDays(of: lineages[slot].customer)) * 86_400)
        let isForgotten: (Lineage) -> Bool = { lineage in
            // A period with added seats needs its first transaction, however long ago that was.
            let isAtHand = lineage.seats != nil && lineage.transactions[0].expiresDate == lineage.expires
            return !isAtHand
                && (lineage.transactions.count > 16
                    || (lineage.transactions.count > 2 && lineage.transactions[0].purchaseDate < window))
        }
        while isForgotten(lineages[slot]) {
            let old = lineages[slot].transactions.removeFirst().transactionId
            lineages[slot].completeService(through: old.key)
            remove(old)
        }
        publish(transaction, customer: lineages[slot].customer)
    }

    /// Puts a transaction that is new or changed among the effects, signed now.
    mutating func publish(_ transaction: TransactionPayload, customer: Int) {
        guard !isHidden(transaction.productId, of: customer) else { return }
        let profile = customers[customer].profile
        var signed = transaction
        signed.signedDate = signedDate(in: profile.environment)
        effects.transactions.append(Effects.TransactionChange(customer: profile.id, transaction: signed))
        effects.receipts.append(Effects.ReceiptChange(customer: profile.id, app: transaction.bundleId, date: now))
    }

    private func windowDays(of customer: Int) -> Int {
        settings[customers[customer].profile.environment].refunds.windowDays
    }

    /// The transaction of a period, before it is kept.
    mutating func makeTransaction(
        _ slot: Int,
        _ terms: NextPeriodTerms,
        from start: Date,
        to end: Date,
        reason: TransactionReason
    ) -> TransactionPayload {
        let lineage = lineages[slot]
        let environment = customers[lineage.customer].profile.environment
        let storefront = storefront(of: lineage.customer)
        let isFirst = lineage.transactions.isEmpty && lineage.originalPurchaseDate == start
        let key = isFirst ? lineage.key : identities.transaction(in: environment)
        let advanced = lineage.isShared ? nil : lineage.advanced?.transactionInfo(in: storefront)
        return TransactionPayload(
            transactionId: TransactionID(key),
            originalTransactionId: OriginalTransactionID(lineage.key),
            webOrderLineItemId: identities.webOrderLineItem(in: environment),
            bundleId: lineage.app,
            productId: terms.product,
            subscriptionGroupIdentifier: lineage.group,
            purchaseDate: start,
            originalPurchaseDate: lineage.originalPurchaseDate,
            expiresDate: end,
            quantity: terms.tiers.isEmpty ? 1 : terms.tiers.seats,
            type: .autoRenewableSubscription,
            appAccountToken: lineage.token,
            inAppOwnershipType: lineage.ownership,
            signedDate: signedDate(in: environment),
            offerType: lineage.isShared ? nil : terms.offer?.type,
            offerIdentifier: lineage.isShared ? nil : terms.offer?.id,
            offerDiscountType: lineage.isShared ? nil : terms.offer?.mode,
            offerPeriod: lineage.isShared ? nil : terms.offer?.wholePeriod.iso8601,
            environment: environment,
            storefront: storefront.countryCode,
            storefrontId: storefront.id,
            transactionReason: reason,
            currency: lineage.isShared ? nil : storefront.currency,
            price: lineage.isShared ? nil : terms.tiers.isEmpty ? terms.price : terms.tiers.averagePrice,
            appTransactionId: appTransactionID(of: lineage.customer, app: lineage.app),
            billingPlanType: lineage.isShared
                ? nil : lineage.commitment == nil ? lineage.renewalPlan.map { _ in .billedUpfront } : .monthly,
            advancedCommerceInfo: advanced,
            commitmentInfo: lineage.isShared ? nil : lineage.commitment?.info,
            multiSeatInfo: terms.tiers.isEmpty
                ? nil
                : TransactionMultiSeatInfo(
                    invitationManagement: lineage.seats?.invitationManagement,
                    priceTiers: terms.tiers
                )
        )
    }

    /// Keeps what later rules ask about: paid service, renewals of the day, how long the customer stays.
    private mutating func count(
        _ terms: NextPeriodTerms,
        as transaction: TransactionPayload,
        slot: Int,
        reason: TransactionReason
    ) {
        let start = transaction.purchaseDate
        let gap = start.timeIntervalSince(lineages[slot].expires)
        if gap > Lineage.maximumLapse { lineages[slot].recentStart = start }
        if reason == .renewal {
            lineages[slot].renewals += 1
            lineages[slot].renewalDates.append(now)
            lineages[slot].renewalDates.removeAll { now.timeIntervalSince($0) >= 86_400 }
        } else {
            lineages[slot].renewals = 0
            lineages[slot].renewalDates = []
        }
        // A year of paid service lies behind: from this payment on the developer gets more.
        lineages[slot].earnsHigherRate = lineages[slot].hasServedYear(by: start)
        lineages[slot].serve(transaction)
        guard terms.price > 0 else { return }
        lineages[slot].paidPeriods += 1
        lineages[slot].consecutivePaidPeriods = gap > 0 ? 1 : lineages[slot].consecutivePaidPeriods + 1
    }

    /// When the next period is charged: before the end, at it, or by chance a little after it.
    private mutating func chargeDate(before end: Date, owner: Int) -> Date {
        let timing = renewalTiming(of: owner)
        if timing.pause > 0 { return end.addingTimeInterval(timing.pause) }
        if chance.happens(perMille: timing.latePerMille) {
            return end.addingTimeInterval(Double(1 + chance.number(below: timing.maximumLapseSeconds)))
        }
        let length = end.timeIntervalSince(now)
        let lead = rate(of: owner) == .realTime ? Double(timing.leadSeconds) : 0
        return end.addingTimeInterval(-min(lead, max(0, length - 1)))
    }

    /// When the period begins that follows one which ended.
    func renewalStart(after end: Date, owner: Int) -> Date {
        // Instants are whole milliseconds, kept as floating-point numbers.
        now.timeIntervalSince(end) < renewalTiming(of: owner).pause + 0.0005 ? end : max(end, now)
    }

    private func renewalTiming(of owner: Int) -> RenewalTiming {
        settings[customers[owner].profile.environment].renewalTiming
    }

    private mutating func applyPriceIncrease(_ slot: Int, _ terms: NextPeriodTerms) {
        guard let increase = lineages[slot].increase, terms.offer == nil,
            (terms.tiers.first?.price ?? terms.price) == increase.price
        else { return }
        lineages[slot].renewalPrice = increase.price
        lineages[slot].increase = nil
    }

    /// Plans a subscription's next step again; an earlier plan is void.
    mutating func plan(_ slot: Int) {
        lineages[slot].stamp &+= 1
        guard let due = lineages[slot].nextDue else { return }
        if queue.count > 1024 + 4 * lineages.count { removeStalePlans() }
        queue.insert(
            .subscription(slot: slot, stamp: lineages[slot].stamp),
            at: max(due, now).millisecondsSince1970
        )
    }

    /// Plans that were made again many times must not fill the memory.
    private mutating func removeStalePlans() {
        let stamps = lineages.map(\.stamp)
        queue.prune { event in
            if case .subscription(let slot, let stamp) = event { stamps[slot] == stamp } else { true }
        }
    }

    /// Writes down what a purchase lets its customer use from now on.
    mutating func grantAccess(_ transaction: TransactionPayload, customer: Int, until end: Date?) {
        guard !isHidden(transaction.productId, of: customer) else { return }
        effects.access.append(
            AccessChange(
                customer: customers[customer].profile.id,
                transaction: transaction.transactionId,
                product: transaction.productId,
                type: transaction.type,
                quantity: transaction.quantity,
                from: transaction.purchaseDate,
                until: end,
                date: now
            )
        )
    }
}
