// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// Which facts and rules the stored summaries of customers follow from.
struct CustomerSummaryState: Codable, Hashable, Sendable {
    /// The digest of the rules by which they were computed.
    var rules: String
    /// The number of the last fact that is counted in.
    var last: Int64
    /// The last customer of the first computation; absent once it is done.
    var after: CustomerID?
    /// Whether every customer has a summary.
    var isComplete: Bool
    /// When they last changed.
    var computed: Date
    /// How often customers were renamed in facts since; absent for never.
    var renames: Int?

    /// The state of each app and environment.
    static let records = RecordStore<String, CustomerSummaryState>("customer-summaries")
}

/// Keeps what lists of customers are narrowed and sorted by.
///
/// The first computation visits all customers with purchases, and continues where it ended. After that, a round computes
/// the customers again about whose purchases facts were recorded since. What is stored follows from the facts up to one of
/// them, so a rebuild compares it.
struct CustomerSummaryFeature: Sendable {
    let apps: Apps
    let catalog: CatalogCache
    let clock: @Sendable () -> Date
    let release: ServerRelease
    let database: any Database

    var backgroundJobs: [BackgroundJob] {
        [BackgroundJob(name: "customer lists", interval: .seconds(60)) { [self] in try await update() }]
    }

    /// How many customers, and how many facts, one step reads.
    private static let (customersOfStep, factsOfStep) = (200, 500)
    /// How many facts are caught up with, and how many customers are summed up first, while a person waits.
    private static let waited = (facts: Int64(300), customers: 1000)
    /// Another form of the summaries has another number.
    private static let form = 1

    /// Brings the summaries of every app and environment up to date.
    func update() async throws {
        for scope in try await database.read({ try $0.scopes() }) where apps[scope.bundleID] != nil {
            try await update(scope)
        }
    }

    /// Brings the summaries of an app and environment up to date.
    ///
    /// What is recorded meanwhile waits for the next round: a round that followed it would take a few facts at a time and
    /// would not end while anything is sold.
    func update(_ scope: AppScope) async throws {
        let now = clock()
        guard let end = try await database.read({ try $0.stableFactNumber(now: now) }) else { return }
        let catalog = try await self.catalog.current(of: scope.bundleID, now: now).rules
        let round = Round(scope: scope, catalog: catalog, rules: try rulesDigest(of: scope.bundleID, catalog), end: end)
        while !Task.isCancelled, try await step(round) {}
    }

    /// What one round computes by, and up to which fact.
    private struct Round: Sendable {
        let scope: AppScope
        let catalog: Catalog
        /// The digest of the rules.
        let rules: String
        /// The number of the last fact that counts.
        let end: Int64
    }

    /// Brings the summaries up to date where that is quick, for someone who waits.
    ///
    /// - Returns: The state; `nil` before the first step.
    func refreshed(_ scope: AppScope) async throws -> CustomerSummaryState? {
        let (state, newest, isSmall) = try await database.read { reader in
            (
                try reader.value(scope.description, in: CustomerSummaryState.records), try reader.newestFactNumber(),
                try reader.hasLineages(in: scope, atMost: Self.waited.customers)
            )
        }
        if isSmall || state.map({ $0.isComplete && newest - $0.last <= Self.waited.facts }) == true {
            try await update(scope)
        }
        return try await database.read { try $0.value(scope.description, in: CustomerSummaryState.records) }
    }

    /// Takes the next step.
    ///
    /// - Returns: Whether there may be more to do.
    private func step(_ round: Round) async throws -> Bool {
        let (scope, policy) = (round.scope, policy(of: round.scope.bundleID))
        let now = clock()
        let known = try await database.read { try $0.value(scope.description, in: CustomerSummaryState.records) }
        guard let state = known, state.rules == round.rules else {
            let (rules, last) = (round.rules, round.end)
            let first = CustomerSummaryState(rules: rules, last: last, after: nil, isComplete: false, computed: now)
            try await replace(known, by: first, [], in: scope)
            return true
        }
        guard !state.isComplete || state.last < round.end else { return false }
        var change = try await database.read { reader in
            let reading = CustomerSummaryReader(reader: reader, scope: scope, catalog: round.catalog, policy: policy)
            return state.isComplete
                ? try reading.changes(since: state, through: round.end, limit: Self.factsOfStep)
                : try reading.first(after: state, limit: Self.customersOfStep)
        }
        change.state.computed = now
        try await replace(state, by: change.state, change.summaries, in: scope)
        return true
    }

    /// What a step changes.
    fileprivate struct Change: Sendable {
        var state: CustomerSummaryState
        var summaries: [(customer: CustomerID, summary: CustomerSummary)] = []
    }

    /// Stores what a step computed, where no other server took the same step meanwhile.
    private func replace(
        _ before: CustomerSummaryState?,
        by after: CustomerSummaryState,
        _ summaries: [(customer: CustomerID, summary: CustomerSummary)],
        in scope: AppScope
    ) async throws {
        try await database.write { writer in
            let stored = try writer.value(scope.description, in: CustomerSummaryState.records)
            guard stored == before else { return }
            for (customer, summary) in summaries { try writer.store(summary, of: customer, in: scope) }
            try writer.upsert(after, as: scope.description, in: CustomerSummaryState.records, now: after.computed)
        }
    }

    // MARK: Comparing

    /// The customers whose stored summaries are not those that the same facts give.
    func wrongSummaries(of customers: [CustomerID], in scope: AppScope) async throws -> [CustomerID] {
        let catalog = try await self.catalog.current(of: scope.bundleID, now: clock()).rules
        let rules = try rulesDigest(of: scope.bundleID, catalog)
        let policy = policy(of: scope.bundleID)
        return try await database.read { reader in
            let state = try reader.value(scope.description, in: CustomerSummaryState.records)
            guard let state, state.rules == rules, state.isComplete else { return [] }
            let reading = CustomerSummaryReader(reader: reader, scope: scope, catalog: catalog, policy: policy)
            return try customers.filter { customer in
                try reader.customerSummary(of: customer, in: scope) != reading.summary(of: customer, state.last)
            }
        }
    }

    /// Stores the summaries of customers as the facts give them.
    func repair(_ customers: [CustomerID], in scope: AppScope) async throws {
        let catalog = try await self.catalog.current(of: scope.bundleID, now: clock()).rules
        let policy = policy(of: scope.bundleID)
        try await database.write { writer in
            guard let state = try writer.value(scope.description, in: CustomerSummaryState.records) else { return }
            let reading = CustomerSummaryReader(reader: writer, scope: scope, catalog: catalog, policy: policy)
            for customer in customers {
                try writer.store(reading.summary(of: customer, state.last), of: customer, in: scope)
            }
        }
    }

    private func policy(of app: BundleID) -> CommercePolicy {
        apps[app]?.policy ?? .standard
    }

    /// What the summaries follow from besides the facts.
    private func rulesDigest(of app: BundleID, _ rules: Catalog) throws -> String {
        let policy = policy(of: app)
        let restore = "\(policy.restore.rawValue) \(policy.renewalLeewayMilliseconds)"
        let parts =
            [Array("\(Self.form) \(release.version) \(restore)".utf8)] + [
                Array(try ServiceJSON.encode(rules.products.sorted { $0.id < $1.id })),
                Array(try ServiceJSON.encode(rules.groups)),
            ]
        return Hexadecimal.encode(SHA256.digest(of: parts.flatMap { $0 + [0] }))
    }
}

/// Sums up customers from their facts up to one of them.
private struct CustomerSummaryReader {
    let reader: any DatabaseReader
    let scope: AppScope
    let catalog: Catalog
    let policy: CommercePolicy

    /// The customer's summary; an empty one of a customer who was erased.
    func summary(of customer: CustomerID, _ last: Int64) throws -> CustomerSummary {
        guard let stored = try reader.customers([customer]).first, stored.erasedDate == nil else {
            return CustomerSummary()
        }
        let lives = try reader.lineages(naming: customer, in: scope).compactMap { lineage -> LineageChartInput? in
            let facts = try facts(of: lineage, last)
            let owners = CustomerSummary.owners(of: lineage, facts, under: policy)
            guard owners.contains(customer) else { return nil }
            return LineageChartInput(of: facts, lineage: lineage, scope: scope, catalog: catalog)
        }
        return CustomerSummary(of: lives)
    }

    /// The next customers of the first computation.
    func first(
        after state: CustomerSummaryState,
        limit: Int
    ) throws -> CustomerSummaryFeature.Change {
        let page = try reader.buyers(in: scope, after: state.after, limit: limit)
        var change = CustomerSummaryFeature.Change(state: state)
        change.summaries = try page.map { ($0, try summary(of: $0, state.last)) }
        change.state.after = page.last
        change.state.isComplete = page.count < limit
        return change
    }

    /// The customers about whose purchases the next facts up to one of them are.
    func changes(
        since state: CustomerSummaryState,
        through end: Int64,
        limit: Int
    ) throws -> CustomerSummaryFeature.Change {
        let page = try reader.changedLineages(in: scope, after: state.last, through: end, limit: limit)
        var customers = Set(try reader.customers(namedIn: scope, after: state.last, through: page.last))
        for lineage in page.lineages {
            // Whoever owned it before is among those whom its facts name.
            for fact in try facts(of: lineage, page.last) {
                if case .command(let command) = fact.content, let customer = command.customer {
                    customers.insert(customer)
                }
            }
        }
        var change = CustomerSummaryFeature.Change(state: state)
        change.state.last = page.last
        change.summaries = try customers.sorted().map { ($0, try summary(of: $0, page.last)) }
        return change
    }

    private func facts(of lineage: OriginalTransactionID, _ last: Int64) throws -> [Fact] {
        try reader.facts(of: lineage, in: scope).filter { $0.id <= last }.map(\.fact)
    }
}
