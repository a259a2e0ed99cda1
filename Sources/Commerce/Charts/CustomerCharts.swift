// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// How many customers became known, how many of them paid, and what all of them are worth.
///
/// A customer is known from the day of the first fact that names them: an order, a claim of a purchase, a grant.
public struct CustomerCharts: Sendable {
    /// The customers who became known on one Pacific day.
    public struct Day: Hashable, Sendable {
        /// How many they are.
        public var customers = 0

        /// How many of them first paid in each storefront; those who paid nothing are in none.
        public var storefronts: [StorefrontCountryCode: Int] = [:]

        /// How many paid within so many days, the day on which they became known among them.
        public var paid: [Int: Int] = [:]
    }

    /// The customers who became known in a Pacific calendar month, and what they paid in a currency.
    public struct Value: Hashable, Sendable {
        /// The currency.
        public var currency: Currency

        /// The month's first day.
        public var month: CivilDay

        /// How many became known in the month, whether they paid or not.
        public var customers = 0

        /// What they paid to date, less what went back.
        public var total = BoundedSum()

        /// What they paid in their first days, and for how many customers these are over.
        public var horizons: [CustomerValueCharts.Horizon]
    }

    /// Within how many days customers may begin to pay, each counted.
    public static let conversionDays = [7, 30, 90]

    /// The day that is not over yet.
    private let today: CivilDay
    /// The customers by the day on which they became known.
    public private(set) var days: [CivilDay: Day] = [:]
    private var sums: [Key: BoundedSum] = [:]

    private struct Key: Hashable {
        var currency: Currency
        var day: CivilDay
        /// The number of days; zero for all.
        var horizon: Int
    }

    /// Begins with nothing.
    ///
    /// - Parameter now: The present instant.
    public init(asOf now: Date) {
        today = ReportingZone.pacific.day(of: now)
    }

    /// Whether so many days after a day are over.
    public func isOver(_ days: Int, since day: CivilDay) -> Bool { day.adding(days: days) <= today }

    /// Counts a customer in.
    ///
    /// - Parameters:
    ///   - day: The day on which the customer became known.
    ///   - payments: What the customer paid.
    package mutating func add(knownSince day: CivilDay, _ payments: ChartTotals.Payments) {
        var totals = ChartTotals()
        totals.addCustomer(knownSince: day, payments)
        for (key, sums) in totals.series {
            for (place, sum) in sums { add(key, place, sum) }
        }
    }

    /// The stored measures that these charts are made of.
    package static let measures: Set<ChartMeasure> = [.customersNew, .customersPaid, .knownCustomerValue]

    /// Counts a stored sum in.
    package mutating func add(_ key: ChartRow.Key, _ place: ChartTotals.Place, _ sum: ExactSum) {
        let day = CivilDay(daysSince1970: Int(place.day))
        guard day <= today else { return }
        switch key.measure {
        case .customersNew:
            let count = Int(sum.bounded.value)
            switch ChartPart(key) {
            case .all: days[day, default: Day()].customers += count
            case .storefront(let storefront): days[day, default: Day()].storefronts[storefront, default: 0] += count
            default: break
            }
        case .customersPaid: days[day, default: Day()].paid[Int(place.detail), default: 0] += Int(sum.bounded.value)
        case .knownCustomerValue:
            guard let currency = key.currency else { return }
            sums[Key(currency: currency, day: day, horizon: Int(place.detail)), default: 0] += sum.bounded
        default: break
        }
    }

    /// The values in the order of currencies, then of months; of currencies in which anything is left that was paid.
    public var values: [Value] {
        var values: [CivilDay: [Currency: Value]] = [:]
        // What went back whole leaves nothing in stored sums.
        let currencies = Set(sums.filter { $0.value != 0 }.keys.map(\.currency))
        for (day, own) in days where own.customers != 0 {
            let month = day.adding(days: 1 - day.components.day)
            for currency in currencies {
                var value =
                    values[month]?[currency]
                    ?? Value(
                        currency: currency,
                        month: month,
                        horizons: ChartTotals.horizons.map { CustomerValueCharts.Horizon(days: Int($0)) }
                    )
                value.customers += own.customers
                value.total += sums[Key(currency: currency, day: day, horizon: 0)] ?? 0
                for index in value.horizons.indices where isOver(value.horizons[index].days, since: day) {
                    let key = Key(currency: currency, day: day, horizon: value.horizons[index].days)
                    value.horizons[index].payers += own.customers
                    value.horizons[index].total += sums[key] ?? 0
                }
                values[month, default: [:]][currency] = value
            }
        }
        return values.values.flatMap(\.values).sorted(on: \.currency, \.month)
    }
}
