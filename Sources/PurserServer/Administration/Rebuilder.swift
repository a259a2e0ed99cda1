// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// What a rebuild compared, and where what is stored differs from what the facts say.
struct RebuildReport: Codable, Hashable, Sendable, SchemaDescribed {
    struct Difference: Codable, Hashable, Sendable {
        /// `right`, `purchase`, `claim`, `order`, `credit` or `books`.
        var what: String
        var name: String
        var message: String

        private enum CodingKeys: String, CodingKey {
            case name, message
            case what = "kind"
        }
    }

    var purchases = 0
    var customers = 0
    var orders = 0
    var differences: [Difference] = []
    /// How many differences were fixed; the rest is in ``differences``.
    var repaired: Int?
    /// Where the next page begins; absent on the last.
    var next: String?
    /// How many purchases there are in all; on pages only.
    var total: Int?

    private enum CodingKeys: String, CodingKey {
        case purchases, customers, orders, differences, repaired, total
        case next = "nextCursor"
    }

    static let schema = Schema.object(
        [
            "purchases": .integer, "customers": .integer, "orders": .integer,
            "differences": .array(of: .object(["kind": .string, "name": .string, "message": .string])),
        ],
        optional: [
            "repaired": .integer.described("How many differences were fixed; the others are listed."),
            "nextCursor": .string.described("Where the next page begins; absent on the last."),
            "total": .integer.described("The number of purchases in the database; present on pages."),
        ]
    )

    mutating func add(_ other: RebuildReport) {
        purchases += other.purchases
        customers += other.customers
        orders += other.orders
        differences += other.differences
    }

    mutating func add(_ what: String, _ name: String, _ message: String) {
        differences.append(Difference(what: what, name: name, message: message))
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
    let clock: @Sendable () -> Date
    let pipeline: IntakePipeline
    let database: any Database

    /// Derives everything of a scope again from its facts, page by page, and compares it with what is stored.
    func rebuild(_ scope: AppScope, app: AppConfiguration, repairs: Bool = false) async throws -> RebuildReport {
        var report = RebuildReport()
        var place: RebuildCursor? = .purchases(after: nil)
        while let current = place {
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
        switch place {
        case .purchases(let last):
            let page = try await database.read { try $0.lineages(in: scope, after: last, limit: limit) }
            for lineage in page {
                let key = LineageKey(scope: scope, lineage: lineage)
                try await compare(key, app: app, repairs: repairs, &report)
            }
            return page.count == limit ? .purchases(after: page.last) : .customers(after: nil)
        case .customers(let last):
            let page = try await database.read { try $0.customers(after: last, limit: limit) }
            for customer in page {
                try await compareEntitlements(of: customer, scope, app: app, repairs: repairs, &report)
            }
            return page.count == limit ? .customers(after: page.last) : .balances
        case .balances:
            for problem in try await database.read({ try $0.ledgerProblems() }) { report.add("ledger", "", problem) }
            return nil
        }
    }

    private func compare(
        _ key: LineageKey,
        app: AppConfiguration,
        repairs: Bool,
        _ report: inout RebuildReport
    ) async throws {
        let policy = app.policy
        let now = clock()
        let catalog = try await self.catalog.current(of: app.bundleID, now: now)
        func found() async throws -> RebuildReport {
            try await database.read { reader in
                var found = RebuildReport()
                try reader.compare(key, catalog, policy: policy, now: now, &found)
                return found
            }
        }
        var part = try await found()
        if repairs, !part.differences.isEmpty {
            let before = part.differences.count
            try await pipeline.reconsider(key, app: app, now: now)
            if part.differences.contains(where: { $0.what == "credit" }) { try await creditMissing(of: key, app: app) }
            part = try await found()
            report.repaired = (report.repaired ?? 0) + max(0, before - part.differences.count)
        }
        report.add(part)
    }

    /// Books what a purchase's deliveries should have credited and did not.
    private func creditMissing(of key: LineageKey, app: AppConfiguration) async throws {
        let context = try await pipeline.context(app: app, now: clock())
        try await database.write { writer in
            try FulfillmentSession(writer: writer, context: context).creditMissing(of: key)
        }
    }

    private func compareEntitlements(
        of customer: CustomerID,
        _ scope: AppScope,
        app: AppConfiguration,
        repairs: Bool,
        _ report: inout RebuildReport
    ) async throws {
        let policy = app.policy
        let now = clock()
        let catalog = try await self.catalog.current(of: app.bundleID, now: now)
        let part = try await database.read { reader in
            var part = RebuildReport()
            try reader.compareEntitlements(of: customer, in: scope, catalog, policy, app.reminders, now: now, &part)
            return part
        }
        guard repairs, !part.differences.isEmpty else { return report.add(part) }
        let context = try await pipeline.context(app: app, now: clock())
        try await database.write { writer in
            try FulfillmentSession(writer: writer, context: context)
                .updateEntitlements(of: [customer], in: scope, .command())
        }
        report.customers += part.customers
        report.repaired = (report.repaired ?? 0) + part.differences.count
    }
}

extension DatabaseReader {
    /// Compares what is stored about a purchase with what its facts say.
    fileprivate func compare(
        _ key: LineageKey,
        _ catalog: AppCatalog,
        policy: CommercePolicy,
        now: Date,
        _ report: inout RebuildReport
    ) throws {
        report.purchases += 1
        let change = LineageChange(
            key: key,
            known: try facts(of: key.lineage, in: key.scope).map(\.fact),
            policy: policy
        )
        let owner = try claim(on: key.lineage, in: key.scope)?.customer
        if owner != change.ownershipBefore.owners.first {
            report.add("claim", key.lineage.rawValue, "the stored owner is not the one that the claims make")
        }
        try compareState(of: change, now: now, &report)
        for record in change.after.transactions {
            try compareOrder(of: record.transaction, key, isOwned: owner != nil, &report)
            try compareCredit(of: record.transaction, key, catalog, &report)
        }
    }

    /// A purchase without a state, or with one that is looked at too late, would change automatically and no one would see
    /// it.
    private func compareState(of change: LineageChange, now: Date, _ report: inout RebuildReport) throws {
        guard !change.after.isEmpty else { return }
        let stored = try lineageState(of: change.lineage, in: change.scope)
        if stored == nil {
            report.add("purchase", change.lineage.rawValue, "where it stands is not stored")
        } else if let next = ReportedLineageState.nextChange(of: change.after, after: now),
            stored?.dueDate.map({ $0 > next }) ?? true
        {
            report.add("purchase", change.lineage.rawValue, "no one would look at it when it changes automatically")
        }
    }

    /// Compares what a delivery credited, or should have, with the books.
    private func compareCredit(
        of transaction: Transaction,
        _ key: LineageKey,
        _ catalog: AppCatalog,
        _ report: inout RebuildReport
    ) throws {
        let name = transaction.id.rawValue
        if let missing = try missingCredit(for: transaction, in: key.scope, catalog) {
            report.add(
                "credit",
                name,
                "its delivery is worth \(missing.amount) \(missing.account), which were not booked"
            )
            return
        }
        let entry = try ledgerEntry(CreditKey(.purchase, transaction.id, key.scope).description)
        guard let entry, let delivery = try delivery(of: transaction.id, in: key.scope),
            let amount = delivery.creditAmount, let line = entry.lines.first(where: { $0.customer != nil }),
            line.amount != amount || line.currency != delivery.creditAccount
        else { return }
        let said = "its delivery credited \(amount) \(delivery.creditAccount ?? "")"
        report.add("credit", name, "\(said), the books have \(line.amount) \(line.currency)")
    }

    private func compareOrder(
        of transaction: Transaction,
        _ key: LineageKey,
        isOwned: Bool,
        _ report: inout RebuildReport
    ) throws {
        let paid = try orders(transaction: transaction.id, in: key.scope)
        report.orders += paid.count
        let name = transaction.id.rawValue
        if paid.count > 1 { report.add("order", name, "\(paid.count) orders are paid by one transaction") }
        if isOwned, paid.isEmpty { report.add("order", name, "a purchase with an owner has no order") }
        let isTaken = transaction.withdrawal != nil
        let delivery = try delivery(of: transaction.id, in: key.scope)
        for order in paid {
            let isDelivered = [.delivered, .finished].contains(order.currentState)
            if isTaken, isDelivered { report.add("order", name, "it is delivered although Apple took it back") }
            if isDelivered, delivery == nil { report.add("order", name, "it is called delivered and was not") }
        }
        // The rest that a refund of a part left may have been delivered after it.
        if let delivery, (delivery.withdrawnDate != nil) != isTaken,
            delivery.withdrawnDate != nil || !transaction.leavesSomething
        {
            report.add("order", name, "what was delivered and what Apple took back do not fit")
        }
    }

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
        let rows = try entitlements(of: customer).filter { $0.scope == scope }
        let stored = try rows.map { try ServiceJSON.decode(CachedEntitlement.self, from: $0.body) }
        let then = stored.map(\.answer.asOf).max() ?? now
        let account = try account(of: customer, in: scope, catalog: catalog, policy: policy, now: then)
        let rights = account.derivedEntitlements(asOf: then).rights
        let derived = rights.map { CachedEntitlement($0.answer, spans: $0.spans, asOf: then) }
        guard !stored.isEmpty || !derived.isEmpty else { return }
        report.customers += 1
        guard derived == stored else {
            report.add("entitlement", customer.rawValue, "the stored entitlements are not those that the facts give")
            return
        }
        let planned = rights.map { $0.nextReminder(reminders, after: then) }
        guard planned != rows.map(\.reminderDate) else { return }
        report.add("entitlement", customer.rawValue, "the stored reminder dates are not those that the settings give")
    }
}

extension DatabaseReader {
    /// What a delivery should have credited and did not; `nil` when everything was credited.
    ///
    /// What was recorded with the delivery counts. Only where it credited nothing does today's catalog state what it is
    /// worth: the product's credit was configured after the sale.
    fileprivate func missingCredit(
        for transaction: Transaction,
        in scope: AppScope,
        _ catalog: AppCatalog
    ) throws -> DeliveredCredit? {
        guard let delivery = try delivery(of: transaction.id, in: scope), delivery.customer != nil,
            transaction.leavesSomething,
            try ledgerEntry(CreditKey(.purchase, transaction.id, scope).description) == nil
        else { return nil }
        if let account = delivery.creditAccount, let amount = delivery.creditAmount {
            return DeliveredCredit(account: account, amount: amount)
        }
        return catalog[delivery.product]?.credit(for: delivery.quantity)
    }
}
