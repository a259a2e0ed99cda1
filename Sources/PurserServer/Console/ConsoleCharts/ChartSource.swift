// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce
import Console
import FoundationEssentials
import HTTPService
import Persistence

/// Computes the figures of charts: at once where that is quick, beside the requests where it is not.
struct ChartSource: Sendable {
    let cache: ChartCellCache
    let stored: StoredCharts
    let pages: ConsoleFrame
    let sales: SalesReaders
    let database: any Database
    let work: ConsoleWork

    /// How many purchases times days are computed while a person waits.
    @TaskLocal static var maximumAtOnce = 600_000
    /// How many purchases are read while a person waits, and how many for the parts of one number.
    static let maximumPurchases = (figures: 1000, evidence: 5000)
    /// How old figures may be that are computed at once, whatever did not change, and that are computed beside.
    static let lifetime: (atOnce: TimeInterval, beside: TimeInterval) = (60, 3600)

    /// The figures of some days, as fresh as they can be had; the work that computes them where that takes long.
    ///
    /// With too many purchases for a page, they come from the stored totals; only before these exist, a job computes them.
    func cells(
        of days: ClosedRange<CivilDay>,
        _ measures: Set<ChartMeasure>,
        in scope: AppScope,
        _ call: ConsoleRequest
    ) async throws -> (cells: ChartCells?, job: JobSummary?) {
        let key = ChartCellCache.Key(scope: scope, days: days)
        let length = days.upperBound.daysSince1970 - days.lowerBound.daysSince1970 + 1
        let limit = Self.limit(times: length)
        let (isQuick, fact) = try await database.read {
            (try $0.hasLineages(in: scope, atMost: limit), try $0.newestFactNumber())
        }
        let moment = pages.sessionClock()
        let known = cache.entry(key)
        if isQuick {
            if let known, known.fact == fact, moment.timeIntervalSince(known.stored) < Self.lifetime.atOnce {
                return (known.cells, nil)
            }
            let cells = try await compute(days, in: scope, within: call.tolerance, now: call.now)
            cache.store(ChartCellCache.Entry(cells: cells, fact: fact, stored: moment), key)
            return (cells, nil)
        }
        if let cells = try await stored.cells(of: days, measures, in: scope) { return (cells, nil) }
        let running = try await work.jobs(.charts, scope).running
        if running == nil, known.map({ moment.timeIntervalSince($0.stored) > Self.lifetime.beside }) ?? true {
            return (known?.cells, try await start(key, fact: fact, call))
        }
        return (known?.cells, running)
    }

    /// Whether all purchases can be read while a page waits, where each is looked at so many times.
    func isQuick(_ scope: AppScope, times: Int, atMost purchases: Int = maximumPurchases.figures) async throws -> Bool {
        let limit = Self.limit(times: times, atMost: purchases)
        return try await database.read { try $0.hasLineages(in: scope, atMost: limit) }
    }

    /// How many purchases are read while a page waits, where each is looked at so many times.
    static func limit(times: Int, atMost purchases: Int = maximumPurchases.figures) -> Int {
        min(maximumAtOnce / max(1, times), purchases)
    }

    private func start(
        _ key: ChartCellCache.Key,
        fact: Int64,
        _ call: ConsoleRequest
    ) async throws -> JobSummary? {
        let (actor, now) = (try call.signedIn.actor, call.now)
        // Somebody else may begin it at the same moment; then theirs is shown.
        let job = try? await work.begin(.charts, key.scope, actor: actor) { [self] meter in
            meter.expect(try await database.read { try $0.lineageCount(in: key.scope) })
            let cells = try await compute(key.days, in: key.scope, within: ReadStaleness(), now: now)
            cache.store(ChartCellCache.Entry(cells: cells, fact: fact, stored: pages.sessionClock()), key)
            return (nil, nil)
        }
        return job.map(work.summary)
    }

    private func compute(
        _ days: ClosedRange<CivilDay>,
        in scope: AppScope,
        within tolerance: ReadStaleness,
        now: Date
    ) async throws -> ChartCells {
        var charts = sales.charts(of: days, by: [.day, .product, .storefront, .offer, .store], app: scope.bundleID)
        try await sales.forEachLife(in: scope, within: tolerance) { charts.add($0) }
        return ChartCells(days: days, rows: charts.rows, computed: now)
    }

    /// The summaries of buckets, of each of some parts; nothing where there are too many purchases for a page and no stored
    /// totals yet.
    func summaries(
        of buckets: [ChartBucket],
        _ parts: [ChartPart] = [.all],
        in scope: AppScope,
        _ call: ConsoleRequest
    ) async throws -> [[ChartSummary]]? {
        guard try await isQuick(scope, times: buckets.count) else {
            return try await stored.summaries(of: buckets, parts, in: scope, now: call.now)
        }
        var summaries = parts.map { part in
            buckets.map { ChartSummary(days: $0.first...$0.last, of: part, asOf: call.now) }
        }
        try await sales.forEachLife(in: scope, within: call.tolerance) { life in
            for part in summaries.indices {
                for index in summaries[part].indices { summaries[part][index].add(life) }
            }
        }
        return summaries
    }

    /// The products, storefronts and offers that charts of customers and cohorts can be narrowed to; nothing where there are too
    /// many purchases for a page and no stored totals yet.
    func parts(in scope: AppScope, _ call: ConsoleRequest) async throws -> Set<ChartPart>? {
        guard try await isQuick(scope, times: 1) else { return try await stored.parts(in: scope) }
        var parts: Set<ChartPart> = []
        try await sales.forEachLife(in: scope, within: call.tolerance) { parts.formUnion($0.chartParts) }
        return parts
    }

    /// The parts by product or storefront for which most customers paid in some days, the largest first; nothing where there
    /// are too many purchases for a page and no stored totals yet.
    func topParts(
        by dimension: ChartRow.Dimension,
        of days: ClosedRange<CivilDay>,
        limit: Int,
        in scope: AppScope,
        _ call: ConsoleRequest
    ) async throws -> [ChartPart]? {
        guard try await isQuick(scope, times: 1) else {
            return try await stored.topParts(by: dimension, of: days, limit: limit, in: scope)
        }
        var payers: [ChartPart: Set<String>] = [:]
        try await sales.forEachLife(in: scope, within: call.tolerance) { life in
            for part in life.paidParts(on: days) where part.dimension == dimension {
                payers[part, default: []].insert(life.payer)
            }
        }
        return Self.top(payers.mapValues { Int64($0.count) }, limit)
    }

    /// The largest parts first; of equal ones, the first by name.
    static func top(_ counts: [ChartPart: Int64], _ limit: Int) -> [ChartPart] {
        counts.filter { $0.value > 0 }.sorted { (-$0.value, $0.key.name) < (-$1.value, $1.key.name) }
            .prefix(limit).map(\.key)
    }

    /// What customers paid in their first days; nothing where there are too many purchases for a page and no stored totals
    /// yet.
    func customerValues(
        of part: ChartPart,
        in scope: AppScope,
        _ call: ConsoleRequest
    ) async throws -> [CustomerValueCharts.Value]? {
        guard try await isQuick(scope, times: 1) else {
            return try await stored.customerValues(of: part, in: scope, now: call.now)
        }
        var values = CustomerValueCharts(of: part, asOf: call.now)
        try await sales.forEachLife(in: scope, within: call.tolerance) { values.add($0) }
        return values.values
    }

    /// The customers since when each is known; nothing where there are too many purchases for a page and no stored totals yet.
    func customers(in scope: AppScope, _ call: ConsoleRequest) async throws -> CustomerCharts? {
        guard try await isQuick(scope, times: 1) else {
            return try await stored.customers(in: scope, now: call.now)
        }
        return try await sales.customerCharts(in: scope, within: call.tolerance, now: call.now)
    }

    /// How long subscribers stay; nothing where there are too many purchases for a page and no stored totals yet.
    func cohorts(
        months: Int,
        of part: ChartPart,
        in scope: AppScope,
        _ call: ConsoleRequest
    ) async throws -> [CohortCharts.Cohort]? {
        guard try await isQuick(scope, times: months) else {
            return try await stored.cohorts(months: months, of: part, in: scope, now: call.now)
        }
        var cohorts = CohortCharts(months: months, of: part, asOf: call.now)
        try await sales.forEachLife(in: scope, within: call.tolerance) { cohorts.add($0) }
        return cohorts.cohorts
    }
}
