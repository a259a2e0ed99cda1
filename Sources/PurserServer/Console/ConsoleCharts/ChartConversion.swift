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
        var rows: [ChartRow] = []
        rows.reserveCapacity(cells.rows.count)
        for row in cells.rows {
            guard let currency = row.key.currency, currency != target else {
                rows.append(row)
                continue
            }
            let money = Money(milliunits: row.value, currency: currency)
            guard let converted = table.convert(money, to: target) else {
                missing.insert(currency)
                continue
            }
            var row = row
            row.key.currency = target
            row.value = converted.milliunits
            rows.append(row)
        }
        return ChartCells(days: cells.days, rows: rows, computed: cells.computed)
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
