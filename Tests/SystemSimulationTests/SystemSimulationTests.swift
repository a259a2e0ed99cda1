// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import SystemSimulation
import Testing

/// The whole system by seeds: PURSER_SIMULATION_SEEDS says how many, PURSER_SIMULATION_SEED where they begin, and
/// PURSER_SIMULATION_STEPS how many steps each has.
@Suite(.serialized) struct SystemSimulationTests {
    static func number(_ name: String, or standard: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap(Int.init) ?? standard
    }

    @Test func `no seed violates what was promised`() async throws {
        let count = Self.number("PURSER_SIMULATION_SEEDS", or: 1)
        let first = Self.number("PURSER_SIMULATION_SEED", or: 1)
        let length = Self.number("PURSER_SIMULATION_STEPS", or: 220)
        let began = ContinuousClock.now
        var (steps, requests) = (0, 0)
        for seed in first..<(first + count) {
            let outcome = try await SystemSimulation(seed: UInt64(seed), count: length).run()
            steps += outcome.steps
            requests += outcome.requests
            #expect(outcome.steps >= length || !outcome.wrong.isEmpty)
            #expect(
                outcome.wrong.isEmpty,
                """
                PURSER_SIMULATION_SEED=\(seed) PURSER_SIMULATION_SEEDS=1 PURSER_SIMULATION_STEPS=\(length), \
                step \(outcome.step ?? 0): \(outcome.wrong)
                """
            )
            // Two processes that print the same have done the same.
            if count > 1 { print("seed \(seed): story \(String(outcome.story, radix: 16))") }
        }
        let seconds = max((ContinuousClock.now - began) / .seconds(1), 0.001)
        print(
            "\(count) seeds, \(steps) steps and \(requests) requests, \(Int(Double(steps + requests) / seconds)) events/s"
        )
    }

    @Test func `a seed's story is the same each time`() async throws {
        let simulation = SystemSimulation(seed: 7, count: 60)
        let (first, second) = (try await simulation.run(), try await simulation.run())
        #expect(first.requests > 20 && !first.trace.isEmpty)
        #expect(first.story == second.story)
        #expect(first.trace == second.trace)
        #expect(try await SystemSimulation(seed: 8, count: 60).run().story != first.story)
    }

    @Test func `a failing seed fails the same way again, and with fewer steps`() async throws {
        let simulation = SystemSimulation(seed: 1, count: 60, plant: .skipIdempotencyKey)
        let (first, second) = (try await simulation.run(), try await simulation.run())
        #expect(!first.wrong.isEmpty)
        #expect(first.wrong == second.wrong && first.step == second.step && first.story == second.story)
        let few = try await simulation.shrink(attempts: 12)
        #expect(!few.isEmpty && few.count <= (first.step ?? 0) / 2, "\(few)")
        #expect(try await !simulation.run(few).wrong.isEmpty)
    }

    @Test func `every kind of step is in a seed's plan, and every plan ends with all books compared`() {
        let plan = SimulationStep.plan(seed: 1)
        #expect(plan.count >= 200)
        #expect(plan.last == .settle)
        let kinds = Set(plan.map { "\($0)".prefix { $0 != "(" } })
        #expect(kinds.count >= 12, "\(kinds)")
    }
}
