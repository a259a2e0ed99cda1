// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// What a rebuild compared, and where what is stored differs from what the facts and commands give.
package struct RebuildReport: Codable, Hashable, Sendable, SchemaDescribed {
    /// One difference.
    package struct Difference: Codable, Hashable, Sendable {
        /// `entitlement`, `purchase`, `claim`, `order`, `delivery`, `credit`, `seat`, `search`, `summary`, `visits`, `charts`, `balance` or
        /// `books`.
        package var what: String
        /// The customer, purchase, order or transaction.
        package var name: String
        package var message: String
        /// What is stored; absent when nothing is.
        package var stored: String?
        /// What the facts and commands give; absent when they give nothing.
        package var computed: String?

        private enum CodingKeys: String, CodingKey {
            case name, message, stored, computed
            case what = "kind"
        }
    }

    package var purchases = 0
    package var customers = 0
    package var orders = 0
    package var differences: [Difference] = []
    /// How many differences were fixed; the rest is in ``differences``.
    package var repaired: Int?
    /// Where the next page begins; absent on the last.
    package var next: String?
    /// How many purchases there are in all; on pages only.
    package var total: Int?

    package init() {}

    private enum CodingKeys: String, CodingKey {
        case purchases, customers, orders, differences, repaired, total
        case next = "nextCursor"
    }

    static let schema = Schema.object(
        [
            "purchases": .integer, "customers": .integer, "orders": .integer,
            "differences": .array(
                of: .object(
                    ["kind": .string, "name": .string, "message": .string],
                    optional: [
                        "stored": .string.described("The stored value; absent without one."),
                        "computed": .string.described(
                            "The computed value; absent without one."
                        ),
                    ]
                )
            ),
        ],
        optional: [
            "repaired": .integer.described("The number of repaired differences. The others are listed."),
            "nextCursor": .string.described("The cursor of the next page; absent on the last page."),
            "total": .integer.described("The number of purchases in the database; present on pages."),
        ]
    )

    /// Adds what another page found.
    package mutating func add(_ other: RebuildReport) {
        purchases += other.purchases
        customers += other.customers
        orders += other.orders
        differences += other.differences
        if let more = other.repaired { repaired = (repaired ?? 0) + more }
    }

    mutating func add(_ what: String, _ name: String, _ message: String) {
        differences.append(Difference(what: what, name: name, message: message))
    }

    /// Adds a difference of one property.
    mutating func compare(_ what: String, _ name: String, _ property: String, _ stored: String?, _ computed: String?) {
        guard stored != computed else { return }
        let message: String
        switch (stored, computed) {
        case (let stored?, let computed?):
            message = "\(property): stored is \(stored), the facts give \(computed)"
        case (let stored?, nil): message = "\(property): stored is \(stored), the facts give none"
        case (nil, let computed): message = "\(property): none is stored, the facts give \(computed ?? "none")"
        }
        differences.append(
            Difference(what: what, name: name, message: message, stored: stored, computed: computed)
        )
    }
}

/// Where a rebuild that continues page by page stands.
enum RebuildCursor: Hashable, Sendable {
    case purchases(after: OriginalTransactionID?)
    case customers(after: CustomerID?)
    case balances

    init?(_ text: String) {
        let name = text.dropFirst(2)
        switch text.prefix(2) {
        case "p:": self = .purchases(after: name.isEmpty ? nil : OriginalTransactionID(rawValue: String(name)))
        case "c:": self = .customers(after: name.isEmpty ? nil : CustomerID(rawValue: String(name)))
        case "b:": self = .balances
        default: return nil
        }
    }

    var text: String {
        switch self {
        case .purchases(let last): "p:" + (last?.rawValue ?? "")
        case .customers(let last): "c:" + (last?.rawValue ?? "")
        case .balances: "b:"
        }
    }
}

/// Recomputes everything from the facts and compares it with what is stored.
struct Rebuilder: Sendable {
    let catalog: CatalogCache
    let charts: ChartTotalsFeature
    let clock: @Sendable () -> Date
    let pipeline: IntakePipeline
    let summaries: CustomerSummaryFeature
    let database: any Database
    /// What the rebuild in progress read; it continues page by page, each in a request of its own.
    let replayCache = ReplayCache()

    /// Derives everything of a scope again from its facts, page by page, and compares it with what is stored.
    func rebuild(_ scope: AppScope, app: AppConfiguration, repairs: Bool = false) async throws -> RebuildReport {
        var report = RebuildReport()
        var place: RebuildCursor? = .purchases(after: nil)
        while let current = place {
            try Task.checkCancellation()
            let before = report.purchases
            place = try await rebuild(scope, app: app, at: current, limit: 200, repairs: repairs, &report)
            ProgressReporter.current?.add(report.purchases - before)
        }
        return report
    }

    /// One page of a rebuild.
    ///
    /// - Returns: Where the next page begins, or nothing after the last.
    func rebuild(
        _ scope: AppScope,
        app: AppConfiguration,
        at place: RebuildCursor,
        limit: Int,
        repairs: Bool,
        _ report: inout RebuildReport
    ) async throws -> RebuildCursor? {
        let catalog = try await self.catalog.current(of: app.bundleID, now: clock())
        let rules = try await database.read { try $0.rulesHistory(of: app, catalog) }
        if place == .purchases(after: nil) { replayCache.removeAll() }
        switch place {
        case .purchases(let last):
            let page = try await database.read { try $0.lineages(in: scope, after: last, limit: limit) }
            for lineage in page {
                let key = LineageKey(scope: scope, lineage: lineage)
                try await compare(key, rules, repairs: repairs, &report)
            }
            guard page.count < limit else { return .purchases(after: page.last) }
            replayCache.removeAll()
            return .customers(after: nil)
        case .customers(let last):
            let page = try await database.read { try $0.customers(after: last, limit: limit) }
            for customer in page {
                try await compareCustomer(customer, scope, rules, repairs: repairs, &report)
            }
            try await compareSearch(of: page, repairs: repairs, &report)
            try await compareSummaries(of: page, in: scope, repairs: repairs, &report)
            return page.count == limit ? .customers(after: page.last) : .balances
        case .balances:
            for problem in try await database.read({ try $0.ledgerProblems() }) { report.add("ledger", "", problem) }
            try await compareCharts(scope, repairs: repairs, &report)
            try await compareVisits(scope, repairs: repairs, &report)
            return nil
        }
    }

    /// The stored totals of charts are those that the same facts give.
    private func compareCharts(_ scope: AppScope, repairs: Bool, _ report: inout RebuildReport) async throws {
        let wrong = try await charts.wrongMeasures(in: scope)
        guard repairs, !wrong.isEmpty, try await charts.rebuild(scope) else {
            for measure in wrong {
                report.add("charts", measure.rawValue, "the stored totals of charts are not those that the facts give")
            }
            return
        }
        report.repaired = (report.repaired ?? 0) + wrong.count
    }

    /// The summaries that lists of customers are narrowed by are those that the same facts give.
    private func compareSummaries(
        of page: [CustomerID],
        in scope: AppScope,
        repairs: Bool,
        _ report: inout RebuildReport
    ) async throws {
        let wrong = try await summaries.wrongSummaries(of: page, in: scope)
        guard repairs, !wrong.isEmpty else {
            for customer in wrong {
                report.add("summary", customer.rawValue, "the stored summary is not the one that the facts give")
            }
            return
        }
        try await summaries.repair(wrong, in: scope)
        report.repaired = (report.repaired ?? 0) + wrong.count
    }

    /// The numbers of customers by day are those of the days of each customer.
    private func compareVisits(_ scope: AppScope, repairs: Bool, _ report: inout RebuildReport) async throws {
        let wrong = try await database.read { reader -> ClosedRange<CivilDay>? in
            guard let first = try reader.firstCustomerDay(in: scope) else { return nil }
            let days = first...max(first, CivilDay(daysSince1970: 2_932_896))
            let (stored, counted) = (
                try reader.customerDayCounts(of: days, in: scope), try reader.countedCustomerDays(of: days, in: scope)
            )
            return stored == counted ? nil : days
        }
        guard let wrong else { return }
        guard repairs else {
            return report.add("visits", wrong.lowerBound.description, "the numbers of customers by day are wrong")
        }
        try await database.write { try $0.repairCustomerDayCounts(of: wrong, in: scope) }
        report.repaired = (report.repaired ?? 0) + 1
    }

    private func compare(
        _ key: LineageKey,
        _ rules: RulesHistory,
        repairs: Bool,
        _ report: inout RebuildReport
    ) async throws {
        let now = clock()
        let app = rules.app
        func found() async throws -> RebuildReport {
            try await database.read { [replayCache] reader in
                var found = RebuildReport()
                try reader.compare(key, rules, replayCache, now: now, &found)
                return found
            }
        }
        let wasCached = !replayCache.isEmpty
        var part = try await found()
        if wasCached, !part.differences.isEmpty {
            replayCache.removeAll()
            part = try await found()
        }
        if repairs, !part.differences.isEmpty {
            let before = part.differences.count
            try await restoreRows(of: key, rules)
            try await pipeline.reconsider(key, app: app, now: now)
            if part.differences.contains(where: { $0.what == "credit" }) { try await creditMissing(of: key, app: app) }
            replayCache.removeAll()
            part = try await found()
            part.repaired = max(0, before - part.differences.count)
        }
        report.add(part)
    }

    /// Stores the orders and deliveries of a purchase as the facts and commands give them.
    private func restoreRows(of key: LineageKey, _ rules: RulesHistory) async throws {
        let context = try await pipeline.context(app: rules.app, now: clock())
        try await database.write { writer in
            try FulfillmentSession(writer: writer, context: context).restore(writer.replay(key, rules))
        }
    }

    /// Books what a purchase's deliveries should have credited and did not.
    private func creditMissing(of key: LineageKey, app: AppConfiguration) async throws {
        let context = try await pipeline.context(app: app, now: clock())
        try await database.write { writer in
            try FulfillmentSession(writer: writer, context: context).creditMissing(of: key)
        }
    }

    /// A customer whom no search by a part of the identifier finds could not be helped.
    private func compareSearch(of page: [CustomerID], repairs: Bool, _ report: inout RebuildReport) async throws {
        func missing() async throws -> [CustomerID] {
            try await database.read { reader in try page.filter { try !reader.isSearchable($0) } }
        }
        var customers = try await missing()
        if repairs, !customers.isEmpty {
            let before = customers.count
            try await database.write { try $0.rebuildCustomerSearch() }
            customers = try await missing()
            report.repaired = (report.repaired ?? 0) + before - customers.count
        }
        for customer in customers {
            report.add("search", customer.rawValue, "a search by a part of the ID does not find the customer")
        }
    }

    private func compareCustomer(
        _ customer: CustomerID,
        _ scope: AppScope,
        _ rules: RulesHistory,
        repairs: Bool,
        _ report: inout RebuildReport
    ) async throws {
        let now = clock()
        let app = rules.app
        let (orders, part) = try await database.read { reader in
            var orders = RebuildReport()
            try reader.compareUnpaidOrders(of: customer, in: scope, rules, now: now, &orders)
            var part = RebuildReport()
            try reader.compareEntitlements(
                of: customer,
                in: scope,
                rules.catalog,
                rules.policy,
                app.reminders,
                now: now,
                &part
            )
            return (orders, part)
        }
        report.add(orders)
        guard repairs, !part.differences.isEmpty else { return report.add(part) }
        let context = try await pipeline.context(app: app, now: clock())
        try await database.write { writer in
            try writer.requireLocks([.customer(customer)])
            try writer.recountPurchases(of: customer, in: scope)
            try FulfillmentSession(writer: writer, context: context)
                .updateEntitlements(of: [customer], in: scope, .command())
        }
        report.customers += part.customers
        report.repaired = (report.repaired ?? 0) + part.differences.count
    }
}

extension DatabaseReader {
    /// Compares a customer's stored entitlements with what the facts say as of the same instant.
    fileprivate func compareEntitlements(
        of customer: CustomerID,
        in scope: AppScope,
        _ catalog: AppCatalog,
        _ policy: CommercePolicy,
        _ reminders: ReminderPolicy,
        now: Date,
        _ report: inout RebuildReport
    ) throws {
        for count in try wrongPurchaseCounts(of: customer, in: scope) {
            report.compare(
                "purchase",
                customer.rawValue,
                "the count '\(count.name)'",
                String(count.stored),
                String(count.computed)
            )
        }
        let rows = try entitlements(of: customer).filter { $0.scope == scope }
        let stored = try rows.map { try ServiceJSON.decode(CachedEntitlement.self, from: $0.body) }
        let then = stored.map(\.answer.asOf).max() ?? now
        let account = try account(
            of: customer,
            in: scope,
            catalog: catalog,
            policy: policy,
            now: then,
            reading: .oneByOne
        )
        let accesses = account.derivedEntitlements(asOf: then).entitlements
        let derived = accesses.map { CachedEntitlement($0.answer, spans: $0.spans, asOf: then) }
        guard !stored.isEmpty || !derived.isEmpty else { return }
        report.customers += 1
        guard derived == stored else {
            report.add("entitlement", customer.rawValue, "the stored entitlements are not those that the facts give")
            return
        }
        let planned = accesses.map { $0.nextReminder(reminders, after: then) }
        guard planned != rows.map(\.reminderDate) else { return }
        report.add("entitlement", customer.rawValue, "the stored reminder dates are not those that the settings give")
    }
}
