// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

public import AppStoreTypes
public import FoundationEssentials

/// How long subscribers stay, by the month in which they first paid.
public struct CohortCharts: Sendable {
    /// Subscriptions that first paid in one Pacific calendar month.
    public struct Cohort: Hashable, Sendable {
        /// The month's first day.
        public var month: CivilDay

        /// How many they are.
        public var size = 0

        /// By months since each one's own first payment: how many could have come so far by now.
        public var eligible: [Int] = []

        /// By months since each one's own first payment: how many are in service then.
        public var retained: [Int] = []

        /// What they paid so far, less what went back.
        public var revenue: [Currency: BoundedSum] = [:]

        /// An empty cohort of the month that begins on a day.
        public init(month: CivilDay) {
            self.month = month
        }
    }

    private let months: Int
    private let now: Date
    private var byMonth: [CivilDay: Cohort] = [:]

    /// Begins with nothing.
    ///
    /// - Parameters:
    ///   - months: How many months are followed.
    ///   - now: The present instant.
    public init(months: Int = 12, asOf now: Date) {
        self.months = months
        self.now = now
    }

    /// The cohorts in the order of time.
    public var cohorts: [Cohort] { byMonth.values.sorted(on: \.month) }

    /// Counts a purchase in.
    public mutating func add(_ life: LineageChartInput) {
        guard let first = life.periods.first(where: { $0.kind.isPaid && $0.startDate <= now }) else { return }
        let day = ReportingZone.pacific.day(of: first.startDate)
        let month = day.adding(days: 1 - day.components.day)
        var cohort = byMonth[month] ?? Cohort(month: month)
        cohort.size += 1
        for count in 1...max(1, months) {
            let instant = CalendarPeriod(months: count).end(from: first.startDate, in: .pacific)
            guard instant <= now else { break }
            while cohort.eligible.count < count {
                cohort.eligible.append(0)
                cohort.retained.append(0)
            }
            cohort.eligible[count - 1] += 1
            if life.periods.contains(where: { $0.covers(instant) }) { cohort.retained[count - 1] += 1 }
        }
        for sale in life.sales where sale.instant <= now {
            cohort.revenue[sale.price.currency, default: 0] += sale.amount
        }
        byMonth[month] = cohort
    }
}
