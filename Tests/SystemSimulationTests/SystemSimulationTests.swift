// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation
import SystemSimulation
import Testing

/// The whole system by seeds, as the environment says.
///
/// PURSER_SIMULATION_SEEDS says how many, PURSER_SIMULATION_SEED where they begin, and
/// PURSER_SIMULATION_STEPS how many steps each has; with PURSER_SIMULATION_EVENTS a seed is over when it has had so
/// many events, steps and requests together. PURSER_SIMULATION_NEIGHBORS names the neighbors that act, with commas, or
/// `all`, or `some` that each seed picks; with PURSER_SIMULATION_LIVENESS=1 no one calls recovery after the faults.
@Suite(.serialized) struct SystemSimulationTests {
    static func number(_ name: String, or standard: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap(Int.init) ?? standard
    }

    @Test func `no seed violates what was promised`() async throws {
        let count = Self.number("PURSER_SIMULATION_SEEDS", or: 1)
        let first = Self.number("PURSER_SIMULATION_SEED", or: 1)
        let length = Self.number("PURSER_SIMULATION_STEPS", or: 220)
        let events = Self.number("PURSER_SIMULATION_EVENTS", or: 0)
        let began = ContinuousClock.now
        var (steps, requests) = (0, 0)
        // Each has an executor of its own, so several at once do what each does alone.
        let width = max(1, Self.number("PURSER_SIMULATION_WIDTH", or: 1))
        for start in stride(from: first, to: first + count, by: width) {
            let seeds = start..<min(start + width, first + count)
            for (seed, outcome) in try await Self.outcomes(of: seeds, length: length, events: events) {
                steps += outcome.steps
                requests += outcome.requests
                let isLongEnough = events > 0 ? outcome.steps + outcome.requests >= events : outcome.steps >= length
                #expect(isLongEnough || !outcome.wrong.isEmpty)
                // Two processes that print the same have done the same.
                if count > 1 { print("seed \(seed): story \(String(outcome.journal, radix: 16))") }
                guard !outcome.wrong.isEmpty else { continue }
                try await Self.report(seed, outcome, length: length, events: events)
            }
        }
        let seconds = max((ContinuousClock.now - began) / .seconds(1), 0.001)
        print(
            """
            \(count) seeds, \(steps) steps and \(requests) requests, \(Int(Double(steps + requests) / seconds)) events/s, \
            \(Int(Double(count) / seconds * 60)) seeds a minute
            """
        )
    }

    private static func neighbors(seed: UInt64) -> Set<SimulatedNeighbor> {
        switch ProcessInfo.processInfo.environment["PURSER_SIMULATION_NEIGHBORS"] ?? "" {
        case "": []
        case "all": Set(SimulatedNeighbor.allCases)
        case "some": SimulatedNeighbor.some(seed: seed)
        case let names: Set(names.split(separator: ",").compactMap { SimulatedNeighbor(rawValue: String($0)) })
        }
    }

    private static func outcomes(
        of seeds: Range<Int>,
        length: Int,
        events: Int
    ) async throws -> [(seed: Int, outcome: SystemSimulation.Outcome)] {
        try await withThrowingTaskGroup(of: (seed: Int, outcome: SystemSimulation.Outcome).self) { group in
            for seed in seeds {
                group.addTask { (seed, try await simulation(seed, length, events).run()) }
            }
            return try await group.reduce(into: []) { $0.append($1) }.sorted { $0.seed < $1.seed }
        }
    }

    private static func simulation(_ seed: Int, _ length: Int, _ events: Int) -> SystemSimulation {
        SystemSimulation(
            seed: UInt64(seed),
            count: length,
            events: events > 0 ? events : nil,
            neighbors: neighbors(seed: UInt64(seed)),
            isLiveness: number("PURSER_SIMULATION_LIVENESS", or: 0) > 0
        )
    }

    /// Says what a seed violates and how to see it again; PURSER_SIMULATION_SHRINK lets it be made as short as it goes.
    private static func report(
        _ seed: Int,
        _ outcome: SystemSimulation.Outcome,
        length: Int,
        events: Int
    ) async throws {
        var few = ""
        let mode = ["PURSER_SIMULATION_NEIGHBORS", "PURSER_SIMULATION_LIVENESS"]
            .compactMap { name in ProcessInfo.processInfo.environment[name].map { " \(name)=\($0)" } }.joined()
        let attempts = number("PURSER_SIMULATION_SHRINK", or: 0)
        if attempts > 0 {
            let steps = try await simulation(seed, length, events).shrink(attempts: attempts)
            few = "\nin \(steps.count) steps:\n" + steps.map { "    \($0)" }.joined(separator: "\n")
            // What happened in them, in order.
            let again = try await simulation(seed, length, events).run(steps)
            few += "\n\(again.wrong)\n" + again.trace.map { "    \($0)" }.joined(separator: "\n")
        }
        Issue.record(
            """
            PURSER_SIMULATION_SEED=\(seed) PURSER_SIMULATION_SEEDS=1 PURSER_SIMULATION_STEPS=\(length) \
            PURSER_SIMULATION_EVENTS=\(events)\(mode), step \(outcome.step ?? 0): \(outcome.wrong)\(few)
            """
        )
    }

    @Test func `a seed's story is the same each time`() async throws {
        let simulation = SystemSimulation(seed: 7, count: 60)
        let (first, second) = (try await simulation.run(), try await simulation.run())
        #expect(first.requests > 20 && !first.trace.isEmpty)
        #expect(first.journal == second.journal)
        #expect(first.trace == second.trace)
        // A hundred thousand worlds in one process must not stay in memory.
        #expect(first.leavesNothing && second.leavesNothing)
        #expect(try await SystemSimulation(seed: 8, count: 60).run().journal != first.journal)
    }

    @Test func `a seed that has had enough events settles and is over`() async throws {
        let whole = SimulationStep.plan(seed: 11)
        let outcome = try await SystemSimulation(seed: 11, events: 200).run()
        #expect(outcome.wrong.isEmpty && outcome.steps + outcome.requests >= 200)
        #expect(outcome.done.last == .drain && outcome.steps < 110)
        // The plan's own steps, but where it settles: once more when the first time was not enough.
        #expect(zip(outcome.done, whole).allSatisfy { $0 == $1 || $0 == .drain })
        #expect((1...2).contains(outcome.done.count { $0 == .drain }))
        // The same steps without a number are the same story.
        let again = try await SystemSimulation(seed: 11).run(outcome.done)
        #expect(again.journal == outcome.journal)
    }

    @Test func `a failing seed fails the same way again, and with fewer steps`() async throws {
        let simulation = SystemSimulation(seed: 1, count: 60, plant: .skipIdempotencyKey)
        let (first, second) = (try await simulation.run(), try await simulation.run())
        #expect(!first.wrong.isEmpty)
        #expect(first.wrong == second.wrong && first.step == second.step && first.journal == second.journal)
        let few = try await simulation.shrink(attempts: 12)
        #expect(!few.isEmpty && few.count <= (first.step ?? 0) / 2, "\(few)")
        #expect(try await !simulation.run(few).wrong.isEmpty)
    }

    @Test func `every kind of step is in a seed's plan, and every plan ends with all books compared`() {
        let plan = SimulationStep.plan(seed: 1)
        #expect(plan.count >= 200)
        #expect(plan.last == .drain)
        let kinds = Set(plan.map { "\($0)".prefix { $0 != "(" } })
        #expect(kinds.count >= 12, "\(kinds)")
    }
}
