// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes

/// The App Store's own books beside what the server tells: nothing lost, nothing doubled.
struct ShopRecords: Sendable {
    private struct Sale {
        var token: String?
        var isRevoked: Bool
    }

    let shop: ServedShop
    let customers: [String]

    init(_ shop: ServedShop, of customers: [String] = Shoppers.everybody) {
        self.shop = shop
        self.customers = customers
    }

    /// Everything that is wrong, counted from the App Store's books and from the answers that the customers got.
    ///
    /// Three days pass for the App Store before, so that it tells again what it could not tell.
    func differences(_ acknowledged: Shoppers.Acknowledged) async throws -> [String] {
        var wrong: [String] = []
        _ = try await shop.ask("POST", shop.store + "/simulator/v1/clock/advance", .object(["by": .string("P3D")]))
        _ = try await shop.ask("POST", shop.store + "/simulator/v1/clock/run-due")
        try await shop.waitUntilNothingWaits()
        let sold = try await sold()
        let received = try await deliveries()
        wrong += received.filter { $0.value != 1 }.map { "transaction \($0.key) was delivered \($0.value) times" }
        // What the server first hears of as refunded it never delivers.
        wrong += sold.filter { received[$0.key] == nil && !$0.value.isRevoked }
            .map { "transaction \($0.key) was never delivered" }
        wrong += received.filter { sold[$0.key] == nil }.map { "transaction \($0.key) was delivered and never sold" }
        for (order, transaction) in acknowledged.orders {
            let stored = try await shop.insist("GET", "/v1/orders/\(order)", key: shop.secretKey)
            let state = sold[transaction]?.isRevoked == true ? "refunded" : "delivered"
            if stored["state"]?.string != state || stored["transactionId"]?.string != transaction {
                wrong.append("order \(order) was acknowledged with \(transaction) and is \(stored)")
            }
        }
        for (key, order) in acknowledged.keys where acknowledged.orders[order] == nil {
            guard acknowledged.unsure.contains(order) else {
                wrong.append("order \(order) of \(key) was begun and never ended")
                continue
            }
            let stored = try await shop.insist("GET", "/v1/orders/\(order)", key: shop.secretKey)
            let payment = sold.values.first { $0.token != nil && $0.token == stored["appAccountToken"]?.string }
            let state = payment.map { $0.isRevoked ? "refunded" : "delivered" } ?? "created"
            if stored["state"]?.string != state {
                wrong.append("order \(order) should be \(state) and is \(stored["state"]?.string ?? "nothing")")
            }
        }
        return try await wrong + rebuilt()
    }

    /// What a rebuild from the facts finds, page by page.
    private func rebuilt() async throws -> [String] {
        var wrong: [String] = []
        var after: String?
        repeat {
            let path = "/v1/rebuild?limit=100" + (after.map { "&after=\($0)" } ?? "")
            let page = try await shop.insist("POST", path, key: shop.secretKey)
            guard let differences = page["differences"]?.array else { return wrong + ["rebuild answered \(page)"] }
            wrong += differences.map { "rebuild: \($0)" }
            after = page["nextCursor"]?.string
        } while after != nil
        return wrong
    }

    /// Each transaction by the App Store's books.
    private func sold() async throws -> [String: Sale] {
        var sold: [String: Sale] = [:]
        for customer in customers {
            let address = shop.store + "/simulator/v1/transactions?customer=\(customer)"
            var before: String?
            repeat {
                let page = try await shop.ask("GET", address + (before.map { "&before=\($0)" } ?? ""))
                for entry in page["transactions"]?.array ?? [] {
                    guard let bought = entry["transaction"], let id = bought["transactionId"]?.string else { continue }
                    let isRevoked = bought["revocationDate"].map { $0 != .null } ?? false
                    sold[id] = Sale(token: bought["appAccountToken"]?.string, isRevoked: isRevoked)
                }
                before = page["next"]?.string
            } while before != nil
        }
        return sold
    }

    /// How often each transaction was delivered, by the events that backends read.
    private func deliveries() async throws -> [String: Int] {
        var (received, after): ([String: Int], Int64) = ([:], 0)
        while true {
            let page = try await shop.insist("GET", "/v1/events?after=\(after)&limit=500", key: shop.secretKey)
            for item in page["events"]?.array ?? [] {
                guard let event = item["event"], event["type"]?.string == "order.delivered" else { continue }
                received[event["transactionId"]?.string ?? "", default: 0] += 1
            }
            guard page["hasMore"] == .bool(true), let next = page["nextCursor"]?.integer else { return received }
            after = next
        }
    }
}
