// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce

/// Amounts of several currencies in one, by the rates of one day.
///
/// One day's rates for the whole chart: what changes is the business and not the rates.
struct ChartConversion: Sendable {
    let target: Currency
    let rates: StoredExchangeRates
    private let table: ExchangeRates
    /// The currencies that have no rate; their amounts are left out, and the page says so.
    private(set) var missing: Set<Currency> = []

    /// The newest rates of a day or before; otherwise, the oldest ones.
    init?(to target: Currency, on day: CivilDay, from stored: [StoredExchangeRates]) throws {
        let text = day.description
        guard let rates = stored.last(where: { $0.day <= text }) ?? stored.first else { return nil }
        self.target = target
        self.rates = rates
        table = try ExchangeRates(list: rates.rates)
    }

    /// The currencies that have a rate.
    var currencies: [String] { rates.currencies }

    /// The same figures with all amounts in the target; each row is rounded once, to a milliunit.
    mutating func convert(_ cells: ChartCells) -> ChartCells {
        var series: [ChartCells.Series] = []
        series.reserveCapacity(cells.series.count)
        for var one in cells.series {
            if let currency = one.key.currency, currency != target {
                one.key.currency = target
                one.cells = one.cells.compactMap { cell in
                    let money = Money(milliunits: cell.value.value, currency: currency)
                    return table.convert(money, to: target).map {
                        ChartCells.Cell(day: cell.day, value: BoundedSum($0.milliunits))
                    }
                }
                if one.cells.isEmpty { missing.insert(currency) }
            }
            series.append(one)
        }
        return ChartCells(days: cells.days, series: series, computed: cells.computed, grouping: cells.grouping)
    }

    /// A sum of several currencies in the target.
    mutating func convert(_ amounts: [Currency: BoundedSum]) -> BoundedSum {
        var sum = BoundedSum()
        for (currency, amount) in amounts where amount != 0 {
            guard let converted = table.convert(Money(milliunits: amount.value, currency: currency), to: target) else {
                missing.insert(currency)
                continue
            }
            sum += converted.milliunits
        }
        return sum
    }
}
