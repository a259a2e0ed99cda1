// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Commerce
import Testing

/// Whatever order documents arrive in, and however often, a scenario ends the same.
@Suite struct ArrivalOrderTests {
    /// Scenarios of more arrivals are played in this many random orders; all of them are where one seed is wanted.
    static let randomOrders = isShort ? 6 : 200

    private static let isShort = Seeds.wanted == 1

    @Test(arguments: ArrivalScenario.all)
    func `every order of arrival ends the same`(scenario: ArrivalScenario) throws {
        var world = FulfillmentWorld()
        world.now = scenario.now
        scenario.before(&world)
        var player = Player(scenario: scenario)
        if scenario.arrivals.count <= 5, !Self.isShort {
            player.playAll(world, Array(scenario.arrivals.indices), [])
            world.folding = SeededGenerator(seed: 26)
            player.playAll(world, Array(scenario.arrivals.indices), [])
        } else {
            for _ in 0..<Self.randomOrders {
                player.play(world, scenario.arrivals.indices.shuffled(using: &player.generator))
            }
        }
        let result = try #require(player.result)
        #expect(result.orders == scenario.orders)
        #expect(result.gems.first == scenario.gems)
        #expect(result.active == scenario.active)
        #expect(Set(result.delivered).count == result.delivered.count, "An event is repeated.")
    }

    @Test func `there are enough scenarios, each with a name of its own`() {
        let scenarios = ArrivalScenario.all
        #expect(scenarios.count >= 30)
        #expect(Set(scenarios.map(\.testDescription)).count == scenarios.count)
    }
}

/// Plays a scenario in many orders, and compares their ends.
private struct Player {
    let scenario: ArrivalScenario
    var generator = SeededGenerator(seed: 25)
    /// The end of the first order.
    private(set) var result: FulfillmentWorld.Result?
    private var hasDiffered = false

    init(scenario: ArrivalScenario) {
        self.scenario = scenario
    }

    /// Plays all orders of the rest; what begins alike is played once.
    mutating func playAll(_ world: FulfillmentWorld, _ rest: [Int], _ played: [Int]) {
        guard !rest.isEmpty else { return finish(world, played) }
        for next in rest where !hasDiffered {
            var changed = world
            take(next, &changed, after: played)
            playAll(changed, rest.filter { $0 != next }, played + [next])
        }
    }

    /// Plays one order.
    mutating func play(_ start: FulfillmentWorld, _ order: [Int]) {
        guard !hasDiffered else { return }
        var world = start
        // Whether facts are folded changes nothing.
        if Bool.random(using: &generator) {
            world.folding = SeededGenerator(seed: UInt64.random(in: 0...UInt64.max, using: &generator))
        }
        for (number, next) in order.enumerated() { take(next, &world, after: Array(order.prefix(number))) }
        finish(world, order)
    }

    /// Takes one arrival, then that one or an earlier one again.
    private mutating func take(_ next: Int, _ world: inout FulfillmentWorld, after played: [Int]) {
        world.take(scenario.arrivals[next])
        let again = (played + [next]).randomElement(using: &generator) ?? next
        world.take(scenario.arrivals[again])
    }

    private mutating func finish(_ played: FulfillmentWorld, _ order: [Int]) {
        let end = end(of: played)
        let result = result ?? end
        self.result = result
        if end != result {
            hasDiffered = true
            #expect(end == result, "Arrivals \(order.map { $0 + 1 }) end in another way than the first order.")
        }
        // To repeat everything changes nothing.
        guard order.first == order.max() else { return }
        var repeated = played
        for arrival in scenario.arrivals { repeated.take(arrival) }
        let again = self.end(of: repeated)
        guard again != result else { return }
        hasDiffered = true
        #expect(again == result, "Arrivals \(order.map { $0 + 1 }) end in another way when all are repeated.")
    }

    private func end(of played: FulfillmentWorld) -> FulfillmentWorld.Result {
        var world = played
        scenario.after(&world)
        return world.result
    }
}
