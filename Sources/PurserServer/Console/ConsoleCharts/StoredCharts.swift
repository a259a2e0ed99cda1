// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// Answers charts from the stored totals, however many purchases there are.
struct StoredCharts: Sendable {
    let cache: ChartTotalsCache
    let database: any Database

    typealias Series = ChartTotalsCache.Series

    /// The stored totals of an app and environment; `nil` before they were computed for the first time.
    private func state(in scope: AppScope) async throws -> ChartTotalsState? {
        try await database.read { try $0.chartTotalsState(of: scope) }
    }

    /// The series of some measures, each in the order of its days.
    private func series(
        of measures: Set<ChartMeasure>,
        in scope: AppScope,
        _ state: ChartTotalsState
    ) async throws -> [Series] {
        var found: [Series] = []
        var missing: [ChartMeasure] = []
        for measure in measures {
            if let known = cache.series(of: measure, in: scope, state) {
                found += known
            } else {
                missing.append(measure)
            }
        }
        guard !missing.isEmpty else { return found }
        let wanted = missing
        let read = try await database.read { reader in
            var read: [ChartMeasure: [Series]] = [:]
            for measure in wanted {
                var series: [Series] = []
                try reader.forEachChartSeries(in: scope, state.generation, of: measure) { key, bytes in
                    if series.last?.key != key { series.append(Series(key: key, sums: [])) }
                    let last = series.count - 1
                    let isWhole = ChartSums.forEach(in: bytes) { series[last].sums.append((place: $0, sum: $1)) }
                    guard isWhole else { throw ServiceProblem(.overloaded, "The stored charts are damaged.") }
                }
                read[measure] = series
            }
            return read
        }
        cache.store(read, in: scope, state)
        return found + read.values.joined()
    }

    /// The figures of some days; `nil` before the totals were computed.
    func cells(
        of days: ClosedRange<CivilDay>,
        _ measures: Set<ChartMeasure>,
        in scope: AppScope
    ) async throws -> ChartCells? {
        guard let state = try await state(in: scope) else { return nil }
        let series = try await series(of: measures, in: scope, state)
        let range = days.lowerBound.daysSince1970...days.upperBound.daysSince1970
        let cells = series.compactMap { one -> ChartCells.Series? in
            let cells =
                ChartEvidence.states.contains(one.key.measure) ? one.states(in: range) : one.flows(in: range)
            return cells.isEmpty ? nil : ChartCells.Series(key: one.key, cells: cells)
        }
        return ChartCells(days: days, series: cells, computed: state.computed)
    }

    /// The App Store's sales of some days by currency; `nil` before the totals were computed.
    func sales(of days: ClosedRange<CivilDay>, in scope: AppScope) async throws -> [ChartRow]? {
        let measures: Set<ChartMeasure> = [.revenue, .proceeds, .tax, .commission]
        guard let cells = try await cells(of: days, measures, in: scope) else { return nil }
        var sums: [ChartRow.Key: BoundedSum] = [:]
        for one in cells.series where one.key.store == .appStore {
            let key = ChartRow.Key(currency: one.key.currency, measure: one.key.measure)
            for cell in one.cells { sums[key, default: 0] += cell.value }
        }
        return sums.sorted { $0.key < $1.key }
            .map { ChartRow(key: $0.key, value: $0.value.value, isClamped: $0.value.isClamped) }
    }

    /// The parts that subscriptions began with, and that customers paid for; `nil` before the totals were computed.
    func parts(in scope: AppScope) async throws -> Set<ChartPart>? {
        guard let state = try await state(in: scope) else { return nil }
        let series = try await series(of: [.cohortSize, .payers], in: scope, state)
        return Set(series.map { ChartPart($0.key) }).subtracting([.all])
    }

    /// The parts by a dimension for which most customers paid in some days, the largest first.
    ///
    /// - Parameters:
    ///   - dimension: Product or storefront.
    ///   - days: The days.
    ///   - limit: How many parts.
    ///   - scope: The app and environment.
    /// - Returns: The parts; `nil` before the totals were computed.
    /// - Throws: `DatabaseError`.
    func topParts(
        by dimension: ChartRow.Dimension,
        of days: ClosedRange<CivilDay>,
        limit: Int,
        in scope: AppScope
    ) async throws -> [ChartPart]? {
        guard let state = try await state(in: scope) else { return nil }
        let range = days.lowerBound.daysSince1970...days.upperBound.daysSince1970
        let counts = try await series(of: [.payers], in: scope, state)
            .reduce(into: [ChartPart: Int64]()) { counts, one in
                let part = ChartPart(one.key)
                guard part.dimension == dimension, one.key.currency == nil else { return }
                for (place, sum) in one.sums
                where range.contains(Int(place.day)) && Int(place.detail) < range.lowerBound {
                    counts[part, default: 0] += sum.bounded.value
                }
            }
        return ChartSource.top(counts, limit)
    }

    /// The summaries of buckets, of each of some parts; `nil` before the totals were computed.
    func summaries(
        of buckets: [ChartBucket],
        _ parts: [ChartPart],
        in scope: AppScope,
        now: Date
    ) async throws -> [[ChartSummary]]? {
        var found: [[ChartSummary]] = []
        for part in parts {
            guard let own = try await summaries(of: buckets, part, in: scope, now: now) else { return nil }
            found.append(own)
        }
        return found
    }

    private func summaries(
        of buckets: [ChartBucket],
        _ part: ChartPart,
        in scope: AppScope,
        now: Date
    ) async throws -> [ChartSummary]? {
        guard let state = try await state(in: scope) else { return nil }
        let measures: Set<ChartMeasure> = [
            .payers, .payments, .refunds, .revenue, .trialsEnded, .trialsConverted,
        ]
        // A catalog may have thousands of products, each with payers of its own.
        let series = try await series(of: measures, in: scope, state)
            .filter { $0.key.measure != .payers || ChartPart($0.key) == part }
        let today = ReportingZone.pacific.day(of: now).daysSince1970
        var summaries = buckets.map { ChartSummary(days: $0.first...$0.last, of: part, asOf: now) }
        guard let first = buckets.first?.first.daysSince1970, let last = buckets.last?.last.daysSince1970,
            first <= last
        else { return summaries }
        var places = [Int?](repeating: nil, count: last - first + 1)
        for (index, bucket) in buckets.enumerated() {
            for day in bucket.first.daysSince1970...bucket.last.daysSince1970 { places[day - first] = index }
        }
        var lifetime = ChartSummary(days: buckets[0].first...buckets[0].last, of: part, asOf: now)
        for one in series {
            for (place, sum) in one.sums where place.day <= today {
                lifetime.addLifetime(one.key, place, sum)
                let day = Int(place.day) - first
                guard places.indices.contains(day), let index = places[day] else { continue }
                summaries[index].add(one.key, place, sum)
            }
        }
        for index in summaries.indices { summaries[index].setLifetime(lifetime) }
        return summaries
    }

    /// What customers paid in their first days; `nil` before the totals were computed.
    func customerValues(
        of part: ChartPart,
        in scope: AppScope,
        now: Date
    ) async throws -> [CustomerValueCharts.Value]? {
        guard let state = try await state(in: scope) else { return nil }
        var values = CustomerValueCharts(of: part, asOf: now)
        for one in try await series(of: CustomerValueCharts.measures, in: scope, state) {
            for (place, sum) in one.sums { values.add(one.key, place, sum) }
        }
        return values.values
    }

    /// The customers since when each is known; `nil` before the totals were computed.
    func customers(in scope: AppScope, now: Date) async throws -> CustomerCharts? {
        guard let state = try await state(in: scope) else { return nil }
        var customers = CustomerCharts(asOf: now)
        for one in try await series(of: CustomerCharts.measures, in: scope, state) {
            for (place, sum) in one.sums { customers.add(one.key, place, sum) }
        }
        return customers
    }

    /// The cohorts; `nil` before the totals were computed.
    func cohorts(
        months: Int,
        of part: ChartPart,
        in scope: AppScope,
        now: Date
    ) async throws -> [CohortCharts.Cohort]? {
        guard let state = try await state(in: scope) else { return nil }
        let series = try await series(of: CohortCharts.measures, in: scope, state)
        var cohorts = CohortCharts(months: months, of: part, asOf: now)
        // The others count only where their cohort is.
        let (sizes, others) = (
            series.filter { $0.key.measure == .cohortSize }, series.filter { $0.key.measure != .cohortSize }
        )
        for one in sizes + others {
            for (place, sum) in one.sums { cohorts.add(one.key, place, sum) }
        }
        return cohorts.cohorts
    }
}

extension ChartTotalsCache.Series {
    /// What happened on each day of a range.
    fileprivate func flows(in days: ClosedRange<Int>) -> [ChartCells.Cell] {
        sums.compactMap { place, sum in
            days.contains(Int(place.day)) ? ChartCells.Cell(day: Int(place.day), value: sum.bounded) : nil
        }
    }

    /// The state at the end of each day of a range: the sum of all changes until then.
    fileprivate func states(in days: ClosedRange<Int>) -> [ChartCells.Cell] {
        var cells: [ChartCells.Cell] = []
        var state = ExactSum()
        var next = sums.startIndex
        for day in days {
            while next < sums.endIndex, Int(sums[next].place.day) <= day {
                state += sums[next].sum
                next += 1
            }
            if !state.isZero { cells.append(ChartCells.Cell(day: day, value: state.bounded)) }
        }
        return cells
    }
}
