// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// Keeps the totals of charts where there are too many purchases to read while a person waits.
///
/// The first computation reads all purchases, in pages. After that, a round reads only the purchases about which facts were
/// recorded since, and adds the difference between what they added before and what they add now.
struct ChartTotalsFeature: Sendable {
    let apps: Apps
    let catalog: CatalogCache
    let clock: @Sendable () -> Date
    let owner: String
    let release: ServerRelease
    let sales: SalesReaders
    let database: any Database

    var backgroundJobs: [BackgroundJob] {
        [BackgroundJob(name: "charts", interval: .seconds(60)) { [self] in try await update() }]
    }

    /// The number of purchases from which on totals are stored: with fewer, every page computes its figures itself.
    private static let minimumPurchases = 250

    /// How many facts a round reads at once, and how many series one transaction stores.
    private static let (factsOfPage, seriesOfCommit) = (2000, 100)
    /// How many customers are read at once.
    private static let customersOfPage = 5000
    /// How long, in seconds, another server waits for one that computes the totals and says nothing.
    private static let patience: TimeInterval = 600
    /// Another form of the totals has another number.
    private static let form = 6

    /// Brings the totals of every app and environment up to date.
    func update() async throws {
        for scope in try await database.read({ try $0.scopes() }) where apps[scope.bundleID] != nil {
            if try await database.read({ try $0.hasLineages(in: scope, atMost: Self.minimumPurchases) }) { continue }
            try await update(scope)
        }
    }

    /// Brings the totals of an app and environment up to date; computes them from the beginning where the rules changed.
    ///
    /// What is recorded meanwhile waits for the next round: a round that followed it would take a few facts at a time, each
    /// time at the price of a page, and would not end while anything is sold.
    func update(_ scope: AppScope) async throws {
        let rules = try await rulesDigest(of: scope.bundleID)
        let now = clock()
        guard let end = try await database.read({ try $0.stableFactNumber(now: now) }) else { return }
        while !Task.isCancelled {
            let state = try await database.read { try $0.chartTotalsState(of: scope) }
            guard let state, state.rules == rules else {
                guard try await rebuild(scope) else { return }
                continue
            }
            guard state.last < end else { return }
            try await advance(scope, from: state, through: end)
        }
    }

    // MARK: From the beginning

    /// Computes the totals of all purchases again and shows them instead of the stored ones.
    ///
    /// - Returns: Whether they were stored; not where another server is computing them.
    @discardableResult
    func rebuild(_ scope: AppScope) async throws -> Bool {
        let now = clock()
        guard let last = try await database.read({ try $0.stableFactNumber(now: now) }),
            try await lease(scope, from: last)
        else { return false }
        let rules = try await rulesDigest(of: scope.bundleID)
        let before = try await database.read { try $0.chartTotalsState(of: scope) }
        let generation = (before?.generation ?? 0) + 1
        var computation = try await computation(of: scope, through: last) { [self] in
            guard try await lease(scope) else { throw CancellationError() }
        }
        try await database.write { try $0.removeChartTotals(in: scope, except: before?.generation ?? 0) }
        var rest = computation.totals.series.map { (key: $0.key, sums: $0.value) }[...]
        computation.totals = ChartTotals()
        while !rest.isEmpty {
            try Task.checkCancellation()
            let some = Array(rest.prefix(Self.seriesOfCommit))
            rest = rest.dropFirst(some.count)
            try await database.write { try $0.insert(some, in: scope, generation) }
        }
        let state = ChartTotalsState(generation: generation, rules: rules, last: last, computed: now)
        let computed = computation
        try await database.write { writer in
            let stored = try writer.chartTotalsState(of: scope)
            guard stored?.generation == before?.generation, stored?.last == before?.last else {
                throw DatabaseError(code: .conflict, message: "another server stored the totals of charts")
            }
            var rest = computed
            try writer.add(rest.applyRenames(try writer.chartRenames(in: scope)), in: scope, generation)
            try writer.upsert(state, as: scope.description, in: ChartTotalsState.records, now: now)
            try writer.removeChartTotals(in: scope, except: generation)
            try writer.removeRecord(scope.description, in: ChartTotalsBuild.records)
            try writer.removeRecords(in: ChartRename.records[scope.description], before: NumberedName(.max))
        }
        return true
    }

    /// The totals of all purchases by the facts up to one of them; memory grows with the days and with the payers.
    ///
    /// - Parameters:
    ///   - scope: The app and environment.
    ///   - last: The number of the last fact that counts.
    ///   - progress: Called after each 10,000 purchases.
    /// - Returns: The totals, with what renames of customers change in them.
    /// - Throws: `DatabaseError`, or what `progress` throws.
    func computation(
        of scope: AppScope,
        through last: Int64,
        progress: () async throws -> Void = {}
    ) async throws -> ChartComputation {
        let terms = apps.saleTerms(of: scope.bundleID)
        let reader = try await sales.salesReader(of: scope)
        var computation = ChartComputation()
        var place: OriginalTransactionID?
        repeat {
            place = try await reader.forEachStoredLineage(after: place, atMost: 10_000) { lineage, stored in
                let facts = stored.filter { $0.id <= last }.map(\.fact)
                guard !facts.isEmpty else { return }
                let life = LineageChartInput(of: facts, lineage: lineage, scope: scope, catalog: reader.catalog)
                computation.totals.add(life, terms: terms)
                computation.payments.add(life)
            }
            try await progress()
        } while place != nil
        // To count a million payers takes a minute, for which no database holds a transaction open.
        computation.addPayers(renamed: try await database.read { try $0.chartRenames(in: scope) })
        try await progress()
        let purchases = computation
        // At one moment of the database: a customer who is renamed meanwhile counts once.
        computation = try await database.read { reader in
            var computation = purchases
            computation.renamePayers(try reader.chartRenames(in: scope))
            var customer: CustomerID?
            repeat {
                let page = try reader.firstInstants(
                    in: scope,
                    through: last,
                    after: customer,
                    limit: Self.customersOfPage
                )
                for (customer, instant) in page { computation.addCustomer(customer, knownSince: instant) }
                customer = page.count == Self.customersOfPage ? page.last?.customer : nil
            } while customer != nil
            return computation
        }
        try await progress()
        return computation
    }

    /// The measures whose stored totals are not those that the same facts give; empty where the rules changed since, for then
    /// all are about to be computed again.
    func wrongMeasures(in scope: AppScope) async throws -> [ChartMeasure] {
        let rules = try await rulesDigest(of: scope.bundleID)
        let found = try await database.read { reader -> (state: ChartTotalsState, totals: ChartTotals)? in
            guard let state = try reader.chartTotalsState(of: scope), state.rules == rules else { return nil }
            return (state, try reader.chartTotals(in: scope, state.generation))
        }
        guard let (state, stored) = found else { return [] }
        let computed = try await computation(of: scope, through: state.last).totals
        let keys = Set(stored.series.keys).union(computed.series.keys)
        return Set(keys.filter { stored.series[$0] != computed.series[$0] }.map(\.measure)).sorted()
    }

    /// Whether this server may compute the totals now.
    ///
    /// - Parameters:
    ///   - scope: The app and environment.
    ///   - last: The last fact that counts, where a computation begins.
    /// - Returns: Whether it may.
    /// - Throws: `DatabaseError`.
    private func lease(_ scope: AppScope, from last: Int64? = nil) async throws -> Bool {
        let now = clock()
        return try await database.write { [owner] writer in
            let known = try writer.value(scope.description, in: ChartTotalsBuild.records)
            guard known.map({ $0.owner == owner || $0.until <= now }) ?? true else { return false }
            var build = ChartTotalsBuild(owner: owner, until: now.addingTimeInterval(Self.patience), last: last)
            if last == nil {
                (build.last, build.renames) = (known?.last, known?.renames)
            } else {
                try writer.removeRecords(in: ChartRename.records[scope.description], before: NumberedName(.max))
            }
            try writer.upsert(build, as: scope.description, in: ChartTotalsBuild.records, now: now)
            return true
        }
    }

    // MARK: By differences

    /// What some purchases changed.
    private struct Change: Sendable {
        var totals = ChartTotals()
        var last: Int64
    }

    /// Adds what the next facts up to one of them change.
    private func advance(_ scope: AppScope, from state: ChartTotalsState, through end: Int64) async throws {
        let terms = apps.saleTerms(of: scope.bundleID)
        let now = clock()
        let rules = try await catalog.current(of: scope.bundleID, now: now).rules
        let change = try await database.read { reader in
            let page = try reader.changedLineages(
                in: scope,
                after: state.last,
                through: end,
                limit: Self.factsOfPage
            )
            var change = Change(last: page.last)
            var payers: Set<String> = []
            let reading = ChartInputReader(reader: reader, scope: scope, catalog: rules)
            for lineage in page.lineages {
                let (before, after) = try reading.inputs(of: lineage, state.last, page.last)
                var (own, former) = (ChartTotals(), ChartTotals())
                if let after { own.add(after, terms: terms) }
                if let before { former.add(before, terms: terms) }
                change.totals.add(own)
                change.totals.subtract(former)
                payers.formUnion([before, after].compactMap { $0?.payer })
            }
            let named = try reader.customers(namedIn: scope, after: state.last, through: page.last).map(\.rawValue)
            for payer in payers.union(named) {
                let (before, after) = try reading.payments(of: payer, state.last, page.last)
                let known = try reading.firstDays(of: payer, state.last, page.last)
                guard before != after || known.before != known.after else { continue }
                var (old, new) = (ChartTotals(), ChartTotals())
                old.addPayer(of: before)
                new.addPayer(of: after)
                if let day = known.before { old.addCustomer(knownSince: day, before) }
                if let day = known.after { new.addCustomer(knownSince: day, after) }
                change.totals.subtract(old)
                change.totals.add(new)
            }
            return change
        }
        var next = state
        next.last = change.last
        next.computed = now
        let stored = next
        try await database.write { writer in
            // Another server was faster, or began again.
            guard try writer.chartTotalsState(of: scope) == state else { return }
            try writer.add(change.totals, in: scope, state.generation)
            try writer.upsert(stored, as: scope.description, in: ChartTotalsState.records, now: now)
        }
    }

    /// What the totals follow from besides the facts.
    private func rulesDigest(of app: BundleID) async throws -> String {
        let rules = try await catalog.current(of: app, now: clock()).rules
        let configuration = apps.configuration
        let spans = (apps[app]?.membership ?? .never).spans
        let texts = [
            String(Self.form), release.version, configuration.taxRates ?? "", configuration.commissionRates ?? "",
            "\(spans.map { [$0.from?.description, $0.until?.description] })",
        ]
        let parts =
            texts.map { Array($0.utf8) } + [
                Array(try ServiceJSON.encode(rules.products.sorted { $0.id < $1.id })),
                Array(try ServiceJSON.encode(rules.groups)),
            ]
        return Hexadecimal.encode(SHA256.digest(of: parts.flatMap { $0 + [0] }))
    }
}

extension DatabaseReader {
    /// The number of a fact below which no fact appears any more; `nil` while that is not known.
    ///
    /// Where writers overlap, it is the last fact that was counted: those of the last minutes wait for the next round.
    func stableFactNumber(now: Date) throws -> Int64? {
        guard dialect.numbersEvents else { return try newestFactNumber() }
        let counts = try storedFactCounts()
        let stable = now.addingTimeInterval(-FactCounts.stabilizationDelay)
        let next = try continuing(counts, receivedBefore: stable, limit: 1)
        return next.last == counts.last ? counts.last : nil
    }
}
