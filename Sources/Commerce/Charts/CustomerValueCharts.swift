// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// What customers have paid since their first payment, by its month and currency.
///
/// Each currency counts on its own: a customer who paid in two is in the months of both. Memory grows with the days on
/// which each customer paid.
public struct CustomerValueCharts: Sendable {
    /// What the customers of a month paid in their first days.
    public struct Horizon: Hashable, Sendable {
        /// How many days, counted from the day of the first payment.
        public var days: Int

        /// The customers for whom all these days are over.
        public var payers = 0

        /// What they paid in these days, less what went back.
        public var total = BoundedSum()
    }

    /// The customers who first paid in a currency in a Pacific calendar month.
    public struct Value: Hashable, Sendable {
        /// The currency.
        public var currency: Currency

        /// The month's first day.
        public var month: CivilDay

        /// How many they are.
        public var payers = 0

        /// What they paid to date, less what went back.
        public var total = BoundedSum()

        /// What they paid in their first days.
        public var horizons: [Horizon]
    }

    private struct Key: Hashable {
        var currency: Currency
        var month: CivilDay
    }

    /// The day that is not over yet.
    private let today: CivilDay
    private let part: ChartPart
    private var payments: [String: ChartTotals.Payments] = [:]
    private var stored: [Key: Value] = [:]

    /// Begins with nothing.
    ///
    /// - Parameters:
    ///   - part: The payments that count: all, or those for a product or in a storefront.
    ///   - now: The present instant.
    public init(of part: ChartPart = .all, asOf now: Date) {
        self.part = part
        today = ReportingZone.pacific.day(of: now)
    }

    /// Counts a purchase in.
    public mutating func add(_ life: LineageChartInput) {
        payments[life.payer, default: ChartTotals.Payments()].add(life)
    }

    /// The values in the order of currencies, then of months.
    public var values: [Value] {
        var all = self
        for payments in payments.values {
            var totals = ChartTotals()
            totals.addPayer(of: payments)
            for (key, sums) in totals.series {
                for (place, sum) in sums { all.add(key, place, sum) }
            }
        }
        return all.stored.values.sorted(on: \.currency, \.month)
    }

    /// The stored measures that values are made of.
    package static let measures: Set<ChartMeasure> = [.payers, .customerValue]

    /// Counts a stored sum in.
    package mutating func add(_ key: ChartRow.Key, _ place: ChartTotals.Place, _ sum: ExactSum) {
        guard let currency = key.currency, ChartPart(key) == part else { return }
        let first = CivilDay(daysSince1970: Int(place.day))
        guard first <= today else { return }
        let month = first.adding(days: 1 - first.components.day)
        func change(_ body: (inout Value) -> Void) {
            let empty = Value(
                currency: currency,
                month: month,
                horizons: ChartTotals.horizons.map { Horizon(days: Int($0)) }
            )
            body(&stored[Key(currency: currency, month: month), default: empty])
        }
        func isOver(_ days: Int) -> Bool { first.adding(days: days) <= today }
        switch key.measure {
        case .payers where place.detail == 0:
            let count = Int(sum.bounded.value)
            change { value in
                value.payers += count
                for index in value.horizons.indices where isOver(value.horizons[index].days) {
                    value.horizons[index].payers += count
                }
            }
        case .customerValue where place.detail == 0: change { $0.total += sum.bounded }
        case .customerValue:
            change { value in
                guard let index = value.horizons.firstIndex(where: { $0.days == Int(place.detail) }),
                    isOver(value.horizons[index].days)
                else { return }
                value.horizons[index].total += sum.bounded
            }
        default: break
        }
    }
}
