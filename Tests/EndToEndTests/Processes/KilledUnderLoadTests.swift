// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Testing

/// Server and App Store as processes of their own, customers who buy without pause, and one of both that is killed.
///
/// PURSER_KILLS is how often; PURSER_KILL_SEED decides when.
@Suite(.serialized) struct KilledUnderLoadTests {
    private let seed = Package.number("PURSER_KILL_SEED", or: 1)

    @Test func `a server killed again and again under load loses nothing it acknowledged and delivers nothing twice`()
        async throws
    {
        let shop = try await ServedShop()
        try await disturb(shop, kills: Package.number("PURSER_KILLS", or: 6)) { try await shop.killServer() }
    }

    @Test func `an App Store killed again and again under load has all it sold delivered once`() async throws {
        let shop = try await ServedShop()
        try await disturb(shop, kills: Package.number("PURSER_KILLS", or: 4)) { try await shop.killSimulator() }
    }

    private func disturb(_ shop: ServedShop, kills: Int, _ kill: () async throws -> Void) async throws {
        var dice = Dice(seed: UInt64(seed))
        let shoppers = Shoppers(shop)
        try await shoppers.buy {
            for _ in 0..<kills {
                try await Task.sleep(for: .milliseconds(Int.random(in: 1...500, using: &dice)))
                try await kill()
            }
            try await shoppers.waitForMore(3)
        }
        let acknowledged = shoppers.acknowledged
        let wrong = try await ShopRecords(shop).differences(acknowledged)
        #expect(wrong.isEmpty, "PURSER_KILL_SEED=\(seed) PURSER_KILLS=\(kills): \(wrong)")
        print(
            "\(acknowledged.orders.count) purchases acknowledged over \(kills) kills, \(acknowledged.unsure.count) unsure"
        )
    }
}
