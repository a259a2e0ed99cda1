// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import Testing

/// Random lives with every fault switched on, against the App Store's own books.
///
/// PURSER_TOWN_YEARS is how many towns of ten customers live for a year, PURSER_TOWN_SEED the first one's seed: what a
/// failure prints is repeated with that seed and one town.
@Suite struct TownYearTests {
    @Test func `a town's year with every fault on leaves nothing paid undelivered, doubled or unlike Apple's books`()
        async throws
    {
        let count = Package.number("PURSER_TOWN_YEARS", or: 4)
        let first = Package.number("PURSER_TOWN_SEED", or: 1)
        let began = ContinuousClock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<count {
                if number >= 2 { try await group.next() }
                group.addTask {
                    let seed = UInt64(first + number)
                    let wrong = try await TownYear(seed: seed, isResent: number.isMultiple(of: 4)).run()
                    #expect(wrong.isEmpty, "PURSER_TOWN_SEED=\(seed) PURSER_TOWN_YEARS=1: \(wrong)")
                }
            }
            try await group.waitForAll()
        }
        let seconds = (ContinuousClock.now - began) / .seconds(1)
        print("\(count * TownYear.customers) customer-years in \(Int(seconds)) s")
    }
}
