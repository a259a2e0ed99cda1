// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreTypes
import Foundation
import Persistence

/// What deliveries had to credit: their quantity times the catalog's credit in force when they were made.
///
/// An operator changes a credit between two checks at the earliest, and buys afterward: what is new at a check was
/// delivered under the credit that is stored then.
struct SimulationCredits {
    private let world: SimulatedSystem
    /// What each delivery of beans has to credit, by transaction identifier.
    private var due: [String: Int64] = [:]

    init(_ world: SimulatedSystem) {
        self.world = world
    }

    /// Every new delivery whose credit is not booked, or is another amount than the catalog gave then.
    mutating func check(
        _ deliveries: [(transaction: String, customer: String?, product: String, quantity: Int)],
        _ announced: [ProductID: Int64?]
    ) throws -> [String] {
        let fresh = deliveries.filter { delivery in
            delivery.customer != nil && due[delivery.transaction] == nil
                && SimulationCatalog.shops.contains { $0.beans.rawValue == delivery.product }
        }
        guard !fresh.isEmpty else { return [] }
        var rates = try self.rates()
        for case (let product, .some(let amount)) in announced { rates[product.rawValue] = amount }
        let posted = try world.database.check { try $0.creditsOfPurchases() }
        var wrong: [String] = []
        for delivery in fresh {
            let amount = (rates[delivery.product] ?? 0) * Int64(delivery.quantity)
            due[delivery.transaction] = amount
            let found = posted[delivery.transaction] ?? 0
            if found != amount {
                wrong.append(
                    "\(delivery.customer ?? "") was credited \(found) for \(delivery.quantity) \(delivery.product) of sale "
                        + "\(delivery.transaction), and the catalog gives \(amount)"
                )
            }
        }
        return wrong
    }

    /// The credit of each product of beans, as it is stored.
    private func rates() throws -> [String: Int64] {
        struct Item: Codable {
            struct Credit: Codable { var amount: Int64 }
            var credit: Credit?
        }
        // The products of a catalog, as far as this check reads them.
        let products = OwnedRecordStore<BundleID, ProductID, Item>("products")
        return try world.database.check { reader in
            var rates: [String: Int64] = [:]
            for shop in SimulationCatalog.shops {
                guard let item = try reader.value(shop.beans, in: products[shop.app]) else { continue }
                rates[shop.beans.rawValue] = item.credit?.amount ?? 0
            }
            return rates
        }
    }
}

extension DatabaseReader {
    /// What purchases credited, by transaction identifier: the last part of the entry's key.
    fileprivate func creditsOfPurchases() throws -> [String: Int64] {
        var credits: [String: Int64] = [:]
        try forEach(
            """
            SELECT e.idempotency_key, l.amount FROM ledger_entries e JOIN ledger_lines l ON l.entry = e.id
            WHERE l.customer IS NOT NULL AND e.idempotency_key LIKE 'purchase %'
                AND e.idempotency_key NOT LIKE 'purchase corrected %'
            """
        ) { row in
            let parts = try row.next(String.self).split(separator: " ")
            let amount = try row.next(Int64.self)
            if let transaction = parts.last.map(String.init) { credits[transaction] = amount }
        }
        return credits
    }
}
