// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import Testing

/// Server and App Store as processes of their own, customers who buy without pause, and a server that is killed.
///
/// PURSER_KILLS is how often; PURSER_KILL_SEED decides when.
@Suite(.serialized) struct KilledUnderLoadTests {
    private static let customers = ["alice", "bob", "carol"]

    @Test func `a server killed again and again under load loses nothing it acknowledged and delivers nothing twice`()
        async throws
    {
        let kills = Package.number("PURSER_KILLS", or: 6)
        let seed = Package.number("PURSER_KILL_SEED", or: 1)
        var dice = Dice(seed: UInt64(seed))
        let shop = try await ServedShop()
        let shoppers = Shoppers(shop)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for customer in Self.customers { group.addTask { try await shoppers.buy(as: customer) } }
            for _ in 0..<kills {
                try await Task.sleep(for: .milliseconds(Int.random(in: 1...500, using: &dice)))
                try await shop.killServer()
            }
            try await Task.sleep(for: .milliseconds(100))
            shoppers.close()
            try await group.waitForAll()
        }
        let wrong = try await compare(shop, shoppers.acknowledged)
        #expect(wrong.isEmpty, "PURSER_KILL_SEED=\(seed) PURSER_KILLS=\(kills): \(wrong)")
        print("\(shoppers.acknowledged.orders.count) purchases acknowledged over \(kills) kills")
    }

    /// Everything that is wrong, counted from the App Store's books and from what the customers were told.
    private func compare(_ shop: ServedShop, _ acknowledged: Shoppers.Acknowledged) async throws -> [String] {
        var wrong: [String] = []
        _ = try await shop.ask("POST", shop.store + "/simulator/v1/settle")
        let sold = try await sold(shop)
        let told = try await deliveries(shop)
        wrong += told.filter { $0.value != 1 }.map { "transaction \($0.key) was delivered \($0.value) times" }
        wrong += sold.filter { told[$0.key] == nil }.map { "transaction \($0.key) was never delivered" }
        wrong += told.filter { sold[$0.key] == nil }.map { "transaction \($0.key) was delivered and never sold" }
        for (order, transaction) in acknowledged.orders {
            let kept = try await shop.insist("GET", "/v1/orders/\(order)", key: shop.secretKey)
            if kept["state"]?.string != "delivered" || kept["transaction"]?.string != transaction {
                wrong.append("order \(order) was acknowledged with \(transaction) and is \(kept)")
            }
        }
        for (key, order) in acknowledged.keys where acknowledged.orders[order] == nil {
            wrong.append("order \(order) of \(key) was begun and never ended")
        }
        let rebuild = try await shop.insist("POST", "/v1/rebuild", key: shop.secretKey)
        wrong += (rebuild["differences"]?.array ?? []).map { "rebuild: \($0)" }
        return wrong
    }

    /// The customer of each transaction, by the App Store's books.
    private func sold(_ shop: ServedShop) async throws -> [String: String] {
        var sold: [String: String] = [:]
        for customer in Self.customers {
            let list = try await shop.ask("GET", shop.store + "/simulator/v1/transactions?customer=\(customer)")
            for entry in list["transactions"]?.array ?? [] {
                if let id = entry["transaction"]?["transactionId"]?.string { sold[id] = customer }
            }
        }
        return sold
    }

    /// How often each transaction was delivered, by the events that backends read.
    private func deliveries(_ shop: ServedShop) async throws -> [String: Int] {
        var (told, after): ([String: Int], Int64) = ([:], 0)
        while true {
            let page = try await shop.insist("GET", "/v1/events?after=\(after)&limit=500", key: shop.secretKey)
            for item in page["events"]?.array ?? [] {
                guard let event = item["event"], event["type"]?.string == "order.delivered" else { continue }
                told[event["transaction"]?.string ?? "", default: 0] += 1
            }
            guard page["hasMore"] == .bool(true), let next = page["next"]?.integer else { return told }
            after = next
        }
    }
}
