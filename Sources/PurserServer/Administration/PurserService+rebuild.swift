// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence

/// What a rebuild compared, and where what is stored differs from what the facts say.
struct RebuildReport: Codable, Hashable, Sendable, Described {
    struct Difference: Codable, Hashable, Sendable {
        /// `right`, `purchase`, `claim`, `order` or `books`.
        var what: String
        var name: String
        var message: String
    }

    var purchases = 0
    var customers = 0
    var orders = 0
    var differences: [Difference] = []

    static let schema = Schema.object([
        "purchases": .integer, "customers": .integer, "orders": .integer,
        "differences": .array(of: .object(["what": .string, "name": .string, "message": .string])),
    ])

    mutating func add(_ what: String, _ name: String, _ message: String) {
        differences.append(Difference(what: what, name: name, message: message))
    }
}

extension PurserService {
    /// Derives everything of a scope anew from its facts, page by page, and compares it with what is stored.
    func rebuild(_ scope: AppScope, app: AppConfiguration) async throws -> RebuildReport {
        let catalogue = try await store.read { try $0.catalogue(of: app.bundleID) }
        let policy = app.policy
        var report = RebuildReport()
        var last: OriginalTransactionID?
        while true {
            let (after, before) = (last, report)
            (report, last) = try await store.read { reader in
                var report = before
                let page = try reader.lineages(in: scope, after: after, limit: 200)
                for lineage in page {
                    try reader.compare(LineageKey(scope: scope, lineage: lineage), policy: policy, &report)
                }
                return (report, page.count == 200 ? page.last : nil)
            }
            if last == nil { break }
        }
        var customer: CustomerID?
        while true {
            let (after, before) = (customer, report)
            (report, customer) = try await store.read { reader in
                var report = before
                let page = try reader.entitledCustomers(after: after, limit: 200)
                for customer in page {
                    try reader.compareRights(of: customer, in: scope, catalogue, policy, &report)
                }
                return (report, page.count == 200 ? page.last : nil)
            }
            if customer == nil { break }
        }
        let problems = try await store.read { try $0.ledgerProblems() }
        for problem in problems { report.add("books", "", problem) }
        return report
    }
}

extension StoreReader {
    /// Compares what is stored about a purchase with what its facts say.
    fileprivate func compare(_ key: LineageKey, policy: CommercePolicy, _ report: inout RebuildReport) throws {
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
        for record in change.after.transactions {
            try compareOrder(of: record.transaction, key, isOwned: owner != nil, &report)
        }
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
        let isTaken = transaction.revocation != nil && !transaction.isUpgraded
        let delivery = try delivery(of: transaction.id, in: key.scope)
        for order in paid {
            let isDelivered = [.delivered, .finished].contains(order.currentState)
            if isTaken, isDelivered { report.add("order", name, "it is delivered although Apple took it back") }
            if isDelivered, delivery == nil { report.add("order", name, "it is called delivered and was not") }
        }
        if let delivery, (delivery.withdrawnDate != nil) != isTaken {
            report.add("order", name, "what was delivered and what Apple took back do not fit")
        }
    }

    /// Compares a customer's stored rights with what the facts say as of the same instant.
    fileprivate func compareRights(
        of customer: CustomerID,
        in scope: AppScope,
        _ catalogue: AppCatalogue,
        _ policy: CommercePolicy,
        _ report: inout RebuildReport
    ) throws {
        let stored = try rights(of: customer, in: scope)
        guard let instant = stored.map(\.answer.asOf).max() else { return }
        report.customers += 1
        let account = try account(of: customer, in: scope, catalogue: catalogue, policy: policy)
        guard StoredRight.all(of: account, asOf: instant) != stored else { return }
        report.add("right", customer.rawValue, "the stored rights are not those that the facts give")
    }
}
