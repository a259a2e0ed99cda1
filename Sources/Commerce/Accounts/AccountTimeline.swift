// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

/// How a customer's purchases, credits and conversions play together over time.
struct AccountTimeline {
    /// The purchases that count.
    var keys: [LineageKey]

    /// The credits in the order in which they were acquired.
    var credits: [ServiceCredit] = []

    /// How each credit is used up.
    var uses: [CreditUse] = []

    /// Until when a purchase counts that was converted away, and by which conversion.
    var cuts: [CustomerAccount.PurchaseKey: Date] = [:]
    var cutters: [CustomerAccount.PurchaseKey: ConversionID] = [:]
}

/// The credits that are used up one after the other.
private struct CreditQueue: Hashable {
    var plan: PlanID
    var device: DeviceID?
}

extension CustomerAccount {
    /// Plays the customer's purchases through, or those alone that serve one device.
    func timeline(asOf instant: Date, device: DeviceID? = nil) -> AccountTimeline {
        var timeline = AccountTimeline(keys: ownedLineages(asOf: instant))
        timeline.credits = purchasedCredits(of: timeline.keys)
        let ordered = conversions.values.sorted {
            ($0.conversion.date, $0.evidence.order) < ($1.conversion.date, $1.evidence.order)
        }
        for record in ordered {
            convert(record, in: &timeline)
        }
        // Only now: what was converted for the whole account came from every device.
        if let device {
            timeline.keys.removeAll { !serves($0, device) }
            timeline.credits.removeAll { $0.device != nil && $0.device != device }
        }
        useCredits(of: &timeline)
        return timeline
    }

    /// The credits that purchases of service time gave.
    private func purchasedCredits(of keys: [LineageKey]) -> [ServiceCredit] {
        var credits: [ServiceCredit] = []
        for key in keys {
            guard let history = lineages[key]?.history else { continue }
            for (place, entry) in history.entries.enumerated() where entry.expirationDate == nil {
                let transaction = entry.transaction
                guard let product = index.product(transaction.productID, in: key.scope),
                    let time = product.serviceDuration, !history.isUndone(transaction),
                    let plan = index.plan(transaction.productID, in: key.scope)
                else { continue }
                credits.append(
                    ServiceCredit(
                        plan: plan,
                        scope: key.scope,
                        productID: transaction.productID,
                        key: key,
                        place: place,
                        transactionID: transaction.id,
                        device: device(of: key),
                        acquiredDate: transaction.purchaseDate,
                        length: .calendar(time.multiplied(by: max(1, transaction.quantity))),
                        cutDate: transaction.revocation?.date,
                        evidence: entry.record.evidence
                    )
                )
            }
        }
        return credits.sorted {
            ($0.acquiredDate, $0.transactionID ?? "") < ($1.acquiredDate, $1.transactionID ?? "")
        }
    }

    private func useCredits(of timeline: inout AccountTimeline) {
        timeline.uses = Array(repeating: CreditUse(spans: []), count: timeline.credits.count)
        // Each device uses up its own time; what serves the whole account is used up apart.
        for queue in Set(timeline.credits.map { CreditQueue(plan: $0.plan, device: $0.device) }) {
            let places = timeline.credits.indices.filter {
                timeline.credits[$0].plan == queue.plan && timeline.credits[$0].device == queue.device
            }
            let keys = timeline.keys.filter { queue.device == nil ? device(of: $0) == nil : serves($0, queue.device) }
            let fixed = fixedSpans(of: keys, cuts: timeline.cuts) { index.plan($0, in: $1) == queue.plan }
            let uses = ServiceCredit.use(places.map { timeline.credits[$0] }, around: fixed)
            for (place, use) in zip(places, uses) { timeline.uses[place] = use }
        }
    }

    /// Gives the sources of a conversion up and credits what they were truly worth.
    ///
    /// A source that was refunded since, or has less left than was agreed, gives only its share.
    private func convert(_ record: ConversionRecord, in timeline: inout AccountTimeline) {
        let conversion = record.conversion
        guard conversion.upgrade.map({ isPaid($0, in: record.scope, timeline) }) ?? true else { return }
        useCredits(of: &timeline)
        var value = BoundedSum()
        for source in conversion.sources {
            let left = convert(source.holding, at: conversion.date, by: record, in: &timeline)
            let counted = min(left, source.remainingMilliseconds)
            guard counted > 0, source.remainingValue.currency == conversion.targetPrice.currency else { continue }
            value += PlanConversion.scale(
                source.remainingValue.milliunits,
                by: counted,
                over: source.remainingMilliseconds
            )
        }
        guard let plan = index.plan(conversion.targetProductID, in: record.scope) else { return }
        timeline.credits.append(
            ServiceCredit(
                plan: plan,
                scope: record.scope,
                productID: conversion.targetProductID,
                conversion: conversion.id,
                device: conversion.device,
                acquiredDate: conversion.date,
                length: .milliseconds(
                    PlanConversion.scale(
                        conversion.targetPeriodMilliseconds,
                        by: value.value,
                        over: conversion.targetPrice.milliunits
                    )
                ),
                evidence: record.evidence
            )
        )
        timeline.credits.sort { $0.acquiredDate < $1.acquiredDate }
    }

    /// Whether the customer still has the purchase that caused a conversion.
    private func isPaid(_ upgrade: PlanConversion.Upgrade, in scope: AppScope, _ timeline: AccountTimeline) -> Bool {
        let key = LineageKey(scope: scope, lineage: upgrade.lineage)
        guard timeline.keys.contains(key), let entries = lineages[key]?.history.entries else { return false }
        return entries.contains { $0.id == upgrade.transactionID && $0.transaction.withdrawal == nil }
    }

    /// Ends a holding at an instant.
    ///
    /// - Returns: How much was left of it, in milliseconds.
    private func convert(
        _ holding: PlanConversion.Source.Holding,
        at date: Date,
        by record: ConversionRecord,
        in timeline: inout AccountTimeline
    ) -> Int64 {
        let place = timeline.credits.firstIndex { credit in
            switch holding {
            case .transaction(_, let id): credit.transactionID == id && credit.scope == record.scope
            case .conversion(let id): credit.conversion == id
            }
        }
        if let place {
            if let cut = timeline.credits[place].cutDate, cut <= date { return 0 }
            let left = timeline.uses[place].milliseconds(after: date)
            timeline.credits[place].cutDate = min(timeline.credits[place].cutDate ?? date, date)
            return left
        }
        guard case .transaction(let lineage, let id) = holding else { return 0 }
        let key = LineageKey(scope: record.scope, lineage: lineage)
        let purchase = PurchaseKey(scope: record.scope, transactionID: id)
        guard timeline.keys.contains(key), timeline.cuts[purchase] == nil,
            let history = lineages[key]?.history,
            let entry = history.entries.firstIndex(where: { $0.id == id }),
            let period = history.period(entry), !period.isUndone
        else { return 0 }
        timeline.cuts[purchase] = date
        timeline.cutters[purchase] = record.conversion.id
        let start = max(date, period.startDate)
        return max(0, period.endDate.milliseconds(since: start))
    }
}
