// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Synchronization

/// A run of the whole system by a seed.
package struct SystemSimulation: Sendable {
    /// What became of a run.
    package struct Outcome: Sendable {
        /// What was violated, and nothing when all held.
        package var wrong: [String] = []
        /// The number of the step after which it was found.
        package var step: Int?
        /// How many steps were done.
        package var steps = 0
        /// How many requests went over the network.
        package var requests = 0
        /// A digest of everything that went over the network, in order: two runs of a seed have the same.
        package var story: UInt64 = 0
        /// What the backends heard, in order: two runs of a seed hear the same.
        package var trace: [String] = []
        /// Whether the world's database was gone when the run was over.
        package var leavesNothing = false
    }

    /// The seed.
    package var seed: UInt64
    /// How many servers share the store.
    package var instances = 2
    /// How many steps there are.
    package var count = 220
    /// The mistake that is planted.
    package var plant: PlantedBug?

    /// Makes a simulation.
    package init(seed: UInt64, instances: Int = 2, count: Int = 220, plant: PlantedBug? = nil) {
        (self.seed, self.instances, self.count, self.plant) = (seed, instances, count, plant)
    }

    /// Does the seed's steps on one executor, and checks after each.
    package func run() async throws -> Outcome {
        try await run(SimulationStep.plan(seed: seed, count: count))
    }

    /// Does steps on one executor, and checks after each.
    package func run(_ steps: [SimulationStep]) async throws -> Outcome {
        let executor = SimulationExecutor()
        let left = Mutex(Remains())
        var outcome = try await withTaskExecutorPreference(executor) {
            let world = try await SimulatedWorld(seed: seed, instances: instances, plant: plant, executor: executor)
            left.withLock { $0.store = world.store }
            defer { world.network.takeDown() }
            var actor = SimulationActor(world)
            var invariants = SimulationInvariants(world)
            var outcome = Outcome()
            for (number, step) in steps.enumerated() {
                var wrong: [String]
                if step == .settle {
                    wrong = try await invariants.settle(&actor)
                } else {
                    try await actor.perform(step)
                    wrong = try await invariants.check(actor) + actor.wrong
                }
                outcome.steps += 1
                guard wrong.isEmpty else {
                    outcome.wrong = wrong
                    outcome.step = number
                    break
                }
            }
            outcome.requests = world.network.requests
            outcome.story = world.network.story
            outcome.trace = world.backend.heard.map {
                "\($0.app ?? "") \($0.customer ?? "") \($0.type) \($0.transaction ?? "")"
            }
            return outcome
        }
        outcome.leavesNothing = left.withLock { $0.store == nil }
        return outcome
    }

    /// What a run leaves behind.
    private struct Remains {
        weak var store: SteppedStore?
    }

    /// The fewest of the seed's steps that still violate something, found by leaving out ever smaller pieces.
    ///
    /// - Parameter attempts: How many runs it may take.
    /// - Returns: The steps; none when nothing is violated.
    /// - Throws: What a run throws that cannot be set up.
    package func shrink(attempts: Int = 60) async throws -> [SimulationStep] {
        var steps = SimulationStep.plan(seed: seed, count: count)
        let first = try await run(steps)
        guard let last = first.step else { return [] }
        steps = Array(steps[...last])
        var left = attempts
        var size = max(1, steps.count / 2)
        while left > 0 {
            var start = 0
            var isShorter = false
            while start < steps.count, left > 0 {
                var fewer = steps
                fewer.removeSubrange(start..<min(start + size, steps.count))
                left -= 1
                // What fails in another way is another story.
                if !fewer.isEmpty, let outcome = try? await run(fewer), !outcome.wrong.isEmpty {
                    steps = fewer
                    isShorter = true
                } else {
                    start += size
                }
            }
            if size == 1, !isShorter { break }
            size = max(1, size / 2)
        }
        return steps
    }
}
