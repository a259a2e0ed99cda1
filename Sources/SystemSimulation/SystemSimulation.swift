// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Synchronization

/// A run of the whole system by a seed.
package struct SystemSimulation: Sendable {
    /// The result of a run.
    package struct Outcome: Sendable {
        /// What was violated, and nothing when all held.
        package var wrong: [String] = []
        /// The number of the step after which it was found.
        package var step: Int?
        /// The steps that were done.
        package var done: [SimulationStep] = []
        /// How many steps were done.
        package var steps: Int { done.count }
        /// How many requests went over the network.
        package var requests = 0
        /// A digest of everything that went over the network, in order: two runs of a seed have the same.
        package var journal: UInt64 = 0
        /// What the backends received, in order: two runs of a seed receive the same.
        package var trace: [String] = []
        /// How many bundles were bought.
        package var bundles = 0
        /// How long it took at most, without anybody's help, until everything was in order after the faults.
        var slowest = SimulatedLiveness.Times()
        /// In how many seconds of virtual time the last paid order was delivered after the faults had ended.
        package var slowestDelivery: Int { slowest.delivery }
        /// Whether the world's database was gone when the run was over.
        package var leavesNothing = false
    }

    /// The seed.
    package var seed: UInt64
    /// How many servers share the store.
    package var instances = 2
    /// How many steps there are.
    package var count = 220
    /// With how many events, steps and requests together, a seed is long enough and is not led to its end; nil for all
    /// steps.
    package var events: Int?
    /// The mistake that is planted.
    package var plant: InjectedBug?
    /// The neighbors that act; none (default) is a world of honest customers.
    package var neighbors: Set<SimulatedNeighbor> = []
    /// Whether no one calls recovery after the faults (default: false): the background jobs must do it in time.
    package var isLiveness = false
    /// Whether customers buy, add and lose seats, invite members and commit themselves to a year (default: true).
    package var sellsSeats = true

    /// Makes a simulation.
    package init(
        seed: UInt64,
        instances: Int = 2,
        count: Int = 220,
        events: Int? = nil,
        plant: InjectedBug? = nil,
        neighbors: Set<SimulatedNeighbor> = [],
        isLiveness: Bool = false,
        sellsSeats: Bool = true
    ) {
        (self.seed, self.instances, self.count, self.events, self.plant) = (seed, instances, count, events, plant)
        (self.neighbors, self.isLiveness, self.sellsSeats) = (neighbors, isLiveness, sellsSeats)
    }

    private var end: SimulationStep { isLiveness ? .wait : .drain }

    /// Does the seed's steps on one executor, and checks after each.
    package func run() async throws -> Outcome {
        try await run(SimulationStep.plan(seed: seed, count: count, neighbors: neighbors, end: end))
    }

    /// Does steps on one executor, and checks after each.
    package func run(_ steps: [SimulationStep]) async throws -> Outcome {
        let executor = SimulationExecutor()
        let left = Mutex(RunArtifacts())
        var outcome = try await withTaskExecutorPreference(executor) {
            let world = try await SimulatedSystem(
                seed: seed,
                instances: instances,
                plant: plant,
                neighbors: neighbors,
                sellsSeats: sellsSeats,
                executor: executor
            )
            left.withLock { $0.database = world.database }
            defer { world.network.shutDown() }
            var actor = SimulationDriver(world)
            var invariants = SimulationInvariants(world)
            var outcome = Outcome()
            var enough = events.map { $0 - Self.expectedDrainRequests }
            for (number, planned) in steps.enumerated() {
                let isEnough = enough.map { outcome.steps + world.network.requests >= $0 } ?? false
                let step = isEnough ? end : planned
                var wrong: [String]
                switch step {
                case .drain: wrong = try await invariants.drain(&actor)
                case .wait: wrong = try await invariants.wait(&actor)
                default:
                    try await actor.perform(step)
                    wrong = try await invariants.check(actor) + actor.wrong
                }
                outcome.done.append(step)
                guard wrong.isEmpty else {
                    outcome.wrong = wrong
                    outcome.step = number
                    break
                }
                guard step == end, let events else { continue }
                if outcome.steps + world.network.requests >= events { break }
                enough = events - Self.minimumDrainRequests
            }
            outcome.bundles = actor.bundles
            outcome.slowest = invariants.slowest
            outcome.requests = world.network.requests
            outcome.journal = world.network.journal
            outcome.trace = world.backend.received.map {
                "\($0.app ?? "") \($0.customer ?? "") \($0.type) \($0.transaction ?? "")"
            }
            return outcome
        }
        outcome.leavesNothing = left.withLock { $0.database == nil }
        return outcome
    }

    /// How many requests it takes as a rule to settle what some forty steps left; when they are fewer, more steps
    /// follow.
    private static let expectedDrainRequests = 90
    /// How many it takes when little is left.
    private static let minimumDrainRequests = 50

    /// What a run leaves behind.
    private struct RunArtifacts {
        weak var database: FaultInjectingDatabase?
    }

    /// The fewest of the seed's steps that still violate something, found by leaving out ever smaller pieces.
    ///
    /// - Parameter attempts: How many runs it may take.
    /// - Returns: The steps; none when nothing is violated.
    /// - Throws: What a run throws that cannot be set up.
    package func shrink(attempts: Int = 60) async throws -> [SimulationStep] {
        let first = try await run()
        guard first.step != nil else { return [] }
        // What is left is all of it, however few events it has.
        var unbounded = self
        unbounded.events = nil
        var steps = first.done
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
                if !fewer.isEmpty, let outcome = try? await unbounded.run(fewer), !outcome.wrong.isEmpty {
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
