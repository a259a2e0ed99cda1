// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import HTTPClient
import Synchronization

/// Customers who buy without pause, and remember what the server acknowledged to them.
final class Shoppers: Sendable {
    /// What the server said yes to.
    struct Acknowledged: Sendable {
        /// The transaction that paid each order.
        var orders: [String: String] = [:]
        /// The order that each key made.
        var keys: [String: String] = [:]
        /// Orders whose payment got no answer: no one but the App Store knows whether they are paid.
        var unsure: Set<String> = []
    }

    static let everybody = ["alice", "bob", "carol"]

    let shop: ServedShop
    private let record = Mutex(Acknowledged())
    private let isOpen = Mutex(true)

    init(_ shop: ServedShop) {
        self.shop = shop
    }

    var acknowledged: Acknowledged { record.withLock(\.self) }

    /// Sends everybody home after the purchase in progress.
    func close() {
        isOpen.withLock { $0 = false }
    }

    /// Lets everybody buy while something happens, and ends the purchases in progress after it.
    func buy(while disturb: () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for customer in Self.everybody { group.addTask { try await self.buy(as: customer) } }
            do {
                try await disturb()
            } catch {
                close()
                throw error
            }
            close()
            try await group.waitForAll()
        }
    }

    /// Waits until so many more purchases are acknowledged.
    func waitForMore(_ count: Int, within limit: Duration = .seconds(90)) async throws {
        let goal = acknowledged.orders.count + count
        let deadline = ContinuousClock.now + limit
        while acknowledged.orders.count < goal {
            guard ContinuousClock.now < deadline, isOpen.withLock(\.self) else {
                let count = acknowledged.orders.count
                throw Program.Failure(description: "\(count) purchases, and \(goal) were waited for")
            }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// One customer's purchases, one after the other.
    func buy(as customer: String) async throws {
        var number = 0
        while isOpen.withLock(\.self) {
            number += 1
            do {
                try await buyOnce(as: customer, key: "\(customer)-\(number)")
            } catch {
                // No one needs to wait for purchases that do not come.
                close()
                throw error
            }
        }
    }

    /// One purchase: ordered, paid at the App Store, and shown to the server.
    ///
    /// - Parameters:
    ///   - customer: The one who buys.
    ///   - key: The request's name; the same name is the same request.
    ///   - product: What is bought.
    ///   - isShown: Whether the app lives long enough to show what was paid.
    /// - Returns: The transaction, or nothing when the App Store gave no answer.
    /// - Throws: What the server refused, or ``Program/Failure``.
    @discardableResult
    func buyOnce(
        as customer: String,
        key: String,
        product: String = "coffee.beans.100",
        isShown: Bool = true
    ) async throws -> String? {
        let request = JSONValue.object([
            "customer": .string(customer), "productId": .string(product), "idempotencyKey": .string(key),
        ])
        let order = try await shop.insist("POST", "/v1/orders", request)
        guard let id = order["id"]?.string, let token = order["appAccountToken"]?.string else {
            throw Program.Failure(description: "an order without id or token: \(order)")
        }
        record.withLock { $0.keys[key] = id }
        let payment = JSONValue.object([
            "customer": .string(customer), "product": .string(product), "appAccountToken": .string(token),
        ])
        let paid: JSONValue
        do {
            paid = try await shop.ask("POST", shop.store + "/simulator/v1/purchases", payment)
        } catch is HTTPClientError {
            // The App Store is gone; a customer who pays twice for one request has paid twice, so the retry is left to
            // the App Store.
            record.withLock { _ = $0.unsure.insert(id) }
            try await Task.sleep(for: .milliseconds(20))
            return nil
        }
        guard let signed = paid["signedTransactionInfo"]?.string, let transaction = paid["transactionId"]?.string else {
            throw Program.Failure(description: "a purchase without document: \(paid)")
        }
        guard isShown else {
            record.withLock { _ = $0.unsure.insert(id) }
            return transaction
        }
        try await show(signed, as: customer, order: id)
        record.withLock { $0.orders[id] = transaction }
        return transaction
    }

    /// Shows a transaction to the server, which delivers it, or delivered it before; Apple may have revoked it
    /// since.
    func show(_ signed: String, as customer: String, order: String? = nil) async throws {
        var proof: [String: JSONValue] = ["customer": .string(customer), "signedTransaction": .string(signed)]
        if let order { proof["order"] = .string(order) }
        do {
            // Without an order only the backend says whose a purchase is.
            let key = order == nil ? shop.secretKey : shop.publishableKey
            let answer = try await shop.insist("POST", "/v1/transactions", .object(proof), key: key)
            guard answer["state"]?.string == "delivered" else {
                throw Program.Failure(description: "verified and not delivered: \(answer)")
            }
        } catch let refusal as ServedShop.Refusal where refusal.code == "transaction-revoked" {
            return
        }
    }
}
