// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

/// One piece of work and how often it was done in how long.
final class Measured {
    let name: String
    private let work: () throws -> Void
    private var rates: [Double] = []

    init(_ name: String, _ work: @escaping () throws -> Void) {
        self.name = name
        self.work = work
    }

    /// Works for a while, in bites that are long beside the clock.
    func run(for duration: Duration) throws {
        let clock = ContinuousClock()
        let start = clock.now
        var count = 0
        repeat {
            for _ in 0..<20 { try work() }
            count += 20
        } while clock.now - start < duration
        let spent = clock.now - start
        let seconds = Double(spent.components.seconds) + Double(spent.components.attoseconds) / 1e18
        rates.append(Double(count) / seconds)
    }

    /// How often per second, in the middle of all rounds.
    var perSecond: Double { rates.sorted()[rates.count / 2] }
}
