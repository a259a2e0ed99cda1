// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSimulator
import AppStoreSimulatorServer
import AppStoreTypes
import Persistence

/// What the servers have stored beside what the App Store sold, after every step and whatever is broken at the time.
///
/// What the servers have not received cannot be there; what is there must have been sold, once, to whom it is
/// given.
struct StoredStateChecker {
    private struct Order: Hashable {
        var id: String
        var state: String
        var customer: String?
        var product: String
        var quantity: Int
        var transaction: String?
    }

    private struct Delivery: Hashable {
        var transaction: String
        var customer: String?
        var product: String
        var quantity: Int
    }

    private struct Entitlement: Hashable {
        var customer: String
        var name: String
    }

    private struct Balance: Hashable {
        var account: String
        var customer: String
        var amount: Int64
    }

    private struct Stored: Sendable {
        var orders: [Order] = []
        var deliveries: [Delivery] = []
        var entitlements: Set<Entitlement> = []
        var balances: Set<Balance> = []
    }

    let world: SimulatedSystem
    private var orders: [String: Order] = [:]
    private var deliveries: Set<Delivery> = []
    private var entitlements: Set<Entitlement> = []
    private var balances: Set<Balance> = []
    private var seatsInReceipts: Set<String> = []
    private var writes = -1
    /// What each delivery had to credit.
    private(set) var credits: SimulationCredits

    init(_ world: SimulatedSystem) {
        self.world = world
        credits = SimulationCredits(world)
    }

    /// Everything that is there and should not be, or is no longer there.
    mutating func check(_ actor: SimulationDriver) async throws -> [String] {
        let acknowledged = Set(actor.orders.keys)
        let writes = world.database.writes
        guard writes != self.writes else { return [] }
        self.writes = writes
        let stored = try read()
        seatsInReceipts = actor.neighborhood.seatsInReceipts
        let fresh = stored.orders.filter { orders[$0.id] != $0 }
        let sales = try await sales(
            fresh.contains { $0.transaction != nil } || !deliveries.isSuperset(of: stored.deliveries)
                || !entitlements.isSuperset(of: stored.entitlements) || balances != stored.balances,
            actor.rules
        )
        var wrong = acknowledged.subtracting(stored.orders.map(\.id)).sorted()
            .map { "order \($0) was acknowledged and is not there" }
        for order in fresh { wrong += check(order, sales) }
        for delivery in stored.deliveries where !deliveries.contains(delivery) { wrong += check(delivery, sales) }
        wrong += twice(stored.orders)
        let remaining = Set(stored.deliveries.map(\.transaction))
        wrong += deliveries.filter { !remaining.contains($0.transaction) }
            .map { "the delivery of \($0.transaction) is gone" }.sorted()
        wrong += try credits.check(
            stored.deliveries.map { ($0.transaction, $0.customer, $0.product, $0.quantity) },
            actor.neighborhood.credits
        )
        for derived in stored.entitlements.subtracting(entitlements) {
            let isBought = (sales[derived.customer] ?? []).contains {
                SimulationCatalog.shop(of: $0.productId).entitlement(of: $0.productId) == derived.name
            }
            let isInvited = actor.guests.values.contains {
                $0.customer.rawValue == derived.customer && SimulationCatalog.shops[0].club == derived.name
            }
            if !isBought, !isInvited {
                wrong.append("\(derived.customer) has \(derived.name), and never bought it")
            }
        }
        if balances != stored.balances { wrong += stored.balances.flatMap { check($0, sales) }.sorted() }
        orders = Dictionary(stored.orders.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        (deliveries, entitlements, balances) = (Set(stored.deliveries), stored.entitlements, stored.balances)
        return wrong
    }

    /// What customers may have: what they bought, were given by their families, or had ordered and paid by others.
    private func sales(_ areWanted: Bool, _ rules: SaleRules) async throws -> [String: [TransactionPayload]] {
        guard areWanted else { return [:] }
        var sales: [String: [TransactionPayload]] = [:]
        for account in SimulatedSystem.accounts {
            let own = try await world.appStore.sales(of: account)
            for sale in own {
                let customers = rules.lawful(sale, of: account.rawValue, among: own)
                for customer in customers { sales[customer, default: []].append(sale) }
            }
        }
        return sales
    }

    private static let paid: Set<String> = ["paid", "delivered", "finished", "refunded", "revoked"]

    /// An order that is paid was paid by a sale of what it is for, and none becomes unpaid again.
    private func check(_ order: Order, _ sales: [String: [TransactionPayload]]) -> [String] {
        guard Self.paid.contains(order.state) else {
            guard let before = orders[order.id], Self.paid.contains(before.state), order.state != "failed" else {
                return []
            }
            return ["order \(order.id) was \(before.state) and is \(order.state)"]
        }
        guard let transaction = order.transaction, let customer = order.customer,
            let sale = sales[customer]?.first(where: { $0.transactionId.rawValue == transaction })
        else {
            let transaction = order.transaction ?? "no transaction"
            let found = sales.filter { $0.value.contains { $0.transactionId.rawValue == transaction } }.keys.sorted()
            return [
                "order \(order.id) of \(order.customer ?? "none") is \(order.state) by \(transaction) of "
                    + "\(found), which is not a payment of it"
            ]
        }
        guard sale.productId.rawValue == order.product else {
            return ["order \(order.id) for \(order.product) is \(order.state), paid by a sale of \(sale.productId)"]
        }
        guard sale.pays(order.quantity) || repeatsReceipt(sale, order.quantity) else {
            return ["order \(order.id) for \(order.quantity) is \(order.state), paid by a sale of \(sale.quantity)"]
        }
        return []
    }

    /// What was delivered is what was sold.
    private func check(_ delivery: Delivery, _ sales: [String: [TransactionPayload]]) -> [String] {
        guard let customer = delivery.customer,
            let sale = sales[customer]?.first(where: { $0.transactionId.rawValue == delivery.transaction }),
            sale.productId.rawValue == delivery.product,
            sale.delivered == delivery.quantity || repeatsReceipt(sale, delivery.quantity)
        else {
            let customer = delivery.customer ?? "none"
            return ["\(customer) was given \(delivery.quantity) \(delivery.product) that no one sold"]
        }
        return []
    }

    /// Whether so many are those of the whole group, as a receipt says: it does not say that a purchase is a copy, and what it
    /// delivered stays.
    private func repeatsReceipt(_ sale: TransactionPayload, _ quantity: Int) -> Bool {
        seatsInReceipts.contains(sale.transactionId.rawValue) && sale.quantity == quantity
    }

    /// No sale pays two orders.
    private func twice(_ orders: [Order]) -> [String] {
        var payers: [String: String] = [:]
        var wrong: [String] = []
        for order in orders where Self.paid.contains(order.state) {
            guard let transaction = order.transaction else { continue }
            if let other = payers.updateValue(order.id, forKey: transaction) {
                wrong.append("sale \(transaction) paid the orders \(other) and \(order.id)")
            }
        }
        return wrong
    }

    /// No one has more than was credited, and less than nothing only who spent or was given what Apple revoked.
    private func check(_ balance: Balance, _ sales: [String: [TransactionPayload]]) -> [String] {
        guard let shop = SimulationCatalog.shops.first(where: { $0.wallet == balance.account }) else { return [] }
        let bought = (sales[balance.customer] ?? []).filter { $0.productId == shop.beans }
            .reduce(Int64(0)) { $0 + SimulationCatalog.maximumCredit * Int64($1.quantity) }
        guard balance.amount <= bought, balance.amount >= 0 || !world.neighbors.isEmpty else {
            return ["\(balance.customer) has \(balance.amount) \(shop.wallet) and bought \(bought)"]
        }
        return []
    }

    private func read() throws -> Stored {
        try world.database.check { reader in
            var stored = Stored()
            try reader.forEach(
                "SELECT id, state, customer, product, quantity, transaction_id FROM orders ORDER BY id"
            ) { row in
                stored.orders.append(
                    Order(
                        id: try row.next(),
                        state: try row.next(),
                        customer: try row.next(),
                        product: try row.next(),
                        quantity: try row.next(),
                        transaction: try row.next()
                    )
                )
            }
            try reader.forEach(
                "SELECT transaction_id, customer, product, quantity FROM deliveries ORDER BY transaction_id"
            ) { row in
                stored.deliveries.append(
                    Delivery(
                        transaction: try row.next(),
                        customer: try row.next(),
                        product: try row.next(),
                        quantity: try row.next()
                    )
                )
            }
            try reader.forEach("SELECT customer, entitlement FROM entitlements") { row in
                stored.entitlements.insert(Entitlement(customer: try row.next(), name: try row.next()))
            }
            try reader.forEach("SELECT account, customer, amount FROM ledger_balances WHERE customer <> ''") { row in
                stored.balances.insert(
                    Balance(account: try row.next(), customer: try row.next(), amount: try row.next())
                )
            }
            return stored
        }
    }
}

extension TransactionPayload {
    /// How many it delivers: a member's copy repeats the seats of the whole group and is for one of them.
    var delivered: Int { inAppOwnershipType == .assigned ? 1 : quantity }

    /// Whether it pays an order of so many: added seats pay for the sum of those that were there and themselves.
    func pays(_ ordered: Int) -> Bool {
        delivered == ordered || additionalTransactionReason == .seatAddition && quantity < ordered
    }
}
