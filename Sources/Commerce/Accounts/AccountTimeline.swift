// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import FoundationEssentials

/// How a customer's purchases, credits and conversions play together over time.
struct AccountTimeline {
    /// The purchases that count.
    var keys: [LineageKey]

    /// The purchases of others of which the customer has, or had, a seat; it serves all devices.
    var seats: [SeatedLineage] = []

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

extension AccountTimeline {
    /// Plays an account's purchases through, or those alone that serve one device.
    init(_ account: CustomerAccount, asOf instant: Date, device: DeviceID? = nil) {
        self.init(keys: account.ownedLineages(asOf: instant))
        seats = account.seatedLineages(except: keys)
        credits = Self.purchasedCredits(of: keys, account)
        let ordered = account.conversions.values.sorted(on: \.conversion.date, \.evidence.order)
        for record in ordered {
            convert(record, account)
        }
        // Only now: what was converted for the whole account came from every device.
        if let device {
            keys.removeAll { !account.serves($0, device) }
            credits.removeAll { $0.device != nil && $0.device != device }
        }
        useCredits(account)
    }

    /// The credits that purchases of service time gave.
    private static func purchasedCredits(of keys: [LineageKey], _ account: CustomerAccount) -> [ServiceCredit] {
        var credits: [ServiceCredit] = []
        for key in keys {
            guard let history = account.lineages[key]?.history else { continue }
            for (place, entry) in history.entries.enumerated() where entry.expirationDate == nil {
                let transaction = entry.transaction
                guard let product = account.index.product(transaction.productID, in: key.scope),
                    let time = product.serviceDuration, !history.isUndone(transaction),
                    let plan = account.index.plan(transaction.productID, in: key.scope)
                else { continue }
                credits.append(
                    ServiceCredit(
                        plan: plan,
                        scope: key.scope,
                        productID: transaction.productID,
                        key: key,
                        place: place,
                        transactionID: transaction.id,
                        device: account.device(of: key),
                        acquiredDate: transaction.purchaseDate,
                        length: .calendar(time.multiplied(by: max(1, transaction.quantity))),
                        cutDate: transaction.revocation?.date,
                        evidence: entry.record.evidence
                    )
                )
            }
        }
        return credits.sorted(on: \.acquiredDate, { $0.transactionID ?? "" })
    }

    private mutating func useCredits(_ account: CustomerAccount) {
        uses = Array(repeating: CreditUse(spans: []), count: credits.count)
        // Each device uses up its own time; what serves the whole account is used up apart.
        for queue in Set(credits.map { CreditQueue(plan: $0.plan, device: $0.device) }) {
            let places = credits.indices.filter {
                credits[$0].plan == queue.plan && credits[$0].device == queue.device
            }
            let keys = keys.filter {
                queue.device == nil ? account.device(of: $0) == nil : account.serves($0, queue.device)
            }
            let fixed = account.fixedSpans(of: keys, cuts: cuts) { account.index.plan($0, in: $1) == queue.plan }
            let used = ServiceCredit.use(places.map { credits[$0] }, around: fixed)
            for (place, use) in zip(places, used) { uses[place] = use }
        }
    }

    /// Gives the sources of a conversion up and credits what they were truly worth.
    ///
    /// A source that was refunded since, or has less left than was agreed, gives only its share.
    private mutating func convert(_ record: CustomerAccount.ConversionRecord, _ account: CustomerAccount) {
        let conversion = record.conversion
        guard conversion.upgrade.map({ isPaid($0, in: record.scope, account) }) ?? true else { return }
        useCredits(account)
        var value = BoundedSum()
        for source in conversion.sources {
            let left = convert(source.holding, at: conversion.date, by: record, account)
            let counted = min(left, source.remainingMilliseconds)
            guard source.remainingValue.currency == conversion.targetPrice.currency else { continue }
            value += PlanConversion.scale(
                source.remainingValue.milliunits,
                by: counted,
                over: source.remainingMilliseconds
            )
        }
        guard let plan = account.index.plan(conversion.targetProductID, in: record.scope) else { return }
        credits.append(
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
        credits = credits.sorted(on: \.acquiredDate)
    }

    /// Whether the customer still has the purchase that caused a conversion.
    private func isPaid(_ upgrade: PlanConversion.Upgrade, in scope: AppScope, _ account: CustomerAccount) -> Bool {
        let key = LineageKey(scope: scope, lineage: upgrade.lineage)
        guard keys.contains(key), let entries = account.lineages[key]?.history.entries else { return false }
        return entries.contains { $0.id == upgrade.transactionID && $0.transaction.withdrawal == nil }
    }

    /// Ends a holding at an instant.
    ///
    /// - Returns: How much was left of it, in milliseconds.
    private mutating func convert(
        _ holding: PlanConversion.Source.Holding,
        at date: Date,
        by record: CustomerAccount.ConversionRecord,
        _ account: CustomerAccount
    ) -> Int64 {
        let place = credits.firstIndex { credit in
            switch holding {
            case .transaction(_, let id): credit.transactionID == id && credit.scope == record.scope
            case .conversion(let id): credit.conversion == id
            }
        }
        if let place {
            let left = uses[place].milliseconds(after: date)
            credits[place].cutDate = min(credits[place].cutDate ?? date, date)
            return left
        }
        guard case .transaction(let lineage, let id) = holding else { return 0 }
        let key = LineageKey(scope: record.scope, lineage: lineage)
        let purchase = CustomerAccount.PurchaseKey(scope: record.scope, transactionID: id)
        guard keys.contains(key), cuts[purchase] == nil,
            let history = account.lineages[key]?.history,
            let entry = history.entries.firstIndex(where: { $0.id == id }),
            let period = history.period(entry), !period.isUndone
        else { return 0 }
        cuts[purchase] = date
        cutters[purchase] = record.conversion.id
        let start = max(date, period.startDate)
        return max(0, period.endDate.milliseconds(since: start))
    }
}
