// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreSignedData
import AppStoreSimulator
import AppStoreTypes
import FoundationEssentials
import Testing

@Suite struct DeterminismTests {
    static func crowd(_ count: Int, seed: UInt64, faults: Bool) throws -> (SimulatedAppStore, RandomWorkload) {
        var settings = SimulatorSettings()
        settings.production.grace = GracePeriod(days: 16)
        settings.production.renewalTiming = RenewalTiming(leadSeconds: 3600, latePerMille: 20, maximumLapseSeconds: 600)
        if faults {
            settings.production.faults.delayedPerMille = 100
            settings.production.faults.duplicatedPerMille = 50
            settings.production.faults.droppedPerMille = 20
            settings.production.faults.reorderedPerMille = 50
            settings.production.faults.missingTokenPerMille = 100
            settings.production.faults.refundedPerMille = 20
            settings.production.faults.emptyHistoryPerMille = 100
            settings.production.faults.clockSkewSeconds = -7
        }
        var store = SimulatedAppStore(
            catalog: .sample,
            seed: seed,
            startingAt: .day(2025, 1, 1),
            settings: settings
        )
        var ids: [CustomerID] = []
        for index in 0..<count {
            let id = CustomerID(rawValue: "customer-\(index)")
            let storefront: StorefrontCountryCode = ["USA", "CHN", "DEU", "JPN"][index % 4]
            _ = try store.perform(.addCustomer(CustomerProfile(id: id, storefront: storefront)))
            ids.append(id)
        }
        return (store, RandomWorkload(seed: seed, customers: ids, catalog: .sample))
    }

    @Test(arguments: [false, true])
    func `two runs of a random year of a thousand customers are the same byte for byte`(faults: Bool) throws {
        var logs: [[Data]] = []
        for _ in 0..<2 {
            var (store, life) = try Self.crowd(1000, seed: 42, faults: faults)
            var log: [Data] = []
            try life.play(until: .day(2026, 1, 1), in: &store) { log.append(try AppStoreJSON.encode($0)) }
            logs.append(log)
        }
        #expect(logs[0].count > 10_000)
        #expect(logs[0] == logs[1])
    }

    @Test func `a store saved and loaded continues as if nothing had happened`() throws {
        var (store, life) = try Self.crowd(50, seed: 7, faults: true)
        life.play(until: .day(2025, 6, 1), in: &store) { _ in }
        var loaded = try AppStoreJSON.decode(SimulatedAppStore.self, from: AppStoreJSON.encode(store))
        var other = life
        var expected: [Effects] = []
        life.play(until: .day(2025, 9, 1), in: &store) { expected.append($0) }
        var actual: [Effects] = []
        other.play(until: .day(2025, 9, 1), in: &loaded) { actual.append($0) }
        #expect(!expected.isEmpty)
        #expect(actual == expected)
    }

    @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
    func `the access history and the state agree about every customer`(seed: UInt64) throws {
        var (store, life) = try Self.crowd(60, seed: seed, faults: false)
        var history = AccessHistory()
        for month in 2...12 {
            life.play(until: .day(2025, month, 1), in: &store) { history.record($0) }
            for customer in store.customerIDs {
                var received = history.truth(of: customer, at: store.now)
                let stored = store.truth(of: customer)
                // Only the history knows old one-time purchases.
                received.oneTimePurchases.removeAll { purchase in !stored.oneTimePurchases.contains(purchase) }
                #expect(received == stored, "seed \(seed), \(customer), month \(month)")
            }
        }
    }

    @Test func `the same seed gives the same bytes in every process`() throws {
        var (store, life) = try Self.crowd(25, seed: 2026, faults: true)
        var log = Data()
        try life.play(until: .day(2026, 1, 1), in: &store) { log += try AppStoreJSON.encode($0) }
        let digest = SHA256.digest(of: Array(log)).map { String($0, radix: 16) }.joined()
        // A rule that changes changes the digest: then look at the difference, and write the new one here.
        #expect(digest == "8e489cf4f6de95e561fa321663845ccb850923ff4765856705ac11a59d3ece7")
    }
}
