// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

extension CustomerAccount {
    /// Returns the conversion that a paid transaction causes under ``ConversionPolicy/onUpgrade``.
    ///
    /// The rest of every lower plan is converted into the paid product, as of the payment. Rests that are not worth
    /// anything or were paid in another currency stay. A subscription that Apple will charge for again stays too: it
    /// needs the customer's confirmation. The time is calculated at the price that was paid for one piece; at the
    /// catalog's price when the payment used an offer. The result has the same identifier each time, so that a
    /// transaction causes one conversion at most.
    ///
    /// - Parameters:
    ///   - transactionID: The transaction that was delivered.
    ///   - key: The purchase that it belongs to.
    ///   - now: The instant of the delivery; a payment that Apple dates later counts as paid now.
    /// - Returns: The conversion, or `nil` when the transaction pays for no higher plan or nothing is left to convert.
    public func upgradeConversion(
        paidBy transactionID: TransactionID,
        of key: LineageKey,
        asOf now: Date
    ) -> PlanConversion? {
        let id = ConversionID(rawValue: "upgrade_" + transactionID.rawValue)
        guard conversions[id] == nil,
            let transaction = lineages[key]?.history.entries.first(where: { $0.id == transactionID })?.transaction,
            transaction.isPaidUpgrade,
            let product = index.product(transaction.productID, in: key.scope),
            let plan = index.plan(transaction.productID, in: key.scope),
            let length = product.serviceDuration ?? product.period
        else { return nil }
        // What was agreed before stays as it was agreed, also when this payment arrives late.
        let agreed = conversions.values.lazy.filter { $0.scope == key.scope }.map(\.conversion.date).max()
        let date = min(max(transaction.purchaseDate, agreed ?? .distantPast), now)
        let device = device(of: key)
        let remainders = convertibleHoldings(except: plan, in: key.scope, device: device, asOf: date)
        guard let price = unitPrice(of: transaction, product, for: remainders) else { return nil }
        let lower = remainders.filter { rest in
            guard rest.warning == nil, rest.source.remainingValue.currency == price.currency, let own = rest.plan else {
                return false
            }
            return isHigher(plan, than: own, in: key.scope, price.currency)
        }
        return quote(of: lower, to: product.id, for: device, at: price, length, asOf: date).map { quote in
            var conversion = quote.conversion(id, of: customer)
            conversion.upgrade = PlanConversion.Upgrade(lineage: key.lineage, transactionID: transactionID)
            return conversion
        }
    }

    /// What one piece of a purchase cost, or costs without the offer that was used.
    private func unitPrice(
        of transaction: Transaction,
        _ product: CatalogProduct,
        for remainders: [ConvertibleRest]
    ) -> Money? {
        guard transaction.offer == nil, let paid = transaction.charge else {
            return price(of: product, for: remainders)
        }
        return Money(milliunits: paid.milliunits / Int64(max(1, transaction.quantity)), currency: paid.currency)
    }

    /// Whether one plan is higher than another.
    ///
    /// In a subscription group that has products of both, the levels decide; 1 is the highest. Otherwise the plan that
    /// costs more per day is higher; each plan counts with its dearest product.
    func isHigher(_ plan: PlanID, than other: PlanID, in scope: AppScope, _ currency: Currency) -> Bool {
        let (own, others) = (index.products(of: plan, in: scope), index.products(of: other, in: scope))
        let (levels, otherLevels) = (Self.levels(of: own), Self.levels(of: others))
        if let group = levels.keys.filter({ otherLevels[$0] != nil }).min(),
            let level = levels[group], let otherLevel = otherLevels[group]
        {
            return level < otherLevel
        }
        guard let rate = Self.rate(of: own, currency), let otherRate = Self.rate(of: others, currency) else {
            return false
        }
        return otherRate.isLower(than: rate)
    }

    /// The highest level of a plan's products in each group.
    private static func levels(of products: [CatalogProduct]) -> [SubscriptionGroupID: Int] {
        var levels: [SubscriptionGroupID: Int] = [:]
        for product in products {
            guard let group = product.groupID, let level = product.level else { continue }
            levels[group] = min(levels[group] ?? level, level)
        }
        return levels
    }

    private static func rate(of products: [CatalogProduct], _ currency: Currency) -> PriceRate? {
        products.compactMap { product -> PriceRate? in
            let prices = [product.price].compactMap(\.self) + product.prices.map(\.price)
            guard let price = prices.first(where: { $0.currency == currency }), price.milliunits > 0,
                let length = (product.serviceDuration ?? product.period)?.averageMilliseconds, length > 0
            else { return nil }
            return PriceRate(milliunits: price.milliunits, milliseconds: length)
        }
        .max { $0.isLower(than: $1) }
    }
}

/// A price for a length of time; both are positive.
private struct PriceRate {
    var milliunits: Int64
    var milliseconds: Int64

    func isLower(than other: Self) -> Bool {
        let first = milliunits.magnitude.multipliedFullWidth(by: other.milliseconds.magnitude)
        let second = other.milliunits.magnitude.multipliedFullWidth(by: milliseconds.magnitude)
        return (first.high, first.low) < (second.high, second.low)
    }
}

extension Transaction {
    /// Whether the customer chose and paid it: no renewal, no trial, nothing that is shared or assigned or that Apple revoked.
    fileprivate var isPaidUpgrade: Bool {
        reason != .renewal && isSale && withdrawal == nil && !isUpgraded && PeriodKind(offer).isPaid
    }
}
