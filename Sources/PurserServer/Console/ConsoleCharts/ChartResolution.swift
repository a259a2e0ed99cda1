// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce

/// How long the buckets of a chart's axis are.
enum ChartResolution: String, Sendable, CaseIterable {
    case day, week, month
    /// A month of Apple's fiscal year.
    case fiscal
    case quarter, year

    /// The first day of the bucket that holds a day; weeks begin on Monday.
    func start(of day: CivilDay) -> CivilDay {
        let parts = day.components
        switch self {
        case .day: return day
        // Days are counted from a Thursday on.
        case .week: return day.adding(days: -(((day.daysSince1970 + 3) % 7 + 7) % 7))
        case .month: return day.adding(days: 1 - parts.day)
        case .fiscal: return FiscalMonth(containing: day).firstDay
        case .quarter: return CivilDay(year: parts.year, month: (parts.month - 1) / 3 * 3 + 1, day: 1) ?? day
        case .year: return CivilDay(year: parts.year, month: 1, day: 1) ?? day
        }
    }

    /// The day that so many buckets come after a day; at the end of a month it stays in that month.
    func adding(_ count: Int, to day: CivilDay) -> CivilDay {
        switch self {
        case .day: day.adding(days: count)
        case .week: day.adding(days: 7 * count)
        case .month: day.adding(months: count)
        case .fiscal: Self.moved(day, fiscalMonths: count)
        case .quarter: day.adding(months: 3 * count)
        case .year: day.adding(months: 12 * count)
        }
    }

    /// The day that is as far into a fiscal month so many months later; the last one of a shorter month.
    private static func moved(_ day: CivilDay, fiscalMonths count: Int) -> CivilDay {
        let own = FiscalMonth(containing: day)
        let offset = day.daysSince1970 - own.firstDay.daysSince1970
        let place = own.fiscalYear * 12 + own.number - 1 + count
        guard let month = FiscalMonth(fiscalYear: place / 12, number: place % 12 + 1) else { return day }
        return min(month.firstDay.adding(days: offset), month.lastDay)
    }
}

/// A piece of a chart's axis.
struct ChartBucket: Hashable, Sendable {
    var first: CivilDay
    var last: CivilDay
    /// Whether it is not over yet, so that no comparison with whole ones is fair.
    var isRunning = false
    var resolution: ChartResolution

    /// The label: a day, a month, a quarter, a year; weeks by their Monday.
    var label: String {
        let start = resolution.start(of: first)
        let parts = start.components
        switch resolution {
        case .day, .week: return start.description
        case .month: return String(start.description.prefix(7))
        case .fiscal: return FiscalMonth(containing: start).description
        case .quarter: return "\(parts.year) Q\((parts.month + 2) / 3)"
        case .year: return String(start.description.prefix(4))
        }
    }

    /// The bucket of a day, by halves.
    static func index(of day: CivilDay, in buckets: [ChartBucket]) -> Int? {
        var (low, high) = (0, buckets.count)
        while low < high {
            let middle = (low + high) / 2
            if buckets[middle].last < day { low = middle + 1 } else { high = middle }
        }
        return low < buckets.count && buckets[low].first <= day ? low : nil
    }

    /// Every bucket of some days, without a gap; the first and last may be cut.
    static func all(of days: ClosedRange<CivilDay>, by resolution: ChartResolution, today: CivilDay) -> [ChartBucket] {
        var buckets: [ChartBucket] = []
        var start = resolution.start(of: days.lowerBound)
        while start <= days.upperBound {
            let next = resolution.adding(1, to: start)
            let end = next.adding(days: -1)
            buckets.append(
                ChartBucket(
                    first: max(start, days.lowerBound),
                    last: min(end, days.upperBound),
                    isRunning: end >= today,
                    resolution: resolution
                )
            )
            start = next
        }
        return buckets
    }
}
