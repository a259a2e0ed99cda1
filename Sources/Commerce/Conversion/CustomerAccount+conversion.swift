// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

extension CustomerAccount {
    /// A conversion that was performed.
    public func conversion(_ id: ConversionID) -> PlanConversion? { conversions[id]?.conversion }

    /// What converting all other plans' rests into a product's plan would give, without doing it.
    ///
    /// Each rest is worth the share of its price that its time left is of its whole time; the sum buys time of the
    /// target at the target's price. A free trial and what a family member shares are worth nothing. Everything is
    /// rounded down, so going there and back never creates value.
    ///
    /// - Parameters:
    ///   - target: The product whose plan is wanted.
    ///   - scope: The app and environment.
    ///   - device: The device whose plans are converted, when plans are counted by device.
    ///   - price: What one period of the target costs; the catalogue's price when absent.
    ///   - instant: When.
    /// - Returns: The quote.
    /// - Throws: ``ConversionRefusal`` when there is nothing to convert or it cannot be reckoned.
    public func conversionQuote(
        to target: ProductID,
        in scope: AppScope,
        device: DeviceID? = nil,
        price: Money? = nil,
        asOf instant: Date
    ) throws(ConversionRefusal) -> ConversionQuote {
        guard let product = index.product(target, in: scope), let plan = index.plan(target, in: scope),
            let price = price ?? product.price, price.milliunits > 0,
            let length = product.serviceTime ?? product.period, !length.isEmpty
        else {
            throw ConversionRefusal(
                code: .unknownTarget,
                message: "\(target) has no plan, price or length in the catalogue: add what is missing."
            )
        }
        let sources = convertibleHoldings(except: plan, in: scope, device: device, asOf: instant)
        guard sources.allSatisfy({ $0.remainingValue.currency == price.currency }) else {
            throw ConversionRefusal(
                code: .otherCurrency,
                message: "What is left was not paid in \(price.currency): give the target's price in that currency."
            )
        }
        let value = sources.reduce(0) { $0 + $1.remainingValue.milliunits }
        let periodLength = length.end(from: instant).millisecondsSince1970 - instant.millisecondsSince1970
        let gained = PlanConversion.scale(periodLength, by: value, over: price.milliunits)
        guard gained > 0 else {
            throw ConversionRefusal(code: .nothingLeft, message: "Nothing of value is left to convert into \(target).")
        }
        return ConversionQuote(
            date: instant,
            sources: sources,
            targetProductID: target,
            device: device,
            value: Money(milliunits: value, currency: price.currency),
            gainedMilliseconds: gained,
            targetPrice: price,
            targetPeriodMilliseconds: periodLength
        )
    }

    /// What the customer has left of plans other than one, with its value.
    private func convertibleHoldings(
        except plan: PlanID,
        in scope: AppScope,
        device: DeviceID?,
        asOf instant: Date
    ) -> [PlanConversion.Source] {
        let timeline = timeline(asOf: instant, device: device)
        let periods = timeline.keys.filter { $0.scope == scope }.compactMap { key in
            source(ofSubscription: key, except: plan, timeline, asOf: instant)
        }
        let credits = timeline.credits.indices.compactMap { place in
            source(ofCredit: place, except: plan, scope, timeline, asOf: instant)
        }
        return periods + credits
    }

    private func source(
        ofSubscription key: LineageKey,
        except plan: PlanID,
        _ timeline: AccountTimeline,
        asOf instant: Date
    ) -> PlanConversion.Source? {
        guard let period = lineages[key]?.history.state(asOf: instant)?.period, period.covers(instant),
            let own = index.plan(period.transaction.productID, in: key.scope), own != plan,
            timeline.cuts[PurchaseKey(scope: key.scope, transactionID: period.transaction.id)] == nil
        else { return nil }
        let end = period.endDate.millisecondsSince1970
        return source(
            of: period.transaction,
            in: key,
            left: end - instant.millisecondsSince1970,
            whole: end - period.startDate.millisecondsSince1970
        )
    }

    private func source(
        ofCredit place: Int,
        except plan: PlanID,
        _ scope: AppScope,
        _ timeline: AccountTimeline,
        asOf instant: Date
    ) -> PlanConversion.Source? {
        let credit = timeline.credits[place]
        guard credit.plan != plan, credit.scope == scope, credit.acquiredDate <= instant else { return nil }
        let left = timeline.uses[place].milliseconds(after: instant)
        guard left > 0, credit.cutDate.map({ $0 > instant }) ?? true else { return nil }
        if let key = credit.key, let entry = credit.place, let history = lineages[key]?.history {
            let whole = timeline.uses[place].milliseconds(after: .distantPast)
            return source(of: history.entries[entry].transaction, in: key, left: left, whole: whole)
        }
        guard let id = credit.conversion, let conversion = conversions[id]?.conversion else { return nil }
        let value = PlanConversion.scale(
            conversion.targetPrice.milliunits,
            by: left,
            over: conversion.targetPeriodMilliseconds
        )
        return PlanConversion.Source(
            holding: .conversion(id),
            remainingMilliseconds: left,
            remainingValue: Money(milliunits: value, currency: conversion.targetPrice.currency)
        )
    }

    /// What is left of a purchase, or nothing when it is worth nothing.
    private func source(
        of transaction: Transaction,
        in key: LineageKey,
        left: Int64,
        whole: Int64
    ) -> PlanConversion.Source? {
        let product = index.product(transaction.productID, in: key.scope)
        guard transaction.ownership != .familyShared, PeriodKind(transaction.offer).isPaid,
            let price = transaction.price
                ?? product?.price.map({
                    Money(milliunits: $0.milliunits * Int64(transaction.quantity), currency: $0.currency)
                })
        else { return nil }
        let value = PlanConversion.scale(price.milliunits, by: left, over: whole)
        guard value > 0 else { return nil }
        return PlanConversion.Source(
            holding: .transaction(key.lineage, transaction.id),
            remainingMilliseconds: left,
            remainingValue: Money(milliunits: value, currency: price.currency)
        )
    }
}
