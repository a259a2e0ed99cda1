// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import Synchronization

/// Customers who buy without pause, and remember what the server acknowledged to them.
final class Shoppers: Sendable {
    /// What the server said yes to.
    struct Acknowledged: Sendable {
        /// The transaction that paid each order.
        var orders: [String: String] = [:]
        /// The order that each key made.
        var keys: [String: String] = [:]
    }

    let shop: ServedShop
    private let book = Mutex(Acknowledged())
    private let isOpen = Mutex(true)

    init(_ shop: ServedShop) {
        self.shop = shop
    }

    var acknowledged: Acknowledged { book.withLock(\.self) }

    /// Sends everybody home after the purchase under way.
    func close() {
        isOpen.withLock { $0 = false }
    }

    /// One customer's purchases, one after the other.
    func buy(as customer: String) async throws {
        var number = 0
        while isOpen.withLock(\.self) {
            number += 1
            try await buyOnce(as: customer, key: "\(customer)-\(number)")
        }
    }

    private func buyOnce(as customer: String, key: String) async throws {
        let wish = JSONValue.object([
            "customer": .string(customer), "product": .string("coffee.beans.100"), "idempotencyKey": .string(key),
        ])
        let order = try await shop.insist("POST", "/v1/orders", wish)
        guard let id = order["id"]?.string, let token = order["appAccountToken"]?.string else {
            throw Program.Failure(description: "an order without id or token: \(order)")
        }
        book.withLock { $0.keys[key] = id }
        let payment = JSONValue.object([
            "customer": .string(customer), "product": .string("coffee.beans.100"), "appAccountToken": .string(token),
        ])
        let paid = try await shop.ask("POST", shop.store + "/simulator/v1/purchases", payment)
        guard let signed = paid["signedTransactionInfo"]?.string, let transaction = paid["transactionId"]?.string else {
            throw Program.Failure(description: "a purchase without document: \(paid)")
        }
        let proof = JSONValue.object([
            "customer": .string(customer), "order": .string(id), "signedTransaction": .string(signed),
        ])
        let answer = try await shop.insist("POST", "/v1/transactions", proof)
        guard answer["state"]?.string == "delivered" else {
            throw Program.Failure(description: "verified and not delivered: \(answer)")
        }
        book.withLock { $0.orders[id] = transaction }
    }
}
