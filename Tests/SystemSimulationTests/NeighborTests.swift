// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import SystemSimulation
import Testing

/// Bad neighbors and servers that recover alone, by a few seeds; `Scripts/simulate-neighbors` runs many.
@Suite(.serialized) struct NeighborTests {
    @Test(arguments: SimulatedNeighbor.allCases)
    func `a seed with a bad neighbor violates nothing`(neighbor: SimulatedNeighbor) async throws {
        let outcome = try await SystemSimulation(seed: 3, events: 150, neighbors: [neighbor]).run()
        #expect(outcome.wrong.isEmpty, "step \(outcome.step ?? 0): \(outcome.wrong)")
        #expect(outcome.done.contains { if case .neighbor(neighbor, _, _) = $0 { true } else { false } })
    }

    @Test func `after the faults the servers deliver every paid order in two minutes, and no one calls recovery`()
        async throws
    {
        let outcome = try await SystemSimulation(seed: 3, events: 150, isLiveness: true).run()
        #expect(outcome.wrong.isEmpty, "step \(outcome.step ?? 0): \(outcome.wrong)")
        #expect(outcome.done.last == .wait && (1...120).contains(outcome.slowestDelivery))
    }

    @Test(arguments: [UInt64(2), 3, 7])
    func `customers with seats, members, commitments and bundles get what the App Store sold them`(
        seed: UInt64
    ) async throws {
        let outcome = try await SystemSimulation(seed: seed, events: 300).run()
        #expect(outcome.wrong.isEmpty, "step \(outcome.step ?? 0): \(outcome.wrong)")
        #expect(outcome.bundles > 0)
    }

    /// An upgrade of a renewal that was paid with an order; a bundle that arrives before what it continues; added seats that
    /// arrive before the first ones; a visitor whose purchase lost its token; a gift that was revoked before its owner used more;
    /// an extension that only refunded seats state; a plan that keeps seats which the app did not order; recovery that finds a
    /// refund first; a change to a group subscription that arrives before what it continues.
    @Test(
        arguments: [
            UInt64(4_003_469), 4_006_433, 4_008_016, 4_008_318, 4_008_578, 5_066_711, 5_074_376, 5_028_305, 5_011_969,
            5_075_242,
        ]
    )
    func `seeds that violated something once violate nothing`(seed: UInt64) async throws {
        let outcome = try await SystemSimulation(seed: seed, events: 150, neighbors: SimulatedNeighbor.some(seed: seed))
            .run()
        #expect(outcome.wrong.isEmpty, "step \(outcome.step ?? 0): \(outcome.wrong)")
    }

    @Test func `a renewal that is charged in the second of an upgrade leaves the customer the better plan`()
        async throws
    {
        let simulation = SystemSimulation(seed: 5_009_626, events: 150, neighbors: [.oldDocuments], isLiveness: true)
        #expect(try await simulation.run().wrong.isEmpty)
    }

    @Test func `a seed picks its neighbors, and some seed picks each`() {
        let picked = (UInt64(1)...50).map { SimulatedNeighbor.some(seed: $0) }
        #expect(picked.allSatisfy { !$0.isEmpty })
        #expect(picked.reduce(into: Set()) { $0.formUnion($1) } == Set(SimulatedNeighbor.allCases))
        #expect(SimulatedNeighbor.some(seed: 7) == SimulatedNeighbor.some(seed: 7))
    }

    @Test func `without neighbors a seed plans what it always did`() {
        let plan = SimulationStep.plan(seed: 5, count: 110)
        #expect(!plan.contains { if case .neighbor = $0 { true } else { false } })
        #expect(SimulationStep.plan(seed: 5, count: 110, neighbors: [.stranger]) != plan)
    }
}
