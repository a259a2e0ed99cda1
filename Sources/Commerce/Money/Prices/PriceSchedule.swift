// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// How a product is priced in all storefronts: a base, prices set manually, and where it is not sold.
///
/// Requirement E2. Equalizing again never moves the base price nor one set manually.
public struct PriceSchedule: Hashable, Sendable {
    /// The storefront from which the others follow.
    public var base: StorefrontCountryCode

    /// The base storefront's price.
    public var basePrice: Money

    /// Prices set manually.
    public var manual: [StorefrontCountryCode: Money]

    /// Where the product is not sold.
    public var unavailable: Set<StorefrontCountryCode>

    /// Makes a schedule; the base is the United States unless chosen.
    public init(
        base: StorefrontCountryCode = "USA",
        basePrice: Money,
        manual: [StorefrontCountryCode: Money] = [:],
        unavailable: Set<StorefrontCountryCode> = []
    ) {
        self.base = base
        self.basePrice = basePrice
        self.manual = manual
        self.unavailable = unavailable
    }

    /// The product's price in every storefront of a table.
    ///
    /// The base price without its tax is converted, the storefront's own tax is added where prices hold it, and the
    /// nearest price point is taken. An equalized price is always one of the storefront's price points.
    ///
    /// - Parameters:
    ///   - storefronts: The storefronts with their taxes.
    ///   - points: Their price points.
    ///   - rates: The exchange rates to use.
    /// - Returns: A price, or why there is none, for each storefront in the table's order.
    /// - Throws: ``PriceDataError`` when a storefront that is named is not in the table or sells in another currency,
    ///   or a price is not above zero.
    public func prices(
        in storefronts: StorefrontTable,
        points: PricePointTable,
        rates: ExchangeRates
    ) throws -> [StorefrontPrice] {
        guard let home = storefronts[base] else {
            throw PriceDataError("the base storefront \(base) is not among the storefronts")
        }
        guard home.currency == basePrice.currency else {
            throw PriceDataError("the base price is in \(basePrice.currency), but \(base) sells in \(home.currency)")
        }
        try check(storefronts)
        return storefronts.storefronts.map { storefront in
            let outcome = outcome(in: storefront, home: home, points: points, rates: rates)
            return StorefrontPrice(country: storefront.country, outcome: outcome)
        }
    }

    /// A price with a typing error would be asked of customers, and a storefront with one would continue selling.
    private func check(_ storefronts: StorefrontTable) throws {
        guard basePrice.milliunits > 0 else { throw PriceDataError("the base price \(basePrice) is not above zero") }
        for (country, price) in manual {
            guard let storefront = storefronts[country] else {
                throw PriceDataError("the storefront '\(country)' of a price set manually is not known")
            }
            guard storefront.currency == price.currency else {
                throw PriceDataError(
                    "the price of \(country) is in \(price.currency) instead of \(storefront.currency)"
                )
            }
            guard price.milliunits > 0 else {
                throw PriceDataError("the price \(price) of \(country) is not above zero")
            }
        }
        if let country = unavailable.sorted(on: \.rawValue).first(where: { storefronts[$0] == nil }) {
            throw PriceDataError("the storefront '\(country)' where the product is not sold is not known")
        }
    }

    private func outcome(
        in storefront: Storefront,
        home: Storefront,
        points: PricePointTable,
        rates: ExchangeRates
    ) -> StorefrontPrice.Outcome {
        if unavailable.contains(storefront.country) { return .absent(.notAvailable) }
        if storefront.country == base { return .price(basePrice, .base) }
        if let price = manual[storefront.country] { return .price(price, .manual) }
        guard let (points, _) = points.points(of: storefront) else { return .absent(.noPricePoints) }
        guard let target = target(in: storefront, home: home, rates: rates) else { return .absent(.noExchangeRate) }
        guard let price = points.nearest(to: target) else { return .absent(.noPricePoints) }
        return .price(price, .equalized)
    }

    /// The exact price before a point is chosen, in milliunits of the storefront's currency.
    private func target(in storefront: Storefront, home: Storefront, rates: ExchangeRates) -> Int64? {
        let tax = home.tax.kind == .included ? home.tax.tax(in: basePrice)?.milliunits : 0
        guard let tax else { return nil }
        let net = Money(milliunits: basePrice.milliunits - tax, currency: basePrice.currency)
        guard let converted = rates.convert(net, to: storefront.currency)?.milliunits else { return nil }
        guard storefront.tax.kind == .included else { return converted }
        return storefront.tax.rate.addedToOne?.applied(to: converted, rounding: .nearest)
    }
}
