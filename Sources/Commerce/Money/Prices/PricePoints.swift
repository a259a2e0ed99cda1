// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes

/// The prices that can be asked in one currency, in ascending order.
public struct PricePoints: Hashable, Sendable {
    /// The currency.
    public let currency: Currency

    /// The prices in milliunits, ascending, each once.
    public let milliunits: [Int64]

    /// Makes price points from any order; doubles and what is not above zero are dropped.
    public init(currency: Currency, milliunits: some Sequence<Int64>) {
        self.currency = currency
        self.milliunits = Set(milliunits.filter { $0 > 0 }).sorted()
    }

    /// Whether a price can be asked.
    public func contains(_ price: Money) -> Bool {
        guard price.currency == currency else { return false }
        let index = position(of: price.milliunits)
        return index < milliunits.count && milliunits[index] == price.milliunits
    }

    /// The point nearest to an amount, the lower one of two that are equally near; nothing when there are no points.
    public func nearest(to amount: Int64) -> Money? {
        let index = position(of: amount)
        let above = index < milliunits.count ? milliunits[index] : nil
        let below = index > 0 ? milliunits[index - 1] : nil
        guard let above else { return below.map(money) }
        guard let below else { return money(above) }
        return money(amount - below <= above - amount ? below : above)
    }

    /// The highest point that is not above an amount, or nothing.
    public func highest(upTo amount: Int64) -> Money? {
        let index = position(of: amount)
        if index < milliunits.count, milliunits[index] == amount { return money(amount) }
        return index > 0 ? money(milliunits[index - 1]) : nil
    }

    /// The lowest point that is not below an amount, or nothing.
    public func lowest(from amount: Int64) -> Money? {
        let index = position(of: amount)
        return index < milliunits.count ? money(milliunits[index]) : nil
    }

    private func money(_ milliunits: Int64) -> Money {
        Money(milliunits: milliunits, currency: currency)
    }

    /// Where an amount is or would be inserted.
    private func position(of amount: Int64) -> Int {
        var low = 0
        var high = milliunits.count
        while low < high {
            let middle = (low + high) / 2
            if milliunits[middle] < amount { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
