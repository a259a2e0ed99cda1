// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Foundation
import Testing

/// A mixed day at a shop whose App Store misbehaves and whose processes are killed.
///
/// PURSER_HOUR_SECONDS is how long it lasts, PURSER_HOUR_RATE how many customers come each second, PURSER_HOUR_SEED
/// decides who comes for what and who is killed when.
@Suite(.serialized) struct MixedHourTests {
    @Test func `a mixed day with faults and kills loses nothing that was paid and doubles nothing`() async throws {
        let seconds = Package.number("PURSER_HOUR_SECONDS", or: 8)
        let rate = Package.number("PURSER_HOUR_RATE", or: 12)
        let seed = Package.number("PURSER_HOUR_SEED", or: 1)
        // Two notifications at once are a flood already, so some wait when the server is killed.
        let flooded = ["PURSER_NOTIFICATION_CONCURRENCY": "1"]
        let shop = try await ServedShop([ServedShop.Instance(environment: flooded, asksAppStore: true)])
        let maximum = max(2, min(60, seconds / 20))
        try await Self.misbehave(shop, maximumDelay: maximum)
        let hour = MixedHour(shop)
        var kills = 0
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await hour.live(.seconds(seconds), every: .seconds(1) / rate, seed: UInt64(seed))
            }
            kills = try await Self.kill(shop, for: seconds, seed: UInt64(seed) + 1, maximumDelay: maximum)
            try await group.waitForAll()
        }
        try await Self.drain(shop, maximumDelay: maximum)
        try await hour.comeBack()
        let acknowledged = hour.shoppers.acknowledged
        let wrong = try await ShopRecords(shop, of: MixedHour.customers).differences(acknowledged)
        #expect(wrong.isEmpty, "PURSER_HOUR_SEED=\(seed) PURSER_HOUR_SECONDS=\(seconds): \(wrong)")
        #expect(kills > 0 && !acknowledged.orders.isEmpty)
        let text = "\(acknowledged.orders.count) purchases acknowledged in \(seconds) s with \(kills) kills"
        print(([text] + hour.table).joined(separator: "\n"))
    }

    /// Lets the App Store be late, repeat, reorder and forget, refund out of the blue, and fail when it is asked.
    private static func misbehave(_ shop: ServedShop, maximumDelay: Int) async throws {
        let faults: [String: Int] = [
            "delayedPerMille": 150, "maximumDelaySeconds": maximumDelay, "duplicatedPerMille": 100,
            "reorderedPerMille": 100,
            "droppedPerMille": 100, "missingTokenPerMille": 100, "emptyHistoryPerMille": 200,
            "maximumEmptyHistorySeconds": maximumDelay, "refundedPerMille": 40,
            "maximumRefundDelaySeconds": maximumDelay,
        ]
        let settings = JSONValue.object(["faults": .object(faults.mapValues { .integer(Int64($0)) })])
        _ = try await shop.ask("PUT", shop.store + "/simulator/v1/settings/production", settings)
        try await misbehaveWhenAsked(shop)
    }

    private static func misbehaveWhenAsked(_ shop: ServedShop) async throws {
        let faults = JSONValue.object([
            "api": .object(["failedPerMille": .integer(100), "status": .integer(503)]),
            "droppedConnectionsPerMille": .integer(100),
        ])
        _ = try await shop.ask("PUT", shop.store + "/simulator/v1/faults", faults)
    }

    /// Kills the server, and now and then the App Store, until the time is over.
    private static func kill(_ shop: ServedShop, for seconds: Int, seed: UInt64, maximumDelay: Int) async throws -> Int
    {
        var dice = Dice(seed: seed)
        var kills = 0
        let end = ContinuousClock.now + .seconds(seconds)
        while true {
            let next = ContinuousClock.now + .milliseconds(Int.random(in: 500...(maximumDelay * 1000), using: &dice))
            guard next < end else { return kills }
            try await Task.sleep(until: next, clock: .continuous)
            if dice.happens(20) {
                try await shop.killSimulator()
                try await misbehaveWhenAsked(shop)
            } else {
                try await shop.killServer()
            }
            kills += 1
        }
    }

    /// Waits for what is late, and lets the server look after what never came.
    private static func drain(_ shop: ServedShop, maximumDelay: Int) async throws {
        _ = try await shop.ask("PUT", shop.store + "/simulator/v1/faults", .object([:]))
        let none = JSONValue.object(["faults": .object([:])])
        _ = try await shop.ask("PUT", shop.store + "/simulator/v1/settings/production", none)
        try await Task.sleep(for: .seconds(maximumDelay + 1))
        _ = try await shop.ask("POST", shop.store + "/simulator/v1/clock/run-due")
        for kind in ["notifications", "purchases", "refunds", "statuses"] {
            _ = try await shop.insist("POST", "/v1/recovery/\(kind)", key: shop.secretKey)
        }
    }
}
