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

        /// How many of them paid so far in each currency; one that paid in two counts in both.
        public var payers: [Currency: Int] = [:]

        /// What they paid so far, less what went back.
        public var revenue: [Currency: BoundedSum] = [:]

        /// What they paid, less what went back, in each calendar month: first in the cohort's own, up to the current one.
        public var byMonth: [Currency: [BoundedSum]] = [:]

        /// An empty cohort of the month that begins on a day.
        public init(month: CivilDay) {
            self.month = month
        }
    }

    private let months: Int
    private let part: ChartPart
    /// The day that is not over yet: what a month later is on it is not known.
    private let today: CivilDay
    private var byMonth: [CivilDay: Cohort] = [:]

    /// Begins with nothing.
    ///
    /// - Parameters:
    ///   - months: How many months are followed.
    ///   - part: The subscriptions that count.
    ///   - now: The present instant.
    public init(months: Int = 12, of part: ChartPart = .all, asOf now: Date) {
        self.months = max(1, months)
        self.part = part
        today = ReportingZone.pacific.day(of: now)
    }

    /// The cohorts in the order of time.
    public var cohorts: [Cohort] { byMonth.values.sorted(on: \.month) }

    /// Counts a purchase in.
    public mutating func add(_ life: LineageChartInput) {
        guard let first = life.periods.first(where: { $0.kind.isPaid }), first.chartParts.contains(part) else { return }
        let day = ReportingZone.pacific.day(of: first.startDate)
        guard day <= today else { return }
        add(size: 1, day)
        for count in 1...months {
            let instant = CalendarPeriod(months: count).end(from: first.startDate, in: .pacific)
            guard isOver(count, since: day) else { break }
            if life.periods.contains(where: { $0.covers(instant) }) { add(retained: 1, day, months: count) }
        }
        let payments = life.sales.filter { $0.direction == .sale && $0.amount != 0 && $0.day <= today }
        for currency in Set(payments.map(\.price.currency)) {
            byMonth[Self.month(of: day)]?.payers[currency, default: 0] += 1
        }
        for sale in life.sales where sale.day <= today {
            add(BoundedSum(sale.amount), sale.price.currency, of: Self.month(of: day), on: sale.day)
        }
    }

    /// The stored measures that cohorts are made of.
    package static let measures: Set<ChartMeasure> = [.cohortSize, .cohortRetained, .cohortPayers, .cohortRevenue]

    /// Counts a stored sum in; the sizes of all cohorts first.
    package mutating func add(_ key: ChartRow.Key, _ place: ChartTotals.Place, _ sum: ExactSum) {
        let day = CivilDay(daysSince1970: Int(place.day))
        guard day <= today, ChartPart(key) == part else { return }
        switch key.measure {
        case .cohortSize: add(size: Int(sum.bounded.value), day)
        case .cohortRetained: add(retained: Int(sum.bounded.value), day, months: Int(place.detail))
        case .cohortPayers:
            guard Int(place.detail) <= today.daysSince1970, let currency = key.currency else { return }
            byMonth[day]?.payers[currency, default: 0] += Int(sum.bounded.value)
        case .cohortRevenue:
            guard Int(place.detail) <= today.daysSince1970, let currency = key.currency else { return }
            add(sum.bounded, currency, of: day, on: CivilDay(daysSince1970: Int(place.detail)))
        default: break
        }
    }

    private static func month(of day: CivilDay) -> CivilDay { day.adding(days: 1 - day.components.day) }

    /// Counts what a cohort paid on a day, or what went back.
    private mutating func add(_ sum: BoundedSum, _ currency: Currency, of month: CivilDay, on day: CivilDay) {
        guard var cohort = byMonth.removeValue(forKey: month) else { return }
        cohort.revenue[currency, default: 0] += sum
        // What was paid before the first period that counts belongs to it.
        let place = max(0, Self.months(from: month, to: day))
        let count = min(Self.months(from: month, to: today), months) + 1
        if place < count {
            cohort.byMonth[currency, default: Array(repeating: 0, count: count)][place] += sum
        }
        byMonth[month] = cohort
    }

    /// How many calendar months after another a day's month is.
    private static func months(from first: CivilDay, to day: CivilDay) -> Int {
        let (old, new) = (first.components, day.components)
        return (new.year - old.year) * 12 + new.month - old.month
    }

    /// Whether the day so many months after another is over.
    private func isOver(_ months: Int, since day: CivilDay) -> Bool { day.adding(months: months) < today }

    private mutating func add(size: Int, _ day: CivilDay) {
        var cohort = byMonth.removeValue(forKey: Self.month(of: day)) ?? Cohort(month: Self.month(of: day))
        cohort.size += size
        for count in 1...months where isOver(count, since: day) {
            while cohort.eligible.count < count {
                cohort.eligible.append(0)
                cohort.retained.append(0)
            }
            cohort.eligible[count - 1] += size
        }
        byMonth[cohort.month] = cohort
    }

    private mutating func add(retained: Int, _ day: CivilDay, months count: Int) {
        guard count <= months, isOver(count, since: day) else { return }
        byMonth[Self.month(of: day)]?.retained[count - 1] += retained
    }
}
