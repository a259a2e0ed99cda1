// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// A small random generator whose whole state is a number, so that it survives a restart.
///
/// The algorithm is SplitMix64: <https://prng.di.unimi.it/splitmix64.c>
public struct SeededGenerator: RandomNumberGenerator, Hashable, Sendable, Codable {
    private var state: UInt64

    /// Makes a generator; the same seed gives the same numbers.
    public init(seed: UInt64) {
        state = seed
    }

    /// The next 64 random bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension SeededGenerator {
    /// A number below a bound; zero when the bound is not positive.
    package mutating func number(below bound: Int) -> Int {
        bound > 0 ? Int(next() % UInt64(bound)) : 0
    }

    /// True so many times in a thousand.
    package mutating func happens(perMille chance: Int) -> Bool {
        chance > 0 && number(below: 1000) < chance
    }
}
