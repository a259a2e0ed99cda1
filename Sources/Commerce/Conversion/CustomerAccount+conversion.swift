// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

extension CustomerAccount {
    /// A conversion that was performed.
    public func conversion(_ id: ConversionID) -> PlanConversion? { conversions[id]?.conversion }

    /// How many conversions the customer has performed since an instant, automatic ones included.
    public func conversionCount(since instant: Date) -> Int {
        conversions.values.count { $0.conversion.date >= instant }
    }

    /// Returns what converting all other plans' rests into a product's plan would give, without doing it.
    ///
    /// Each rest is worth the share of its price that its remaining time is of its whole time, as bought. The sum buys
    /// time of the target: `sum × length ÷ price`, where the length is ``CalendarPeriod/averageMilliseconds`` of the
    /// target's period. So the days depend on the remaining value alone, and not on the month of the request. A free
    /// trial and what a family member shares are worth nothing. Every division rounds down to a whole milliunit or
    /// millisecond, so converting there and back never creates value.
    ///
    /// - Parameters:
    ///   - target: The product whose plan is wanted.
    ///   - scope: The app and environment.
    ///   - device: The device whose plans are converted, when plans are counted by device.
    ///   - price: What one period of the target costs; when absent, the catalog's price in the sources' currency.
    ///   - instant: When.
    /// - Returns: The quote.
    /// - Throws: ``ConversionRefusal`` when there is nothing to convert or it cannot be calculated.
    public func conversionQuote(
        to target: ProductID,
        in scope: AppScope,
        device: DeviceID? = nil,
        price: Money? = nil,
        asOf instant: Date
    ) throws(ConversionRefusal) -> ConversionQuote {
        guard let product = index.product(target, in: scope), let plan = index.plan(target, in: scope),
            let length = product.serviceDuration ?? product.period, length.averageMilliseconds > 0
        else { throw .unknown(target) }
        let remainders = convertibleHoldings(except: plan, in: scope, device: device, asOf: instant)
        guard let price = price ?? self.price(of: product, for: remainders), price.milliunits > 0 else {
            throw .unknown(target)
        }
        guard remainders.allSatisfy({ $0.source.remainingValue.currency == price.currency }) else {
            throw ConversionRefusal(
                code: .otherCurrency,
                message: "What is left was not paid in \(price.currency): give the target's price in that currency."
            )
        }
        guard let quote = quote(of: remainders, to: target, for: device, at: price, length, asOf: instant) else {
            throw ConversionRefusal(code: .nothingLeft, message: "Nothing of value is left to convert into \(target).")
        }
        return quote
    }

    /// Values rests at a price, or returns `nil` when they buy no time.
    func quote(
        of remainders: [ConvertibleRest],
        to target: ProductID,
        for device: DeviceID?,
        at price: Money,
        _ length: CalendarPeriod,
        asOf instant: Date
    ) -> ConversionQuote? {
        var value: Int64 = 0
        for rest in remainders {
            let (sum, overflows) = value.addingReportingOverflow(rest.source.remainingValue.milliunits)
            guard !overflows else { return nil }
            value = sum
        }
        let periodLength = length.averageMilliseconds
        let gained = PlanConversion.scale(periodLength, by: value, over: price.milliunits)
        guard gained > 0 else { return nil }
        return ConversionQuote(
            date: instant,
            sources: remainders.map(\.source),
            targetProductID: target,
            device: device,
            value: Money(milliunits: value, currency: price.currency),
            gainedMilliseconds: gained,
            targetPrice: price,
            targetPeriodMilliseconds: periodLength,
            warnings: remainders.compactMap(\.warning)
        )
    }

    /// The catalog's price of a product in the currency in which rests were paid.
    ///
    /// The storefront of a source decides where the catalog has several prices in one currency; without one it is the
    /// highest of them, which buys the fewest days.
    func price(of product: CatalogProduct, for remainders: [ConvertibleRest]) -> Money? {
        guard let currency = remainders.first?.source.remainingValue.currency else { return product.price }
        let local = remainders.lazy.compactMap(\.storefront).compactMap(product.price(in:))
        if let price = local.first(where: { $0.currency == currency }) { return price }
        if let price = product.price, price.currency == currency { return price }
        let others = product.prices.map(\.price).filter { $0.currency == currency }
        return others.max { $0.milliunits < $1.milliunits } ?? product.price
    }

    /// What the customer has left of plans other than one, with its value.
    func convertibleHoldings(
        except plan: PlanID,
        in scope: AppScope,
        device: DeviceID?,
        asOf instant: Date
    ) -> [ConvertibleRest] {
        let timeline = AccountTimeline(self, asOf: instant, device: device)
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
    ) -> ConvertibleRest? {
        guard let state = lineages[key]?.history.state(asOf: instant), state.period.covers(instant),
            case let period = state.period,
            let own = index.plan(period.transaction.productID, in: key.scope), own != plan,
            timeline.cuts[PurchaseKey(scope: key.scope, transactionID: period.transaction.id)] == nil
        else { return nil }
        let end = period.endDate.millisecondsSince1970
        // Of a group subscription each transaction that was not revoked has its part.
        let paid = period.transactions.filter { $0.purchaseDate <= instant && $0.withdrawal == nil }
        let first = paid.first ?? period.transaction
        let start = max(first.purchaseDate, period.startDate)
        var rest = source(
            of: first,
            in: key,
            left: end - instant.millisecondsSince1970,
            whole: end - start.millisecondsSince1970
        )
        rest?.source.holding = .transaction(key.lineage, period.transaction.id)
        rest?.add(Array(paid.dropFirst()), until: end, asOf: instant)
        // Where no document says that the renewal is off, Apple may charge: a subscription renews unless it is turned
        // off.
        guard state.willAutoRenew != false, state.renewalState != .revoked else { return rest }
        rest?.warning = ConversionQuote.Warning(
            code: .subscriptionRenews,
            lineage: key.lineage,
            productID: state.nextRenewal?.productID ?? period.transaction.productID,
            nextChargeDate: state.nextRenewalDate,
            nextPrice: state.nextRenewal?.price,
            isCertain: state.willAutoRenew == true
        )
        return rest
    }

    private func source(
        ofCredit place: Int,
        except plan: PlanID,
        _ scope: AppScope,
        _ timeline: AccountTimeline,
        asOf instant: Date
    ) -> ConvertibleRest? {
        let credit = timeline.credits[place]
        guard credit.plan != plan, credit.scope == scope, credit.acquiredDate <= instant else { return nil }
        let left = timeline.uses[place].milliseconds(after: instant)
        guard left > 0 else { return nil }
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
        let source = PlanConversion.Source(
            holding: .conversion(id),
            remainingMilliseconds: left,
            remainingValue: Money(milliunits: value, currency: conversion.targetPrice.currency),
            productID: conversion.targetProductID
        )
        return ConvertibleRest(source: source, plan: credit.plan)
    }

    /// What is left of a purchase, or nothing when it is worth nothing.
    private func source(
        of transaction: Transaction,
        in key: LineageKey,
        left: Int64,
        whole: Int64
    ) -> ConvertibleRest? {
        let product = index.product(transaction.productID, in: key.scope)
        guard transaction.isSale, transaction.bundle == nil, PeriodKind(transaction.offer).isPaid,
            let price = transaction.netCharge
                ?? product?.price.flatMap({ price in
                    let (sum, overflows) = price.milliunits.multipliedReportingOverflow(by: Int64(transaction.quantity))
                    return overflows ? nil : Money(milliunits: sum, currency: price.currency)
                })
        else { return nil }
        let value = PlanConversion.scale(price.milliunits, by: left, over: whole)
        guard value > 0 else { return nil }
        let source = PlanConversion.Source(
            holding: .transaction(key.lineage, transaction.id),
            remainingMilliseconds: left,
            remainingValue: Money(milliunits: value, currency: price.currency),
            productID: transaction.productID
        )
        return ConvertibleRest(
            source: source,
            plan: index.plan(transaction.productID, in: key.scope),
            storefront: transaction.storefront
        )
    }
}

/// What is left of one holding, with what a conversion needs to know about it.
struct ConvertibleRest: Hashable, Sendable {
    var source: PlanConversion.Source

    /// The plan whose time it is.
    var plan: PlanID?

    /// Where it was paid.
    var storefront: StorefrontCountryCode?

    /// What the customer must confirm before it is converted.
    var warning: ConversionQuote.Warning?

    /// Adds what is left of seats that were added to the period: each for the rest of it.
    fileprivate mutating func add(_ seats: [Transaction], until end: Int64, asOf instant: Date) {
        for added in seats {
            guard let price = added.netCharge, price.currency == source.remainingValue.currency else { continue }
            let value = PlanConversion.scale(
                price.milliunits,
                by: end - instant.millisecondsSince1970,
                over: end - added.purchaseDate.millisecondsSince1970
            )
            source.remainingValue.milliunits =
                (BoundedSum(source.remainingValue.milliunits) + BoundedSum(value)).value
        }
    }
}

extension ConversionRefusal {
    fileprivate static func unknown(_ target: ProductID) -> ConversionRefusal {
        ConversionRefusal(
            code: .unknownTarget,
            message: "\(target) has no plan, price or length in the catalog: add what is missing."
        )
    }
}
