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
        _ told: [ProductID: Int64?]
    ) throws -> [String] {
        let fresh = deliveries.filter { delivery in
            delivery.customer != nil && due[delivery.transaction] == nil
                && SimulationCatalog.shops.contains { $0.beans.rawValue == delivery.product }
        }
        guard !fresh.isEmpty else { return [] }
        var rates = try self.rates()
        for case (let product, .some(let amount)) in told { rates[product.rawValue] = amount }
        let booked = try world.database.check { try $0.creditsOfPurchases() }
        var wrong: [String] = []
        for delivery in fresh {
            let amount = (rates[delivery.product] ?? 0) * Int64(delivery.quantity)
            due[delivery.transaction] = amount
            let found = booked[delivery.transaction]?.amount ?? 0
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
        struct Item: Decodable {
            struct Credit: Decodable { var amount: Int64 }
            var credit: Credit?
        }
        return try world.database.check { reader in
            var rates: [String: Int64] = [:]
            for shop in SimulationCatalog.shops {
                guard let record = try reader.record(.products, owner: shop.app.rawValue, name: shop.beans.rawValue)
                else { continue }
                rates[shop.beans.rawValue] = try AppStoreJSON.decode(Item.self, from: record.body).credit?.amount ?? 0
            }
            return rates
        }
    }

    /// Compares every customer's balance with deliveries, refunds and spending, once everything is in order.
    ///
    /// A refund of an own purchase takes its credit. One of a gift takes at most what is left of the gift: the customer
    /// is never worse off than without it.
    ///
    /// - Parameter sales: Every sale with the account that paid it, by transaction identifier.
    /// - Returns: What is wrong.
    /// - Throws: `DatabaseError` when the store cannot be read.
    func compare(_ sales: [String: (account: String, sale: TransactionPayload)]) throws -> [String] {
        let booked = try world.database.check { try $0.creditsOfPurchases() }
        let moved = try world.database.check { try $0.customerSums() }
        var wrong: [String] = []
        var own: [String: (bought: Int64, given: Int64)] = [:]
        for (transaction, credit) in booked {
            guard let (account, sale) = sales[transaction] else { continue }
            let percentage = sale.revocationDate == nil ? 0 : Int64(sale.revocationPercentage ?? 100_000)
            let taken = credit.amount * percentage / 100_000
            let isOwn = account == credit.customer || account == SimulatedSystem.leaver.rawValue
            let name = "\(credit.customer) \(credit.currency)"
            if isOwn {
                own[name, default: (0, 0)].bought += credit.amount - taken
                if credit.corrected != -taken {
                    wrong.append(
                        "the refund of \(transaction) took \(-credit.corrected) of \(credit.customer), not \(taken)"
                    )
                }
            } else {
                own[name, default: (0, 0)].given += credit.amount
                if !(-taken...0).contains(credit.corrected) {
                    wrong.append(
                        "the refund of the gift \(transaction) took \(-credit.corrected) of \(credit.customer)"
                    )
                }
            }
        }
        for (name, sums) in moved {
            let (bought, given) = own[name] ?? (0, 0)
            let withoutGifts = bought - sums.spent
            let floor = max(withoutGifts, min(0, bought - max(0, sums.spent - given)))
            if sums.balance < floor || sums.balance > bought + given - sums.spent {
                wrong.append(
                    "\(name): \(sums.balance), of \(bought) bought, \(given) given and \(sums.spent) spent: at least \(floor)"
                )
            }
        }
        return wrong.sorted()
    }
}

extension RecordCollection {
    /// The products of a catalog, by app and identifier.
    fileprivate static let products = RecordCollection(rawValue: "products")
}

/// What a purchase credited, and how much of it was taken back or returned.
private struct PurchaseCredit: Sendable {
    var customer: String
    var currency: String
    var amount: Int64
    var corrected: Int64
}

extension DatabaseReader {
    /// The credits of purchases, by transaction identifier: the last word of the entry's key.
    fileprivate func creditsOfPurchases() throws -> [String: PurchaseCredit] {
        var credits: [String: PurchaseCredit] = [:]
        var corrections: [String: Int64] = [:]
        try forEach(
            """
            SELECT e.idempotency_key, l.customer, l.currency, l.amount FROM ledger_entries e
            JOIN ledger_lines l ON l.entry = e.id
            WHERE l.customer IS NOT NULL AND e.idempotency_key LIKE 'purchase %'
            """
        ) { row in
            let words = try row.next(String.self).split(separator: " ")
            let customer = try row.next(String.self)
            let currency = try row.next(String.self)
            let amount = try row.next(Int64.self)
            guard let transaction = words.last.map(String.init) else { return }
            if words[1] == "corrected" {
                corrections[transaction, default: 0] += amount
            } else {
                credits[transaction] = PurchaseCredit(
                    customer: customer,
                    currency: currency,
                    amount: amount,
                    corrected: 0
                )
            }
        }
        for (transaction, amount) in corrections { credits[transaction]?.corrected = amount }
        return credits
    }

    /// Every customer's balance and spending, by customer and currency.
    fileprivate func customerSums() throws -> [String: (balance: Int64, spent: Int64)] {
        var sums: [String: (balance: Int64, spent: Int64)] = [:]
        try forEach(
            """
            SELECT l.customer, l.currency, CAST(SUM(l.amount) AS BIGINT),
                CAST(SUM(CASE WHEN e.reason = 'spend' THEN -l.amount ELSE 0 END) AS BIGINT)
            FROM ledger_entries e JOIN ledger_lines l ON l.entry = e.id
            WHERE l.customer IS NOT NULL GROUP BY l.customer, l.currency
            """
        ) { row in
            let name = "\(try row.next(String.self)) \(try row.next(String.self))"
            sums[name] = (try row.next(), try row.next())
        }
        return sums
    }
}
