// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import SystemSimulation
import Testing

/// A simulation that finds nothing proves nothing: every planted mistake is found by a seed that finds nothing without it.
///
/// PURSER_PLANT_SEEDS is how many seeds are tried in place of the one that is known to find it; what finds it is printed.
@Suite(.serialized) struct PlantedBugTests {
    /// A mistake, a seed that finds it, and in how many steps.
    static let seeds: [(PlantedBug, UInt64, Int)] = [
        (.skipIdempotencyKey, 1, 60), (.trustArrivalOrder, 5, 220), (.acknowledgeBeforeCommit, 1, 60),
        (.finishBeforeVerify, 2, 60), (.forgetRefund, 2, 60), (.takeRenewalForLostOrder, 5, 60),
        (.grantOnLegacyWord, 1, 60), (.reorderWebhooks, 1, 60), (.dropOutboxRow, 1, 60), (.cachePastExpiry, 1, 60),
    ]

    @Test(arguments: seeds)
    func `a planted mistake is found by its seed`(
        plant: PlantedBug,
        seed: UInt64,
        count: Int
    ) async throws {
        let tries = SystemSimulationTests.number("PURSER_PLANT_SEEDS", or: 0)
        let length = SystemSimulationTests.number("PURSER_SIMULATION_STEPS", or: count)
        for seed in tries > 0 ? 1...UInt64(tries) : seed...seed {
            let found = try await SystemSimulation(seed: seed, count: length, plant: plant).run()
            guard !found.wrong.isEmpty else { continue }
            if tries > 0 {
                guard try await SystemSimulation(seed: seed, count: length).run().wrong.isEmpty else { continue }
                print("\(plant), seed \(seed), step \(found.step ?? 0), \(found.requests): \(found.wrong.first ?? "")")
            }
            return
        }
        Issue.record("\(plant) was not found")
    }

    @Test func `every planted mistake has its seed, and the seeds find nothing without it`() async throws {
        #expect(Set(Self.seeds.map(\.0)) == Set(PlantedBug.allCases))
        let longest = Dictionary(Self.seeds.map { ($0.1, $0.2) }, uniquingKeysWith: max)
        for (seed, count) in longest.sorted(by: { $0.key < $1.key }) {
            let outcome = try await SystemSimulation(seed: seed, count: count).run()
            #expect(outcome.wrong.isEmpty, "seed \(seed), step \(outcome.step ?? 0): \(outcome.wrong)")
        }
    }
}
