// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Synchronization

/// The chance of all servers of a simulation.
final class SeededRandomSource: Sendable {
    private let dice: Mutex<SimulationRandom>

    init(seed: UInt64) {
        dice = Mutex(SimulationRandom(seed: seed))
    }

    /// So many bytes.
    func bytes(_ count: Int) -> [UInt8] {
        dice.withLock { dice in (0..<count).map { _ in UInt8(truncatingIfNeeded: dice.next()) } }
    }
}

/// A small generator: the same seed throws the same numbers on every machine.
package struct SimulationRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    /// The next number.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<max(1, bound), using: &self) }

    /// Whether something happens that does so many times in a hundred.
    mutating func happens(_ percent: Int) -> Bool { below(100) < percent }

    mutating func happens(perMille: Int) -> Bool { below(1000) < perMille }

    /// One of a list that is not empty.
    mutating func pick<Element>(_ list: [Element]) -> Element { list[below(list.count)] }
}
