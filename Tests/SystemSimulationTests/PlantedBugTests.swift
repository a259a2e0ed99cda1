// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import SystemSimulation
import Testing

/// A simulation that finds nothing proves nothing: each planted mistake is found by some seed.
@Suite struct PlantedBugTests {
    /// A seed that finds each.
    static let seeds: [(PlantedBug, UInt64)] = PlantedBug.allCases.map { ($0, 1) }

    @Test(arguments: seeds)
    func `a planted mistake is found by its seed`(plant: PlantedBug, seed: UInt64) async throws {
        let outcome = try await SystemSimulation(seed: seed, plant: plant).run()
        #expect(!outcome.wrong.isEmpty, "\(plant) was not found")
        let search = Int(ProcessInfo.processInfo.environment["PURSER_PLANT_SEARCH"] ?? "0") ?? 0
        for other in 2..<(2 + UInt64(search)) {
            let found = try await SystemSimulation(seed: other, plant: plant).run()
            print("SEARCH \(plant) \(other) \(found.step ?? -1) \(found.wrong.first ?? "-")")
        }
        print("\(plant), seed \(seed), step \(outcome.step ?? 0): \(outcome.wrong.first ?? "")")
    }
}
