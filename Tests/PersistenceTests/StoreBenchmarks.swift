// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import AppStoreTypes
import Commerce
import Foundation
import Persistence
import PersistenceSQLite
import Testing

/// Figures, not checks: `PURSER_BENCH=10000,100000 swift test -c release --filter StoreBenchmarks` prints them for
/// these numbers of notifications.
@Suite(.serialized, .enabled(if: ProcessInfo.processInfo.environment["PURSER_BENCH"] != nil))
struct StoreBenchmarks {
    static let sizes = (ProcessInfo.processInfo.environment["PURSER_BENCH"] ?? "")
        .split(separator: ",").compactMap { Int($0) }

    @Test(arguments: StoreDriver.allCases, sizes)
    func `notifications taken and entitlements read per second`(driver: StoreDriver, count: Int) async throws {
        try await driver.withStore { store async throws in
            // Made in batches beforehand, so that only the taking is measured; the first batch warms up.
            var (seconds, cpu, taken) = (0.0, 0.0, 0)
            for first in stride(from: 0, to: count, by: 2000) {
                let samples = (first..<min(first + 2000, count)).map { NotificationSample($0) }
                let begin = (ContinuousClock.now, Self.cpuSeconds)
                try await append(samples, to: store)
                guard first > 0 else { continue }
                seconds += Self.seconds(since: begin.0)
                cpu += Self.cpuSeconds - begin.1
                taken += samples.count
            }
            let rate = Double(taken) / seconds
            Self.report("\(driver), \(count) notifications", "taken per second by 64 writers", rate)
            Self.report("\(driver), \(count) notifications", "CPU microseconds each", cpu / Double(taken) * 1e6)
            try await measureReads(store, driver: driver, count: count)
            if let sqlite = store as? SQLiteDatabase {
                let bytes = Double(try await sqlite.size())
                Self.report(
                    "\(driver), \(count) notifications",
                    "bytes each, everything counted",
                    bytes / Double(count)
                )
            }
        }
    }

    private func append(_ samples: [NotificationSample], to store: any Database) async throws {
        try await withThrowingTaskGroup { group in
            for worker in 0..<64 {
                group.addTask {
                    for number in stride(from: worker, to: samples.count, by: 64) {
                        let sample = samples[number]
                        try await store.write { try sample.store(in: $0) }
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    private func measureReads(_ store: any Database, driver: StoreDriver, count: Int) async throws {
        let begin = ContinuousClock.now
        let reads = 20_000
        try await withThrowingTaskGroup { group in
            for worker in 0..<16 {
                group.addTask {
                    var generator = SeededGenerator(seed: UInt64(worker))
                    for _ in 0..<(reads / 16) {
                        let customer = CustomerID.number(Int.random(in: 0..<(count / 10), using: &generator))
                        let rows = try await store.read { try $0.entitlements(of: customer) }
                        guard rows.count == 1 else {
                            throw DatabaseError(code: .damaged, message: "an entitlement is missing")
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        let rate = Double(reads) / Self.seconds(since: begin)
        Self.report("\(driver), \(count) notifications", "entitlements read per second by 16 readers", rate)
    }

    private static func seconds(since begin: ContinuousClock.Instant) -> Double {
        (ContinuousClock.now - begin) / .seconds(1)
    }

    private static var cpuSeconds: Double { Double(clock()) / Double(CLOCKS_PER_SEC) }

    private static func report(_ what: String, _ unit: String, _ figure: Double) {
        print("BENCH \(what): \(Int(figure.rounded())) \(unit)")
    }
}
