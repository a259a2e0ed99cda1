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
    /// - Throws: ``PriceDataError`` that names the line.
    public init(tabSeparated text: String) throws {
        var rates: [Currency: Ratio] = [:]
        for row in try TabSeparatedTable(text, columns: ["currency", "rate"]).rows {
            guard let rate = Ratio(decimal: row["rate"] ?? ""), rate.numerator > 0 else {
                throw PriceDataError(
                    "the rate of \(row["currency"] ?? "") is not a number above zero: '\(row["rate"] ?? "")'"
                )
            }
            rates[Currency(rawValue: row["currency"] ?? "")] = rate
        }
        self.init(rates)
    }

    /// Reads a list such as `EUR:0.861,CNY:7.18,USD:1`.
    ///
    /// - Throws: ``PriceDataError`` that names the item.
    public init(list: String) throws {
        var rates: [Currency: Ratio] = [:]
        for item in list.split(separator: ",") {
            let parts = item.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty, let rate = Ratio(decimal: String(parts[1])), rate.numerator > 0
            else {
                throw PriceDataError("'\(item)' is not a currency with a number above zero, such as EUR:0.861")
            }
            rates[Currency(rawValue: String(parts[0]))] = rate
        }
        self.init(rates)
    }

    /// The rates as ``init(list:)`` reads them, by currency; one that no decimal number of 12 decimals tells is left
    /// out.
    public var list: String {
        rates.compactMap { currency, rate in rate.decimal.map { "\(currency.rawValue):\($0)" } }.sorted()
            .joined(separator: ",")
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
