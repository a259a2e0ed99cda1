// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import SystemSimulation
import Testing

/// The whole system by seeds: PURSER_SIMULATION_SEEDS says how many, PURSER_SIMULATION_SEED where they begin.
@Suite(.serialized) struct SystemSimulationTests {
    private static func number(_ name: String, or standard: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap(Int.init) ?? standard
    }

    @Test(.enabled(if: ProcessInfo.processInfo.environment["PURSER_SIMULATION_SEEDS"] != nil))
    func `no seed violates what was promised`() async throws {
        let count = Self.number("PURSER_SIMULATION_SEEDS", or: 2)
        let first = Self.number("PURSER_SIMULATION_SEED", or: 1)
        let began = ContinuousClock.now
        var (steps, requests) = (0, 0)
        for seed in first..<(first + count) {
            let outcome = try await SystemSimulation(seed: UInt64(seed)).run()
            steps += outcome.steps
            requests += outcome.requests
            #expect(outcome.steps >= 200 || !outcome.wrong.isEmpty)
            #expect(
                outcome.wrong.isEmpty,
                "PURSER_SIMULATION_SEED=\(seed) PURSER_SIMULATION_SEEDS=1, step \(outcome.step ?? 0): \(outcome.wrong)"
            )
        }
        let seconds = max((ContinuousClock.now - began) / .seconds(1), 0.001)
        print(
            "\(count) seeds, \(steps) steps and \(requests) requests, \(Int(Double(steps + requests) / seconds)) events/s"
        )
    }

    @Test func `every kind of step is in a seed's plan, and every plan ends with all books compared`() {
        let plan = SimulationStep.plan(seed: 1)
        #expect(plan.count >= 200)
        #expect(plan.last == .settle)
        let kinds = Set(plan.map { "\($0)".prefix { $0 != "(" } })
        #expect(kinds.count >= 12, "\(kinds)")
    }
}
