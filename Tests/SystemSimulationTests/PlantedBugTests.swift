// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import SystemSimulation
import Testing

/// A simulation that finds nothing proves nothing: planted mistakes are found by some seed.
@Suite struct PlantedBugTests {
    /// The mistakes that every seed tried so far has found.
    static let seeds: [(PlantedBug, UInt64)] = [(.skipIdempotencyKey, 2), (.reorderWebhooks, 2), (.dropOutboxRow, 2)]

    @Test(arguments: seeds)
    func `a planted mistake is found by its seed`(plant: PlantedBug, seed: UInt64) async throws {
        let outcome = try await SystemSimulation(seed: seed, plant: plant).run()
        #expect(!outcome.wrong.isEmpty, "\(plant) was not found")
    }

    /// PURSER_PLANT_SEEDS is how many seeds are tried for each mistake; what finds it is printed.
    @Test(
        .enabled(if: ProcessInfo.processInfo.environment["PURSER_PLANT_SEEDS"] != nil),
        arguments: PlantedBug.allCases
    )
    func `every planted mistake is found by a seed that finds nothing without it`(plant: PlantedBug) async throws {
        let count = ProcessInfo.processInfo.environment["PURSER_PLANT_SEEDS"].flatMap(UInt64.init) ?? 8
        for seed in 1...max(1, count) {
            let outcome = try await SystemSimulation(seed: seed, plant: plant).run()
            guard !outcome.wrong.isEmpty, try await SystemSimulation(seed: seed).run().wrong.isEmpty else { continue }
            print("\(plant), seed \(seed), step \(outcome.step ?? 0): \(outcome.wrong.first ?? "")")
            return
        }
        Issue.record("no seed up to \(count) finds \(plant)")
    }
}
