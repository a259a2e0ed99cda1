// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// Exchange rates of one day, as the user supplies them.
///
/// A rate is the number of a currency's units that one unit of the table's own currency buys.
public struct ExchangeRates: Hashable, Sendable {
    private let rates: [Currency: Ratio]

    /// Makes a table; rates of zero and below are dropped.
    public init(_ rates: [Currency: Ratio]) {
        self.rates = rates.filter { $1.numerator > 0 }
    }

    /// Reads a table with the columns currency and rate.
    ///
    /// - Throws: ``MoneyDataError`` that names the line.
    public init(tabSeparated text: String) throws {
        var rates: [Currency: Ratio] = [:]
        for row in try TabSeparatedTable(text, columns: ["currency", "rate"]).rows {
            guard let rate = Ratio(decimal: row["rate"] ?? ""), rate.numerator > 0 else {
                throw MoneyDataError(
                    "the rate of \(row["currency"] ?? "") is no number above zero: '\(row["rate"] ?? "")'"
                )
            }
            rates[Currency(rawValue: row["currency"] ?? "")] = rate
        }
        self.init(rates)
    }

    /// An amount in another currency, rounded once to the nearest milliunit; nothing when a rate is missing.
    public func convert(_ money: Money, to currency: Currency) -> Money? {
        if money.currency == currency { return money }
        guard let from = rates[money.currency]?.inverse, let to = rates[currency], let rate = from.times(to),
            let milliunits = rate.applied(to: money.milliunits, rounding: .nearest)
        else { return nil }
        return Money(milliunits: milliunits, currency: currency)
    }

    /// The example that ships: rates of one day of June 2026, good for trying only.
    public static func example() throws -> ExchangeRates {
        try ExchangeRates(tabSeparated: String(decoding: PackageResources.exchange_rates_example_tsv, as: UTF8.self))
    }
}
