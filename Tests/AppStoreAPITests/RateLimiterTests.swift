// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Purser authors

import FoundationEssentials
import Testing

@testable import AppStoreAPI

@Suite struct RateLimiterTests {
    private let endpoint = APIEndpoint("lamps", perSecond: 10)
    private let limit = 10
    private let start = Date(timeIntervalSince1970: 1_750_000_000)

    @Test func `a second's worth goes at once, the rest in step`() {
        let limiter = RateLimiter(scale: 1)
        let waits = (0...limit).map { _ in limiter.reserve(endpoint, asOf: start, longest: 60) }
        #expect(waits.dropLast().allSatisfy { $0 == 0 } && (waits.last ?? 0) > 0)
    }

    @Test func `a clock that was set right again keeps no one waiting until it is where it was`() {
        let limiter = RateLimiter(scale: 1)
        for _ in 0..<limit * 3 { _ = limiter.reserve(endpoint, asOf: start.addingTimeInterval(3600), longest: 60) }
        #expect(limiter.reserve(endpoint, asOf: start, longest: 60) < 5)
        // Nor do requests that come a little out of order take a place twice.
        let waits = (0..<limit * 2).map { number in
            limiter.reserve(endpoint, asOf: start.addingTimeInterval(number.isMultiple(of: 2) ? 0.01 : 0), longest: 60)
        }
        #expect(waits.count { $0 > 0 } >= limit)
    }
}
