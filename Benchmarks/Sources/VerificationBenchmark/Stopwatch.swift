// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Foundation

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
    ///
    /// The clock is the thread's own time on a core, so that others on the machine do not count.
    func run(for duration: Duration) throws {
        let start = Self.seconds()
        let limit = Double(duration.components.attoseconds) / 1e18 + Double(duration.components.seconds)
        var count = 0
        repeat {
            for _ in 0..<20 { try work() }
            count += 20
        } while Self.seconds() - start < limit
        rates.append(Double(count) / (Self.seconds() - start))
    }

    private static func seconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// How often per second, in the middle of all rounds.
    var perSecond: Double { rates.sorted()[rates.count / 2] }

    /// How fast this is beside another that took part in the same rounds, in the middle of all rounds.
    func rate(of other: Measured) -> Double {
        zip(rates, other.rates).map { $0 / $1 }.sorted()[rates.count / 2]
    }
}
