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
        let hour = MixedHour(shop)
        try await hour.misbehave(maximumDelay: maximum)
        var kills = 0
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await hour.live(.seconds(seconds), every: .seconds(1) / rate, seed: UInt64(seed))
            }
            kills = try await Self.kill(hour, for: seconds, seed: UInt64(seed) + 1, maximumDelay: maximum)
            try await group.waitForAll()
        }
        try await hour.drain(maximumDelay: maximum)
        try await hour.comeBack()
        let acknowledged = hour.shoppers.acknowledged
        let wrong = try await ShopRecords(shop, of: MixedHour.customers).differences(acknowledged)
        #expect(wrong.isEmpty, "PURSER_HOUR_SEED=\(seed) PURSER_HOUR_SECONDS=\(seconds): \(wrong)")
        #expect(kills > 0 && !acknowledged.orders.isEmpty)
        let text = "\(acknowledged.orders.count) purchases acknowledged in \(seconds) s with \(kills) kills"
        print(([text] + hour.table).joined(separator: "\n"))
    }

    /// Kills the server, and now and then the App Store, until the time is over.
    private static func kill(_ hour: MixedHour, for seconds: Int, seed: UInt64, maximumDelay: Int) async throws -> Int {
        var dice = Dice(seed: seed)
        var kills = 0
        let end = ContinuousClock.now + .seconds(seconds)
        while true {
            let next = ContinuousClock.now + .milliseconds(Int.random(in: 500...(maximumDelay * 1000), using: &dice))
            guard next < end else { return kills }
            try await Task.sleep(until: next, clock: .continuous)
            if dice.happens(20) {
                try await hour.shop.killSimulator()
                try await hour.misbehaveWhenAsked()
            } else {
                try await hour.shop.killServer()
            }
            kills += 1
        }
    }
}
