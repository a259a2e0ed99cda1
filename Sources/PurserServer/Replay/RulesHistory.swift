// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import FoundationEssentials
import Persistence
import Synchronization

/// The policies and products that an app's decisions were made under, as commands recorded them.
///
/// A decision is recomputed under what was in force when its facts were recorded, so that another policy or another credit
/// does not change the past.
final class RulesHistory: Sendable {
    private struct Numbered<Value: Sendable>: Sendable {
        var number: Int64
        var value: Value
    }

    /// The catalog of the products in force, made when a fact of its time is asked about.
    private struct Epoch: Sendable {
        var changes: Int
        var catalog: IndexedCatalogs
    }

    let app: AppConfiguration
    let catalog: AppCatalog
    private let policies: [Numbered<PolicyChange>]
    private let products: [Numbered<ProductChange>]
    private let epoch = Mutex<Epoch?>(nil)

    init(app: AppConfiguration, catalog: AppCatalog, facts: [StoredFact]) {
        self.app = app
        self.catalog = catalog
        policies = facts.compactMap { stored in
            guard case .command(.policy(let change)) = stored.fact.content else { return nil }
            return Numbered(number: stored.id, value: change)
        }
        products = facts.compactMap { stored in
            guard case .command(.product(let change)) = stored.fact.content else { return nil }
            return Numbered(number: stored.id, value: change)
        }
    }

    /// The policy in force now.
    var policy: CommercePolicy { app.policy }

    /// The rules under which what was recorded with a fact was decided.
    func rules(at record: LoggedFact) -> FulfillmentRules {
        let policy = (policies.last { $0.number < record.number } ?? policies.first)?.value ?? PolicyChange(app)
        let indexed = indexed(at: record.number)
        return rules(policy, indexed, now: record.receivedDate)
    }

    /// The rules in force now.
    func rules(now: Date) -> FulfillmentRules { rules(PolicyChange(app), catalog.indexed, now: now) }

    private func rules(_ change: PolicyChange, _ indexed: IndexedCatalogs, now: Date) -> FulfillmentRules {
        FulfillmentRules(
            policy: change.policy,
            catalog: indexed.catalogs.first ?? catalog.rules,
            indexed: indexed,
            acceptsXcodeTransactions: change.acceptsXcodeTransactions,
            sandboxFulfillsProductionOrders: change.sandboxFulfillsProductionOrders,
            // A conversion that was made is a command of the log.
            conversion: .manual,
            canAskApple: false,
            now: now,
            makeFact: { Fact(command: $0, scope: $1, order: $2, digest: .zero) }
        )
    }

    private func indexed(at number: Int64) -> IndexedCatalogs {
        let count = products.partitioningIndex { $0.number >= number }
        return epoch.withLock { epoch in
            if let epoch, epoch.changes == count { return epoch.catalog }
            var known: [ProductID: CatalogProduct] = [:]
            for change in products[..<count].map(\.value) {
                known[change.product] = change.type.map {
                    CatalogProduct(id: change.product, type: $0, credit: change.credit)
                }
            }
            let catalog = Catalog(bundleID: app.bundleID, products: known.values.sorted { $0.id < $1.id })
            let indexed = IndexedCatalogs([catalog])
            epoch = Epoch(changes: count, catalog: indexed)
            return indexed
        }
    }
}

extension Array {
    /// The first place from which on a condition holds.
    fileprivate func partitioningIndex(where holds: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension DatabaseReader {
    /// The rules that an app's decisions were made under.
    func rulesHistory(of app: AppConfiguration, _ catalog: AppCatalog) throws -> RulesHistory {
        RulesHistory(app: app, catalog: catalog, facts: try ruleFacts(in: .rules(of: app.bundleID)))
    }
}
