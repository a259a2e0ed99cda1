// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import SystemSimulation
import Testing

/// A simulation that finds nothing proves nothing: every planted mistake is found by a seed that finds nothing without
/// it.
///
/// PURSER_PLANT_SEEDS is how many seeds are tried instead of the one that is known to find it; what finds it is
/// printed. PURSER_PLANT names the only mistake that is looked for.
@Suite(.serialized) struct InjectedBugTests {
    /// A mistake, a seed that finds it, in how many steps, beside which neighbors, and whether no one calls recovery.
    struct Finder: Sendable, CustomStringConvertible {
        var plant: InjectedBug
        var seed: UInt64
        var count: Int
        var neighbors: Set<SimulatedNeighbor>
        var isLiveness: Bool
        /// The known seeds are those of a world without seats, unless the mistake is about seats.
        var sellsSeats: Bool { plant == .forgetSeatRelease }

        init(
            _ plant: InjectedBug,
            _ seed: UInt64,
            _ count: Int = 60,
            beside neighbors: Set<SimulatedNeighbor> = [],
            isLiveness: Bool = false
        ) {
            (self.plant, self.seed, self.count) = (plant, seed, count)
            (self.neighbors, self.isLiveness) = (neighbors, isLiveness)
        }

        var description: String { "\(plant)" }

        func simulation(planted: Bool) -> SystemSimulation {
            SystemSimulation(
                seed: seed,
                count: SystemSimulationTests.number("PURSER_SIMULATION_STEPS", or: count),
                plant: planted ? plant : nil,
                neighbors: neighbors,
                isLiveness: isLiveness,
                sellsSeats: sellsSeats
            )
        }
    }

    static let finders = allFinders.filter { finder in
        ProcessInfo.processInfo.environment["PURSER_PLANT"].map { $0 == finder.plant.rawValue } ?? true
    }

    private static let allFinders = [
        Finder(.skipIdempotencyKey, 1), Finder(.trustArrivalOrder, 5, 220), Finder(.acknowledgeBeforeCommit, 4),
        Finder(.finishBeforeVerify, 2), Finder(.forgetRefund, 2), Finder(.useRenewalForUndeliveredOrder, 5),
        Finder(.grantFromLegacyNotification, 1), Finder(.reorderWebhooks, 1), Finder(.dropOutboxRow, 1),
        Finder(.cachePastExpiry, 1),
        Finder(.sendEntitlementsToApps, 1, beside: [.stranger]), Finder(.moveWithoutToken, 1, beside: [.stranger]),
        Finder(.creditByOldCatalog, 1, beside: [.catalog]), Finder(.ignoreQuantity, 1, beside: [.quantity]),
        Finder(.acceptNumberAsOrder, 1, 220, beside: [.attacker]),
        Finder(.forgetDueQuestion, 5, beside: [.oldDocuments], isLiveness: true),
        Finder(.swallowRecoveryFailure, 1, isLiveness: true), Finder(.forgetSeatRelease, 3, 220),
    ]

    @Test(arguments: finders)
    func `a planted mistake is found by its seed`(finder: Finder) async throws {
        let attempts = SystemSimulationTests.number("PURSER_PLANT_SEEDS", or: 0)
        for seed in attempts > 0 ? 1...UInt64(attempts) : finder.seed...finder.seed {
            var finder = finder
            finder.seed = seed
            let found = try await finder.simulation(planted: true).run()
            guard !found.wrong.isEmpty else { continue }
            if attempts > 0 {
                guard try await finder.simulation(planted: false).run().wrong.isEmpty else { continue }
                let what = found.wrong.first ?? ""
                print("\(finder.plant), seed \(seed), step \(found.step ?? 0), \(found.requests): \(what)")
            }
            return
        }
        Issue.record("\(finder.plant) was not found")
    }

    @Test func `every planted mistake has its seed`() {
        #expect(Set(Self.allFinders.map(\.plant)) == Set(InjectedBug.allCases))
    }

    @Test(arguments: finders)
    func `a seed that finds a planted mistake finds nothing without it`(finder: Finder) async throws {
        let outcome = try await finder.simulation(planted: false).run()
        #expect(outcome.wrong.isEmpty, "seed \(finder.seed), step \(outcome.step ?? 0): \(outcome.wrong)")
    }
}
